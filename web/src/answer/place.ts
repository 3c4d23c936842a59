import type { Citation } from "../events.ts";
import { t } from "../i18n/index.ts";
import type { Passage } from "./markers.ts";

/** The readable position of a passage: its page label or number, or the heading above it. */
export function placeOf(citation: Citation, { page }: Passage): string {
  if (citation.page_label && page === citation.page) return citation.page_label;
  return page ? t("page", { page }) : (citation.heading ?? "");
}

/** The distinct passages of a citation's statements. A verified and an unverified one are distinct. */
export function passagesOf(citation: Citation): readonly Passage[] {
  const found = new Map<string, Passage>();
  for (const span of citation.spans) {
    const key = `${span.start}-${span.end}-${span.verified}`;
    if (!found.has(key)) found.set(key, span);
  }
  return found.size > 0 ? [...found.values()] : [citation];
}
