"""Registers documents once and reuses them: a blob is read, extracted, chunked and indexed at most one time while it
stays the same, whoever asks first."""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from weakref import WeakValueDictionary

from orc.documents.chunk import chunk_text
from orc.documents.document import (
    Content,
    Document,
    DocumentError,
    document_key,
    failed,
    key_of,
    new_document,
    ready,
)
from orc.documents.names import blob_path, caller_folder
from orc.domain import Caller, ExtractedText, FileRef
from orc.errors import DocumentFailure, ItemChanged, ItemExists, NotFound
from orc.ports import BlobProperties, BlobStore, Create, DocumentIndex, ItemStore, Replace, TextExtractor, Upsert
from orc.records import timestamp

logger = logging.getLogger(__name__)

type Progress = Callable[[str], Awaitable[None]]

_LEASE = timedelta(minutes=5)
_MAX_ATTEMPTS = 5
_POLL_SECONDS = 0.1


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


class DocumentRegistry:
    """Owns the documents of all callers: their state, their text and their chunks."""

    def __init__(
        self,
        items: ItemStore,
        blobs: BlobStore,
        index: DocumentIndex,
        extractor: TextExtractor,
        settings: ProcessingSettings,
        *,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._items = items
        self._blobs = blobs
        self._index = index
        self._extractor = extractor
        self._settings = settings
        self._now = now
        self._running: dict[tuple[Caller, str], asyncio.Task[tuple[Document, Work]]] = {}
        self._content_locks: WeakValueDictionary[tuple[Caller, str], asyncio.Lock] = WeakValueDictionary()

    async def find(self, caller: Caller, conversation_id: str, blob_name: str) -> Document | None:
        """What is registered under a name, fresh or not."""
        stored = await self._items.read(caller.partition, document_key(conversation_id, blob_name))
        return Document.from_item(stored) if stored else None

    async def get(self, caller: Caller, file_id: str) -> Document:
        """The document that a file_id stands for; NotFound when it stands for none (any more)."""
        stored = await self._items.read(caller.partition, key_of(file_id))
        document = Document.from_item(stored) if stored else None
        if document is None or document.file_id != file_id:
            raise NotFound("There is no such document.", code="document_not_found")
        return document

    async def fresh(self, caller: Caller, file_id: str) -> Document | None:
        """The ready, unexpired document that a file_id stands for."""
        stored = await self._items.read(caller.partition, key_of(file_id))
        document = Document.from_item(stored) if stored else None
        if document is None or document.file_id != file_id or document.status != "ready":
            return None
        return None if document.is_expired(self._now()) else document

    async def exists(self, caller: Caller, conversation_id: str, blob_name: str) -> bool:
        """Whether the name stands for something: a registered document, or a blob that nobody has noticed yet."""
        if await self.find(caller, conversation_id, blob_name) is not None:
            return True
        return await self._blobs.properties(blob_path(caller, conversation_id, blob_name)) is not None

    async def of_conversation(self, caller: Caller, conversation_id: str) -> list[Document]:
        where = {"conversation_id": conversation_id}
        found = await self._items.query(caller.partition, "document", where=where, limit=1000)
        return [Document.from_item(stored) for stored in found]

    async def reusable(self, caller: Caller, conversation_id: str, blob_names: Collection[str]) -> list[FileRef]:
        """References to all of these when every one is registered and fresh, else none."""
        documents = [await self.find(caller, conversation_id, name) for name in blob_names]
        now = self._now()
        fresh = [d.ref for d in documents if d is not None and d.status == "ready" and not d.is_expired(now)]
        return fresh if len(fresh) == len(blob_names) else []

    async def text(self, caller: Caller, document: Document) -> str:
        """The extracted text of a ready document."""
        if document.status != "ready" or document.content_id is None:
            raise NotFound("This document has no text.", code="document_not_ready")
        return (await self._blobs.get(_text_path(caller, document.content_id))).decode()

    async def page_starts(self, caller: Caller, document: Document) -> tuple[int, ...]:
        """Offsets of the pages of a ready document in its text; none in a format without pages."""
        stored = await self._items.read(caller.partition, document.content_id or "")
        return Content.from_item(stored).page_starts if stored else ()

    async def note_upload(
        self, caller: Caller, conversation_id: str, blob_name: str, blob: BlobProperties, tags: tuple[str, ...] = ()
    ) -> Document:
        """The document of a stored blob: what is known of it while that stands, else queued anew."""
        while True:
            stored = await self._items.read(caller.partition, document_key(conversation_id, blob_name))
            known = Document.from_item(stored) if stored else None
            if known is not None and known.stands_for(blob.etag, self._now()):
                return known
            now = timestamp(self._now())
            document = new_document(
                conversation_id,
                blob_name,
                known.generation + 1 if known else 1,
                blob_etag=blob.etag,
                size=blob.size,
                mime_type=blob.content_type,
                created_at=known.created_at if known else now,
                updated_at=now,
                tags=tags or (known.tags if known else ()),
            )
            item = document.to_item()
            try:
                await self._items.write(caller.partition, [Replace(item, stored.etag) if stored else Create(item)])
            except (ItemExists, ItemChanged):  # somebody else noted it: look at what they wrote
                continue
            return document

    async def ensure_registered(
        self, caller: Caller, conversation_id: str, blob_name: str, progress: Progress | None = None
    ) -> tuple[Document, Work]:
        """The document as ready or failed, processed now if it must be, and the work that this call did.

        Calls for one blob share one registration, over all processes. NotFound when there is no blob. An outage is
        raised and may be tried again; after the fifth the document has failed.
        """
        key = (caller, document_key(conversation_id, blob_name))
        running = self._running.get(key)
        if running is not None:
            if progress is not None:
                await progress(f"Waiting for {blob_name}, which is being read")
            document, _ = await asyncio.shield(running)
            return document, Work()
        task = asyncio.create_task(self._ensure(caller, conversation_id, blob_name, progress))
        self._running[key] = task
        task.add_done_callback(lambda _: self._running.pop(key, None))
        return await asyncio.shield(task)

    async def _ensure(
        self, caller: Caller, conversation_id: str, blob_name: str, progress: Progress | None
    ) -> tuple[Document, Work]:
        path = blob_path(caller, conversation_id, blob_name)
        waiting = False
        while True:
            blob = await self._blobs.properties(path)
            if blob is None:
                raise NotFound(f"{blob_name} was not uploaded to this conversation.", code="document_not_found")
            document = await self.note_upload(caller, conversation_id, blob_name, blob)
            if document.status in ("ready", "failed"):
                return document, Work()
            if document.is_leased(self._now()):
                if progress is not None and not waiting:
                    await progress(f"Waiting for {blob_name}, which is being read")
                waiting = True
                await asyncio.sleep(_POLL_SECONDS)
            elif (claim := await self._claim(caller, document)) is not None:
                if progress is not None:
                    await progress(f"Reading {blob_name}")
                if (finished := await self._process(caller, *claim, path)) is not None:
                    return finished

    async def _claim(self, caller: Caller, document: Document) -> tuple[Document, str] | None:
        """Takes the document for processing; None when somebody else was faster."""
        stored = await self._items.read(caller.partition, key_of(document.file_id))
        if stored is None or Document.from_item(stored) != document:
            return None
        now = self._now()
        claimed = replace(
            document,
            status="processing",
            attempts=document.attempts + 1,
            lease_until=timestamp(now + _LEASE),
            updated_at=timestamp(now),
        )
        try:
            [etag] = await self._items.write(caller.partition, [Replace(claimed.to_item(), stored.etag)])
        except ItemChanged:
            return None
        return claimed, etag

    async def _process(self, caller: Caller, claimed: Document, etag: str, path: str) -> tuple[Document, Work] | None:
        """Processes a claimed document; None when it was replaced or deleted meanwhile."""
        work = Work(downloads=1)
        finished = self._after_outage(claimed)
        try:
            content = await self._content(caller, claimed.blob_name, await self._blobs.get(path), work)
            finished = ready(claimed, content, self._now())
        except DocumentFailure as failure:
            logger.info("Document %s cannot be read: %s", claimed.file_id, failure.code)
            finished = failed(claimed, DocumentError(failure.code, failure.message), self._now())
        finally:  # an outage gives the document back at once: the next try need not wait for the lease to end
            replaced = await self._replace(caller, finished, etag)
        return (finished, work) if replaced else None

    def _after_outage(self, claimed: Document) -> Document:
        if claimed.attempts < _MAX_ATTEMPTS:
            return replace(claimed, status="queued", lease_until=None)
        given_up = f"Reading it was tried {claimed.attempts} times without success."
        return failed(claimed, DocumentError("document_processing_failed", given_up), self._now())

    async def _replace(self, caller: Caller, document: Document, etag: str) -> bool:
        try:
            await self._items.write(caller.partition, [Replace(document.to_item(), etag)])
        except ItemChanged:
            logger.info("Document %s was replaced while it was processed", document.file_id)
            return False
        return True

    async def _content(self, caller: Caller, name: str, data: bytes, work: Work) -> Content:
        """The content of these bytes: what is known of them, else extracted, chunked and indexed now."""
        content_id = f"content-{hashlib.sha256(data).hexdigest()}"
        lock = self._content_locks.setdefault((caller, content_id), asyncio.Lock())
        async with lock:
            stored = await self._items.read(caller.partition, content_id)
            if stored is not None:
                known = Content.from_item(stored)
                if known.processing == self._settings.fingerprint and known.expires_at > timestamp(self._now()):
                    return known
            extracted = await self._extractor.extract(data, name=name)
            work.extractions += 1
            return await self._index_content(caller, content_id, extracted, work)

    async def _index_content(self, caller: Caller, content_id: str, extracted: ExtractedText, work: Work) -> Content:
        size, overlap = self._settings.chunk_size, self._settings.chunk_overlap
        chunks = await asyncio.to_thread(chunk_text, extracted, size=size, overlap=overlap)
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
            expires_at=timestamp(self._now() + timedelta(seconds=self._settings.ttl_seconds)),
        )
        await self._items.write(caller.partition, [Upsert(content.to_item())])
        return content


def _text_path(caller: Caller, content_id: str) -> str:
    return f"extracted/{caller_folder(caller)}/{content_id}.txt"
