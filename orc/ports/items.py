"""Port of the item store: a document database with partitions, ETags and transactions within a partition."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from orc.domain import ConversationKey, Json

type PartitionKey = tuple[str, ...]
type Item = Mapping[str, Json]

MAX_WRITES_PER_BATCH = 100
MAX_AMOUNTS = 8


@dataclass(frozen=True, slots=True)
class ItemContainer:
    """A container of items; partition_fields name the parts of its partition key, outermost first."""

    name: str
    partition_fields: tuple[str, ...]


CONVERSATION_ITEMS = ItemContainer("conversations", ("organization_id", "user_id", "conversation_id"))
DOCUMENT_ITEMS = ItemContainer("documents", ("organization_id", "user_id"))
AUDIT_ITEMS = ItemContainer("audit", ("organization_id", "subject"))


@dataclass(frozen=True, slots=True)
class StoredItem:
    """An item as read: body has `id`, `type`, `schema_version` and, if it is listed, `sort`."""

    body: Item
    etag: str

    @property
    def conversation_key(self) -> ConversationKey:
        """The conversation that an item of CONVERSATION_ITEMS belongs to."""
        return ConversationKey(*(str(self.body[name]) for name in CONVERSATION_ITEMS.partition_fields))


@dataclass(frozen=True, slots=True)
class ItemName:
    """Identifies an item, without its body."""

    partition: PartitionKey
    item_id: str
    item_type: str


@dataclass(frozen=True, slots=True)
class Create:
    """Fails with ItemExists when the id is taken."""

    item: Item


@dataclass(frozen=True, slots=True)
class Replace:
    """Fails with ItemChanged unless the stored item still has this ETag (also when it is gone)."""

    item: Item
    etag: str


@dataclass(frozen=True, slots=True)
class Upsert:
    """Writes an item whether it exists or not."""

    item: Item


@dataclass(frozen=True, slots=True)
class Delete:
    """Deletes an item. With an ETag, ItemChanged when the item has another one. A missing item is no error."""

    item_id: str
    etag: str | None = None


@dataclass(frozen=True, slots=True)
class Increment:
    """Adds to integer fields of an item, concurrently with other increments; a missing field is 0. amounts are by
    top-level field, MAX_AMOUNTS at most. If the item does not exist, it is created from this one with the amounts. If
    the store's response is lost, an increment may be repeated, but never in a batch with a Create."""

    item: Item
    amounts: Mapping[str, int]

    def __post_init__(self) -> None:
        if not 0 < len(self.amounts) <= MAX_AMOUNTS:
            raise ValueError(f"an increment has 1 to {MAX_AMOUNTS} amounts, not {len(self.amounts)}")


type Write = Create | Replace | Upsert | Increment | Delete


class ItemStore(Protocol):
    """The items of one container, each in a partition, each write guarded.

    A stored item also contains its partition's parts, under the names of the container's partition fields; write adds
    them. A partition is a tuple of strings; a prefix of it means all partitions under it (query only). An item expires
    `ttl` seconds after its last write and is then missing. Failures of the store itself raise StoreUnavailable and
    never look like an empty result.
    """

    async def read(self, partition: PartitionKey, item_id: str) -> StoredItem | None: ...

    async def write(self, partition: PartitionKey, writes: Sequence[Write]) -> list[str]:
        """Does all of the writes (at most MAX_WRITES_PER_BATCH) or none; returns the new ETags ("" for a Delete)."""
        ...

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
        """Items of a type under a partition or partition prefix, in order of `sort`, strictly after and before the
        bounds. where compares top-level fields for equality."""
        ...

    async def delete_partition(self, partition: PartitionKey, *, last: str | None = None) -> None:
        """Deletes every item of a whole partition. If that takes several transactions, the item with the id last is
        deleted last, so that an interrupted deletion can be found."""
        ...

    def names(self, prefix: PartitionKey) -> AsyncIterator[ItemName]:
        """Every item, listed or not, of the partitions that begin with these parts, one or more."""
        ...

    async def delete_under(self, prefix: PartitionKey) -> None:
        """Deletes every item of the partitions that begin with these parts, one or more. Items that are written
        concurrently may remain."""
        ...

    async def forget_deleted(self) -> None:
        """Removes what was deleted from the store's local files, if it has any. Other writes wait meanwhile."""
        ...

    async def ping(self) -> None:
        """Returns when an item was written and read, else raises StoreUnavailable. The item is never listed."""
        ...

    async def aclose(self) -> None: ...
