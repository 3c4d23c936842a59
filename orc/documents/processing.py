"""Processes a queued document: one worker acquires its lease, reads it, and stores it as ready or failed."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Self

from orc.documents.contents import Contents, Work, content_id_of
from orc.documents.describer import Describer
from orc.documents.events import DocumentEvents
from orc.documents.labels import MetadataRules
from orc.documents.paths import blob_path
from orc.documents.records import Content, Document, DocumentError, failed, ready
from orc.documents.upload_recorder import METADATA_MISSING
from orc.domain import Caller, Json
from orc.errors import DocumentFailure, ItemChanged, LeaseLost, NotFound, StoreError
from orc.items import Stored, timestamp
from orc.leases import LeasedItem, LeaseTerms
from orc.ports import BlobStore, ItemStore, PagesRead, Replace, Write

logger = logging.getLogger(__name__)

_MAX_ATTEMPTS = 5
_PROGRESS_SECONDS = 1.0
# An upload of the same bytes may change these fields during processing.
_SHARED = ("blob_etag", "sha256", "tags", "metadata")


@dataclass(frozen=True, slots=True)
class Claim:
    """A document for which this process has the lease."""

    document: Document
    item: LeasedItem


class Processor:
    """Processes documents. Each change is guarded by the document's ETag and written together with its event. on_ended
    is called with each document that has become ready or failed; count counts each document id once."""

    def __init__(
        self,
        items: ItemStore,
        blobs: BlobStore,
        contents: Contents,
        events: DocumentEvents,
        describer: Describer | None,
        terms: LeaseTerms,
        now: Callable[[], datetime],
        *,
        rules: MetadataRules,
        on_ended: Callable[[Caller, Document], None],
        count: Callable[[Caller, str, Mapping[str, int]], Awaitable[None]],
    ) -> None:
        self._items = items
        self._blobs = blobs
        self._contents = contents
        self._events = events
        self._describer = describer
        self._terms = terms
        self._now = now
        self._rules = rules
        self._on_ended = on_ended
        self._count = count

    async def claim(self, caller: Caller, document: Document) -> Claim | None:
        """Acquires or takes over the lease of a document, which counts as an attempt. Returns None if another process
        was faster, or if the document has failed because its attempts are used up."""
        stored = await self._items.read(caller.partition, document.key)
        if stored is None or Document.from_item(stored) != document:
            return None
        if document.attempts >= _MAX_ATTEMPTS:  # every process that read it died
            dead = LeasedItem(self._terms, self._items, caller.partition, stored.body, stored.etag)
            await self._store(caller, dead, self._too_many_attempts(document))
            return None
        now = self._now()
        claimed = replace(
            document,
            status="processing",
            attempts=document.attempts + 1,
            pages=None,
            pages_read=None,
            updated_at=timestamp(now),
            lease_owner=self._terms.owner_id,
            lease_until=self._terms.expiry(),
        )
        writes: list[Write] = [Replace(claimed.to_item(), stored.etag)]
        if claimed.attempts == 1:
            payload: dict[str, Json] = {"file_id": claimed.file_id, "generation": claimed.generation}
            writes.append(self._events.write(claimed, "registered", now, payload))
        try:
            [etag, *_] = await self._items.write(caller.partition, writes)
        except ItemChanged:
            return None
        item = claimed.to_item()
        return Claim(claimed, LeasedItem(self._terms, self._items, caller.partition, item, etag, shared=_SHARED))

    async def process(
        self, caller: Caller, claim: Claim, *, read: Callable[[], None], pages_read: PagesRead
    ) -> tuple[Document, Work] | None:
        """Processes a claimed document. Calls read when its file has been read, and pages_read at most once a second
        before that. Returns None if the document was replaced, deleted or taken over in the meantime. Raises LeaseHeld
        while another process removes the same content."""
        claimed, work, content_id = claim.document, Work(downloads=1), ""
        finished, is_stored = None, False
        try:
            async with self._terms.renewing(claim.item.renew):
                data = await self._blobs.get(blob_path(caller.conversation(claimed.conversation_id), claimed.blob_name))
                content_id = content_id_of(data, claimed.extracted_as)
                if claimed.previous_content_id not in (content_id, None):  # while the document still refers to it
                    await self._contents.remove_unused(caller, str(claimed.previous_content_id))
                async with self._contents.lock(caller, content_id), _PageProgress(claim.item, pages_read) as progress:
                    finished, is_stored = await self._read(caller, claim, content_id, data, work, read, progress)
        except NotFound:  # the blob was deleted after it was registered
            return None
        except LeaseLost:
            logger.info("Document %s was taken over, replaced or deleted", claimed.file_id)
        finally:  # after an outage the lease is released at once, so that the next attempt need not wait for its expiry
            if finished is None:
                queued = replace(claimed, status="queued", lease_owner=None, lease_until=None)
                released = queued if claimed.attempts < _MAX_ATTEMPTS else self._too_many_attempts(claimed)
                await self._store(caller, claim.item, released)
        if content_id and (finished is None or not is_stored or finished.content_id != content_id):
            await self._contents.remove_unused(caller, content_id)
        if finished is None or not is_stored:
            return None
        if self._describer is not None and finished.status == "ready":
            self._describer.describe_later(caller, finished)
        return finished, work

    async def _read(
        self,
        caller: Caller,
        claim: Claim,
        content_id: str,
        data: bytes,
        work: Work,
        read: Callable[[], None],
        progress: "_PageProgress",
    ) -> tuple[Document, bool]:
        """Returns the document, ready or failed with the reason, and whether it could be stored; it cannot be if it was
        replaced or deleted in the meantime."""
        claimed = claim.document
        while True:
            content = None
            try:
                self._check_metadata(claimed)
                content = await self._contents.make(
                    caller, content_id, claimed.extracted_as, data, work, read=read, pages_read=progress.note
                )
                finished = ready(claimed, content.record, self._now())
                pages = (finished.pages or 1) if work.extractions else 0
                used = {"documents": 1, "bytes": finished.size, "pages": pages}
                await self._count(caller, finished.file_id, used)
            except DocumentFailure as failure:
                logger.info("Document %s cannot be read: %s", claimed.file_id, failure.code)
                content = None
                finished = failed(claimed, DocumentError(failure.code, failure.message), self._now(), leaves=content_id)
            is_stored = await self._store(caller, claim.item, finished, content)
            if is_stored is not None:
                return finished, is_stored

    def _check_metadata(self, document: Document) -> None:
        """Raises if required metadata is missing, as it may be on a blob that was stored without an upload."""
        if missing := self._rules.missing(document.metadata):
            message = f"Required metadata is missing: {', '.join(missing)}."
            raise DocumentFailure(message, code=METADATA_MISSING)

    def _too_many_attempts(self, document: Document) -> Document:
        message = f"The document could not be read in {document.attempts} attempts."
        error = DocumentError("document_processing_failed", message)
        return failed(document, error, self._now(), leaves=document.previous_content_id)

    async def _store(
        self, caller: Caller, item: LeasedItem, document: Document, content: Stored[Content] | None = None
    ) -> bool | None:
        """Stores the result for a claimed document, with its event. Returns False if the document was replaced, deleted
        or taken over, and None if only its content has changed in the meantime."""
        writes = list[Write]()
        if content is not None:
            writes.append(Replace(content.record.to_item(), content.etag))
        if document.error is not None:
            payload = {"code": document.error.code, "message": document.error.message}
            writes.append(self._events.write(document, "failed", self._now(), payload))
        elif document.status == "ready":
            counts = {name: getattr(document, name) for name in ("pages", "characters", "chunks", "language")}
            writes.append(self._events.write(document, "processed", self._now(), counts))
        is_stored = await item.replace(document.to_item(), writes)
        if is_stored is False:
            logger.info("Document %s was replaced, deleted or taken over while it was processed", document.file_id)
        if is_stored and document.status in ("ready", "failed"):
            self._on_ended(caller, document)
        return is_stored


class _PageProgress:
    """Reports and stores the number of pages read, at most once a second, until its block ends."""

    def __init__(self, item: LeasedItem, pages_read: PagesRead) -> None:
        self._item = item
        self._pages_read = pages_read
        self._latest: tuple[int, int] | None = None
        self._ended = asyncio.Event()
        self._reporting: asyncio.Task[None] | None = None

    def note(self, read: int, total: int) -> None:
        self._latest = read, total
        if self._reporting is None or self._reporting.done():
            self._reporting = asyncio.create_task(self._report())

    async def _report(self) -> None:
        while self._latest is not None and not self._ended.is_set():
            (read, total), self._latest = self._latest, None
            self._pages_read(read, total)
            with suppress(StoreError):  # the next count, or the result, is stored anyway
                await self._item.renew({"pages_read": read, "pages": total})
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ended.wait(), _PROGRESS_SECONDS)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._ended.set()
        if self._reporting is not None:
            await asyncio.wait([self._reporting])
