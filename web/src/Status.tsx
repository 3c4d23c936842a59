import { t } from "./i18n/index.ts";
import { useStore } from "./page.ts";
import type { ConversationStore } from "./store/conversation.ts";

/** Announces the turn's state to screen readers. The streaming text is not read out. */
export function Status({ store }: { store: ConversationStore }) {
  const { transcript, outcome } = useStore(store);
  const answering = transcript.turns.some(({ answer: { status } }) => !["completed", "failed", "cancelled"].includes(status));
  const text = answering ? t("statusAnswering") : outcome && t(OUTCOMES[outcome]);
  return (
    <p role="status" className="hidden">
      {text}
    </p>
  );
}

const OUTCOMES = { completed: "statusComplete", failed: "statusFailed", cancelled: "statusStopped" } as const;
