"""Creates documents for stored blobs, and keeps existing documents if the bytes are the same."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from orc.documents.contents import ProcessingSettings
from orc.documents.events import DocumentEvents
from orc.documents.labels import MAX_KEYS, MetadataRules, UploadInfo, found_metadata
from orc.documents.paths import blob_path
from orc.documents.records import Document, document_key, new_document, read_document
from orc.domain import Caller, ConversationKey
from orc.errors import InvalidRequest, NotFound
from orc.items import retry_conflicts, timestamp
from orc.ports import BlobProperties, BlobStore, Create, ItemStore, Replace, Write

METADATA_MISSING = "document_metadata_missing"

_PIECE = 4 * 1024 * 1024

type Begin = Callable[[Caller, Document], None]


class UploadRecorder:
    """Creates and updates documents, guarded by their ETags. settings are those with which files are read now. begin is
    called with a document that must be read again."""

    def __init__(
        self,
        items: ItemStore,
        blobs: BlobStore,
        events: DocumentEvents,
        rules: MetadataRules,
        now: Callable[[], datetime],
        settings: ProcessingSettings,
        begin: Begin,
    ) -> None:
        self._items = items
        self._blobs = blobs
        self._events = events
        self._rules = rules
        self._now = now
        self._settings = settings
        self._begin = begin

    @retry_conflicts
    async def note(self, key: ConversationKey, blob_name: str, blob: BlobProperties, sent: UploadInfo) -> Document:
        """Returns the document of a stored blob: the existing one if it still describes the blob, else a new, queued
        one. A document that replaces one being deleted only takes over the id of the content to be removed."""
        stored = await self._items.read(key.caller.partition, document_key(key.conversation_id, blob_name))
        existing = Document.from_item(stored) if stored else None
        updated = await self._updated(existing, blob, sent) if existing is not None else None
        if updated is not None and updated == existing:
            return updated
        document, event_writes = updated, list[Write]()
        if document is None:
            now = self._now()
            previous = None if existing is None or existing.deleting else existing
            metadata = sent.metadata
            if metadata is None:
                metadata = found_metadata(blob.metadata.items()) or (previous.metadata if previous else {})
            document = new_document(
                key.conversation_id,
                blob_name,
                blob_etag=blob.etag,
                updated_at=timestamp(now),
                generation=previous.generation + 1 if previous else 1,
                size=blob.size,
                mime_type="text/plain" if sent.is_text else blob.content_type,
                created_at=previous.created_at if previous else timestamp(now),
                tags=sent.tags or (previous.tags if previous else ()),
                metadata=self._rules.completed(metadata),
                sha256=sent.sha256,
                is_text=sent.is_text,
                source_id=sent.source_id
                or (previous.source_id if previous and previous.blob_etag == blob.etag else None),
                previous_content_id=(existing.content_id or existing.previous_content_id) if existing else None,
            )
            if existing is not None and existing.deleting:
                # Its deletion event comes before the events of the new document.
                before = now - timedelta(microseconds=1)
                event_writes.append(self._events.write(existing, "deleted", before, {"blob_name": existing.blob_name}))
            if existing is None or existing.blob_etag != document.blob_etag:
                facts = {name: getattr(document, name) for name in ("blob_name", "size", "mime_type", "tags")}
                event_writes.append(self._events.write(document, "uploaded", now, facts))
        item = document.to_item()
        await self._items.write(
            key.caller.partition, [Replace(item, stored.etag) if stored else Create(item), *event_writes]
        )
        self._read_again(key.caller, existing, updated)
        return document

    async def unchanged(self, key: ConversationKey, blob_name: str, sent: UploadInfo) -> Document | None:
        """Updates and returns the document if its blob already has these bytes; returns None if the bytes must be
        stored. The bytes of a failed document are stored again, so that it is read again."""
        stored = await self._items.read(key.caller.partition, document_key(key.conversation_id, blob_name))
        existing = Document.from_item(stored) if stored else None
        if (
            existing is None
            or existing.status == "failed"
            or existing.bytes_sha256 is None
            or not self._is_current(existing)
        ):
            return None
        if existing.bytes_sha256 != sent.sha256 or existing.is_text != sent.is_text:
            return None
        blob = await self._blobs.properties(blob_path(key, blob_name))
        if blob is None or blob.etag != existing.blob_etag:
            return None
        return await self.note(key, blob_name, blob, sent)

    @retry_conflicts
    async def relabel(self, caller: Caller, file_id: str, metadata: Mapping[str, str | None]) -> Document:
        """Sets metadata of a document by key; None removes a key."""
        stored = await read_document(self._items, caller, file_id)
        existing = stored.record
        if existing.deleting:
            raise NotFound("There is no such document.", code="document_not_found")
        merged = {key: value for key, value in {**existing.metadata, **metadata}.items() if value is not None}
        self._rules.check(merged, name="metadata")
        if len(merged) > MAX_KEYS:
            raise InvalidRequest.of("metadata", f"{len(merged)} keys; the limit is {MAX_KEYS}")
        changed = self._queued_again(replace(existing, metadata=merged, updated_at=timestamp(self._now())), existing)
        await self._items.write(caller.partition, [Replace(changed.to_item(), stored.etag)])
        self._read_again(caller, existing, changed)
        return changed

    async def _updated(self, existing: Document, blob: BlobProperties, sent: UploadInfo) -> Document | None:
        """The existing document with the upload's data if the blob has its bytes; None if it has others. An upload
        renews its lifetime. It is queued again if an upload finds that the bytes would be read differently now."""
        is_noted = existing.stands_for(blob.etag, self._now())
        if existing.deleting and is_noted:
            return existing
        if sent.sha256 is not None and sent.is_text != existing.is_text:
            return None
        if not is_noted:
            if existing.size != blob.size or existing.bytes_sha256 is None or not self._is_current(existing):
                return None
            digest_of_blob = sent.sha256
            if not digest_of_blob:
                digest = hashlib.sha256()
                try:
                    for start in range(0, blob.size, _PIECE):
                        digest.update(await self._blobs.read_range(blob.path, start, _PIECE))
                except NotFound:
                    return None
                current = await self._blobs.properties(blob.path)
                if current is None or current.etag != blob.etag:  # it was replaced or deleted while it was read
                    return None
                digest_of_blob = digest.hexdigest()
            if existing.bytes_sha256 != digest_of_blob:
                return None
        metadata = sent.metadata
        if metadata is None and not is_noted and blob.metadata:
            metadata = found_metadata(blob.metadata.items())
        labelled = replace(
            existing,
            blob_etag=blob.etag,
            sha256=sent.sha256 or existing.sha256,
            tags=existing.tags if sent.tags is None else sent.tags,
            metadata=existing.metadata if metadata is None else self._rules.completed(metadata),
            source_id=sent.source_id or existing.source_id,
        )
        is_upload = sent.sha256 is not None or not is_noted
        labelled = labelled.renewed(self._now(), self._settings.lifetime) if is_upload else labelled
        if is_upload and existing.status == "ready" and existing.processing != self._settings.fingerprint:
            return replace(labelled, status="queued", attempts=0)
        return self._queued_again(labelled, existing)

    def _queued_again(self, changed: Document, existing: Document) -> Document:
        """The changed document. A failed one is queued again if it was stored again or got its missing metadata."""
        if existing.error is None:
            return changed
        stored_again = changed.blob_etag != existing.blob_etag
        completed = existing.error.code == METADATA_MISSING and not self._rules.missing(changed.metadata)
        return replace(changed, status="queued", attempts=0, error=None) if stored_again or completed else changed

    def _read_again(self, caller: Caller, existing: Document | None, changed: Document | None) -> None:
        was_read = existing is not None and existing.status in ("ready", "failed")
        if was_read and changed is not None and changed.status == "queued":
            self._begin(caller, changed)

    def _is_current(self, existing: Document) -> bool:
        return not existing.deleting and not existing.is_expired(self._now())
