import { describe, expect, test } from "vitest";

import type { DocumentPage, DocumentRegions } from "../client.ts";
import type { Citation } from "../events.ts";
import { imageWidth, isMarked, linesOf, marksOf, pieces, placed, spansOf, stretch } from "./layout.ts";

const RECT = { x: 0.1, y: 0.2, width: 0.5, height: 0.02 };

function span(start: number, end: number, verified = true) {
  return { page: 1, start, end, snippet: "", verified };
}

function regions(...pages: [number, number][]): DocumentRegions {
  const shown = pages.map(([page, count]) => ({ page, width: 600, height: 800, rects: Array(count).fill(RECT) as (typeof RECT)[] }));
  return { file_id: "f", pages: shown, text: { start: 0, end: 1, before: "", match: "", after: "" } };
}

function page(...words: [string, number, number][]): DocumentPage {
  const placedWords = words.map(([text, x, y], at) => ({
    ...{ text, x, y, width: 0.08, height: 0.02 },
    ...{ start: 10 * at, end: 10 * at + text.length },
  }));
  return { page: 1, width: 800, height: 1000, words: placedWords };
}

describe("spans", () => {
  test("the clicked passage comes first, and none twice", () => {
    const citation = { spans: [span(5, 9), span(1, 3), span(5, 9)] } as unknown as Citation;
    expect(spansOf(citation, span(1, 3)).map(({ start }) => start)).toEqual([1, 5]);
  });

  test("an older citation without spans has its own passage", () => {
    expect(spansOf({ spans: [] } as unknown as Citation, span(1, 3, false))).toEqual([span(1, 3, false)]);
  });
});

describe("marks", () => {
  test("they stand on the pages of their passages, the first of which is current", () => {
    const marks = marksOf([span(1, 3), span(5, 9, false)], [regions([2, 1], [3, 2]), regions([3, 1])]);
    expect(marks?.page).toBe(2);
    expect(marks?.byPage.get(3)?.map(({ current, verified }) => [current, verified])).toEqual([
      [true, true],
      [true, true],
      [false, false],
    ]);
  });

  test("a passage on a scan is on its page, and not marked", () => {
    const marks = marksOf([span(1, 3)], [regions([4, 0])]);
    expect(marks?.page).toBe(4);
    expect(marks && isMarked(marks)).toBe(false);
  });

  test("a format without images of its pages has none", () => {
    expect(marksOf([span(1, 3)], [regions()])).toBeNull();
  });

  test("they are placed by fractions of the page", () => {
    expect(placed(RECT)).toEqual({ left: "10.000%", top: "20.000%", width: "50.000%", height: "2.000%" });
  });
});

describe("the layer of text", () => {
  test("words that follow each other are a line", () => {
    const lines = linesOf(page(["Payment", 0.1, 0.2], ["is", 0.19, 0.2], ["due", 0.28, 0.2], ["today.", 0.1, 0.23]));
    expect(lines.map(({ text }) => text)).toEqual(["Payment is due", "today."]);
    expect(lines[0]?.rect.width).toBeCloseTo(0.26);
  });

  test("columns are lines of their own", () => {
    expect(linesOf(page(["left", 0.1, 0.2], ["right", 0.6, 0.2])).map(({ text }) => text)).toEqual(["left", "right"]);
  });

  test("words from right to left are a line", () => {
    expect(linesOf(page(["אבג", 0.5, 0.2], ["דהו", 0.41, 0.2])).map(({ text }) => text)).toEqual(["אבג דהו"]);
  });

  test("a word that runs up the page is sideways", () => {
    const upright = page(["Payment", 0.1, 0.2]);
    const turned = { ...upright, words: upright.words.map((word) => ({ ...word, width: 0.02, height: 0.1 })) };
    expect(linesOf(turned)[0]?.sideways).toBe(true);
  });

  test("a line is stretched to the length of its words", () => {
    const line = { text: "Payment", rect: { x: 0, y: 0, width: 0.5, height: 0.1 }, sideways: false };
    expect(stretch(line, 2, { width: 800, height: 1000 })).toBeCloseTo(400 / 200);
    expect(stretch(line, 0, { width: 800, height: 1000 })).toBe(1);
  });
});

test.each([
  [300, 800],
  [801, 1200],
  [2400, 2400],
  [9000, 2400],
])("an image for %i pixels is %i wide", (pixels, width) => expect(imageWidth(pixels)).toBe(width));

describe("a text", () => {
  test("is cut where passages begin and end, in code points", () => {
    const one = span(12, 14);
    expect(pieces("😀😀abcd", 10, [one])).toEqual([
      { text: "😀😀", span: null },
      { text: "ab", span: one },
      { text: "cd", span: null },
    ]);
  });

  test("shows overlapping passages as one after the other", () => {
    const [one, other] = [span(0, 4), span(2, 6)];
    const found = pieces("abcdefg", 0, [one, other]);
    expect(found.map(({ text }) => text)).toEqual(["ab", "cd", "ef", "g"]);
    expect(found.map((piece) => piece.span)).toEqual([one, one, other, null]);
  });

  test("leaves out passages that are elsewhere", () => {
    expect(pieces("abc", 10, [span(0, 5)])).toEqual([{ text: "abc", span: null }]);
  });
});
