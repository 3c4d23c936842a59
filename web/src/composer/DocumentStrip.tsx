import type { Document } from "../client.ts";
import { explain } from "../errors.ts";
import { bytes, failureText, t } from "../i18n/index.ts";
import { usePage, useStore } from "../page.ts";
import { confirm } from "../dialogs/confirm.ts";
import type { Documents, Upload } from "../store/documents.ts";

/** The documents of the conversation, those selected for the question, and the running uploads. */
export function DocumentStrip({ documents }: { documents: Documents }) {
  const { items, uploads, chosen, error } = useStore(documents);
  const limit = usePage().session.limits.documents_per_turn;
  if (items.length + uploads.length === 0) return null;
  return (
    <div className="documents">
      <ul aria-label={t("documents")}>
        {items.map((each) => (
          <Chip key={each.file_id} document={each} documents={documents} chosen={chosen} limit={limit} />
        ))}
        {uploads.map((each) => (
          <UploadChip key={each.key} upload={each} onDrop={() => documents.drop(each.key)} />
        ))}
      </ul>
      {error !== null && <small role="alert">{explain(error)}</small>}
      {chosen.length >= limit && items.length > limit && <small>{t("documentsFull", { count: limit })}</small>}
      {chosen.length === 0 && items.length > 0 && <small>{t("noneChosen")}</small>}
    </div>
  );
}

interface ChipProps {
  document: Document;
  documents: Documents;
  chosen: readonly string[];
  limit: number;
}

function Chip({ document, documents, chosen, limit }: ChipProps) {
  const { blob_name: name, status, error, size } = document;
  const isChosen = chosen.includes(name);
  const remove = async () => {
    if (await confirm({ title: t("removeTitle", { name }), text: t("removeText"), action: t("removeNow") }))
      await documents.remove(document);
  };
  return (
    <li className="chip" data-status={status}>
      <label title={bytes(size)}>
        <input
          type="checkbox"
          checked={isChosen}
          disabled={!isChosen && (status === "failed" || chosen.length >= limit)}
          onChange={({ target }) => documents.choose(name, target.checked)}
        />
        <bdi>{name}</bdi>
      </label>
      <small>{status === "failed" && error ? failureText(error.code, error.message) : t(status)}</small>
      <button type="button" className="quiet" aria-label={t("remove", { name })} onClick={() => void remove()}>
        ×
      </button>
    </li>
  );
}

function UploadChip({ upload: { name, fraction, error }, onDrop }: { upload: Upload; onDrop: () => void }) {
  return (
    <li className="chip" data-status={error === undefined ? "uploading" : "failed"}>
      <bdi>{name}</bdi>
      {error === undefined ? (
        <progress aria-label={`${t("uploading")}: ${name}`} value={fraction} />
      ) : (
        <small role="alert">{explain(error)}</small>
      )}
      <button type="button" className="quiet" aria-label={t("remove", { name })} onClick={onDrop}>
        ×
      </button>
    </li>
  );
}
