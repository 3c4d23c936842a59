"""Erases all data of a user from every store, in steps that can be repeated (D-316)."""

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
    """All stores with data of users, not behind the fence: for erasures only."""

    conversation_items: ItemStore
    document_items: ItemStore
    index: DocumentIndex
    blobs: BlobStore


class Erasures:
    """Stores an erasure before it begins and carries it out, at once or, if that process died, from the sweep. A lease
    lets one process at a time work on it."""

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
        """Requests the erasure of the caller's data and returns it as stored. If one is running, returns that. by is
        the requester: the caller or an administrator."""
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
        """Returns an erasure of the caller's data, or raises NotFound."""
        found = await self._items.read(_partition(caller), erasure_id)
        if found is None or found.body["type"] not in (ERASURE, RUNNING):
            raise NotFound("There is no such erasure.", code="erasure_not_found")
        return Erasure.from_item(found)

    async def of(self, caller: Caller) -> list[Erasure]:
        """The newest erasures of the caller's data, newest first."""
        found: dict[str, Erasure] = {}
        for kind in (RUNNING, ERASURE):  # an erasure that is finished in the meantime is found in both states
            page = await self._items.query(_partition(caller), kind, descending=True, limit=_MOST_TOLD)
            found |= {str(stored.body["id"]): Erasure.from_item(stored) for stored in page}
        return list(found.values())[:_MOST_TOLD]

    def begin(self, erasure: Erasure, histories: OrchestrationHistories | None) -> None:
        """Erases in the background, including the orchestration histories. Without access to those, the sweep erases
        them."""

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
        """Continues erasures of all users that no process is working on. Those that have to wait do so concurrently."""

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
        """Stops running erasures; another process continues them."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _complete(self, erasure: Erasure, histories: OrchestrationHistories | None) -> None:
        """Completes the erasure, unless another process is working on it."""
        stored = await self._items.read(erasure.partition, erasure.erasure_id)
        if stored is None or stored.body["type"] != RUNNING or erasure.erasure_id in self._at_work:
            return
        current = Erasure.from_item(stored)
        if self._terms.is_anothers(current.lease_owner, current.lease_until):
            return
        self._at_work.add(erasure.erasure_id)
        work = _Work(self._items, self._terms, current, stored.etag)
        try:
            await work.store()
            async with self._terms.renewing(work.renew):
                await self._steps(work, histories)
        except LeaseLost:
            logger.info("Erasure %s goes on in another process", erasure.erasure_id)
        finally:
            self._at_work.discard(erasure.erasure_id)
            if work.is_held:  # the next process need not wait for the lease
                with suppress(OrcError):
                    await work.release()
        if work.erasure.finished_at is not None:
            self._fence.forget(erasure.subject)
            logger.info("Erasure %s is finished", erasure.erasure_id)

    async def _steps(self, work: "_Work", histories: OrchestrationHistories | None) -> None:
        """Executes the remaining steps, each from the stored results of the previous ones."""
        holdings = self._holdings
        if work.erasure.step == "stopping":
            # The user's runs are cancelled, in any process, and awaited as long as their ends can be stored.
            deadline = time.monotonic() + self._fence.settle_seconds
            while time.monotonic() < deadline:
                where = {"status": "running"}
                running = await holdings.conversation_items.query(
                    work.erasure.caller.partition, "conversation", where=where, limit=_PAGE
                )
                if not running:
                    break
                active = {each.conversation_key.partition: each.body.get("active_run_id") for each in running}
                for partition, run_id in [each for each in active.items() if each[1]]:
                    await self._leases.change(partition, str(run_id), partial(replace, cancel_requested=True))
                await asyncio.sleep(_POLL_SECONDS)
            await asyncio.sleep(self._fence.settle_seconds)
            await work.store(step="settled")
        if work.erasure.step == "settled":
            counts, digests = await self._count(work.erasure.caller)
            await work.store(step="counted", counts=counts, digests=digests)
        if work.erasure.step == "counted":
            caller = work.erasure.caller
            stores = (holdings.conversation_items, holdings.document_items)
            for _ in range(_PASSES):
                await holdings.conversation_items.delete_under(caller.partition)
                await holdings.index.remove_all(caller)
                await holdings.document_items.delete_under(caller.partition)
                for folder in caller_folders(caller):
                    await holdings.blobs.delete_folder(folder)
                left: list[object] = [name for items in stores async for name in items.names(caller.partition)]
                left += [blob for folder in caller_folders(caller) async for blob in holdings.blobs.list(folder)]
                if not left:
                    break
            else:
                raise StoreUnavailable("Something of a user whose data is erased is still being written.")
            await work.store(step="erased")
        if work.erasure.step == "erased":
            if histories is None:  # the sweep has them
                return
            instances = await histories.instances(instance_prefix(work.erasure.caller))
            orchestrations = max(work.erasure.counts.get(_ORCHESTRATIONS, 0), len(instances))
            await work.store(counts={**work.erasure.counts, _ORCHESTRATIONS: orchestrations})
            await histories.purge(instances)
            await work.store([self._audit.forgotten()], step="forgotten", user_id=None)
        await holdings.document_items.forget_deleted()  # including the owner of the erasure
        number, subject, erasure_id = work.erasure.number, work.erasure.subject, work.erasure.erasure_id
        event = self._audit.event("erasure_finished", None, subject, erasure_id)
        await work.finish([Upsert(fence_item(number, None)), event])

    async def _count(self, caller: Caller) -> tuple[dict[str, int], dict[str, str]]:
        counts, ids = Counter[str](), defaultdict[str, list[str]](list)
        for items in (self._holdings.conversation_items, self._holdings.document_items):
            async for name in items.names(caller.partition):
                if (kind := _KINDS.get(name.item_type)) is None:
                    continue
                counts[kind] += 1
                if kind == "documents":
                    ids[kind].append(name.item_id)
                elif kind in _DIGESTED:  # a conversation by its id, an object in it by both ids
                    [*_, conversation] = name.partition
                    is_itself = name.item_id == CONVERSATION_ITEM_ID
                    ids[kind].append(conversation if is_itself else f"{conversation}/{name.item_id}")
        for folder in caller_folders(caller)[:1]:
            counts["files"] += len([blob async for blob in self._holdings.blobs.list(folder)])
        return dict(sorted(counts.items())), {kind: digest_of_ids(ids[kind]) for kind in _DIGESTED}


class _Work:
    """An erasure for which this process has the lease, as last stored."""

    def __init__(self, items: ItemStore, terms: LeaseTerms, erasure: Erasure, etag: str) -> None:
        self._items = items
        self._terms = terms
        self.erasure = erasure
        self._etag = etag
        self._writing = asyncio.Lock()
        self.is_held = False

    async def store(self, also: Sequence[Write] = (), **changes: Any) -> None:
        """Stores changes and renews the lease. Raises LeaseLost if another process has taken it over."""
        async with self._writing:
            if self.erasure.finished_at is not None:  # a renewal that waited for the end
                return
            changed = replace(self.erasure, **{**self._terms.fields(), **changes})
            await self._write(changed, also)
            self.is_held = changed.lease_owner is not None

    async def renew(self) -> bool:
        """Returns False if another process has taken the lease over."""
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
            raise LeaseLost("Another process has taken over the erasure.") from None
        self.erasure = changed


def _partition(caller: Caller) -> tuple[str, str]:
    return (caller.organization_id, caller.subject)
