import { expect, test } from "vitest";

import type { Citation } from "../events.ts";
import { escaped, markdownWithSources } from "./copy.ts";

test("what is no markup where it stands is copied as it is", () => {
  for (const text of ["R&D: 5 * 3 [net] (see [Annex B], C#) | a_b ~ 1 < 2", "lease [signed].pdf", "snake_case"]) {
    expect(escaped(text)).toBe(text);
  }
});

test("what would be a link, an image or HTML is escaped", () => {
  expect(escaped("![pic](https://evil.example)")).toBe("![pic]\\(https://evil.example)");
  expect(escaped("<b> *x* `y` [1] [^2] &lt;")).toBe("&lt;b> \\*x\\* &#96;y&#96; \\[1] \\[^2] &amp;lt;");
  expect(escaped("<https://evil.example>")).toBe("&lt;https://evil.example&gt;");
});

test("an answer is copied with its sources below it", () => {
  const citation = { id: "1", blob_name: "crane [final].txt", snippet: "It lifts\n< 40 tonnes.", page: 2, page_label: "page ii", verified: true, spans: [] as Citation["spans"] } as Citation;
  expect(markdownWithSources("Less than 40 tonnes [1].", [citation])).toMatch(
    /^Less than 40 tonnes \[1\]\.\n\n\[1\] crane \[final\]\.txt, page ii: “It lifts < 40 tonnes\.”\n$/,
  );
});

test("each passage is copied, and one that is not verified says so", () => {
  const spans = [
    { answer_start: 0, answer_end: 9, page: 2, start: 5, end: 9, snippet: "A lamp.", verified: true },
    { answer_start: 9, answer_end: 19, page: 1, start: 0, end: 4, snippet: "A moon.", verified: false },
    { answer_start: 19, answer_end: 29, page: 1, start: 0, end: 4, snippet: "A moon.", verified: false },
  ];
  const citation = { id: "1", blob_name: "a.pdf", snippet: "A lamp.", page: 2, verified: true, spans } as Citation;
  expect(markdownWithSources("Lamps [1]. Moons [1][1].", [citation])).toMatch(
    /\n\n\[1\] a\.pdf[^:]*: “A lamp\.”\n\n\[1\] a\.pdf[^:]*: “A moon\.” \(.*\)\n$/,
  );
});
