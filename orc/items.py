"""What stored items share: times, ids, ETags, and changes under optimistic concurrency."""

import uuid
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import wraps
from typing import Protocol

from orc.errors import ItemChanged, ItemExists
from orc.ports import Create, Item, ItemStore, PartitionKey, Replace, StoredItem

_MOST_ATTEMPTS = 100


def now() -> datetime:
    """The current time in UTC."""
    return datetime.now(UTC)


def timestamp(moment: datetime) -> str:
    """ISO 8601 UTC with microseconds; sorts in chronological order as text."""
    return moment.replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def unix_seconds(time: str) -> int:
    """The whole seconds from 1970 to a timestamp."""
    return int(datetime.fromisoformat(time).timestamp())


def new_id(kind: str) -> str:
    """A random id with its kind as the prefix."""
    return f"{kind}-{uuid.uuid4().hex}"


@dataclass(frozen=True, slots=True)
class Stored[T]:
    """A record with the ETag that guards its next change."""

    record: T
    etag: str


class Record(Protocol):
    """What a store keeps as an item."""

    def to_item(self) -> Item: ...


def retry_conflicts[**P, T](change: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """Repeats a change if the item is changed between its read and its write. Raises ItemChanged after many
    attempts."""

    @wraps(change)
    async def retried(*args: P.args, **kwargs: P.kwargs) -> T:
        for _ in range(_MOST_ATTEMPTS):
            with suppress(ItemChanged, ItemExists):
                return await change(*args, **kwargs)
        raise ItemChanged("Other writers changed the item at every attempt.")

    return retried


@retry_conflicts
async def update[T: Record | Item | None](
    items: ItemStore, partition: PartitionKey, item_id: str, edit: Callable[[StoredItem | None], T]
) -> T:
    """Writes the item that edit returns, and returns it. edit may be called several times. If there is no item, edit is
    called with None and its result is created. If edit returns None, nothing is written."""
    stored = await items.read(partition, item_id)
    edited = edit(stored)
    if edited is not None:
        item = edited if isinstance(edited, Mapping) else edited.to_item()
        await items.write(partition, [Replace(item, stored.etag) if stored else Create(item)])
    return edited
