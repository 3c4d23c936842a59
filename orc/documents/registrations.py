"""Registrations in progress: each document is read once, although processes compete for it and may die."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime, timedelta
from typing import Any

from orc.documents.contents import Contents, Work
from orc.documents.labels import UploadInfo
from orc.documents.paths import blob_path
from orc.documents.processing import Processor
from orc.documents.records import Document, owner_of
from orc.documents.removal import Removal
from orc.documents.slots import Slots
from orc.documents.upload_recorder import UploadRecorder
from orc.domain import Caller, ConversationKey
from orc.errors import LeaseHeld, NotFound, OrcError, ShuttingDown
from orc.items import timestamp
from orc.leases import LeaseTerms
from orc.ports import BlobStore, ItemStore
from orc.ports.subject import Subject, working_for

logger = logging.getLogger(__name__)

type Progress = Callable[[str], Awaitable[None]]

_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 0.5
_ABANDONED_AFTER = timedelta(minutes=1)  # an upload, or a turn that waits for the file, registers it earlier


class _Registration:
    """A registration in progress in this process. elsewhere is set while another process has the document's lease."""

    def __init__(self, blob_name: str) -> None:
        self.task: asyncio.Task[tuple[Document, Work]]
        self.elsewhere = _future()
        self.askers = 0
        self._blob_name = blob_name
        self._status = ""
        self._is_read = False
        self._change = _future()

    def waits(self, why: str) -> None:
        self._tell(f"Waiting for {self._blob_name}, which {why}", is_read=False)

    def is_held_elsewhere(self) -> None:
        if not self.elsewhere.done():
            self.elsewhere.set_result(None)

    def is_read(self) -> None:
        if self.elsewhere.done():
            self.elsewhere = _future()
        self._tell(f"Reading {self._blob_name}", is_read=True)

    def reads_pages(self, read: int, of: int) -> None:
        self._tell(f"Reading {self._blob_name}: {read:,} of {of:,} pages", is_read=True)

    def _tell(self, status: str, *, is_read: bool) -> None:
        if status != self._status:
            self._status, self._is_read = status, is_read
            self._change.set_result(None)
            self._change = _future()

    async def follow(self, progress: Progress, *, joined: bool) -> None:
        """Reports progress until the registration ends. A caller who joins while the file is being read gets a message
        that the registration waits for it."""
        last_status = ""
        while not self.task.done():
            if self._status == last_status:
                await _first_of(self.task, self._change)
                continue
            waits = joined and not last_status and self._is_read
            last_status = self._status
            await progress(f"Waiting for {self._blob_name}, which is being read" if waits else last_status)

    def result(self) -> tuple[Document, Work]:
        if self.task.cancelled():
            raise ShuttingDown("This server is stopping; another one continues with the document.")
        return self.task.result()


def _future() -> asyncio.Future[None]:
    return asyncio.get_running_loop().create_future()


async def _first_of(*futures: asyncio.Future[Any]) -> None:
    await asyncio.wait(futures, return_when=asyncio.FIRST_COMPLETED)


class Registrations:
    """Each document is read by one process, under a lease. The others wait, and one of them takes over when the lease
    expires, or at once when its owner is known to be dead. A registration that waits for a lease occupies no slot."""

    def __init__(
        self,
        items: ItemStore,
        blobs: BlobStore,
        contents: Contents,
        processor: Processor,
        terms: LeaseTerms,
        now: Callable[[], datetime],
        recorder: UploadRecorder,
        removal: Removal,
        slots: Slots,
    ) -> None:
        self._items = items
        self._blobs = blobs
        self._contents = contents
        self._processor = processor
        self._terms = terms
        self._now = now
        self._recorder = recorder
        self._removal = removal
        self._slots = slots
        self._running: dict[tuple[ConversationKey, str], _Registration] = {}
        self._closing = False

    async def ensure(self, key: ConversationKey, blob_name: str, progress: Progress | None) -> tuple[Document, Work]:
        """Returns the document as ready or failed, and the work done by this call; see DocumentRegistry."""
        registration, joined = self._joined(key, blob_name)
        registration.askers += 1
        try:
            if progress is not None:
                await registration.follow(progress, joined=joined)
            await asyncio.wait([registration.task])
        finally:
            registration.askers -= 1
        document, work = registration.result()
        return document, Work() if joined else work

    async def deliver(self, key: ConversationKey, blob_name: str) -> Document | None:
        """Returns the document as ready or failed, or None if another process has its lease. In that case the
        registration continues here in the background, and takes over if that process dies."""
        registration, _ = self._joined(key, blob_name)
        registration.askers += 1
        try:
            await _first_of(registration.task, registration.elsewhere)
        finally:
            registration.askers -= 1
        return registration.result()[0] if registration.task.done() else None

    def ensure_progress(self, caller: Caller, documents: Iterable[Document]) -> None:
        """Reads abandoned documents in the background: those whose process died, and those that no process has started
        to read."""
        if self._closing:
            return
        for document in documents:
            if document.status == "processing":
                abandoned = not self._terms.is_anothers(document.lease_owner, document.lease_until)
            else:
                before = timestamp(self._now() - _ABANDONED_AFTER)
                abandoned = document.status == "queued" and document.updated_at < before
            if abandoned:
                self._joined(caller.conversation(document.conversation_id), document.blob_name)

    def begin(self, caller: Caller, document: Document) -> None:
        """Reads a document that was queued again, in the background."""
        if not self._closing:
            self._joined(caller.conversation(document.conversation_id), document.blob_name)

    async def take_over_abandoned(self, *, limit: int) -> None:
        """Reads abandoned documents of all callers in the background."""
        for status in ("processing", "queued"):
            for stored in await self._items.query((), "document", where={"status": status}, limit=limit):
                self.ensure_progress(owner_of(stored), [Document.from_item(stored)])

    def _joined(self, key: ConversationKey, blob_name: str) -> tuple[_Registration, bool]:
        """The blob's registration in this process, and whether it was already in progress."""
        name = (key, blob_name)
        if name in self._running:
            return self._running[name], True
        if self._closing:
            raise ShuttingDown("This server is stopping; another one continues with the document.")
        registration = self._running[name] = _Registration(blob_name)

        def on_end(task: asyncio.Task[tuple[Document, Work]]) -> None:
            del self._running[name]
            error = None if task.cancelled() else task.exception()
            if error is not None and not registration.askers:
                reason = error.code if isinstance(error, OrcError) else repr(error)
                logger.warning("An unfinished document could not be registered: %s", reason)

        with working_for(Subject.of(key)):  # the current work may be for another conversation
            registration.task = asyncio.create_task(self._register(registration, key, blob_name))
        registration.task.add_done_callback(on_end)
        return registration, False

    async def _register(
        self, registration: _Registration, key: ConversationKey, blob_name: str
    ) -> tuple[Document, Work]:
        async def waits() -> None:
            registration.waits("is queued behind other files")

        path, pause = blob_path(key, blob_name), _FIRST_PAUSE
        while True:
            blob = await self._blobs.properties(path)
            if blob is None:
                await self._removal.forget(key, blob_name)
                raise NotFound(f"{blob_name} was not uploaded to this conversation.", code="document_not_found")
            document = await self._recorder.note(key, blob_name, blob, UploadInfo())
            if document.status in ("ready", "failed"):
                return document, Work()
            if document.status == "processing" and self._terms.is_anothers(document.lease_owner, document.lease_until):
                registration.waits("is being read by another process")
                registration.is_held_elsewhere()
                await asyncio.sleep(pause)
                pause = min(1.3 * pause, _LONGEST_PAUSE)
                continue
            try:
                async with self._slots.slot(key.caller, document.size, waits) as slot:
                    claim = await self._processor.claim(key.caller, document)
                    if claim is None:  # another process has claimed it in the meantime
                        continue
                    registration.is_read()
                    finished = await self._processor.process(
                        key.caller, claim, read=slot.release, pages_read=registration.reads_pages
                    )
            except LeaseHeld as held:
                registration.is_held_elsewhere()
                await self._contents.until_free(key.caller, held.item_id)
                continue
            if finished is not None:
                return finished

    async def aclose(self) -> None:
        """Starts no more registrations. Those in progress release their leases, so that another process can take over
        at once."""
        self._closing = True
        tasks = [registration.task for registration in self._running.values()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
