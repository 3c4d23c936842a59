import { createElement, isValidElement, type ReactElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";

import { startTexts } from "./i18n/index.ts";
import { Welcome } from "./Welcome.tsx";

const OWN = { name: "Lease clerk", greeting: "Fragen Sie nach <Ihrem> Vertrag.", starters: ["When is rent due?", "Wer haftet?"] };

beforeAll(async () => {
  Object.assign(globalThis, { document: { documentElement: {} } });
  await startTexts(["de"]);
});

function buttons(node: ReactNode): ReactElement<{ onClick: () => void }>[] {
  if (Array.isArray(node)) return node.flatMap(buttons);
  if (!isValidElement<{ children?: ReactNode; onClick: () => void }>(node)) return [];
  return node.type === "button" ? [node] : buttons(node.props.children);
}

test("the words of the deployment stand in place of the page's own", () => {
  const shown = renderToStaticMarkup(createElement(Welcome, { assistant: OWN, onStart: () => undefined }));
  expect(shown).toContain("Lease clerk</h1>");
  expect(shown).toContain("Fragen Sie nach &lt;Ihrem&gt; Vertrag.");
  expect(shown.match(/<button/g)).toHaveLength(2);
});

test("without them the page greets in its own words, and offers no question", () => {
  const shown = renderToStaticMarkup(createElement(Welcome, { assistant: { starters: [] }, onStart: () => undefined }));
  expect(shown).toMatch(/<h1[^>]*>.*Dokumente.*<\/h1><p[^>]*>.+<\/p>/);
  expect(shown).not.toContain("<button");
});

test("a question to begin with is handed over as it is", () => {
  const begun: string[] = [];
  for (const { props } of buttons(Welcome({ assistant: OWN, onStart: (question) => begun.push(question) }))) props.onClick();
  expect(begun).toEqual(OWN.starters);
});
