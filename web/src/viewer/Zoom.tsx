import type { KeyboardEvent } from "react";

import { locale, t } from "../i18n/index.ts";
import { MOST_ZOOM, LEAST_ZOOM, zoomed } from "./layout.ts";

/** The zoom that a key press asks for: + and - by a step, 0 for the width of the viewer; undefined for any other key. */
export function zoomOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, zoom: number): number | undefined {
  if (ctrlKey || metaKey || altKey) return undefined; // the browser's own zoom
  if (key === "+" || key === "=") return zoomed(zoom, 1);
  if (key === "-") return zoomed(zoom, -1);
  return key === "0" ? 1 : undefined;
}

export interface ZoomProps {
  zoom: number;
  onZoom: (zoom: number) => void;
}

/** Zoom buttons and the current zoom. */
export function Zoom({ zoom, onZoom }: ZoomProps) {
  const percent = new Intl.NumberFormat(locale(), { style: "percent" }).format(zoom);
  const turn = (label: string, sign: string, to: number, disabled: boolean) => (
    <button type="button" className="quiet" aria-label={label} title={label} aria-disabled={disabled} onClick={() => onZoom(to)}>
      {sign}
    </button>
  );
  return (
    <span className="zoom" role="group" aria-label={t("zoom")}>
      {turn(t("zoomOut"), "−", zoomed(zoom, -1), zoom <= LEAST_ZOOM)}
      <span aria-live="polite">{percent}</span>
      {turn(t("zoomIn"), "+", zoomed(zoom, 1), zoom >= MOST_ZOOM)}
      {zoom !== 1 && (
        <button type="button" className="quiet" onClick={() => onZoom(1)}>
          {t("zoomFit")}
        </button>
      )}
    </span>
  );
}
