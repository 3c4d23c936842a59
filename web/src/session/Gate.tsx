import type { Session } from "../client.ts";
import { explain } from "../errors.ts";
import { t } from "../i18n/index.ts";

/** What users see while they are not signed in, or if the page could not start. */
export function Gate({ session, error, onSignIn }: { session?: Session; error?: unknown; onSignIn: () => void }) {
  const canSignIn = Boolean(session?.sign_in);
  const text = session === undefined ? explain(error) : t(canSignIn ? "signInNeeded" : "signInNowhere");
  return (
    <main className="gate">
      <h1>Orc</h1>
      <p role="alert">{text}</p>
      {(canSignIn || session === undefined) && (
        <button type="button" className="primary" onClick={onSignIn}>
          {t(canSignIn ? "signIn" : "tryAgain")}
        </button>
      )}
    </main>
  );
}
