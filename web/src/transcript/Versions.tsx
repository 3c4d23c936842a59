import { t } from "../i18n/index.ts";

interface Props {
  id: string;
  versions: readonly string[];
  onChoose: (id: string) => void;
}

/** Arrows between the versions of a message, where there are several. */
export function Versions({ id, versions, onChoose }: Props) {
  const at = versions.indexOf(id);
  const [before, after] = [versions[at - 1], versions[at + 1]];
  if (versions.length < 2) return null;
  return (
    <span className="versions" role="group" aria-label={t("version", { at: at + 1, count: versions.length })}>
      <button
        type="button"
        className="quiet"
        aria-label={t("previous")}
        aria-disabled={before === undefined}
        onClick={() => before !== undefined && onChoose(before)}
      >
        ‹
      </button>
      <span aria-hidden="true">
        {at + 1}/{versions.length}
      </span>
      <button
        type="button"
        className="quiet"
        aria-label={t("next")}
        aria-disabled={after === undefined}
        onClick={() => after !== undefined && onChoose(after)}
      >
        ›
      </button>
    </span>
  );
}
