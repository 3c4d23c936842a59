"""Erases all that a user has, from every store, in steps that can each be done again (D-316)."""

import asyncio
import logging
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from orc.conversations.records import CONVERSATION_ITEM_ID, FILE_CONVERSATION
from orc.documents.paths import caller_folders
from orc.domain import Caller, instance_prefix
from orc.errors import ItemChanged, ItemExists, LeaseLost, NotFound, OrcError, StoreUnavailable
from orc.items import new_id, now, timestamp
from orc.leases import LeaseTerms
from orc.ports import BlobStore, Create, DocumentIndex, ItemStore, Replace, Upsert, Write
from orc.privacy.audit import AuditLog
from orc.privacy.fence import FENCE_ID, Fence, State, fence_item
from orc.privacy.records import ERASURE, RUNNING, Erasure, digest_of_ids
from orc.runs.leases import LeaseStore
from orc.runs.scheduler import OrchestrationHistories

logger = logging.getLogger(__name__)

_AT_ONCE = 20
_PAGE = 200
_MOST_TOLD = 100
_PASSES = 5
_POLL_SECONDS = 0.1
_ORCHESTRATIONS = "orchestrations"
_DIGESTED = ("conversations", "messages", "documents")
_KINDS = {
    "conversation": "conversations",
    FILE_CONVERSATION: "conversations",
    "message": "messages",
    "feedback": "ratings",
    "run": "runs",
    "event": "groups of events",
    "summary": "summaries",
    "checkpoint": "checkpoints",
    "history": "known histories",
    "document": "documents",
    "content": "contents",
    "document_event": "document events",
}


@dataclass(frozen=True, slots=True)
class Holdings:
    """All stores that have anything of a user, as no fence stands before them: for an erasure, and for nobody else."""

    conversation_items: ItemStore
    document_items: ItemStore
    index: DocumentIndex
    blobs: BlobStore


class Erasures:
    """Stores an erasure before it begins, and does what is left of it: here at once, or from the sweep when that
    process died. Of several processes one is at work, under a lease."""

    def __init__(self, items: ItemStore, holdings: Holdings, fence: Fence, audit: AuditLog, terms: LeaseTerms) -> None:
        self._items = items
        self._holdings = holdings
        self._fence = fence
        self._audit = audit
        self._terms = terms
        self._leases = LeaseStore(holdings.conversation_items)
        self._tasks: set[asyncio.Task[None]] = set()
        self._at_work: set[str] = set()

    async def request(self, caller: Caller, by: Caller) -> Erasure:
        """The erasure of all that the caller has, as it is stored now: the one at work, if there is one. by is who asks
        for it: the caller, or an administrator."""
        partition = _partition(caller)
        while True:
            stored = await self._items.read(partition, FENCE_ID)
            state = State.of(stored)
            if stored is not None and state.closed:
                found = await self._items.read(partition, str(stored.body["erasure_id"]))
                if found is not None:
                    return Erasure.from_item(found)
            erasure = Erasure(
                erasure_id=new_id(ERASURE),
                organization_id=caller.organization_id,
                subject=caller.subject,
                number=state.erasures + 1,
                requested_by="user" if by == caller else "administrator",
                begun_at=timestamp(now()),
                user_id=caller.user_id,
            )
            fence = fence_item(erasure.number, erasure.erasure_id)
            writes: list[Write] = [
                Replace(fence, stored.etag) if stored else Create(fence),
                Create(erasure.to_item()),
                self._audit.event("erasure_requested", by, caller.subject, erasure.erasure_id),
            ]
            with suppress(ItemChanged, ItemExists):
                await self._items.write(partition, writes)
                self._fence.close_soon(caller)
                return erasure

    async def get(self, caller: Caller, erasure_id: str) -> Erasure:
        """An erasure that the caller's data had; NotFound when there is none of the id."""
        found = await self._items.read(_partition(caller), erasure_id)
        if found is None or found.body["type"] not in (ERASURE, RUNNING):
            raise NotFound("There is no such erasure.", code="erasure_not_found")
        return Erasure.from_item(found)

    async def of(self, caller: Caller) -> list[Erasure]:
        """The newest erasures that the caller's data had, the newest first."""
        found: dict[str, Erasure] = {}
        for kind in (RUNNING, ERASURE):  # one that is finished meanwhile is found as both
            page = await self._items.query(_partition(caller), kind, descending=True, limit=_MOST_TOLD)
            found |= {str(stored.body["id"]): Erasure.from_item(stored) for stored in page}
        return list(found.values())[:_MOST_TOLD]

    def begin(self, erasure: Erasure, histories: OrchestrationHistories | None) -> None:
        """Erases in the background, and closes the histories. Without those their part is left to the sweep."""

        async def work() -> None:
            try:
                await self._complete(erasure, histories)
            except OrcError as error:
                logger.warning("An erasure broke off, and the sweep goes on with it: %s", error.code)
            finally:
                if histories is not None:
                    await histories.aclose()

        task = asyncio.create_task(work())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def resume(self, open_histories: Callable[[], OrchestrationHistories]) -> None:
        """Goes on with erasures, of all users, that nobody is at work on; those that have to wait do so together."""

        async def resumed(erasure: Erasure) -> None:
            histories = open_histories()
            try:
                await self._complete(erasure, histories)
            except OrcError as error:
                logger.warning("An erasure is not finished yet: %s %s", error.code, error.message)
            finally:
                await histories.aclose()

        found = await self._items.query((), RUNNING, limit=_AT_ONCE)
        await asyncio.gather(*(resumed(Erasure.from_item(stored)) for stored in found))

    async def aclose(self) -> None:
        """Breaks off what is under way; another process goes on with it."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _complete(self, erasure: Erasure, histories: OrchestrationHistories | None) -> None:
        """Takes the erasure to its end, unless somebody else is at work on it."""
        stored = await self._items.read(erasure.partition, erasure.erasure_id)
        if stored is None or stored.body["type"] != RUNNING or erasure.erasure_id in self._at_work:
            return
        known = Erasure.from_item(stored)
        if self._terms.is_anothers(known.lease_owner, known.lease_until):
            return
        self._at_work.add(erasure.erasure_id)
        work = _Work(self._items, self._terms, known, stored.etag)
        try:
            await work.store()
            async with self._terms.renewing(work.renew):
                await self._steps(work, histories)
        except LeaseLost:
            logger.info("Erasure %s goes on in another process", erasure.erasure_id)
        finally:
            self._at_work.discard(erasure.erasure_id)
            if work.is_held:  # whoever comes next need not wait for the lease
                with suppress(OrcError):
                    await work.release()
        if work.erasure.finished_at is not None:
            self._fence.forget(erasure.subject)
            logger.info("Erasure %s is finished", erasure.erasure_id)

    async def _steps(self, work: "_Work", histories: OrchestrationHistories | None) -> None:
        if work.erasure.step != "forgotten":
            await self._erase(work, work.erasure.caller)
            if histories is None:  # the sweep has them
                return
            prefix = instance_prefix(work.erasure.caller)
            instances = await histories.instances(prefix)
            orchestrations = max(work.erasure.counts.get(_ORCHESTRATIONS, 0), len(instances))
            await work.store(counts={**work.erasure.counts, _ORCHESTRATIONS: orchestrations})
            await histories.purge(instances)
            await work.store([self._audit.forgotten()], step="forgotten", user_id=None)
        await self._holdings.document_items.forget_deleted()  # whose erasure it is, too
        number, subject, erasure_id = work.erasure.number, work.erasure.subject, work.erasure.erasure_id
        event = self._audit.event("erasure_finished", None, subject, erasure_id)
        await work.finish([Upsert(fence_item(number, None)), event])

    async def _erase(self, work: "_Work", caller: Caller) -> None:
        holdings = self._holdings
        if work.erasure.step == "stopping":
            # Its runs are cancelled, in whichever process, and waited for as long as their ends can be stored.
            deadline = time.monotonic() + self._fence.settle_seconds
            while time.monotonic() < deadline:
                where = {"status": "running"}
                running = await holdings.conversation_items.query(
                    caller.partition, "conversation", where=where, limit=_PAGE
                )
                if not running:
                    break
                for stored in running:
                    if run_id := stored.body.get("active_run_id"):
                        partition = stored.conversation_key.partition
                        await self._leases.change(partition, str(run_id), partial(replace, cancel_requested=True))
                await asyncio.sleep(_POLL_SECONDS)
            await asyncio.sleep(self._fence.settle_seconds)
            await work.store(step="settled")
        if work.erasure.step == "settled":
            counts, digests = await self._count(caller)
            await work.store(step="counted", counts=counts, digests=digests)
        if work.erasure.step == "counted":
            for _ in range(_PASSES):
                await holdings.conversation_items.delete_under(caller.partition)
                await holdings.index.remove_all(caller)
                await holdings.document_items.delete_under(caller.partition)
                for folder in caller_folders(caller):
                    await holdings.blobs.delete_folder(folder)
                if await self._is_gone(caller):
                    break
            else:
                raise StoreUnavailable("Something of a user whose data is erased is still being written.")
            await work.store(step="erased")

    async def _count(self, caller: Caller) -> tuple[dict[str, int], dict[str, str]]:
        counts, ids = Counter[str](), defaultdict[str, list[str]](list)
        for items in (self._holdings.conversation_items, self._holdings.document_items):
            async for name in items.names(caller.partition):
                if (kind := _KINDS.get(name.item_type)) is None:
                    continue
                counts[kind] += 1
                if kind == "documents":
                    ids[kind].append(name.item_id)
                elif kind in _DIGESTED:  # a conversation by its id, what is in one by that and its own
                    [*_, conversation] = name.partition
                    is_itself = name.item_id == CONVERSATION_ITEM_ID
                    ids[kind].append(conversation if is_itself else f"{conversation}/{name.item_id}")
        for folder in caller_folders(caller)[:1]:
            counts["files"] += len([blob async for blob in self._holdings.blobs.list(folder)])
        return dict(sorted(counts.items())), {kind: digest_of_ids(ids[kind]) for kind in _DIGESTED}

    async def _is_gone(self, caller: Caller) -> bool:
        for items in (self._holdings.conversation_items, self._holdings.document_items):
            async for _ in items.names(caller.partition):
                return False
        for folder in caller_folders(caller):
            async for _ in self._holdings.blobs.list(folder):
                return False
        return True


class _Work:
    """An erasure that this process has a lease on, as it was last stored."""

    def __init__(self, items: ItemStore, terms: LeaseTerms, erasure: Erasure, etag: str) -> None:
        self._items = items
        self._terms = terms
        self.erasure = erasure
        self._etag = etag
        self._writing = asyncio.Lock()
        self.is_held = False

    async def store(self, also: Sequence[Write] = (), **changes: Any) -> None:
        """Stores it, changed, with a renewed lease. LeaseLost when another process has it by now."""
        async with self._writing:
            if self.erasure.finished_at is not None:  # a renewal that waited for the end
                return
            changed = replace(self.erasure, **{**self._terms.fields(), **changes})
            await self._write(changed, also)
            self.is_held = changed.lease_owner is not None

    async def renew(self) -> bool:
        """False when the lease is another process's by now."""
        with suppress(LeaseLost):
            await self.store()
            return True
        return False

    async def finish(self, also: Sequence[Write]) -> None:
        async with self._writing:
            await self._write(self.erasure.finished(timestamp(now())), also)
            self.is_held = False

    async def release(self) -> None:
        await self.store(lease_owner=None, lease_until=None)

    async def _write(self, changed: Erasure, also: Sequence[Write]) -> None:
        try:
            [self._etag, *_] = await self._items.write(
                self.erasure.partition, [Replace(changed.to_item(), self._etag), *also]
            )
        except ItemChanged:
            self.is_held = False
            raise LeaseLost("The erasure is another process's by now.") from None
        self.erasure = changed


def _partition(caller: Caller) -> tuple[str, str]:
    return (caller.organization_id, caller.subject)
