import { t, locale } from "../i18n/index.ts";
import type { Step } from "../transcript.ts";
import { Markdown } from "./Markdown.tsx";
import { Result } from "./Result.tsx";
import { doneBy } from "./tools.ts";

/** What the turn did before it answered, folded away: each tool with its parameters and its result. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  if (steps.length === 0) return null;
  return (
    <details className="steps">
      <summary>
        {t("steps", { count: steps.length })}: {[...new Set(steps.map(({ tool }) => doneBy(tool)))].join(", ")}
      </summary>
      <ol>
        {steps.map((step) => (
          <li key={step.step}>
            <OneStep step={step} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function OneStep({ step: { tool, params, reasoning, ok, duration_ms, result, error } }: { step: Step }) {
  const seconds = new Intl.NumberFormat(locale(), { maximumSignificantDigits: 2 }).format((duration_ms ?? 0) / 1000);
  return (
    <>
      <p className="step">
        {doneBy(tool)} <code>{tool}</code> {duration_ms !== undefined && t("seconds", { value: seconds })}{" "}
        {ok === false && <strong className="bad">{t("failed")}</strong>}
      </p>
      {reasoning && <Markdown text={reasoning} />}
      <details>
        <summary>{t("parameters")}</summary>
        <pre tabIndex={0}>{JSON.stringify(params, null, 2)}</pre>
      </details>
      {error && <p dir="auto">{error.message}</p>}
      {result && (
        <details open>
          <summary>{t("result")}</summary>
          <Result result={result} />
        </details>
      )}
    </>
  );
}
