"""Processes over one data directory, that can be held up where they meet."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from orc.documents.paths import blob_path
from orc.documents.records import Document
from orc.documents.registry import ProcessingSettings
from orc.domain import Caller, ExtractedText
from orc.errors import StoreUnavailable
from orc.ports import DOCUMENT_ITEMS, BlobProperties, ChatModel, Delete, PartitionKey, Replace, StoredItem, Write
from shared.blobs.local import LocalBlobStore
from shared.composition.documents import build_registry
from shared.stores.sqlite import SqliteDatabase, SqliteDocumentIndex, SqliteItemStore

CALLER = Caller("org", "user")
KEY = CALLER.conversation("conversation")
TEXT = "The warranty is 24 months."


class Gate:
    """Who comes to it while it is shut waits there."""

    def __init__(self) -> None:
        self.waiting = 0
        self._open = asyncio.Event()
        self._open.set()

    def shut(self) -> None:
        self._open.clear()

    def open(self) -> None:
        self._open.set()

    async def passed(self) -> None:
        self.waiting += 1
        await self._open.wait()


class Items(SqliteItemStore):
    """Items where nothing becomes ready while the gate is shut, and of which no content can be deleted while
    contents_stay; contents_read counts who looks for one."""

    contents_stay = False

    def __init__(self, database: SqliteDatabase) -> None:
        super().__init__(database, DOCUMENT_ITEMS)
        self.gate = Gate()
        self.contents_read = 0

    async def read(self, partition: PartitionKey, item_id: str) -> StoredItem | None:
        self.contents_read += item_id.startswith("content-")
        return await super().read(partition, item_id)

    async def write(self, partition: PartitionKey, writes: Sequence[Write]) -> list[str]:
        if any(isinstance(write, Replace) and write.item.get("status") == "ready" for write in writes):
            await self.gate.passed()
        deleted = [write.item_id for write in writes if isinstance(write, Delete)]
        if self.contents_stay and any(item_id.startswith("content-") for item_id in deleted):
            raise StoreUnavailable("The store does not answer.")
        return await super().write(partition, writes)


class Index(SqliteDocumentIndex):
    """An index from which nothing is removed while the gate is shut, nor while it is away."""

    def __init__(self, database: SqliteDatabase) -> None:
        super().__init__(database)
        self.gate = Gate()
        self.is_away = False

    async def remove(self, owner: Caller, content_id: str) -> None:
        await self.gate.passed()
        if self.is_away:
            raise StoreUnavailable("The index does not answer.")
        await super().remove(owner, content_id)


class Blobs(LocalBlobStore):
    """Blobs of which none is deleted while one gate is shut, and of none is told whether it is there while the other
    is. What comes once before they are listed, and once after one was put, can be set."""

    before_listing: Callable[[], Awaitable[None]] | None = None
    after_putting: Callable[[], Awaitable[None]] | None = None

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.gate, self.seen = Gate(), Gate()

    async def delete(self, path: str, *, if_match: str | None = None) -> None:
        await self.gate.passed()
        await super().delete(path, if_match=if_match)

    async def list(self, prefix: str) -> AsyncIterator[BlobProperties]:
        hook, self.before_listing = self.before_listing, None
        if hook is not None:
            await hook()
        async for blob in super().list(prefix):
            yield blob

    async def put(
        self, path: str, data: bytes | AsyncIterator[bytes], *, content_type: str, if_match: str | None = None
    ) -> BlobProperties:
        blob = await super().put(path, data, content_type=content_type, if_match=if_match)
        hook, self.after_putting = self.after_putting, None
        if hook is not None:
            await hook()
        return blob

    async def properties(self, path: str) -> BlobProperties | None:
        found = await super().properties(path)
        await self.seen.passed()
        return found


class PlainText:
    async def extract(self, data: bytes, *, name: str, **_: object) -> ExtractedText:
        return ExtractedText(data.decode(), title=name)


class Process:
    """One of the processes over a data directory, each with its own locks."""

    def __init__(
        self,
        database: SqliteDatabase,
        place: Path,
        model: ChatModel | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.items, self.index, self.blobs = Items(database), Index(database), Blobs(place / "blobs")
        settings = ProcessingSettings(chunk_size=1200, chunk_overlap=200, ttl_seconds=36_000)
        parts = self.items, self.blobs, self.index, PlainText(), settings
        self.registry = build_registry(*parts, describing_model=model, now=now)

    async def put(self, name: str, text: str = TEXT) -> BlobProperties:
        return await self.blobs.put(blob_path(KEY, name), text.encode(), content_type="text/plain")

    async def register(self, name: str, text: str = TEXT) -> Document:
        await self.put(name, text)
        document, _ = await self.registry.ensure_registered(KEY, name)
        return document

    async def has_all_of(self, document: Document, text: str = TEXT) -> bool:
        chunks = await self.registry.chunks(CALLER, document)
        found = await self.registry.text(CALLER, document)
        return (document.status, len(chunks), found) == ("ready", document.chunks, text)

    async def texts(self) -> list[str]:
        """Those that were made of files, whatever refers to them."""
        paths = [blob.path async for blob in self.blobs.list("extracted")]
        return [(await self.blobs.get(path)).decode() for path in paths]
