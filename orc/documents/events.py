"""The log of a document's events. An event is stored with the change that it reports or soon after, never before."""

import asyncio
import logging
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import batched
from typing import Any, Literal, cast

from orc.documents.records import Document, key_of
from orc.domain import Caller, ConversationKey, Json
from orc.errors import ItemChanged, StoreError
from orc.items import new_id, timestamp
from orc.ports import MAX_WRITES_PER_BATCH, Delete, ItemStore, StoredItem, Upsert

logger = logging.getLogger(__name__)

EventName = Literal["uploaded", "registered", "processed", "failed", "question_asked", "deleted"]

_LEAST_LIFETIME = timedelta(days=90)
_FLUSH_AFTER_SECONDS = 0.5
_RETRY_AFTER_SECONDS = 2.0
_MOST_NOTED = 1000


@dataclass(frozen=True, slots=True)
class DocumentEvent:
    """time is ISO 8601 UTC."""

    name: EventName
    time: str
    payload: Mapping[str, Json]

    @classmethod
    def from_item(cls, stored: StoredItem) -> "DocumentEvent":
        body = stored.body
        payload = cast("Mapping[str, Json]", body["payload"])
        return cls(cast(EventName, body["name"]), str(body["time"]), payload)


class DocumentEvents:
    """Stores and reads the events of documents. They are kept as long as the document, or for 90 days."""

    def __init__(self, items: ItemStore, *, ttl_seconds: int) -> None:
        self._items = items
        self._ttl_seconds = max(ttl_seconds, round(_LEAST_LIFETIME.total_seconds()))
        self._noted: dict[Caller, list[Upsert]] = {}
        self._flushing: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def write(self, document: Document, name: EventName, now: datetime, payload: Mapping[str, Json]) -> Upsert:
        """The write of one event, for the transaction of the change that it reports."""
        time = timestamp(now)
        return Upsert(
            {
                "id": new_id("document-event"),
                "type": "document_event",
                "schema_version": 1,
                "sort": f"{document.key}/{time}",
                "ttl": self._ttl_seconds,
                "name": name,
                "time": time,
                "file_id": document.file_id,
                "conversation_id": document.conversation_id,
                "payload": payload,
            }
        )

    async def newest(self, caller: Caller, document: Document, *, limit: int) -> list[DocumentEvent]:
        """The events, newest first, back to the upload of the document or the deletion of an earlier one of the same
        name."""
        await self.flush()
        found = await self._items.query(
            caller.partition,
            "document_event",
            after=f"{document.key}/",
            before=f"{document.key}0",  # the character after the slash
            descending=True,
            limit=limit,
        )
        events = [DocumentEvent.from_item(stored) for stored in found]
        end = next((i for i, event in enumerate(events, 1) if event.name == "deleted"), None)
        return events[:end]

    async def remove(self, caller: Caller, document: Document) -> None:
        """Removes the events of a document that are older than its deletion."""
        await self.flush()
        await self._remove(caller, after=f"{document.key}/", before=f"{document.key}/{document.updated_at}")

    async def remove_all(self, key: ConversationKey) -> None:
        """Removes the events of a conversation's documents, including those of documents that were deleted earlier."""
        await self._remove(key.caller, where={"conversation_id": key.conversation_id})

    async def _remove(self, caller: Caller, **which: Any) -> None:
        while found := await self._items.query(caller.partition, "document_event", limit=MAX_WRITES_PER_BATCH, **which):
            with suppress(ItemChanged):  # another process deletes the same events
                deletes = [Delete(str(event.body["id"]), event.etag) for event in found]
                await self._items.write(caller.partition, deletes)

    def note(
        self, caller: Caller, documents: Iterable[Document], name: EventName, now: datetime, **payload: Json
    ) -> None:
        """Queues an event of each document. Queued events are stored together soon."""
        self._noted.setdefault(caller, []).extend(self.write(each, name, now, payload) for each in documents)
        self._flush_after(_FLUSH_AFTER_SECONDS)

    def _flush_after(self, seconds: float) -> None:
        def start() -> None:
            self._timer = None
            self._flushing = asyncio.create_task(self.flush())

        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(seconds, start)

    async def flush(self) -> None:
        """Stores the noted events of documents that still exist. Events that cannot be stored now are kept for another
        attempt, up to a limit."""
        noted, self._noted = self._noted, {}
        for caller, writes in noted.items():
            for batch in batched(writes, MAX_WRITES_PER_BATCH, strict=False):
                try:
                    keys = {key_of(str(write.item["file_id"])) for write in batch}
                    gone = {key for key in keys if await self._items.read(caller.partition, key) is None}
                    if standing := [w for w in batch if key_of(str(w.item["file_id"])) not in gone]:
                        await self._items.write(caller.partition, standing)
                except StoreError as error:
                    logger.warning("%d document events could not be stored: %s", len(batch), error.code)
                    if error.retryable and sum(map(len, self._noted.values())) < _MOST_NOTED:
                        self._noted.setdefault(caller, []).extend(batch)
                        self._flush_after(_RETRY_AFTER_SECONDS)

    async def aclose(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._flushing is not None:
            await self._flushing
        await self.flush()
        if self._timer is not None:
            self._timer.cancel()
