"""Registrations under way: each document is read once, whichever process comes to it first, and whichever dies."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from orc.documents.contents import Contents, Work
from orc.documents.labels import Sent
from orc.documents.noting import Noting
from orc.documents.paths import blob_path
from orc.documents.processing import Processor
from orc.documents.records import Document
from orc.documents.removal import Removal
from orc.documents.slots import Slots
from orc.domain import Caller, ConversationKey
from orc.errors import LeaseHeld, NotFound, OrcError, ShuttingDown
from orc.items import timestamp
from orc.leases import LeaseTerms
from orc.ports import BlobStore, ItemStore

logger = logging.getLogger(__name__)

type Progress = Callable[[str], Awaitable[None]]

_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 0.5
_ABANDONED_AFTER = timedelta(minutes=1)  # who uploads a file, or waits for it, comes sooner than that


class _Registration:
    """One that is under way in this process. elsewhere is set while another process has the document's lease."""

    def __init__(self, blob_name: str) -> None:
        self.task: asyncio.Task[tuple[Document, Work]]
        self.elsewhere = _future()
        self.askers = 0
        self._blob_name = blob_name
        self._told = ""
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

    def _tell(self, told: str, *, is_read: bool) -> None:
        if told != self._told:
            self._told, self._is_read = told, is_read
            self._change.set_result(None)
            self._change = _future()

    async def follow(self, progress: Progress, *, joined: bool) -> None:
        """Tells how it goes until it has ended. Who joined it while the file was read hears that it is waited for."""
        heard = ""
        while not self.task.done():
            if self._told == heard:
                await _first_of(self.task, self._change)
                continue
            waits = joined and not heard and self._is_read
            heard = self._told
            await progress(f"Waiting for {self._blob_name}, which is being read" if waits else heard)

    def result(self) -> tuple[Document, Work]:
        if self.task.cancelled():
            raise ShuttingDown("This server is stopping; another one continues with the document.")
        return self.task.result()


def _future() -> asyncio.Future[None]:
    return asyncio.get_running_loop().create_future()


async def _first_of(*futures: asyncio.Future[Any]) -> None:
    await asyncio.wait(futures, return_when=asyncio.FIRST_COMPLETED)


class Registrations:
    """Of the processes that come to a document one reads it, under a lease; the others wait, and one of them takes over
    when the lease expires, or at once when its owner is known to be dead. Who waits for a lease holds no slot."""

    def __init__(
        self,
        items: ItemStore,
        blobs: BlobStore,
        contents: Contents,
        processor: Processor,
        terms: LeaseTerms,
        now: Callable[[], datetime],
        noting: Noting,
        removal: Removal,
    ) -> None:
        self._items = items
        self._blobs = blobs
        self._contents = contents
        self._processor = processor
        self._terms = terms
        self._now = now
        self._noting = noting
        self._removal = removal
        self._slots = Slots()
        self._running: dict[tuple[ConversationKey, str], _Registration] = {}
        self._closing = False

    async def ensure(self, key: ConversationKey, blob_name: str, progress: Progress | None) -> tuple[Document, Work]:
        """The document as ready or failed, and the work that this call did; see DocumentRegistry."""
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
        """The document as ready or failed; None once another process turns out to have its lease. Then the
        registration goes on here all the same, in the background, and takes over if that process dies."""
        registration, _ = self._joined(key, blob_name)
        registration.askers += 1
        try:
            await _first_of(registration.task, registration.elsewhere)
        finally:
            registration.askers -= 1
        return registration.result()[0] if registration.task.done() else None

    def ensure_progress(self, caller: Caller, documents: Iterable[Document]) -> None:
        """Goes on, in the background, with those that were left: by a reader that died, or by nobody yet."""
        for document in documents:
            if not self._closing and self._is_abandoned(document):
                self._joined(caller.conversation(document.conversation_id), document.blob_name)

    def begin(self, caller: Caller, document: Document) -> None:
        """Reads a document that was queued again, in the background."""
        if not self._closing:
            self._joined(caller.conversation(document.conversation_id), document.blob_name)

    async def take_over_abandoned(self, *, limit: int) -> None:
        """Looks after documents of all callers."""
        for status in ("processing", "queued"):
            for stored in await self._items.query((), "document", where={"status": status}, limit=limit):
                caller = Caller(str(stored.body["organization_id"]), str(stored.body["user_id"]))
                self.ensure_progress(caller, [Document.from_item(stored)])

    def _is_abandoned(self, document: Document) -> bool:
        if document.status == "processing":
            return not self._terms.is_anothers(document.lease_owner, document.lease_until)
        return document.status == "queued" and document.updated_at < timestamp(self._now() - _ABANDONED_AFTER)

    def _joined(self, key: ConversationKey, blob_name: str) -> tuple[_Registration, bool]:
        """The one registration of the blob in this process, and whether it was under way."""
        name = (key, blob_name)
        if name in self._running:
            return self._running[name], True
        if self._closing:
            raise ShuttingDown("This server is stopping; another one continues with the document.")
        registration = self._running[name] = _Registration(blob_name)
        registration.task = asyncio.create_task(self._register(registration, key, blob_name))
        registration.task.add_done_callback(partial(self._ended, name))
        return registration, False

    def _ended(self, name: tuple[ConversationKey, str], task: asyncio.Task[tuple[Document, Work]]) -> None:
        registration = self._running.pop(name)
        error = None if task.cancelled() else task.exception()
        if error is not None and not registration.askers:
            told = error.code if isinstance(error, OrcError) else repr(error)
            logger.warning("An unfinished document could not be registered: %s", told)

    async def _register(
        self, registration: _Registration, key: ConversationKey, blob_name: str
    ) -> tuple[Document, Work]:
        path, pause = blob_path(key, blob_name), _FIRST_PAUSE
        while True:
            blob = await self._blobs.properties(path)
            if blob is None:
                await self._removal.forget(key, blob_name)
                raise NotFound(f"{blob_name} was not uploaded to this conversation.", code="document_not_found")
            document = await self._noting.note(key, blob_name, blob, Sent())
            if document.status in ("ready", "failed"):
                return document, Work()
            if document.status == "processing" and self._terms.is_anothers(document.lease_owner, document.lease_until):
                registration.waits("is being read by another process")
                registration.is_held_elsewhere()
                await asyncio.sleep(pause)
                pause = min(1.3 * pause, _LONGEST_PAUSE)
                continue
            try:
                finished = await self._read(registration, key.caller, document)
            except LeaseHeld as held:
                registration.is_held_elsewhere()
                await self._contents.until_free(key.caller, held.item_id)
                continue
            if finished is not None:
                return finished

    async def _read(
        self, registration: _Registration, caller: Caller, document: Document
    ) -> tuple[Document, Work] | None:
        """Reads a queued document when it is its turn; None when another has it by then, or it is replaced or
        deleted."""

        async def waits() -> None:
            registration.waits("is queued behind other files")

        async with self._slots.slot(caller, document.size, waits) as slot:
            claim = await self._processor.claim(caller, document)
            if claim is None:
                return None
            registration.is_read()
            return await self._processor.process(caller, claim, read=slot.release)

    async def aclose(self) -> None:
        """Begins no more, and gives back what is being read: to whoever needs it, at once."""
        self._closing = True
        tasks = [registration.task for registration in self._running.values()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
