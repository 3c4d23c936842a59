import { beforeAll, expect, test } from "vitest";

import { startTexts } from "../i18n/index.ts";
import { doingBy, doneBy } from "./tools.ts";

const BUILT_IN = ["document_chat", "search_documents", "load_document_chunk", "query_documents"];

beforeAll(() => {
  Object.assign(globalThis, { document: { documentElement: {} } });
});

test.each(["en", "de"])("no built-in tool is shown by its bare name: %s", async (language) => {
  await startTexts([language]);
  for (const tool of BUILT_IN) {
    for (const text of [doneBy(tool), doingBy(tool)]) expect(text).not.toMatch(/_|^$/);
  }
});

test("a tool of an MCP server is named in words", async () => {
  await startTexts(["en"]);
  expect(doneBy("library__find_books")).toBe("used “library: find books”");
});
