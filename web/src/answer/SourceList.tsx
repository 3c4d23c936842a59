import type { Citation } from "../events.ts";
import { t } from "../i18n/index.ts";
import { passagesOf, placeOf } from "./place.ts";

interface Props {
  citations: readonly Citation[];
  onCite: (citation: Citation, statement: number) => void;
}

/** The cited passages of an answer, by document and position, each with the beginning of its quote. */
export function SourceList({ citations, onCite }: Props) {
  if (citations.length === 0) return null;
  return (
    <ol className="sources" aria-label={t("sources")}>
      {citations.flatMap((citation) =>
        passagesOf(citation).map((passage) => {
          const statement = Math.max(0, citation.spans.findIndex((span) => span === passage));
          return (
            <li key={`${citation.id}-${statement}`} value={Number(citation.id)}>
              <button type="button" className="link" onClick={() => onCite(citation, statement)}>
                <bdi>{citation.blob_name}</bdi>
                {[placeOf(citation, passage)].filter(Boolean).map((place) => `, ${place}`)}
              </button>
              <q className="quote" dir="auto">
                {passage.snippet}
              </q>
              {!passage.verified && <small className="unverified"> {t("unverified")}</small>}
            </li>
          );
        }),
      )}
    </ol>
  );
}
