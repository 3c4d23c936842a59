import { useEffect, useImperativeHandle, useRef, useState, type ClipboardEvent, type Ref, type RefObject } from "react";

import { t } from "../i18n/index.ts";
import { usePage, useStore } from "../page.ts";
import type { ConversationStore } from "../store/conversation.ts";
import { DocumentStrip } from "./DocumentStrip.tsx";
import { sendsOnEnter } from "./keys.ts";

/** Puts a question into the composer for editing. */
export interface ComposerHandle {
  fill: (question: string) => void;
}

interface Props {
  ref: Ref<ComposerHandle>;
  store: ConversationStore;
}

/** The input for a question, with the documents that it is about. */
export function Composer({ ref, store }: Props) {
  const { id, transcript } = useStore(store);
  const { limits } = usePage().session;
  const [text, setText] = useDraft(id);
  const box = useRef<HTMLTextAreaElement>(null);
  useFilled(ref, setText, box);
  const question = text.trim();
  const tooLong = question.length > limits.question_characters;
  const busy = transcript.turns.length > 0;
  const { waiting, send } = useSend(store, tooLong ? "" : question, setText);
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
        box.current?.focus();
      }}
    >
      <DocumentStrip documents={store.documents} />
      <textarea
        ref={box}
        aria-label={t("message")}
        aria-invalid={tooLong}
        placeholder={t("placeholder")}
        dir="auto"
        rows={2}
        autoFocus
        readOnly={waiting}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => sendsOnEnter(event) && void send()}
        onPaste={(event) => attachPasted(event, store)}
      />
      {tooLong && (
        <p className="bad" role="alert">
          {t("tooLong", { count: question.length, limit: limits.question_characters })}
        </p>
      )}
      <p className="buttons">
        <AttachButton store={store} />
        <span className="end">
          <small aria-live="polite">{waiting && t("waitingForUploads")}</small>
          {busy && (
            <button type="button" onClick={() => void store.stop()}>
              {t("stop")}
            </button>
          )}
          <button type="submit" className="primary" aria-disabled={!question || tooLong || waiting}>
            {t("send")}
          </button>
        </span>
      </p>
    </form>
  );
}

function useFilled(ref: Ref<ComposerHandle>, setText: (next: string) => void, box: RefObject<HTMLTextAreaElement | null>) {
  useImperativeHandle(ref, () => ({
    fill: (question) => {
      setText(question);
      box.current?.focus();
    },
  }), [setText, box]);
}

/** Sends a question unless it is empty. It waits for running uploads, then includes the selected documents. */
function useSend(store: ConversationStore, question: string, setText: (next: (now: string) => string) => void) {
  const [waiting, setWaiting] = useState(false);
  const send = async () => {
    if (!question || waiting) return;
    if (store.documents.isUploading) {
      setWaiting(true);
      const arrived = await store.documents.arrived();
      setWaiting(false);
      if (!arrived) return;
    }
    setText(() => "");
    if (!(await store.ask(question, store.documents.state.chosen))) setText((now) => now || question);
  };
  return { waiting, send };
}

function attachPasted(event: ClipboardEvent, store: ConversationStore): void {
  const files = [...event.clipboardData.files];
  if (files.length === 0) return;
  event.preventDefault();
  void store.documents.upload(files);
}

function AttachButton({ store }: { store: ConversationStore }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="attach" aria-label={t("attach")} onClick={() => input.current?.click()}>
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M20 11.5 12 19.5a5 5 0 0 1-7-7l8.5-8.5a3.3 3.3 0 0 1 4.7 4.7L9.7 17.2a1.7 1.7 0 0 1-2.4-2.4l7.7-7.7" />
        </svg>
        <span>{t("attach")}</span>
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          void store.documents.upload([...(target.files ?? [])]);
          target.value = "";
        }}
      />
    </>
  );
}

const DRAFT = "orc.draft.";

/** The draft of a question in a conversation, kept until it is sent. */
function useDraft(id: string | null): [string, (next: string | ((now: string) => string)) => void] {
  const key = DRAFT + (id ?? "new");
  const [first] = useState(key);
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? "");
  useEffect(() => {
    if (key !== first) sessionStorage.removeItem(first); // the conversation has its id by now
    if (text) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
  }, [key, first, text]);
  return [text, setText];
}
