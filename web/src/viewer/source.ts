import type { Passage } from "../answer/markers.ts";
import type { Orc } from "../client.ts";
import type { Citation } from "../events.ts";

/**
 * What the viewer shows: a citation, the passage of it that supports the statement which was clicked, and all citations
 * of the answer.
 */
export interface ViewerSource {
  orc: Orc;
  citation: Citation;
  citations: readonly Citation[];
  span: Passage;
}
