/** The markers of an answer, such as [1], and the citations and statements that they refer to. Pure functions. */
import type { Citation, CitationSpan } from "../events.ts";

/** A marker: the citation, and which of its spans, from 0. The span is undefined for a citation that has none. */
export interface Marker {
  citation: Citation;
  statement: number;
}

export type Passage = Pick<CitationSpan, "page" | "start" | "end" | "snippet" | "verified">;

/** Private-use characters that enclose the index of a marker. */
const OPEN = "\uE000";
const CLOSE = "\uE001";
const FOUND = new RegExp(`\\[${OPEN}(\\d+)${CLOSE}\\]`, "g");

/** Replaces markers by placeholders that Markdown leaves alone. */
export function withPlaceholders(text: string, citations: readonly Citation[]): { text: string; markers: Marker[] } {
  const byId = new Map(citations.map((each) => [each.id, each]));
  const markers: Marker[] = [];
  const marked = text.replace(/(\\.)|\[(\d{1,3})\]/gs, (whole, escaped: string | undefined, id: string, at: number) => {
    const citation = escaped === undefined ? byId.get(id) : undefined;
    if (!citation) return whole;
    markers.push({ citation, statement: statementAt(citation, text, at, at + whole.length) });
    return `[${OPEN}${markers.length - 1}${CLOSE}]`;
  });
  return { text: marked, markers };
}

/** Which span of the citation the marker at these UTF-16 offsets ends; the spans count code points. */
function statementAt({ spans }: Citation, text: string, start: number, end: number): number {
  if (spans.length < 2) return 0;
  const from = codePoints(text, start);
  const to = from + (end - start);
  const at = spans.findIndex((span) => span.answer_start <= from && to <= span.answer_end);
  return Math.max(at, 0);
}

function codePoints(text: string, end: number): number {
  let count = 0;
  for (let at = 0; at < end; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) count += 1;
  return count;
}

/** Splits a text at its placeholders into strings and marker indexes. */
export function cutAtPlaceholders(text: string): (string | number)[] {
  const pieces = text.split(FOUND).map((piece, at) => (at % 2 ? Number(piece) : piece));
  return pieces.filter((piece) => piece !== "");
}

/** Restores the original text, for code, where brackets are not markers. */
export function withoutPlaceholders(text: string, markers: readonly Marker[]): string {
  return text.replace(FOUND, (whole, index: string) => {
    const marker = markers[Number(index)];
    return marker ? `[${marker.citation.id}]` : whole;
  });
}

/** The support of a statement: its span, or the citation itself. */
export function passageOf(citation: Citation, statement: number): Passage {
  return citation.spans[statement] ?? citation;
}
