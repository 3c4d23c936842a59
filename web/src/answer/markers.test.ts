import { expect, test } from "vitest";

import type { Citation } from "../events.ts";
import { cutAtPlaceholders, passageOf, withoutPlaceholders, withPlaceholders } from "./markers.ts";

function citation(id: string, ...ends: [number, number][]): Citation {
  const spans = ends.map(([answer_start, answer_end]) => ({ answer_start, answer_end, start: 0, end: 1, snippet: `${answer_start}`, verified: true }));
  return { id, source_id: "", file_id: "f", blob_name: "a.pdf", start: 0, end: 1, snippet: "whole", sources: [], verified: true, spans };
}

test("the numbers of citations become markers, and other brackets stay text", () => {
  const { text, markers } = withPlaceholders("Due [1]. Late [2]. In [2024] \\[1] and [x].", [citation("1")]);
  expect(markers.map((each) => each.citation.id)).toEqual(["1"]);
  expect(cutAtPlaceholders(text)).toEqual(["Due ", 0, ". Late [2]. In [2024] \\[1] and [x]."]);
});

test("a marker stands for the statement that it ends, counted in code points", () => {
  const text = "😀 one [1]. 😀 two [1].";
  const cited = citation("1", [0, 9], [11, 20]);
  const { markers } = withPlaceholders(text, [cited]);
  expect(markers.map(({ statement }) => statement)).toEqual([0, 1]);
  expect(passageOf(cited, 1).snippet).toBe("11");
  expect(passageOf(cited, 7).snippet).toBe("whole");
});

test("brackets in code are shown as they were", () => {
  const { text, markers } = withPlaceholders("`a[1]`", [citation("1")]);
  expect(withoutPlaceholders(text, markers)).toBe("`a[1]`");
});
