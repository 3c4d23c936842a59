import { useCallback, useRef } from "react";

import type { Citation } from "../events.ts";
import { locale, t } from "../i18n/index.ts";
import { usePage } from "../page.ts";
import type { ConversationStore } from "../store/conversation.ts";
import type { Answer, Row } from "../transcript.ts";
import { Versions } from "../transcript/Versions.tsx";
import { CopyButton } from "./CopyButton.tsx";
import { markdownWithSources, shownWithSources } from "./copy.ts";
import { Feedback } from "./Feedback.tsx";
import { useLanguage } from "./language.ts";
import { Markdown } from "./Markdown.tsx";
import { SourceList } from "./SourceList.tsx";
import { Steps } from "./Steps.tsx";
import { doingBy } from "./tools.ts";

export type OnCite = (messageId: string, citation: Citation, statement: number) => void;

interface Props {
  row: Row;
  store: ConversationStore;
  onCite: OnCite;
  onFork: (messageId: string) => void;
}

/** An answer, streaming or finished. */
export default function AnswerView({ row, store, onCite, onFork }: Props) {
  const { answer, message } = row;
  const { name } = usePage().session.assistant;
  const onSource = useCallback(
    (citation: Citation, statement: number) => onCite(row.id, citation, statement),
    [onCite, row.id],
  );
  const shown = useRef<HTMLDivElement>(null);
  const language = useLanguage(message ? message.text : "");
  if (!answer) return null;
  return (
    <article className="answer" tabIndex={-1} aria-label={name ?? t("orc")}>
      <Steps steps={answer.steps} />
      <div ref={shown} className="text" dir="auto" lang={language}>
        <Markdown text={answer.text} citations={answer.citations} onCite={onSource} />
      </div>
      <State answer={answer} newest={row.unanswered} />
      <SourceList citations={answer.citations} onCite={onSource} />
      {message && (
        <div className="actions">
          <Versions id={row.id} versions={row.versions} onChoose={(id) => void store.choose(id)} />
          <CopyButton
            label={t("copy")}
            text={() => markdownWithSources(answer.text, answer.citations)}
            shown={() => shownWithSources(shown.current, answer.citations)}
          />
          <button type="button" className="quiet" onClick={() => void store.regenerate(message)}>
            {t("regenerate")}
          </button>
          <button type="button" className="quiet" onClick={() => onFork(message.message_id)}>
            {t("forkHere")}
          </button>
          <Feedback message={message} store={store} />
          {answer.status === "completed" && !!answer.confidence && <Confidence value={answer.confidence} />}
        </div>
      )}
    </article>
  );
}

function Confidence({ value }: { value: number }) {
  const percent = new Intl.NumberFormat(locale(), { style: "percent" }).format(value);
  return <small className="confidence">{t("confidence", { value: percent })}</small>;
}

/** What the turn is doing. The server's English message says more than the stage, above all about tools. */
function stageText(stage: Answer["stage"]): string {
  if (stage === undefined) return t("sending");
  const called = stage.stage === "tools" ? /^Calling (\S+)$/.exec(stage.text)?.[1] : undefined;
  if (called !== undefined) return doingBy(called);
  if (document.documentElement.lang === "en") return stage.text;
  return stage.stage === "tools" ? `${t("tools")}: ${stage.text}` : t(stage.stage);
}

/** The state of an answer, or why it ended early. */
function State({ answer: { status, stage, error, text }, newest }: { answer: Answer; newest: boolean }) {
  switch (status) {
    case "completed":
      return null;
    case "cancelled":
      return <p className="notice">{t("stopped")}</p>;
    case "failed":
      return (
        <p className="notice bad" role={newest ? "alert" : undefined}>
          {t("failedAnswer", { message: error?.message ?? "" })} {error?.retryable && t("retryable")}
        </p>
      );
    case "in_progress":
      return stage?.stage === "answering" && text ? null : <p className="stage">{stageText(stage)}…</p>;
    case "pending":
      return <p className="stage">{t("waiting")}…</p>;
    default:
      return <p className="stage">{t(status)}…</p>;
  }
}
