"""The default lifetime of a container's items."""

from collections.abc import Sequence
from dataclasses import replace

from orc.ports import Delete, Write


def with_lifetime(writes: Sequence[Write], ttl_seconds: int | None) -> Sequence[Write]:
    """The writes, with a lifetime of at most ttl_seconds in each item; an item's own lifetime stays when shorter."""
    if ttl_seconds is None:
        return writes
    limited: list[Write] = []
    for write in writes:
        if isinstance(write, Delete):
            limited.append(write)
        else:
            own = write.item.get("ttl")
            ttl = min(own, ttl_seconds) if isinstance(own, int) else ttl_seconds
            limited.append(replace(write, item={**write.item, "ttl": ttl}))
    return limited
