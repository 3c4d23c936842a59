import type { RefObject } from "react";
import { Menu, MenuItem, Popover } from "react-aria-components";

import { confirm, prompt } from "../dialogs/confirm.ts";
import { t } from "../i18n/index.ts";
import { usePage } from "../page.ts";
import { save } from "./save.ts";
import type { ItemProps } from "./Item.tsx";

interface Props extends ItemProps {
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** The actions on a whole conversation. */
export default function ItemMenu({ conversation, list, current, onOpen, button, onClose }: Props) {
  const { orc } = usePage();
  const { conversation_id: id, title } = conversation;
  const name = title ?? t("untitled");
  const rename = async () => {
    const value = await prompt({ title: t("renameTitle"), action: t("save"), label: t("title"), value: title ?? "" });
    if (value !== null) await list.rename(id, value);
  };
  const remove = async () => {
    const agreed = await confirm({ title: t("deleteTitle", { title: name }), text: t("deleteText"), action: t("deleteNow") });
    if (!agreed) return;
    if (current) onOpen(null);
    await list.delete(id);
  };
  return (
    <Popover className="popover" aria-label={t("options", { title: name })} placement="bottom end" triggerRef={button} isOpen onOpenChange={(open) => open || onClose()}>
      <Menu className="menu" aria-label={t("options", { title: name })} autoFocus="first" onClose={onClose}>
          <MenuItem onAction={() => void rename()}>{t("rename")}</MenuItem>
          <MenuItem onAction={() => void list.fork(id).then((forked) => forked !== null && onOpen(forked))}>{t("fork")}</MenuItem>
          <MenuItem onAction={() => void list.attempt(async () => save(await orc.export(id, "markdown"), `${name}.md`))}>
            {t("exportMarkdown")}
          </MenuItem>
          <MenuItem onAction={() => void list.attempt(async () => save(await orc.export(id, "json"), `${name}.json`))}>
            {t("exportJson")}
          </MenuItem>
          <MenuItem onAction={() => void remove()}>{t("delete")}</MenuItem>
      </Menu>
    </Popover>
  );
}
