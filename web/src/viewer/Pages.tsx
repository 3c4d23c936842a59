import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

import type { Orc } from "../client.ts";
import { t } from "../i18n/index.ts";
import { imageWidth, isMarked, type Mark, type Marks } from "./layout.ts";
import { PageView } from "./PageView.tsx";
import { Zoom, type ZoomProps } from "./Zoom.tsx";

const NEAR = 2;
const BESIDE = 24; // pixels around a page, as in viewer.css
const ABOVE = 12;
const NONE: readonly Mark[] = [];

interface Props extends ZoomProps {
  orc: Orc;
  fileId: string;
  count: number;
  marks: Marks;
}

/** The pages of a PDF, of which those near the visible part are in the page. Begins at the current mark. */
export function Pages({ orc, fileId, count, marks, zoom, onZoom }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useRef<Marks>(null);
  const pixels = useWidth(scroller);
  const width = pixels * zoom;
  const { page, size } = marks;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ((width - BESIDE) * size.height) / size.width + ABOVE,
    getItemKey: useCallback((at: number) => `${zoom}:${at}`, [zoom]), // sizes depend on the zoom
    overscan: NEAR,
    enabled: pixels > 0,
  });
  useEffect(() => {
    if (pixels > 0 && shown.current !== marks) virtual.scrollToIndex(page - 1, { align: "start" });
  }, [virtual, page, marks, pixels]);
  useKeepsMiddle(scroller, zoom);
  const onMark = useCallback(
    (mark: HTMLElement) => {
      if (shown.current === marks) return;
      shown.current = marks;
      mark.scrollIntoView({ block: "center" });
    },
    [marks],
  );
  const middle = (virtual.scrollOffset ?? 0) + (virtual.scrollRect?.height ?? 0) / 2;
  const visible = virtual.getVirtualItemForOffset(middle);
  return (
    <>
      {!isMarked(marks) && <p className="notice">{t("unmarked")}</p>}
      <div className="scroller" ref={scroller} tabIndex={0} role="group" aria-label={t("documentPages")}>
        <div className="sheets" style={{ blockSize: virtual.getTotalSize(), inlineSize: `${100 * zoom}%` }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <div key={index} data-index={index} ref={virtual.measureElement} style={{ insetBlockStart: start }}>
              <PageView
                orc={orc}
                fileId={fileId}
                page={index + 1}
                label={t("pageOf", { page: index + 1, count })}
                size={size}
                width={imageWidth(width * devicePixelRatio)}
                marks={marks.byPage.get(index + 1) ?? NONE}
                onMark={index + 1 === page ? onMark : undefined}
              />
            </div>
          ))}
        </div>
      </div>
      <p className="page-number">
        <span>{t("pageOf", { page: (visible?.index ?? page - 1) + 1, count })}</span>
        <Zoom zoom={zoom} onZoom={onZoom} />
      </p>
    </>
  );
}

/** Keeps the middle of a scroller in place when its content is resized. */
function useKeepsMiddle(scroller: React.RefObject<HTMLElement | null>, zoom: number): void {
  const before = useRef(zoom);
  useLayoutEffect(() => {
    const ratio = zoom / before.current;
    before.current = zoom;
    const element = scroller.current;
    if (!element || ratio === 1) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = element;
    const left = (scrollLeft + clientWidth / 2) * ratio - clientWidth / 2;
    const top = (scrollTop + clientHeight / 2) * ratio - clientHeight / 2;
    element.scrollTo({ left, top, behavior: "instant" });
  }, [scroller, zoom]);
}

/** The width of an element in CSS pixels, 0 until it is known. */
function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
