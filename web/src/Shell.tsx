import { t } from "./i18n/index.ts";

/** The frame of the page until the session is known. */
export function Shell() {
  return (
    <div className="page" aria-busy="true">
      <header className="bar">
        <button type="button" className="quiet" disabled>
          {t("showConversations")}
        </button>
        <button type="button" className="quiet" disabled>
          {t("newConversation")}
        </button>
      </header>
      <nav className="sidebar">
        <button type="button" className="primary" disabled>
          {t("newConversation")}
        </button>
        <input type="search" aria-label={t("searchConversations")} placeholder={t("searchPlaceholder")} disabled />
      </nav>
      <main className="conversation-main">
        <div className="welcome">
          <p className="stage">{t("loading")}…</p>
        </div>
        <div className="composer">
          <textarea aria-label={t("message")} placeholder={t("placeholder")} rows={2} disabled />
          <p className="buttons">
            <button type="button" className="attach" disabled>
              {t("attach")}
            </button>
            <span className="end">
              <button type="button" className="primary" disabled>
                {t("send")}
              </button>
            </span>
          </p>
        </div>
      </main>
    </div>
  );
}
