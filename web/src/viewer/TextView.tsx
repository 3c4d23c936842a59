import { useCallback, useEffect, useRef, useState } from "react";

import type { Orc } from "../client.ts";
import { explain } from "../errors.ts";
import { t } from "../i18n/index.ts";
import { pieces, type Span } from "./layout.ts";
import { useLoaded } from "./loaded.ts";
import { Zoom, type ZoomProps } from "./Zoom.tsx";

const AROUND = 20_000;

interface Props extends ZoomProps {
  orc: Orc;
  fileId: string;
  spans: readonly Span[];
}

/** The text around the first span, with all spans marked, of a document whose pages have no images. */
export function TextView({ orc, fileId, spans, zoom, onZoom }: Props) {
  const current = spans[0];
  const [range, setRange] = useState(() => ({
    start: Math.max(0, (current?.start ?? 0) - AROUND),
    end: (current?.end ?? 0) + AROUND,
  }));
  const load = useCallback((signal: AbortSignal) => orc.documentText(fileId, range, signal), [orc, fileId, range]);
  const { value, error } = useLoaded(load);
  const mark = useRef<HTMLElement>(null);
  const isShown = value !== undefined;
  useEffect(() => {
    mark.current?.scrollIntoView({ block: "center" }); // newer browsers return a promise, which is no clean-up
  }, [isShown]);
  const more = (start: number, end: number) => (
    <button type="button" className="quiet" onClick={() => setRange({ start: Math.max(0, start), end })}>
      {t("more")}
    </button>
  );
  if (error !== undefined) return <p className="notice bad">{explain(error)}</p>;
  if (!value) return <p className="stage">{t("openDocument")}…</p>;
  return (
    <>
    <div className="scroller written" tabIndex={0} role="group" aria-label={t("documentText")}>
      {value.start > 0 && more(range.start - AROUND, range.end)}
      <div className="text" dir="auto" style={{ fontSize: `${zoom}em` }}>
        {pieces(value.text, value.start, spans).map(({ text, span }, at) =>
          span ? (
            <mark
              key={at}
              ref={span === current ? mark : undefined}
              className="mark"
              data-current={span === current || undefined}
              data-verified={span.verified}
            >
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </div>
      {value.end < value.characters && more(range.start, range.end + AROUND)}
    </div>
    <p className="page-number">
      <Zoom zoom={zoom} onZoom={onZoom} />
    </p>
    </>
  );
}
