/** What the tools of a turn do, in words. */
import { t } from "../i18n/index.ts";

const DONE = {
  document_chat: "toolDocumentChat",
  search_documents: "toolSearchDocuments",
  load_document_chunk: "toolLoadDocumentChunk",
  query_documents: "toolQueryDocuments",
} as const;

const DOING = {
  document_chat: "doingDocumentChat",
  search_documents: "doingSearchDocuments",
  load_document_chunk: "doingLoadDocumentChunk",
  query_documents: "doingQueryDocuments",
} as const;

type BuiltIn = keyof typeof DONE;

function isBuiltIn(tool: string): tool is BuiltIn {
  return Object.hasOwn(DONE, tool);
}

/** The name of a tool of an MCP server as words: find_books is “find books”. */
function spoken(tool: string): string {
  return tool.replaceAll("__", ": ").replaceAll(/[_-]+/g, " ").trim();
}

/** What a call of the tool did. */
export function doneBy(tool: string): string {
  return isBuiltIn(tool) ? t(DONE[tool]) : t("toolOther", { name: spoken(tool) });
}

/** What a call of the tool is doing. */
export function doingBy(tool: string): string {
  return isBuiltIn(tool) ? t(DOING[tool]) : t("doingOther", { name: spoken(tool) });
}
