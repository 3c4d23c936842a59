"""What was made of bytes, whatever files carry them: their text, their chunks, and what they are about."""

import asyncio
import hashlib
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import cast
from weakref import WeakValueDictionary

from orc.documents.formats import SENT_MARKDOWN, SENT_TEXT
from orc.documents.paths import caller_folder
from orc.documents.records import Content
from orc.documents.text.chunks import chunk_text
from orc.documents.text.metadata import describe, prepare
from orc.domain import Caller, Chunk, ExtractedText
from orc.errors import ItemChanged, ItemExists, LeaseHeld, OrcError, StoreUnavailable
from orc.items import Stored, timestamp
from orc.leases import UNLEASED, LeasedItem, LeaseTerms
from orc.ports import BlobStore, Create, Delete, DocumentIndex, Item, ItemStore, Replace, StoredItem, TextExtractor

logger = logging.getLogger(__name__)

_PATIENCE_SECONDS = 10.0  # beyond the lease of who may be dead
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
    """How documents are chunked, in characters, and for how many seconds what is read is kept."""

    chunk_size: int
    chunk_overlap: int
    ttl_seconds: int

    @property
    def fingerprint(self) -> str:
        """Changes when the same bytes would be chunked otherwise."""
        return f"{self.chunk_size}/{self.chunk_overlap}"


@dataclass(slots=True)
class Work:
    """What registering took: all zero when the document was already known."""

    downloads: int = 0
    extractions: int = 0
    chunks: int = 0

    def add(self, other: "Work") -> None:
        self.downloads += other.downloads
        self.extractions += other.extractions
        self.chunks += other.chunks


def content_id_of(data: bytes, name: str) -> str:
    """The id of what is made of these bytes. The name counts where it tells one kind of text from another."""
    kind = _TEXT_KINDS.get(name.rpartition(".")[2].lower())
    digest = hashlib.sha256(data).hexdigest()
    return f"content-{digest}-{kind}" if kind else f"content-{digest}"


def _marker(content_id: str, now: datetime, lease: Item = UNLEASED) -> Item:
    """In the place of a content that is being made or, with a lease, removed. It is listed, as contents are not: so
    what broke off is found."""
    return {"id": content_id, "type": "content", "schema_version": 1, "sort": timestamp(now), **lease}


def _made(stored: StoredItem | None) -> Content | None:
    return Content.from_item(stored) if stored and "content_id" in stored.body else None


class Contents:
    """Makes each content once and keeps it for as long as a document refers to it, over all processes: its item is
    there before its chunks; who comes to refer to it replaces it, and who removes it does so first, both under its
    ETag."""

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
        self._terms = terms
        self._now = now
        self._locks: WeakValueDictionary[tuple[Caller, str], asyncio.Lock] = WeakValueDictionary()

    def lock(self, caller: Caller, content_id: str) -> asyncio.Lock:
        """Held while a document comes to refer to the content, or a content is removed that none refers to."""
        return self._locks.setdefault((caller, content_id), asyncio.Lock())

    async def find(self, caller: Caller, content_id: str) -> Content | None:
        return _made(await self._items.read(caller.partition, content_id))

    async def text(self, caller: Caller, content_id: str) -> str:
        return (await self._blobs.get(_text_path(caller, content_id))).decode()

    async def chunks(self, caller: Caller, content_id: str) -> list[Chunk]:
        return await self._index.chunks(caller, content_id)

    async def make(
        self, caller: Caller, content_id: str, name: str, data: bytes, work: Work, read: Callable[[], None]
    ) -> Stored[Content]:
        """The content of these bytes: what is known of them, else extracted, chunked and indexed now; read is called
        when they are extracted. For the holder of its lock, who stores it under the ETag together with what refers to
        it; when that has changed, it may have been removed, and is to be made again. DocumentFailure when there is
        nothing to be made of the bytes, LeaseHeld while another process removes what was made of them."""
        stored = await self._found(caller, content_id)
        known = _made(stored)
        if known and known.processing == self._settings.fingerprint and known.expires_at > timestamp(self._now()):
            return Stored(known, stored.etag)
        preparing = asyncio.create_task(asyncio.to_thread(prepare))  # while another process reads the file
        try:
            extracted = await self._extractor.extract(data, name=name, read=read)
        finally:
            await preparing
        work.extractions += 1
        return Stored(await self._indexed(caller, content_id, extracted, work), stored.etag)

    async def _found(self, caller: Caller, content_id: str) -> StoredItem:
        """The content's item, made or not."""
        while True:
            stored = await self._items.read(caller.partition, content_id)
            if stored is None:
                with suppress(ItemExists):
                    await self._items.write(caller.partition, [Create(_marker(content_id, self._now()))])
            elif self._is_being_removed(stored):
                raise LeaseHeld(
                    "The same content is being removed by another process. Please try again.", item_id=content_id
                )
            else:
                return stored

    async def until_free(self, caller: Caller, content_id: str) -> None:
        """Returns once no other process removes the content."""
        while True:
            stored = await self._items.read(caller.partition, content_id)
            if stored is None or not self._is_being_removed(stored):
                return
            await asyncio.sleep(_POLL_SECONDS)

    def _is_being_removed(self, stored: StoredItem) -> bool:
        """By another process, that is: here, who asks holds the lock, and what was begun has ended or broken off."""
        owner, until = (cast("str | None", stored.body.get(name)) for name in ("lease_owner", "lease_until"))
        return self._terms.is_anothers(owner, until)

    async def _indexed(self, caller: Caller, content_id: str, extracted: ExtractedText, work: Work) -> Content:
        size, overlap = self._settings.chunk_size, self._settings.chunk_overlap
        chunks = await asyncio.to_thread(chunk_text, extracted, size=size, overlap=overlap)
        description = await asyncio.to_thread(describe, extracted)
        work.chunks += len(chunks)
        await self._index.add(caller, content_id, chunks)
        text = extracted.text.encode()
        await self._blobs.put(_text_path(caller, content_id), text, content_type="text/plain; charset=utf-8")
        return Content(
            content_id=content_id,
            processing=self._settings.fingerprint,
            title=extracted.title,
            characters=len(extracted.text),
            chunks=len(chunks),
            page_starts=extracted.page_starts,
            page_labels=extracted.page_labels,
            headings=extracted.headings[:_MAX_HEADINGS],
            expires_at=timestamp(self._now() + timedelta(seconds=self._settings.ttl_seconds)),
            language=description.language,
            keywords=description.keywords,
            summary=description.summary,
            names=description.names,
            years=description.years,
            notes=extracted.notes,
        )

    async def remove_unused(self, caller: Caller, content_id: str, *, besides: str | None = None) -> None:
        """Removes the content's text and chunks unless a document, besides that of this file_id, refers to it."""
        async with self.lock(caller, content_id):
            condemned = await self._condemned(caller, content_id, besides)
            if condemned is None:
                return
            is_removed = False
            try:
                async with self._terms.renewing(condemned.renew, strictly=True):
                    await self._index.remove(caller, content_id)
                    await self._blobs.delete(_text_path(caller, content_id))
                is_removed = True
            finally:  # whoever tries again after an outage need not wait for the lease to expire
                marker = _marker(content_id, self._now())
                ended = Delete(content_id, condemned.etag) if is_removed else Replace(marker, condemned.etag)
                with suppress(ItemChanged):
                    await self._items.write(caller.partition, [ended])

    async def _condemned(self, caller: Caller, content_id: str, besides: str | None) -> LeasedItem | None:
        """The content's marker, with a lease, when nobody refers to it; nobody else comes to, makes or removes it then,
        until it is removed. None when there is nothing to be removed."""
        deadline = time.monotonic() + self._terms.seconds + _PATIENCE_SECONDS
        while True:
            stored = await self._items.read(caller.partition, content_id)
            if stored is None:  # it goes last
                return None
            users = await self._items.query(caller.partition, "document", where={"content_id": content_id}, limit=2)
            if any(user.body["file_id"] != besides for user in users):
                return None
            if self._is_being_removed(stored):
                if time.monotonic() > deadline:
                    raise StoreUnavailable("The same content is being removed by another process. Please try again.")
                await asyncio.sleep(_POLL_SECONDS)
                continue
            marker = _marker(content_id, self._now(), self._terms.fields())
            with suppress(ItemChanged):
                [etag] = await self._items.write(caller.partition, [Replace(marker, stored.etag)])
                return LeasedItem(self._terms, self._items, caller.partition, marker, etag)

    async def remove_abandoned(self, *, limit: int) -> None:
        """Removes contents, of all callers, whose making or removal broke off so long ago that nobody is at it."""
        before = timestamp(self._now() - _ABANDONED_AFTER)
        for stored in await self._items.query((), "content", before=before, limit=limit):
            caller = Caller(str(stored.body["organization_id"]), str(stored.body["user_id"]))
            try:
                await self.remove_unused(caller, str(stored.body["id"]))
            except OrcError as error:
                logger.warning("The remains of a document could not be removed: %s", error.code)


def _text_path(caller: Caller, content_id: str) -> str:
    return f"extracted/{caller_folder(caller)}/{content_id}.txt"
