import type { components } from "./api.ts";
import { t } from "./i18n/index.ts";

interface Props {
  assistant: components["schemas"]["AssistantModel"];
  onStart: (question: string) => void;
}

/** The empty conversation: the deployment's greeting or the page's own, and example questions. */
export function Welcome({ assistant: { name, greeting, starters }, onStart }: Props) {
  const title = name ?? t("welcome");
  return (
    <div className="welcome" tabIndex={0} role="group" aria-label={title}>
      <h1 dir="auto">{title}</h1>
      <p dir="auto">{greeting ?? t("welcomeText")}</p>
      {starters.length > 0 && (
        <ul className="starters" aria-label={t("starters")}>
          {starters.map((question) => (
            <li key={question}>
              <button type="button" dir="auto" onClick={() => onStart(question)}>
                {question}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
