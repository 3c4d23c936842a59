import type { Citation } from "../events.ts";
import { t } from "../i18n/index.ts";
import type { Passage } from "./markers.ts";

/** The place of a passage, for people: a page's name or number, or the heading above it. */
export function placeOf(citation: Citation, { page }: Passage): string {
  if (citation.page_label && page === citation.page) return citation.page_label;
  return page ? t("page", { page }) : (citation.heading ?? "");
}

/** The passages that a citation's statements rest on, each once; whether it is verified tells two apart. */
export function passagesOf(citation: Citation): readonly Passage[] {
  const found = new Map<string, Passage>();
  for (const span of citation.spans) {
    const key = `${span.start}-${span.end}-${span.verified}`;
    if (!found.has(key)) found.set(key, span);
  }
  return found.size > 0 ? [...found.values()] : [citation];
}
