import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from "react";

import { placeOf } from "../answer/place.ts";
import { OrcError } from "../client.ts";
import { explain } from "../errors.ts";
import { t } from "../i18n/index.ts";
import { save } from "../sidebar/save.ts";
import { marksOf, spansOf } from "./layout.ts";
import { useLoaded } from "./loaded.ts";
import { Pages } from "./Pages.tsx";
import type { ViewerSource } from "./source.ts";
import { TextView } from "./TextView.tsx";
import { zoomOf, type ZoomProps } from "./Zoom.tsx";
import "./viewer.css";

interface Props {
  source: ViewerSource;
  onShow: (citationId: string) => void;
  onClose: () => void;
}

/** The document of a citation, with the passage marked. */
export default function Viewer({ source, onShow, onClose }: Props) {
  const [zoom, setZoom] = useState(1);
  const pressed = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
    setZoom(zoomOf(event, zoom) ?? zoom);
  };
  return (
    <section className="document" aria-label={t("document")} onKeyDown={pressed}>
      <Head source={source} onShow={onShow} onClose={onClose} />
      <Content key={source.citation.file_id} source={source} zoom={zoom} onZoom={setZoom} />
    </section>
  );
}

function Head({ source: { orc, citation, citations, span }, onShow, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [failure, setFailure] = useState("");
  const { file_id: fileId, blob_name: name, id } = citation;
  useEffect(() => {
    heading.current?.focus();
  }, [fileId, id]);
  const download = () =>
    void orc.documentContent(fileId).then(
      (content) => save(content, name),
      (error: unknown) => setFailure(explain(error)),
    );
  const at = citations.indexOf(citation);
  const turn = (label: string, other: (typeof citations)[number] | undefined) => (
    <button type="button" className="quiet" aria-disabled={!other} onClick={() => other && onShow(other.id)}>
      {label}
    </button>
  );
  return (
    <header>
      <div className="top">
        <h2 ref={heading} tabIndex={-1}>
          <bdi>{name}</bdi>
        </h2>
        <button type="button" className="quiet" onClick={onClose}>
          {t("close")}
        </button>
      </div>
      <p>
        {[t("source", { id }), placeOf(citation, span)].filter(Boolean).join(", ")}
        {!span.verified && <strong className="unverified">{t("unverified")}</strong>}
        <span className="hidden">{span.snippet}</span>
      </p>
      <div className="actions">
        {citations.length > 1 && turn(t("previousSource"), citations[at - 1])}
        {citations.length > 1 && turn(t("nextSource"), citations[at + 1])}
        <button type="button" className="quiet" onClick={download}>
          {t("download")}
        </button>
      </div>
      {failure && (
        <p className="notice bad" role="alert">
          {failure}
        </p>
      )}
    </header>
  );
}

function Content({ source: { orc, citation, span }, ...zooming }: { source: ViewerSource } & ZoomProps) {
  const { file_id: fileId } = citation;
  const spans = useSame(spansOf(citation, span));
  const open = useCallback(
    async (signal: AbortSignal) => {
      const regions = spans.map(({ start, end }) => orc.regions(fileId, { start, end }, signal));
      const [document, ...found] = await Promise.all([orc.document(fileId, signal), ...regions]);
      return { spans, pages: document.pages ?? 0, marks: marksOf(spans, found) };
    },
    [orc, fileId, spans],
  );
  const { value, error } = useLoaded(open);
  if (error) {
    const gone = error instanceof OrcError && error.status === 404;
    return (
      <div className="unshown">
        <p className="notice bad" role="alert">
          {gone ? t("documentGone") : explain(error)}
        </p>
        <blockquote dir="auto">
          <mark className="mark" data-current data-verified={span.verified}>
            {span.snippet}
          </mark>
        </blockquote>
      </div>
    );
  }
  if (!value) return <p className="stage">{t("openDocument")}…</p>;
  if (value.marks) return <Pages orc={orc} fileId={fileId} count={value.pages} marks={value.marks} {...zooming} />;
  return <TextView key={`${span.start}-${span.end}`} orc={orc} fileId={fileId} spans={value.spans} {...zooming} />;
}

/** The previous value if it is equal, else the new one: storing an answer recreates its citations. */
function useSame<Value>(value: Value): Value {
  const [kept, setKept] = useState(value);
  if (JSON.stringify(kept) === JSON.stringify(value)) return kept;
  setKept(value);
  return value;
}
