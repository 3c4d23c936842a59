import { lazy, Suspense, useRef, useState } from "react";

import type { Conversation } from "../client.ts";
import { dayOf, t } from "../i18n/index.ts";
import type { Conversations } from "../store/conversations.ts";

const ItemMenu = lazy(() => import("./ItemMenu.tsx"));

export interface ItemProps {
  conversation: Conversation;
  list: Conversations;
  current: boolean;
  onOpen: (id: string | null) => void;
}

/** A conversation in the list. The code of its menu is loaded when it is first opened. */
export function Item({ conversation, list, current, onOpen }: ItemProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const title = conversation.title ?? t("untitled");
  return (
    <li className="conversation">
      <a
        href={`#/c/${conversation.conversation_id}`}
        aria-current={current ? "page" : undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onOpen(conversation.conversation_id);
        }}
      >
        <span dir="auto">{title}</span>
        <small>{dayOf(conversation.updated_at)}</small>
      </a>
      <button
        ref={button}
        type="button"
        className="quiet"
        aria-label={t("options", { title })}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        ⋯
      </button>
      {open && (
        <Suspense>
          <ItemMenu {...{ conversation, list, current, onOpen }} button={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </li>
  );
}
