import { useEffect, useState } from "react";

import { explain } from "../errors.ts";
import { t } from "../i18n/index.ts";
import { useStore } from "../page.ts";
import { onAnnounced } from "../store/channel.ts";
import type { Conversations } from "../store/conversations.ts";
import type { Left } from "../store/left.ts";
import { Item } from "./Item.tsx";

interface Props {
  list: Conversations;
  left: Left;
  currentId: string | null;
  onOpen: (id: string | null) => void;
}

/** The caller's conversations: found by their titles, opened, renamed, forked, exported and deleted. */
export function Sidebar({ list, left, currentId, onOpen }: Props) {
  const { uploading, failed } = useStore(left);
  const { items, continuation, loaded, error } = useStore(list);
  const [wanted, setWanted] = useState("");
  useEffect(() => {
    const refresh = () => void list.refresh();
    refresh();
    window.addEventListener("online", refresh);
    const stop = onAnnounced(refresh);
    return () => {
      window.removeEventListener("online", refresh);
      stop();
    };
  }, [list]);
  const found = items.filter((each) => matches(each.title ?? t("untitled"), wanted));
  return (
    <nav className="sidebar" id="sidebar">
      <button type="button" className="primary" onClick={() => onOpen(null)}>
        {t("newConversation")}
      </button>
      <input
        type="search"
        aria-label={t("searchConversations")}
        placeholder={t("searchPlaceholder")}
        value={wanted}
        onChange={({ target }) => {
          setWanted(target.value);
          if (target.value) void list.all();
        }}
      />
      {error !== null && <p role="alert">{explain(error)}</p>}
      {loaded && found.length === 0 && <p className="empty">{t(wanted ? "noneFound" : "noConversations")}</p>}
      <ul aria-label={t("conversations")}>
        {found.map((each) => (
          <Item
            key={each.conversation_id}
            conversation={each}
            list={list}
            current={each.conversation_id === currentId}
            onOpen={onOpen}
          />
        ))}
      </ul>
      <p className="elsewhere" aria-live="polite">
        {uploading > 0 && t("uploadsElsewhere", { count: uploading })}{" "}
        {failed > 0 && <strong className="bad">{t("failedElsewhere", { count: failed })}</strong>}
      </p>
      {continuation !== null && (
        <button type="button" onClick={() => void list.more()}>
          {t("more")}
        </button>
      )}
    </nav>
  );
}

/** Whether a title contains each word of the search, ignoring case and accents. */
function matches(title: string, wanted: string): boolean {
  const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase();
  return plain(wanted)
    .split(/\s+/)
    .every((word) => plain(title).includes(word));
}
