import { beforeAll, expect, test } from "vitest";

import { OrcError } from "./client.ts";
import { explain } from "./errors.ts";
import { failureText, startTexts } from "./i18n/index.ts";

const SAID = "The file is damaged or incomplete. It has no pages.";

beforeAll(() => {
  Object.assign(globalThis, { document: { documentElement: {} } });
});

test("a document's failure is told in the language of the page", async () => {
  await startTexts(["de"]);
  expect(failureText("document_damaged", SAID)).toBe("Die Datei ist beschädigt oder unvollständig.");
  expect(explain(new OrcError(422, "document_empty", "files.0: a.txt is empty"))).toBe("Die Datei ist leer.");
});

test("a failure without a translation keeps the server's text", async () => {
  await startTexts(["de"]);
  expect(failureText("newer_failure", SAID)).toBe(SAID);
});

test("an English page shows the details of the server's text", async () => {
  await startTexts(["en"]);
  expect(failureText("document_damaged", SAID)).toBe(SAID);
});
