"""The stored lease of a conversation's run: its owner's epoch, its expiry, and requests to the owner. A conversation
has one lease item, so one query finds the expired leases of all conversations."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import timedelta
from typing import Any, Self, cast

from orc.domain import ConversationKey
from orc.items import Stored, now, timestamp, update
from orc.ports import Item, ItemStore, PartitionKey, StoredItem, Upsert

_ITEM_ID = "lease"
_ENDED_TTL_SECONDS = 60
_LONG_AGO = ""  # before every timestamp
_FIELDS = (
    *("run_id", "epoch", "until", "durable", "instance_id"),
    *("activities", "deliveries", "handed_over", "cancel_requested"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """The lease of the run run_id in its epoch; without a run_id, the lease is reserved for the first of the queue.

    durable: the owner is an orchestration. instance_id is its name, if it was started for an earlier run of the queue.
    activities maps running activities, of which there may be several, to the expiry of their claims; deliveries maps
    them to the delivery that has claimed them. handed_over: the owner released the run in an orderly way.
    """

    run_id: str
    epoch: int = 0
    until: str
    durable: bool = False
    instance_id: str = ""
    activities: Mapping[str, str] = field(default_factory=dict)
    deliveries: Mapping[str, str] = field(default_factory=dict)
    handed_over: bool = False
    cancel_requested: bool = False

    @classmethod
    def of(cls, run_id: str, seconds: float, *, epoch: int = 0, durable: bool = False, instance_id: str = "") -> Self:
        return cls(run_id=run_id, epoch=epoch, until=_in(seconds), durable=durable, instance_id=instance_id)

    @property
    def is_expired(self) -> bool:
        return self.expired_for(0)

    def expired_for(self, seconds: float) -> bool:
        """Whether the lease expired at least this many seconds ago."""
        return self.until <= timestamp(now() - timedelta(seconds=seconds))

    def is_claimed(self, activity: str) -> bool:
        return self.activities.get(activity, _LONG_AGO) > timestamp(now())

    def renewed(self, seconds: float, activity: str | None = None) -> Self:
        """The lease with a new expiry, also of the activity's claim."""
        until = _in(seconds)
        return replace(
            self, until=until, activities={**self.activities, activity: until} if activity else self.activities
        )

    def claimed(self, seconds: float, activity: str, delivery: str) -> Self:
        """The lease as one delivery of an activity claims it."""
        held = replace(self.renewed(seconds, activity), durable=True, handed_over=False)
        return replace(held, deliveries={**self.deliveries, activity: delivery})

    def released(self) -> Self:
        """The lease as its owner releases it to any other worker."""
        return replace(self, until=_in(0), durable=False, handed_over=True)

    def activity_ended(self, activity: str | None, seconds: float) -> Self:
        """The lease after an activity: the orchestration keeps it for its next one."""
        return replace(self._without(activity), until=_in(seconds), durable=True)

    def activity_failed(self, activity: str, delivery: str, *, restarts: bool) -> Self | None:
        """The lease after a failed delivery of an activity; with restarts, the next delivery announces that it starts
        over. None when another delivery has claimed the activity.
        """
        if self.deliveries.get(activity) != delivery:
            return None
        others = self._without(activity)
        return replace(others, activities={**others.activities, activity: _LONG_AGO}) if restarts else others

    def _without(self, activity: str | None) -> Self:
        activities = {name: until for name, until in self.activities.items() if name != activity}
        deliveries = {name: delivery for name, delivery in self.deliveries.items() if name != activity}
        return replace(self, activities=activities, deliveries=deliveries)

    def to_item(self) -> Item:
        return {"id": _ITEM_ID, "type": "lease", "schema_version": 1, "sort": self.until, **asdict(self)}

    @classmethod
    def from_item(cls, stored: StoredItem) -> Self:
        return cls(**cast("dict[str, Any]", {name: stored.body[name] for name in _FIELDS if name in stored.body}))


def _in(seconds: float) -> str:
    return timestamp(now() + timedelta(seconds=seconds))


def put_lease(lease: Lease) -> Upsert:
    """The write that stores a lease, whatever is stored now."""
    return Upsert(lease.to_item())


_ENDED: Item = {"id": _ITEM_ID, "type": "lease", "schema_version": 1, "ttl": _ENDED_TTL_SECONDS}


def end_lease() -> Upsert:
    """Ends a lease: the item is no longer listed and expires soon. A delete would cost Cosmos DB a query."""
    return Upsert(_ENDED)


def _read_lease(stored: StoredItem | None) -> Lease | None:
    return Lease.from_item(stored) if stored is not None and "sort" in stored.body else None


class LeaseStore:
    """The lease items of all conversations."""

    def __init__(self, items: ItemStore) -> None:
        self._items = items

    async def read(self, partition: PartitionKey) -> Stored[Lease] | None:
        stored = await self._items.read(partition, _ITEM_ID)
        lease = _read_lease(stored)
        return Stored(lease, stored.etag) if stored is not None and lease is not None else None

    async def change(
        self,
        partition: PartitionKey,
        run_id: str,
        edit: Callable[[Lease], Lease | None],
        *,
        epoch: int | None = None,
    ) -> Lease | None:
        """Changes the lease of a run under optimistic concurrency. Returns None when the lease is another run's or
        another epoch's, or when edit returns None."""

        def edit_lease(stored: StoredItem | None) -> Lease | None:
            lease = _read_lease(stored)
            is_wanted = lease is not None and lease.run_id == run_id and epoch in (None, lease.epoch)
            return edit(lease) if lease is not None and is_wanted else None

        return await update(self._items, partition, _ITEM_ID, edit_lease)

    async def discard(self, partition: PartitionKey) -> None:
        """Ends an expired lease that is reserved for no run."""

        def end_reservation(stored: StoredItem | None) -> Item | None:
            lease = _read_lease(stored)
            return _ENDED if lease is not None and not lease.run_id and lease.is_expired else None

        await update(self._items, partition, _ITEM_ID, end_reservation)

    async def expired(self, limit: int) -> Sequence[tuple[ConversationKey, Lease]]:
        """Expired leases of all callers, the oldest first."""
        found = await self._items.query((), "lease", before=timestamp(now()), limit=limit)
        return [(stored.conversation_key, Lease.from_item(stored)) for stored in found]
