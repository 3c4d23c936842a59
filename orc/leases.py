"""What all leases share: an owner, an expiry, and a heartbeat while the owner works."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta
from typing import Protocol

from orc.errors import ItemChanged, LeaseLost, StoreError
from orc.items import new_id, now, timestamp
from orc.ports import Item, ItemStore, PartitionKey, Replace, StoredItem, Write

logger = logging.getLogger(__name__)

UNLEASED: Item = {"lease_owner": None, "lease_until": None}
"""The fields of an item that nobody has a lease on."""


class Owners(Protocol):
    """The processes that share a store, each under an id that is never used again."""

    @property
    def own_id(self) -> str: ...

    def is_dead(self, owner_id: str) -> bool:
        """Whether that process is known to have ended. False if unknown."""
        ...


class UnknownOwners:
    """Processes that cannot see each other, as on different machines: the lease of a dead one ends only by expiry."""

    def __init__(self) -> None:
        self.own_id = new_id("process")

    def is_dead(self, owner_id: str) -> bool:
        return False


class LeaseTerms:
    """The terms of this process's leases: its id, their duration in seconds, and renewal after each third of it."""

    def __init__(self, owners: Owners, seconds: float, clock: Callable[[], datetime] = now) -> None:
        self._owners = owners
        self.seconds = seconds
        self._clock = clock

    @property
    def owner_id(self) -> str:
        return self._owners.own_id

    def expiry(self) -> str:
        """The expiry of a lease that is acquired or renewed now, in ISO 8601 UTC."""
        return timestamp(self._clock() + timedelta(seconds=self.seconds))

    def fields(self) -> Item:
        """The lease fields of an item that this process acquires now."""
        return {"lease_owner": self.owner_id, "lease_until": self.expiry()}

    def is_anothers(self, owner: str | None, until: str | None) -> bool:
        """Whether another process has the lease and may be alive. A lease of this process counts as free, because the
        process knows its own work."""
        if owner is None or until is None or owner == self._owners.own_id or until <= timestamp(self._clock()):
            return False
        return not self._owners.is_dead(owner)

    def is_own(self, stored: StoredItem | None) -> bool:
        return stored is not None and stored.body.get("lease_owner") == self._owners.own_id

    @asynccontextmanager
    async def renewing(self, renew: Callable[[], Awaitable[bool]], *, strictly: bool = False) -> AsyncIterator[None]:
        """Renews a lease that was just acquired while the body runs. Cancels the body and raises LeaseLost when renew
        returns False: the lease is another's. If strictly, also when the store has failed renewals for two thirds of
        the lease's time, so that the body does nothing after the lease has expired."""
        body, lasting = asyncio.timeout(self._safe_seconds() if strictly else None), asyncio.Event()

        async def beat() -> None:
            loop = asyncio.get_running_loop()
            while True:
                with suppress(TimeoutError):
                    await asyncio.wait_for(lasting.wait(), self.seconds / 3)
                    break
                deadline = loop.time() + self._safe_seconds()
                try:
                    ours = await renew()
                except StoreError as error:
                    logger.warning("A lease could not be renewed: %s", error.code)
                    continue
                if lasting.is_set() or body.expired():
                    break
                if not ours:
                    body.reschedule(loop.time())
                    break
                if strictly:
                    body.reschedule(deadline)

        beating: asyncio.Task[None] | None = None
        try:
            async with body:
                beating = asyncio.create_task(beat())
                try:
                    yield
                finally:
                    lasting.set()  # a renewal in progress is completed, because the body must know its ETag
                    await asyncio.wait([beating])
        except TimeoutError:
            if body.expired():
                raise LeaseLost("Another process has taken the lease over, or it could not be renewed.") from None
            raise

    def _safe_seconds(self) -> float:
        return self.seconds * 2 / 3


class LeasedItem:
    """An item on which this process has a lease, as last written. A takeover writes the item, so the old owner notices
    by its ETag. Other processes may change the shared fields; their changes are kept."""

    def __init__(
        self,
        terms: LeaseTerms,
        items: ItemStore,
        partition: PartitionKey,
        item: Item,
        etag: str,
        *,
        shared: Sequence[str] = (),
    ) -> None:
        self._terms = terms
        self._items = items
        self._partition = partition
        self._item = item
        self.etag = etag
        self._shared = {name: item[name] for name in shared}
        self._writing = asyncio.Lock()

    async def renew(self, changes: Item | None = None) -> bool:
        """Renews the lease and changes fields of the item in the same write. Returns False if another process has the
        lease."""
        async with self._writing:
            self._item = {**self._item, **(changes or {})}
            while self._terms.is_own(stored := await self._read()) and stored is not None:
                with suppress(ItemChanged):
                    self._note_shared(stored)
                    renewed = {**self._item, **self._shared, "lease_until": self._terms.expiry()}
                    [self.etag] = await self._items.write(self._partition, [Replace(renewed, stored.etag)])
                    return True
            return False

    async def replace(self, item: Item, also: Sequence[Write] = ()) -> bool | None:
        """Writes the item's next content together with other writes. Returns False if another process has the lease,
        None if only another guarded item has changed."""
        async with self._writing:
            while True:
                try:
                    writes = [Replace({**item, **self._shared}, self.etag), *also]
                    [self.etag, *_] = await self._items.write(self._partition, writes)
                except ItemChanged:
                    stored = await self._read()
                    if stored is None or not self._terms.is_own(stored):
                        return False
                    if stored.etag == self.etag:
                        return None
                    self._note_shared(stored)
                    # It comes from a renewal whose response was lost, or from a change of a shared field.
                    self.etag = stored.etag
                else:
                    return True

    def _note_shared(self, stored: StoredItem) -> None:
        self._shared = {name: stored.body[name] for name in self._shared}

    async def _read(self) -> StoredItem | None:
        return await self._items.read(self._partition, str(self._item["id"]))
