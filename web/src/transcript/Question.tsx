import { useState } from "react";

import { t } from "../i18n/index.ts";
import { usePage } from "../page.ts";
import type { ConversationStore } from "../store/conversation.ts";
import type { Row } from "../transcript.ts";
import { sendsOnEnter } from "../composer/keys.ts";
import { Versions } from "./Versions.tsx";

interface Props {
  row: Row;
  store: ConversationStore;
}

/** A question, which can be edited: that begins another branch. */
export function Question({ row, store }: Props) {
  const [editing, setEditing] = useState(false);
  const [cancelled, setCancelled] = useState(false);
  const { question, parentId, message, run } = row;
  if (!question) return null;
  const ask = (text: string) => {
    setEditing(false);
    void store.ask(text, question.blobNames, parentId);
  };
  const cancel = () => {
    setEditing(false);
    setCancelled(true);
  };
  const failed = run?.status === "failed" && row.unanswered ? run.error : null;
  return (
    <article className="question" aria-label={t("you")}>
      {editing ? (
        <EditForm text={question.text} onAsk={ask} onCancel={cancel} />
      ) : (
        <p className="bubble" dir="auto">
          {question.text}
        </p>
      )}
      {question.blobNames.length > 0 && (
        <p className="named" dir="auto">
          {question.blobNames.join(", ")}
        </p>
      )}
      <p className="actions">
        <Versions id={row.id} versions={row.versions} onChoose={(id) => void store.choose(id)} />
        {message && !editing && (
          <button type="button" className="quiet" autoFocus={cancelled} onClick={() => setEditing(true)}>
            {t("edit")}
          </button>
        )}
      </p>
      {failed && (
        <div className="notice bad" role="alert">
          <p>{t("failedQuestion", { message: failed.message })}</p>
          <button type="button" onClick={() => ask(question.text)}>
            {t("tryAgain")}
          </button>
        </div>
      )}
    </article>
  );
}

function EditForm({ text, onAsk, onCancel }: { text: string; onAsk: (text: string) => void; onCancel: () => void }) {
  const [value, setValue] = useState(text);
  const { limits } = usePage().session;
  const question = value.trim();
  const long = question.length > limits.question_characters;
  const ask = () => question && !long && onAsk(question);
  return (
    <form
      className="edit"
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <textarea
        aria-label={t("question")}
        aria-invalid={long}
        dir="auto"
        autoFocus
        value={value}
        onChange={({ target }) => setValue(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onCancel();
          if (sendsOnEnter(event)) ask();
        }}
      />
      <p className="actions">
        <button type="button" onClick={onCancel}>
          {t("cancel")}
        </button>
        <button type="submit" className="primary" disabled={!question || long}>
          {t("ask")}
        </button>
      </p>
    </form>
  );
}
