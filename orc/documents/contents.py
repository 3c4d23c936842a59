"""The contents of files, identified by their bytes: text, chunks and description."""

import asyncio
import hashlib
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import cast
from weakref import WeakValueDictionary

from orc.documents.formats import SENT_MARKDOWN, SENT_TEXT, extension_of
from orc.documents.paths import EXTRACTED, caller_folder
from orc.documents.records import Content, owner_of
from orc.documents.text.chunks import chunk_text
from orc.documents.text.metadata import describe, prepare
from orc.domain import Caller, Chunk
from orc.errors import ItemChanged, ItemExists, LeaseHeld, NotFound, OrcError, StoreUnavailable
from orc.items import Stored, timestamp
from orc.leases import UNLEASED, LeasedItem, LeaseTerms
from orc.ports import (
    BlobStore,
    Create,
    Delete,
    DocumentIndex,
    Item,
    ItemStore,
    PagesRead,
    Replace,
    StoredItem,
    TextExtractor,
)

logger = logging.getLogger(__name__)

_PATIENCE_SECONDS = 10.0  # longer than the lease of an owner that may be dead
_ABANDONED_AFTER = timedelta(hours=1)
_POLL_SECONDS = 0.1
_MAX_HEADINGS = 1_000
_TEXT_KINDS = {
    "csv": "csv",
    "md": "md",
    "html": "html",
    "htm": "html",
    SENT_TEXT: "sent",
    SENT_MARKDOWN: "sentmd",
}


@dataclass(frozen=True, slots=True)
class ProcessingSettings:
    """Chunk size and overlap in characters, the lifetime of documents in seconds, and the version of the extraction."""

    chunk_size: int
    chunk_overlap: int
    ttl_seconds: int
    extraction: int = 1

    @property
    def lifetime(self) -> timedelta:
        """How long a registration lasts after the upload."""
        return timedelta(seconds=self.ttl_seconds)

    @property
    def fingerprint(self) -> str:
        """Changes when the same bytes would be read or chunked differently."""
        return f"{self.chunk_size}/{self.chunk_overlap}/{self.extraction}"


@dataclass(slots=True)
class Work:
    """The work that a registration took; all zero if the document was already known."""

    downloads: int = 0
    extractions: int = 0
    chunks: int = 0

    def add(self, other: "Work") -> None:
        self.downloads += other.downloads
        self.extractions += other.extractions
        self.chunks += other.chunks


def content_id_of(data: bytes, name: str) -> str:
    """The id of the content of these bytes. The name matters only if it distinguishes kinds of text."""
    kind = _TEXT_KINDS.get(extension_of(name))
    digest = hashlib.sha256(data).hexdigest()
    return f"content-{digest}-{kind}" if kind else f"content-{digest}"


def _marker(content_id: str, now: datetime, lease: Item = UNLEASED) -> Item:
    """Represents a content that is being created or, with a lease, removed. Unlike contents, markers are listed, so
    that interrupted work can be found."""
    return {"id": content_id, "type": "content", "schema_version": 1, "sort": timestamp(now), **lease}


def _content_in(stored: StoredItem | None) -> Content | None:
    return Content.from_item(stored) if stored and "content_id" in stored.body else None


class Contents:
    """Creates each content once and keeps it as long as a document refers to it, across all processes. Its item is
    stored before its chunks. A process that adds a reference replaces the item, and a process that removes the content
    does so first, both under its ETag. processing is that of the contents that are made now."""

    def __init__(
        self,
        items: ItemStore,
        blobs: BlobStore,
        index: DocumentIndex,
        extractor: TextExtractor,
        settings: ProcessingSettings,
        terms: LeaseTerms,
        now: Callable[[], datetime],
    ) -> None:
        self._items = items
        self._blobs = blobs
        self._index = index
        self._extractor = extractor
        self._settings = settings
        self.processing = settings.fingerprint
        self._terms = terms
        self._now = now
        self._locks: WeakValueDictionary[tuple[Caller, str], asyncio.Lock] = WeakValueDictionary()

    def lock(self, caller: Caller, content_id: str) -> asyncio.Lock:
        """The lock for adding a document's reference to the content and for removing an unused content."""
        return self._locks.setdefault((caller, content_id), asyncio.Lock())

    async def find(self, caller: Caller, content_id: str) -> Content | None:
        return _content_in(await self._items.read(caller.partition, content_id))

    async def text(self, caller: Caller, content_id: str) -> str:
        return (await self._blobs.get(_text_path(caller, content_id))).decode()

    async def derived(self, caller: Caller, content_id: str, name: str) -> bytes | None:
        """The data stored with the content under that name."""
        try:
            return await self._blobs.get(f"{_folder(caller, content_id)}/{name}")
        except NotFound:
            return None

    async def store_derived(
        self, caller: Caller, content_id: str, name: str, data: bytes, *, content_type: str
    ) -> None:
        """Stores data derived from the content until the content is removed. Stores nothing if it has just been
        removed."""
        path = f"{_folder(caller, content_id)}/{name}"
        await self._blobs.put(path, data, content_type=content_type)
        if await self.find(caller, content_id) is None:  # a later removal finds the stored data
            await self._blobs.delete(path)

    async def chunks(self, caller: Caller, content_id: str) -> list[Chunk]:
        return await self._index.chunks(caller, content_id)

    async def make(
        self,
        caller: Caller,
        content_id: str,
        name: str,
        data: bytes,
        work: Work,
        *,
        read: Callable[[], None],
        pages_read: PagesRead,
    ) -> Stored[Content]:
        """Returns the content of these bytes with a whole lifetime. Unknown content is extracted, chunked and indexed;
        read is called when extraction has ended. The caller holds the content's lock and stores the content under the
        ETag together with the referring document; if the ETag has changed, the content may have been removed and must
        be made again. Raises DocumentFailure if the bytes cannot be read, and LeaseHeld while another process removes
        the content."""
        while (stored := await self._items.read(caller.partition, content_id)) is None:
            with suppress(ItemExists):
                await self._items.write(caller.partition, [Create(_marker(content_id, self._now()))])
        if self._is_being_removed(stored):
            raise LeaseHeld(
                "The same content is being removed by another process. Please try again.", item_id=content_id
            )
        existing, expires_at = _content_in(stored), timestamp(self._now() + self._settings.lifetime)
        if existing and existing.processing == self.processing and existing.expires_at > timestamp(self._now()):
            return Stored(replace(existing, expires_at=expires_at), stored.etag)
        preparing = asyncio.create_task(asyncio.to_thread(prepare))  # while another process reads the file
        try:
            extracted = await self._extractor.extract(data, name=name, read=read, pages_read=pages_read)
        finally:
            await preparing
        work.extractions += 1
        size, overlap = self._settings.chunk_size, self._settings.chunk_overlap
        chunks = await asyncio.to_thread(chunk_text, extracted, size=size, overlap=overlap)
        description = await asyncio.to_thread(describe, extracted)
        work.chunks += len(chunks)
        await self._index.add(caller, content_id, chunks)
        text = extracted.text.encode()
        await self._blobs.put(_text_path(caller, content_id), text, content_type="text/plain; charset=utf-8")
        content = Content(
            content_id=content_id,
            processing=self.processing,
            title=extracted.title,
            characters=len(extracted.text),
            chunks=len(chunks),
            page_starts=extracted.page_starts,
            page_labels=extracted.page_labels,
            headings=extracted.headings[:_MAX_HEADINGS],
            expires_at=expires_at,
            language=description.language,
            keywords=description.keywords,
            summary=description.summary,
            names=description.names,
            years=description.years,
            notes=extracted.notes,
        )
        return Stored(content, stored.etag)

    async def until_free(self, caller: Caller, content_id: str) -> None:
        """Waits until no other process removes the content."""
        while True:
            stored = await self._items.read(caller.partition, content_id)
            if stored is None or not self._is_being_removed(stored):
                return
            await asyncio.sleep(_POLL_SECONDS)

    def _is_being_removed(self, stored: StoredItem) -> bool:
        """Whether another process is removing it. This process is not, because the caller holds the lock."""
        owner, until = (cast("str | None", stored.body.get(name)) for name in ("lease_owner", "lease_until"))
        return self._terms.is_anothers(owner, until)

    async def remove_unused(self, caller: Caller, content_id: str, *, besides: str | None = None) -> None:
        """Removes the content's text and chunks unless a document other than that of this file_id refers to it."""
        async with self.lock(caller, content_id):
            deadline = time.monotonic() + self._terms.seconds + _PATIENCE_SECONDS
            while True:
                stored = await self._items.read(caller.partition, content_id)
                if stored is None:  # it is deleted last
                    return
                users = await self._items.query(caller.partition, "document", where={"content_id": content_id}, limit=2)
                if any(user.body["file_id"] != besides for user in users):
                    return
                if self._is_being_removed(stored):
                    if time.monotonic() > deadline:
                        message = "The same content is being removed by another process. Please try again."
                        raise StoreUnavailable(message)
                    await asyncio.sleep(_POLL_SECONDS)
                    continue
                marker = _marker(content_id, self._now(), self._terms.fields())
                # While this marker exists, no document adds a reference, and no process creates or removes the content.
                with suppress(ItemChanged):
                    [etag] = await self._items.write(caller.partition, [Replace(marker, stored.etag)])
                    break
            condemned = LeasedItem(self._terms, self._items, caller.partition, marker, etag)
            is_removed = False
            try:
                async with self._terms.renewing(condemned.renew, strictly=True):
                    await self._index.remove(caller, content_id)
                    await self._blobs.delete(_text_path(caller, content_id))
                    async for blob in self._blobs.list(_folder(caller, content_id)):
                        await self._blobs.delete(blob.path)
                is_removed = True
            finally:  # after an outage, the next attempt need not wait for the lease to expire
                released = Replace(_marker(content_id, self._now()), condemned.etag)
                with suppress(ItemChanged):
                    deleted = Delete(content_id, condemned.etag)
                    await self._items.write(caller.partition, [deleted if is_removed else released])

    async def remove_abandoned(self, *, limit: int) -> None:
        """Removes contents of all callers whose creation or removal was interrupted long ago and not continued."""
        before = timestamp(self._now() - _ABANDONED_AFTER)
        for stored in await self._items.query((), "content", before=before, limit=limit):
            try:
                await self.remove_unused(owner_of(stored), str(stored.body["id"]))
            except OrcError as error:
                logger.warning("The remains of a document could not be removed: %s", error.code)


def _folder(caller: Caller, content_id: str) -> str:
    return f"{EXTRACTED}/{caller_folder(caller)}/{content_id}"


def _text_path(caller: Caller, content_id: str) -> str:
    return f"{_folder(caller, content_id)}.txt"
