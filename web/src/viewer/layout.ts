/** The layout of marks, lines and text segments in the viewer. Pure functions. */
import type { Passage } from "../answer/markers.ts";
import type { DocumentPage, DocumentRegions } from "../client.ts";
import type { Citation } from "../events.ts";

export type Rect = DocumentRegions["pages"][number]["rects"][number];
export type Span = Pick<Passage, "start" | "end" | "verified">;

export interface Size {
  width: number;
  height: number;
}

/** A rectangle to mark on a page; current for the passage of the statement that was clicked. */
export interface Mark {
  rect: Rect;
  current: boolean;
  verified: boolean;
}

/** The marks of a citation by page; page is where the current passage begins, size that of this page. */
export interface Marks {
  page: number;
  size: Size;
  byPage: ReadonlyMap<number, readonly Mark[]>;
}

/** Consecutive words of one line. sideways: the line runs up or down the page. */
export interface Line {
  text: string;
  rect: Rect;
  sideways: boolean;
}

const MOST_SPANS = 10;
const WIDTHS = [800, 1200, 1600, 2400] as const;

/** The passages to mark: the clicked one first, then those of other statements that cite the source. */
export function spansOf({ spans }: Citation, clicked: Passage): Span[] {
  const distinct = new Map([clicked, ...spans].map((span) => [`${span.start}-${span.end}`, span]));
  distinct.set(`${clicked.start}-${clicked.end}`, clicked);
  return [...distinct.values()].slice(0, MOST_SPANS);
}

/** The marks of spans, the current one first; null for formats without page images. */
export function marksOf(spans: readonly Span[], regions: readonly DocumentRegions[]): Marks | null {
  const first = regions[0]?.pages.find(({ rects }) => rects.length > 0) ?? regions[0]?.pages[0];
  if (!first) return null;
  const byPage = new Map<number, Mark[]>();
  regions.forEach(({ pages }, at) => {
    for (const { page, rects } of pages) {
      const verified = spans[at]?.verified ?? false;
      const marks = rects.map((rect) => ({ rect, current: at === 0, verified }));
      byPage.set(page, [...(byPage.get(page) ?? []), ...marks]);
    }
  });
  return { page: first.page, size: { width: first.width, height: first.height }, byPage };
}

export function isMarked({ byPage }: Marks): boolean {
  return [...byPage.values()].flat().some(({ current }) => current);
}

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;
export const LEAST_ZOOM = ZOOMS[0];
export const MOST_ZOOM = ZOOMS[ZOOMS.length - 1] ?? 4;

/** The next larger or smaller zoom; 1 is the width of the viewer. */
export function zoomed(zoom: number, by: 1 | -1): number {
  return by > 0 ? (ZOOMS.find((each) => each > zoom) ?? MOST_ZOOM) : (ZOOMS.findLast((each) => each < zoom) ?? LEAST_ZOOM);
}

/** A rectangle's position in its page as CSS properties. */
export function placed({ x, y, width, height }: Rect) {
  return { left: percent(x), top: percent(y), width: percent(width), height: percent(height) };
}

function percent(fraction: number): string {
  return `${(100 * fraction).toFixed(3)}%`;
}

/** The lines of a page in text order. */
export function linesOf({ words, width, height }: DocumentPage): Line[] {
  const lines: Line[] = [];
  for (const { text, x, y, width: wide, height: high } of words) {
    const rect = { x, y, width: wide, height: high };
    const sideways = high * height > 1.5 * wide * width && text.length > 2;
    const before = lines.at(-1);
    if (before && !sideways && !before.sideways && continues(before.rect, rect, width / height)) {
      lines[lines.length - 1] = { text: `${before.text} ${text}`, rect: around(before.rect, rect), sideways };
    } else lines.push({ text, rect, sideways });
  }
  return lines;
}

/** Whether a word follows on the same line, with no wider gap than between words. ratio: the page's width by its height. */
function continues(line: Rect, word: Rect, ratio: number): boolean {
  const level = Math.abs(line.y - word.y) + Math.abs(line.height - word.height) < 0.3 * word.height;
  const gap = Math.max(word.x - (line.x + line.width), line.x - (word.x + word.width)) * ratio;
  return level && gap < word.height && gap > -0.2 * word.height;
}

function around(one: Rect, other: Rect): Rect {
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  const right = Math.max(one.x + one.width, other.x + other.width);
  const bottom = Math.max(one.y + one.height, other.y + other.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** The scale that stretches a line of text to its rectangle; ems is its natural width in em. */
export function stretch({ rect, sideways }: Line, ems: number, { width, height }: Size): number {
  const along = sideways ? rect.height * height : rect.width * width;
  const across = sideways ? rect.width * width : rect.height * height;
  return ems > 0 && across > 0 ? along / (ems * across) : 1;
}

/** The image width to request for a width on screen. There are few, so that images are rendered once. */
export function imageWidth(pixels: number): number {
  return WIDTHS.find((width) => width >= pixels) ?? WIDTHS[WIDTHS.length - 1] ?? 2400;
}

/** Splits a text where passages begin and end. start is the text's offset in the document; offsets count code points. */
export function pieces(text: string, start: number, spans: readonly Span[]): { text: string; span: Span | null }[] {
  const characters = Array.from(text);
  const end = start + characters.length;
  const shown = spans.filter((span) => span.end > start && span.start < end);
  const inside = shown.flatMap((span) => [span.start, span.end]).filter((cut) => cut > start && cut < end);
  const cuts = [...new Set([start, ...inside, end])].sort((a, b) => a - b);
  return cuts.slice(0, -1).map((from, at) => ({
    text: characters.slice(from - start, (cuts[at + 1] ?? end) - start).join(""),
    span: shown.find((span) => span.start <= from && from < span.end) ?? null,
  }));
}
