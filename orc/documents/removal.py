"""Removes documents with all data derived from them, and the remains of interrupted processing and deletions."""

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from itertools import batched

from orc.documents.contents import Contents
from orc.documents.events import DocumentEvents
from orc.documents.paths import blob_path
from orc.documents.records import Document, DocumentError, document_key, owner_of, read_document
from orc.domain import Caller, ConversationKey
from orc.errors import ItemChanged, NotFound, OrcError
from orc.items import retry_conflicts, timestamp
from orc.ports import BlobStore, Delete, ItemStore, Replace

logger = logging.getLogger(__name__)

_AT_ONCE = 50  # documents of one transaction, which has a limit on bytes
_DELETED = DocumentError("document_deleted", "It is being deleted.")


class Removal:
    """Stops all processing of a document, then deletes its blob, the data derived from it, and its item. A newer upload
    under the same name stays."""

    def __init__(
        self,
        items: ItemStore,
        blobs: BlobStore,
        contents: Contents,
        events: DocumentEvents,
        now: Callable[[], datetime],
    ) -> None:
        self._items = items
        self._blobs = blobs
        self._contents = contents
        self._events = events
        self._now = now

    @retry_conflicts
    async def hide(self, key: ConversationKey, *, limit: int) -> None:
        """Marks all documents of a conversation as being deleted, so that lists and searches leave them out at once."""
        partition, where = key.caller.partition, {"conversation_id": key.conversation_id}
        found = await self._items.query(partition, "document", where=where, limit=limit)
        shown = [(document, each.etag) for each in found if not (document := Document.from_item(each)).deleting]
        for batch in batched(shown, _AT_ONCE, strict=False):
            await self._items.write(partition, [Replace(self._hidden(each).to_item(), etag) for each, etag in batch])

    def _hidden(self, document: Document) -> Document:
        hidden = replace(document, status="failed", error=_DELETED, deleting=True)
        return replace(hidden, lease_owner=None, lease_until=None, updated_at=timestamp(self._now()))

    @retry_conflicts
    async def delete(self, caller: Caller, file_id: str) -> None:
        stored = await read_document(self._items, caller, file_id)
        document, etag = stored.record, stored.etag
        if not document.deleting:  # from then on no process reads it, and only a newer upload changes it
            document = self._hidden(document)
            [etag] = await self._items.write(caller.partition, [Replace(document.to_item(), etag)])
        with suppress(ItemChanged):
            path = blob_path(caller.conversation(document.conversation_id), document.blob_name)
            await self._blobs.delete(path, if_match=document.blob_etag)
        for content_id in {document.content_id, document.previous_content_id} - {None}:
            await self._contents.remove_unused(caller, str(content_id), besides=document.file_id)
        await self._events.remove(caller, document)
        deleted_event = self._events.write(document, "deleted", self._now(), {"blob_name": document.blob_name})
        with suppress(ItemChanged):
            await self._items.write(caller.partition, [Delete(document.key, etag), deleted_event])

    async def forget(self, key: ConversationKey, blob_name: str) -> None:
        """Deletes a registration whose blob was deleted while it was registered, so that it can never be read."""
        stored = await self._items.read(key.caller.partition, document_key(key.conversation_id, blob_name))
        document = Document.from_item(stored) if stored else None
        if document is None or document.status != "queued":
            return
        if await self._blobs.properties(blob_path(key, blob_name)) is None:
            with suppress(NotFound):
                await self.delete(key.caller, document.file_id)

    async def resume(self, begun_before: str, *, limit: int) -> None:
        """Finishes interrupted deletions of all callers that began before that time."""
        for stored in await self._items.query((), "document", where={"deleting": True}, limit=limit):
            document = Document.from_item(stored)
            if document.updated_at < begun_before:
                try:
                    await self.delete(owner_of(stored), document.file_id)
                except OrcError as error:
                    logger.warning("Document %s could not be deleted: %s", document.file_id, error.code)
        await self._contents.remove_abandoned(limit=limit)
