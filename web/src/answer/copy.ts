import type { Citation } from "../events.ts";
import { t } from "../i18n/index.ts";
import { passagesOf, placeOf } from "./place.ts";

/** An answer as Markdown with its sources below it. */
export function markdownWithSources(text: string, citations: readonly Citation[]): string {
  const sources = citations.flatMap((citation) =>
    passagesOf(citation).map((passage) => {
      const place = placeOf(citation, passage);
      const where = `[${citation.id}] ${escaped(citation.blob_name)}${place && `, ${escaped(place)}`}`;
      return `${where}: “${escaped(passage.snippet)}”${passage.verified ? "" : ` (${t("unverified")})`}`;
    }),
  );
  return [text, ...sources].join("\n\n") + "\n";
}

/** An answer as HTML, as the page shows it, with its sources below it. */
export function shownWithSources(answer: HTMLElement | null, citations: readonly Citation[]): string {
  const copy = document.createElement("div");
  if (answer) copy.append(...(answer.cloneNode(true) as HTMLElement).childNodes);
  for (const source of copy.querySelectorAll(".source")) source.replaceWith(`[${source.textContent}]`);
  for (const other of copy.querySelectorAll("button, [hidden]")) other.remove();
  for (const citation of citations) {
    for (const passage of passagesOf(citation)) {
      const line = document.createElement("p");
      const where = [citation.blob_name, placeOf(citation, passage)].filter(Boolean).join(", ");
      const doubt = passage.verified ? "" : ` (${t("unverified")})`;
      line.textContent = `[${citation.id}] ${where}: “${passage.snippet}”${doubt}`;
      copy.append(line);
    }
  }
  return copy.innerHTML;
}

/** Characters that can act as Markdown within a line. */
const MARKUP =
  /[\\`]|<(?![\s\d])|^[*_]|\*(?=\S)|(?<=\S)\*|(?<![\p{L}\p{N}])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}])|~(?=~)|(?<=~)~|&(?=#?\w+;)|\[(?=[[\]^ ]|\d+\]|[xX]\])|(?<=\])[(:{[]|\^(?=\[)/gu;
const ENTITIES: Record<string, string> = { "<": "&lt;", "&": "&amp;", "`": "&#96;" };
const ADDRESS = /(?:https?|ftp):\/\/|www\./i;

/** Escapes plain text for one line of Markdown, as the server does in an export. */
export function escaped(text: string): string {
  const words = text.trim().replace(/\s+/g, " ").replace(MARKUP, (mark) => ENTITIES[mark] ?? `\\${mark}`);
  return words
    .split(" ")
    .map((word) => (ADDRESS.test(word) ? word.replaceAll(">", "&gt;") : word))
    .join(" ");
}
