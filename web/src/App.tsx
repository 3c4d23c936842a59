import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";

import type { OnCite } from "./answer/AnswerView.tsx";
import { passageOf } from "./answer/markers.ts";
import { Boundary } from "./Boundary.tsx";
import type { Orc, Session } from "./client.ts";
import { Conversation } from "./Conversation.tsx";
import { Dialogs } from "./dialogs/Dialogs.tsx";
import { t } from "./i18n/index.ts";
import { PageContext, useStore } from "./page.ts";
import type { Missing } from "./Notices.tsx";
import { go, parseRoute, useHash, type Route } from "./route.ts";
import type { Limits } from "./session/session.ts";
import { Sidebar } from "./sidebar/Sidebar.tsx";
import { ConversationStore } from "./store/conversation.ts";
import { Conversations } from "./store/conversations.ts";
import { Left } from "./store/left.ts";
import { citationsOf, has, storedId } from "./transcript.ts";

const Viewer = lazy(() => import("./viewer/Viewer.tsx"));

interface Props {
  orc: Orc;
  session: Session;
  signIn: () => void;
}

/** The page: conversations, the one that is open, and the document of the citation that is open. */
export function App({ orc, session, signIn }: Props) {
  const page = useMemo(() => ({ orc, session, signIn }), [orc, session, signIn]);
  const [list] = useState(() => new Conversations(orc));
  const hash = useHash();
  const route = useMemo(() => parseRoute(hash), [hash]);
  const [left] = useState(() => new Left());
  const store = useConversation(orc, left, route.conversation, session.limits);
  const [sidebar, setSidebar] = useState(false);
  const opener = useRef<Element>(null);
  const onCite: OnCite = useCallback(
    (message, { id }, statement) => {
      opener.current = document.activeElement;
      go({ conversation: store.state.id, message, cite: id, statement: statement + 1 });
    },
    [store],
  );
  const { message } = route;
  const show = useCallback(
    (cite: string) => go({ conversation: store.state.id, message, cite }, { replace: true }),
    [store, message],
  );
  const close = useCallback(() => {
    go({ conversation: store.state.id }, { replace: true });
    if (opener.current instanceof HTMLElement) opener.current.focus();
  }, [store]);
  const open = (id: string | null) => {
    setSidebar(false);
    go({ conversation: id });
  };
  const source = useSource(orc, store, route);
  const missing = useMissing(store, route, source !== null);
  return (
    <PageContext value={page}>
      <div className="page" data-sidebar={sidebar} data-viewer={source !== null}>
        <header className="bar">
          <button type="button" className="quiet" aria-expanded={sidebar} aria-controls="sidebar" onClick={() => setSidebar(!sidebar)}>
            {t(sidebar ? "hideConversations" : "showConversations")}
          </button>
          <button type="button" className="quiet" onClick={() => open(null)}>
            {t("newConversation")}
          </button>
        </header>
        <Sidebar list={list} left={left} currentId={route.conversation} onOpen={open} />
        <Boundary key={store.key}>
          <Conversation store={store} target={route.message} missing={missing} onCite={onCite} />
        </Boundary>
        {source && (
          <aside className="viewer">
            <Boundary onClose={close}>
              <Suspense fallback={<p className="stage">{t("openDocument")}…</p>}>
                <Viewer source={source} onShow={show} onClose={close} />
              </Suspense>
            </Boundary>
          </aside>
        )}
      </div>
      <Dialogs />
    </PageContext>
  );
}

/**
 * The store of the conversation in the address. A new conversation keeps its store when it gets its id; one that is left
 * keeps it until its uploads are over.
 */
function useConversation(orc: Orc, left: Left, id: string | null, limits: Limits): ConversationStore {
  const open = (wanted: string | null): ConversationStore => {
    const known = left.take(wanted);
    if (known) return known;
    const store: ConversationStore = new ConversationStore(orc, wanted, limits, (created) => {
      if (left.isShown(store)) go({ conversation: created }, { replace: true });
    });
    return store;
  };
  const [store, setStore] = useState(() => open(id));
  const known = useStore(store).id;
  if (id !== known) setStore(open(id));
  useEffect(() => {
    left.show(store);
    const asked = (event: BeforeUnloadEvent) => {
      if (store.documents.isUploading || left.state.uploading > 0) event.preventDefault();
    };
    addEventListener("beforeunload", asked);
    return () => {
      removeEventListener("beforeunload", asked);
      left.leave(store);
    };
  }, [store, left]);
  return store;
}

/** The message or source that the address names and the conversation lacks. */
function useMissing(store: ConversationStore, { message, cite, broken }: Route, isShown: boolean): Missing | null {
  const { transcript, whole } = useStore(store);
  if (broken) return "page";
  if (message === null || !whole) return null;
  const id = storedId(transcript, message);
  if (!has(transcript, id)) return "message";
  return cite !== null && !isShown && transcript.messages.has(id) ? "source" : null;
}

/** What the viewer shows for the address. */
function useSource(orc: Orc, store: ConversationStore, { message, cite, statement }: Route) {
  const { transcript } = useStore(store);
  const id = message === null ? null : storedId(transcript, message);
  useEffect(() => {
    if (id !== message) go({ conversation: store.state.id, message: id, cite, statement }, { replace: true });
  }, [store, id, message, cite, statement]);
  const citations = id === null ? undefined : citationsOf(transcript, id);
  return useMemo(() => {
    const citation = citations?.find((each) => each.id === cite);
    return citation && citations ? { orc, citation, citations, span: passageOf(citation, statement - 1) } : null;
  }, [orc, citations, cite, statement]);
}
