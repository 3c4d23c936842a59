import { useVirtualizer, type Range } from "@tanstack/react-virtual";
import { lazy, memo, Suspense, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState, type Ref, type RefObject } from "react";

import type { OnCite } from "../answer/AnswerView.tsx";
import { t } from "../i18n/index.ts";
import type { ConversationStore } from "../store/conversation.ts";
import { rows, type Row, type Transcript as Shown } from "../transcript.ts";
import { Question } from "./Question.tsx";

/** The Markdown renderer is not needed for the first paint, so its import starts right after it. */
const answerView = import("../answer/AnswerView.tsx");
const AnswerView = lazy(() => answerView);

/** Up to this many rows are always in the DOM, where printing, the browser's search and screen readers find them. */
const SHORT = 40;
const ESTIMATE = 160;
const NEAR = 40;

/** Moves the focus from the composer to the newest answer, from where its citations follow. */
export interface TranscriptHandle {
  focusNewest: () => void;
}

interface Props {
  ref: Ref<TranscriptHandle>;
  store: ConversationStore;
  transcript: Shown;
  target: string | null;
  onCite: OnCite;
  onFork: (messageId: string) => void;
}

/** The visible branch. Of a long one, only the rows near the viewport are in the DOM. */
export function Transcript({ ref, store, transcript, target, onCite, onFork }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const all = useMemo(() => rows(transcript), [transcript]);
  const printing = usePrinting();
  const whole = printing || all.length <= SHORT;
  const virtual = useVirtualizer({
    count: all.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATE,
    getItemKey: (at) => all[at]?.key ?? at,
    overscan: 6,
    anchorTo: "end",
    followOnAppend: true,
    ...(whole ? { rangeExtractor: everything } : {}),
  });
  const at = all.findIndex(({ id }) => id === target);
  const newest = all.at(-1)?.key;
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: "start" });
  }, [virtual, target, at]);
  const toEnd = useCallback(() => virtual.scrollToEnd(), [virtual]);
  useStaysAtEnd(scroller, virtual, toEnd);
  useImperativeHandle(ref, () => ({ focusNewest: () => focusNewest(scroller.current, toEnd) }), [toEnd]);
  useEffect(() => {
    if (target === null) toEnd();
    // a new turn scrolls into view, wherever the user has scrolled
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [newest]);
  const items = virtual.getVirtualItems();
  const end = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div className="scroller" ref={scroller} tabIndex={0} role="group" aria-label={t("transcript")}>
      <ol className="transcript" style={{ paddingBlock: `${items[0]?.start ?? 0}px ${end}px` }}>
        {items.map(({ index }) => {
          const row = all[index];
          return (
            row && (
              <li
                key={row.key}
                data-index={index}
                ref={virtual.measureElement}
                aria-setsize={all.length}
                aria-posinset={index + 1}
                id={`m-${row.id}`}
              >
                <ShownRow row={row} store={store} onCite={onCite} onFork={onFork} />
              </li>
            )
          );
        })}
      </ol>
      {!virtual.isAtEnd() && (
        <button type="button" className="latest" onClick={toEnd}>
          {t("latest")}
        </button>
      )}
    </div>
  );
}

function focusNewest(within: HTMLElement | null, toEnd: () => void): void {
  toEnd();
  [...(within?.querySelectorAll<HTMLElement>("article.answer") ?? [])].at(-1)?.focus();
}

/** Stays at the end when the elements below the transcript grow. */
function useStaysAtEnd(
  scroller: RefObject<HTMLDivElement | null>,
  virtual: { isAtEnd: (threshold?: number) => boolean },
  toEnd: () => void,
): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let atEnd = true;
    const scrolled = () => {
      atEnd = virtual.isAtEnd(NEAR);
    };
    const observer = new ResizeObserver(() => atEnd && toEnd());
    observer.observe(element);
    element.addEventListener("scroll", scrolled);
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", scrolled);
    };
  }, [scroller, virtual, toEnd]);
}

function everything({ count }: Range): number[] {
  return Array.from({ length: count }, (_, at) => at);
}

interface RowProps {
  row: Row;
  store: ConversationStore;
  onCite: OnCite;
  onFork: (messageId: string) => void;
}

const ShownRow = memo(
  function ShownRow({ row, store, onCite, onFork }: RowProps) {
    if (row.question) return <Question row={row} store={store} />;
    return (
      <Suspense>
        <AnswerView row={row} store={store} onCite={onCite} onFork={onFork} />
      </Suspense>
    );
  },
  (before, after) =>
    before.onCite === after.onCite &&
    before.onFork === after.onFork &&
    before.row.message === after.row.message &&
    before.row.run === after.row.run &&
    before.row.turn === after.row.turn &&
    before.row.unanswered === after.row.unanswered &&
    before.row.versions.join() === after.row.versions.join(),
);

function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const query = matchMedia("print");
    const changed = () => setPrinting(query.matches);
    query.addEventListener("change", changed);
    return () => query.removeEventListener("change", changed);
  }, []);
  return printing;
}
