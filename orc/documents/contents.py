"""What was made of bytes, whatever files carry them: their text, their chunks, and what they are about."""

import asyncio
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

from orc.documents.chunk import chunk_text
from orc.documents.document import Content
from orc.documents.metadata import describe, prepare
from orc.documents.names import caller_folder
from orc.domain import Caller, Chunk, ExtractedText
from orc.ports import BlobStore, Delete, DocumentIndex, ItemStore, TextExtractor, Upsert
from orc.records import timestamp

_TEXT_KINDS = {"csv": "csv", "md": "md", "html": "html", "htm": "html"}


@dataclass(frozen=True, slots=True)
class ProcessingSettings:
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


class Contents:
    """Makes each content once and keeps it for as long as a document refers to it."""

    def __init__(
        self,
        items: ItemStore,
        blobs: BlobStore,
        index: DocumentIndex,
        extractor: TextExtractor,
        settings: ProcessingSettings,
        now: Callable[[], datetime],
    ) -> None:
        self._items = items
        self._blobs = blobs
        self._index = index
        self._extractor = extractor
        self._settings = settings
        self._now = now
        self._locks: WeakValueDictionary[tuple[Caller, str], asyncio.Lock] = WeakValueDictionary()

    def lock(self, caller: Caller, content_id: str) -> asyncio.Lock:
        """Held while a document comes to refer to the content, or a content is removed that none refers to."""
        return self._locks.setdefault((caller, content_id), asyncio.Lock())

    async def find(self, caller: Caller, content_id: str) -> Content | None:
        stored = await self._items.read(caller.partition, content_id)
        return Content.from_item(stored) if stored else None

    async def text(self, caller: Caller, content_id: str) -> str:
        return (await self._blobs.get(_text_path(caller, content_id))).decode()

    async def chunks(self, caller: Caller, content_id: str) -> list[Chunk]:
        return await self._index.chunks(caller, content_id)

    async def make(self, caller: Caller, content_id: str, name: str, data: bytes, work: Work) -> Content:
        """The content of these bytes: what is known of them, else extracted, chunked and indexed now. For the holder
        of its lock; DocumentFailure when there is nothing to be made of them."""
        known = await self.find(caller, content_id)
        if known and known.processing == self._settings.fingerprint and known.expires_at > timestamp(self._now()):
            return known
        preparing = asyncio.create_task(asyncio.to_thread(prepare))  # while another process reads the file
        try:
            extracted = await self._extractor.extract(data, name=name)
        finally:
            await preparing
        work.extractions += 1
        return await self._store(caller, content_id, extracted, work)

    async def _store(self, caller: Caller, content_id: str, extracted: ExtractedText, work: Work) -> Content:
        size, overlap = self._settings.chunk_size, self._settings.chunk_overlap
        chunks = await asyncio.to_thread(chunk_text, extracted, size=size, overlap=overlap)
        description = await asyncio.to_thread(describe, extracted)
        work.chunks += len(chunks)
        await self._index.add(caller, content_id, chunks)
        text = extracted.text.encode()
        await self._blobs.put(_text_path(caller, content_id), text, content_type="text/plain; charset=utf-8")
        content = Content(
            content_id=content_id,
            processing=self._settings.fingerprint,
            title=extracted.title,
            characters=len(extracted.text),
            chunks=len(chunks),
            page_starts=extracted.page_starts,
            page_labels=extracted.page_labels,
            expires_at=timestamp(self._now() + timedelta(seconds=self._settings.ttl_seconds)),
            language=description.language,
            keywords=description.keywords,
            summary=description.summary,
        )
        await self._items.write(caller.partition, [Upsert(content.to_item())])
        return content

    async def remove_unused(self, caller: Caller, content_id: str, *, besides: str | None = None) -> None:
        """Removes the content's text and chunks unless a document, besides that of this key, refers to it."""
        async with self.lock(caller, content_id):
            where = {"content_id": content_id}
            users = await self._items.query(caller.partition, "document", where=where, limit=2)
            if all(stored.body["id"] == besides for stored in users):
                await self._index.remove(caller, content_id)
                await self._blobs.delete(_text_path(caller, content_id))
                await self._items.write(caller.partition, [Delete(content_id)])


def _text_path(caller: Caller, content_id: str) -> str:
    return f"extracted/{caller_folder(caller)}/{content_id}.txt"
