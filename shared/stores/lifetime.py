"""The lifetime that a store gives its items by itself."""

from collections.abc import Sequence
from dataclasses import replace

from orc.ports import Delete, Write


def with_lifetime(writes: Sequence[Write], ttl_seconds: int | None) -> Sequence[Write]:
    """The writes, each item with a lifetime: its own where it has one."""
    if ttl_seconds is None:
        return writes
    return [
        write if isinstance(write, Delete) else replace(write, item={"ttl": ttl_seconds, **write.item})
        for write in writes
    ]
