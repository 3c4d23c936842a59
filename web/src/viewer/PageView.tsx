import { memo, useCallback, useEffect, useMemo, useRef } from "react";

import type { DocumentPage, Orc } from "../client.ts";
import { explain } from "../errors.ts";
import { t } from "../i18n/index.ts";
import { linesOf, placed, stretch, type Line, type Mark, type Size } from "./layout.ts";
import { useImage, useLoaded } from "./loaded.ts";

interface Props {
  orc: Orc;
  fileId: string;
  page: number;
  label: string;
  /** The size that is assumed until the page's own is known. */
  size: Size;
  width: number;
  marks: readonly Mark[];
  onMark?: ((mark: HTMLElement) => void) | undefined;
}

/** A page as an image, with the marks and a transparent text layer over it. */
export const PageView = memo(function PageView({ orc, fileId, page, label, size, width, marks, onMark }: Props) {
  const loadImage = useCallback(
    (signal: AbortSignal) => orc.pageImage(fileId, page, width, signal),
    [orc, fileId, page, width],
  );
  const loadWords = useCallback((signal: AbortSignal) => orc.documentPage(fileId, page, signal), [orc, fileId, page]);
  const { value: url, error } = useImage(loadImage);
  const { value: words } = useLoaded(loadWords);
  const first = useRef<HTMLElement>(null);
  useEffect(() => {
    if (first.current) onMark?.(first.current);
  }, [onMark]);
  const shown = words ?? size;
  const firstCurrent = marks.findIndex(({ current }) => current);
  return (
    <div className="sheet" role="group" aria-label={label} style={{ aspectRatio: `${shown.width} / ${shown.height}` }}>
      {url !== undefined && <img src={url} alt={t("pageNumber", { page })} draggable={false} />}
      {error !== undefined && <p className="notice bad">{explain(error)}</p>}
      {words && <TextLayer page={words} />}
      {marks.map(({ rect, current, verified }, at) => (
        <mark
          key={at}
          ref={at === firstCurrent ? first : undefined}
          className="mark"
          data-current={current || undefined}
          data-verified={verified}
          style={placed(rect)}
        />
      ))}
    </div>
  );
});

/** The transparent words of a page at their positions, for selection, copying and screen readers. */
function TextLayer({ page }: { page: DocumentPage }) {
  const lines = useMemo(() => linesOf(page), [page]);
  return (
    <div className="words">
      {lines.map((line, at) => (
        <span key={at} dir="auto" data-sideways={line.sideways || undefined} style={fitted(line, page)}>
          {line.text}
        </span>
      ))}
    </div>
  );
}

function fitted(line: Line, size: Size) {
  const { left, top } = placed(line.rect);
  const factor = stretch(line, emsOf(line.text), size);
  const fontSize = line.sideways ? `${100 * line.rect.width}cqw` : `${100 * line.rect.height}cqh`;
  return { left, top, fontSize, transform: line.sideways ? `scaleY(${factor})` : `scaleX(${factor})` };
}

const canvas = document.createElement("canvas").getContext("2d");

/** The width of a text in the layer's font, in em. */
function emsOf(text: string): number {
  if (!canvas) return 0;
  canvas.font = "100px sans-serif";
  return canvas.measureText(text).width / 100;
}
