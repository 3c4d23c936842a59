"""The fence of an erasure: work that began before an erasure cannot write for its user afterwards (D-315)."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass

from orc.domain import Caller, Chunk, ScoredChunk
from orc.errors import ErasureInProgress
from orc.ports import (
    BlobProperties,
    BlobStore,
    Delete,
    DocumentIndex,
    Embedded,
    Item,
    ItemName,
    ItemStore,
    PartitionKey,
    StoredItem,
    Write,
)

FENCE_ID = "fence"
_KNOWN_CALLERS = 10_000
_REFUSED = "Your data is being erased. Nothing can be stored for you until that is done."
_SUPERSEDED = "Your data was erased after this work had begun, so it was given up."

_begun: ContextVar[dict[Caller, int]] = ContextVar("orc_erasures_before_this_work")


@dataclass(frozen=True, slots=True)
class State:
    """erasures is the number of erasures that the user has had; closed means that the newest is running."""

    erasures: int = 0
    closed: bool = False

    @classmethod
    def of(cls, stored: StoredItem | None) -> "State":
        return cls(int(str(stored.body["erasures"])), stored.body["erasure_id"] is not None) if stored else cls()


def fence_item(erasures: int, erasure_id: str | None) -> Item:
    """The stored fence, in the partition of its user's erasures. erasure_id is that of the running erasure."""
    return {"id": FENCE_ID, "type": "fence", "schema_version": 1, "erasures": erasures, "erasure_id": erasure_id}


class Fence:
    """Whether data may be written for a caller. A process reads the stored fence at most once per interval, so a write
    may begin that long after the fence was closed. A write that takes longer is checked again when it ends. An erasure
    therefore waits settle_seconds; after that, no write of older work remains."""

    def __init__(self, items: ItemStore, *, seconds: float) -> None:
        self._items = items
        self._seconds = seconds
        self._known: dict[Caller, tuple[float, asyncio.Task[StoredItem | None]]] = {}
        self._closing: set[str] = set()

    @property
    def settle_seconds(self) -> float:
        return 2 * self._seconds

    def admit(self, caller: Caller, *, refuse: bool) -> None:
        """Registers the work that begins here. With refuse, raises ErasureInProgress if this process knows of an
        erasure; otherwise starts reading the fence, so that the first write need not wait."""
        erasures_seen = dict[Caller, int]()
        _begun.set(erasures_seen)
        if not refuse:
            return
        if caller.subject in self._closing:
            raise ErasureInProgress(_REFUSED)

        def note(read: asyncio.Task[StoredItem | None]) -> None:
            if not read.cancelled() and read.exception() is None:
                erasures_seen.setdefault(caller, State.of(read.result()).erasures)

        self._look(caller)[1].add_done_callback(note)

    def close_soon(self, caller: Caller) -> None:
        """Refuses new requests in this process; running work may end."""
        self._closing.add(caller.subject)

    def forget(self, subject: str) -> None:
        """Makes the next write for the user read the fence again, after it was opened."""
        for caller in [each for each in self._known if each.subject == subject]:
            del self._known[caller]
        self._closing.discard(subject)

    async def check(self, caller: Caller, *, again: bool = False) -> float:
        """Returns the monotonic time until which a write may begin. Raises ErasureInProgress if none may."""
        if again:
            self._known.pop(caller, None)
        read_at, task = self._look(caller)
        try:
            state = State.of(await asyncio.shield(task))
        except BaseException:
            if task.done():
                self._known.pop(caller, None)
            raise
        erasures_seen = _begun.get(None)
        if erasures_seen is None:
            _begun.set(erasures_seen := {})
        if state.closed or erasures_seen.setdefault(caller, state.erasures) != state.erasures:
            raise ErasureInProgress(_REFUSED if state.closed else _SUPERSEDED)
        self._closing.discard(caller.subject)
        return read_at + self._seconds

    async def guard[T](
        self, caller: Caller, write: Callable[[], Awaitable[T]], undo: Callable[[], Awaitable[None]]
    ) -> T:
        """Writes for the caller. If the write takes so long that an erasure may have begun in the meantime, checks
        that, and undoes the write if one has."""
        until = await self.check(caller)
        result = await write()
        if time.monotonic() > until + self._seconds:
            try:
                await self.check(caller, again=True)
            except ErasureInProgress:
                await undo()
                raise
        return result

    def _look(self, caller: Caller) -> tuple[float, asyncio.Task[StoredItem | None]]:
        latest = self._known.get(caller)
        if latest is None or time.monotonic() > latest[0] + self._seconds:
            if len(self._known) >= _KNOWN_CALLERS:
                self._known.clear()
            read = self._items.read((caller.organization_id, caller.subject), FENCE_ID)
            latest = self._known[caller] = (time.monotonic(), asyncio.create_task(read))
        return latest


class FencedItems:
    """An item store that refuses writes behind a closed fence."""

    def __init__(self, items: ItemStore, fence: Fence) -> None:
        self._items = items
        self._fence = fence

    async def read(self, partition: PartitionKey, item_id: str) -> StoredItem | None:
        return await self._items.read(partition, item_id)

    async def write(self, partition: PartitionKey, writes: Sequence[Write]) -> list[str]:
        ids = [each.item_id if isinstance(each, Delete) else str(each.item["id"]) for each in writes]

        async def undo() -> None:
            await self._items.write(partition, [Delete(each) for each in ids])

        return await self._fence.guard(
            Caller(partition[0], partition[1]), lambda: self._items.write(partition, writes), undo
        )

    async def query(
        self,
        partition: PartitionKey,
        item_type: str,
        *,
        where: Mapping[str, str | int | bool] | None = None,
        after: str | int | None = None,
        before: str | int | None = None,
        descending: bool = False,
        limit: int = 100,
    ) -> list[StoredItem]:
        return await self._items.query(
            partition, item_type, where=where, after=after, before=before, descending=descending, limit=limit
        )

    async def delete_partition(self, partition: PartitionKey, *, last: str | None = None) -> None:
        await self._items.delete_partition(partition, last=last)

    def names(self, prefix: PartitionKey) -> AsyncIterator[ItemName]:
        return self._items.names(prefix)

    async def delete_under(self, prefix: PartitionKey) -> None:
        await self._items.delete_under(prefix)

    async def forget_deleted(self) -> None:
        await self._items.forget_deleted()

    async def ping(self) -> None:
        await self._items.ping()

    async def aclose(self) -> None:
        await self._items.aclose()


class FencedBlobs:
    """A blob store that refuses writes of users' files behind a closed fence."""

    def __init__(self, blobs: BlobStore, fence: Fence, owner_of: Callable[[str], Caller | None]) -> None:
        """owner_of returns the user that a path belongs to; None if it belongs to nobody."""
        self._blobs = blobs
        self._fence = fence
        self._owner_of = owner_of

    async def put(
        self, path: str, data: bytes | AsyncIterator[bytes], *, content_type: str, if_match: str | None = None
    ) -> BlobProperties:
        def write() -> Awaitable[BlobProperties]:
            return self._blobs.put(path, data, content_type=content_type, if_match=if_match)

        async def undo() -> None:
            await self._blobs.delete(path)

        owner = self._owner_of(path)
        return await (write() if owner is None else self._fence.guard(owner, write, undo))

    async def get(self, path: str) -> bytes:
        return await self._blobs.get(path)

    async def read_range(self, path: str, start: int, length: int) -> bytes:
        return await self._blobs.read_range(path, start, length)

    async def properties(self, path: str) -> BlobProperties | None:
        return await self._blobs.properties(path)

    def list(self, prefix: str) -> AsyncIterator[BlobProperties]:
        return self._blobs.list(prefix)

    async def delete(self, path: str, *, if_match: str | None = None) -> None:
        await self._blobs.delete(path, if_match=if_match)

    async def delete_folder(self, prefix: str) -> None:
        await self._blobs.delete_folder(prefix)

    async def ping(self, container: str) -> None:
        await self._blobs.ping(container)

    async def aclose(self) -> None:
        await self._blobs.aclose()


class FencedIndex:
    """A document index that refuses writes behind its owner's closed fence."""

    def __init__(self, index: DocumentIndex, fence: Fence) -> None:
        self._index = index
        self._fence = fence

    async def add(
        self, owner: Caller, content_id: str, chunks: Sequence[Chunk], embedded: Embedded | None = None
    ) -> None:
        await self._fence.guard(
            owner,
            lambda: self._index.add(owner, content_id, chunks, embedded),
            lambda: self._index.remove(owner, content_id),
        )

    async def search(self, owner: Caller, query: str, *, content_ids: Collection[str], top_k: int) -> list[ScoredChunk]:
        return await self._index.search(owner, query, content_ids=content_ids, top_k=top_k)

    async def nearest(
        self, owner: Caller, vector: Sequence[float], model: str, *, content_ids: Collection[str], top_k: int
    ) -> list[ScoredChunk]:
        return await self._index.nearest(owner, vector, model, content_ids=content_ids, top_k=top_k)

    async def without_vectors(self, owner: Caller, content_ids: Collection[str], model: str) -> list[str]:
        return await self._index.without_vectors(owner, content_ids, model)

    async def chunks(self, owner: Caller, content_id: str) -> list[Chunk]:
        return await self._index.chunks(owner, content_id)

    async def remove(self, owner: Caller, content_id: str) -> None:
        await self._index.remove(owner, content_id)

    async def remove_all(self, owner: Caller) -> None:
        await self._index.remove_all(owner)
