"""The lifetime that a store gives its items by itself."""

from collections.abc import Sequence
from dataclasses import replace

from orc.ports import Create, Delete, Replace, Upsert, Write


def with_lifetime(writes: Sequence[Write], ttl_seconds: int | None) -> Sequence[Write]:
    """The writes, each item with a lifetime: its own where it has a shorter one."""
    if ttl_seconds is None:
        return writes
    return [
        write if isinstance(write, Delete) else replace(write, item={**write.item, "ttl": _shorter(write, ttl_seconds)})
        for write in writes
    ]


def _shorter(write: Create | Replace | Upsert, ttl_seconds: int) -> int:
    own = write.item.get("ttl")
    return min(own, ttl_seconds) if isinstance(own, int) else ttl_seconds
