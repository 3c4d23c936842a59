import { explain, isSignedOut } from "./errors.ts";
import { t, timeIn } from "./i18n/index.ts";
import { usePage, useStore } from "./page.ts";
import { go } from "./route.ts";
import type { ConversationStore, Lost } from "./store/conversation.ts";

/** The target of a link that does not exist. */
export type Missing = "page" | "message" | "source";

const TOLD = { page: "linkBroken", message: "linkedMessageMissing", source: "linkedSourceMissing" } as const;

/** An error and what to do about it. */
export function Notices({ store, missing }: { store: ConversationStore; missing: Missing | null }) {
  const { error, lost } = useStore(store);
  const { signIn } = usePage();
  if (error === null && lost === null && missing === null) return null;
  return (
    <div className="notices">
      {lost && <p role="alert">{waitingFor(lost)}</p>}
      {missing && (
        <div role="alert" className="bad">
          <p>{t(TOLD[missing])}</p>
          <button type="button" onClick={() => go({ conversation: store.state.id }, { replace: true })}>
            {t("dismiss")}
          </button>
        </div>
      )}
      {error !== null && (
        <div role="alert" className="bad">
          <p dir="auto">{explain(error)}</p>
          {isSignedOut(error) && (
            <button type="button" className="primary" onClick={signIn}>
              {t("signIn")}
            </button>
          )}
          <button type="button" onClick={() => store.dismiss()}>
            {t("dismiss")}
          </button>
        </div>
      )}
    </div>
  );
}

function waitingFor({ seconds, refusal }: Lost): string {
  return refusal ? t("refused", { detail: refusal.message, time: timeIn(seconds) }) : t("lost");
}
