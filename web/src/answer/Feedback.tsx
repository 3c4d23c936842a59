import { useState } from "react";

import type { Message } from "../client.ts";
import { t } from "../i18n/index.ts";
import type { ConversationStore } from "../store/conversation.ts";

/** Thumbs up or down for an answer; thumbs down can have a comment. */
export function Feedback({ message, store }: { message: Message; store: ConversationStore }) {
  const [asking, setAsking] = useState(false);
  const rating = message.feedback?.rating;
  const rate = (next: "up" | "down") => {
    void store.rate(message, next);
    setAsking(next === "down");
  };
  return (
    <>
      <button type="button" className="quiet" aria-label={t("good")} aria-pressed={rating === "up"} onClick={() => rate("up")}>
        <Thumb />
      </button>
      <button type="button" className="quiet" aria-label={t("bad")} aria-pressed={rating === "down"} onClick={() => rate("down")}>
        <Thumb down />
      </button>
      {asking && (
        <form
          className="comment"
          onSubmit={(event) => {
            event.preventDefault();
            const comment = new FormData(event.currentTarget).get("comment");
            if (typeof comment === "string" && comment.trim()) void store.rate(message, "down", comment.trim());
            setAsking(false);
          }}
        >
          <input name="comment" aria-label={t("comment")} placeholder={t("commentPrompt")} maxLength={4000} autoFocus />
          <button type="submit">{t("saveComment")}</button>
        </form>
      )}
    </>
  );
}

function Thumb({ down = false }: { down?: boolean }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" transform={down ? "scale(1 -1)" : undefined}>
      <path d="M7 11v9H3v-9zM7 11l4-8c1.7 0 3 1.2 3 3v4h5.4a2 2 0 0 1 2 2.4l-1.3 6.1a2 2 0 0 1-2 1.5H7" />
    </svg>
  );
}
