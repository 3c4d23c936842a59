import { useCallback, useEffect, useRef, useState, type DragEvent } from "react";

import type { OnCite } from "./answer/AnswerView.tsx";
import { Composer, type ComposerHandle } from "./composer/Composer.tsx";
import { t } from "./i18n/index.ts";
import { Notices, type Missing } from "./Notices.tsx";
import { usePage, useStore } from "./page.ts";
import { go } from "./route.ts";
import { Status } from "./Status.tsx";
import { announce, onAnnounced } from "./store/channel.ts";
import type { ConversationStore } from "./store/conversation.ts";
import { Welcome } from "./Welcome.tsx";
import { Transcript, type TranscriptHandle } from "./transcript/Transcript.tsx";

interface Props {
  store: ConversationStore;
  target: string | null;
  missing: Missing | null;
  onCite: OnCite;
}

/** A conversation: its transcript, and the composer. Files can be dropped anywhere on it. */
export function Conversation({ store, target, missing, onCite }: Props) {
  const { orc, session } = usePage();
  const name = session.assistant.name ?? "Orc";
  const { title, transcript, loading } = useStore(store);
  const drop = useDrop(store);
  const shown = useRef<TranscriptHandle>(null);
  const composer = useRef<ComposerHandle>(null);
  useRefresh(store);
  useEffect(() => {
    document.title = title ? `${title} – ${name}` : name;
  }, [title, name]);
  useEffect(() => {
    if (target !== null) store.show(target);
  }, [store, target, loading]);
  useEffect(() => {
    if (missing === "message") void store.refresh(); // it may be newer than what is shown
  }, [store, target, missing]);
  const fork = useCallback(
    (messageId: string) =>
      void store.attempt(async () => {
        const forked = await orc.fork(store.state.id ?? "", messageId);
        announce(forked);
        go({ conversation: forked });
      }),
    [orc, store],
  );
  const empty = transcript.leafId === null && !loading;
  return (
    <main className="conversation-main" {...drop.handlers}>
      {loading && <p className="stage">{t("loading")}…</p>}
      {empty ? (
        <Welcome assistant={session.assistant} onStart={(question) => composer.current?.fill(question)} />
      ) : (
        <>
        <h1 className="hidden">{title ?? t("untitled")}</h1>
        <Transcript ref={shown} store={store} transcript={transcript} target={target} onCite={onCite} onFork={fork} />
        </>
      )}
      <Status store={store} />
      <Notices store={store} missing={missing} />
      <Composer ref={composer} store={store} />
      {!empty && (
        <button type="button" className="skip" onClick={() => shown.current?.focusNewest()}>
          {t("goToAnswer")}
        </button>
      )}
      {drop.over && <p className="drop">{t("drop")}</p>}
    </main>
  );
}

/** Refreshes after changes by other tabs or the list, and after the page was hidden. */
function useRefresh(store: ConversationStore): void {
  useEffect(() => {
    const seen = () => {
      if (document.visibilityState === "visible") void store.refresh();
    };
    document.addEventListener("visibilitychange", seen);
    const stop = onAnnounced((id, by) => {
      if (by !== store && id === store.state.id) void store.refresh();
    });
    return () => {
      document.removeEventListener("visibilitychange", seen);
      stop();
    };
  }, [store]);
}

function useDrop(store: ConversationStore) {
  const [over, setOver] = useState(false);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      const to = event.relatedTarget;
      if (!(to instanceof Node && event.currentTarget.contains(to))) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      void store.documents.upload([...event.dataTransfer.files]);
    },
  };
  return { over, handlers };
}
