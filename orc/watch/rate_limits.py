"""Limits on one caller: requests per minute, and concurrent turns (D-164)."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import cast

from orc.domain import Caller, ConversationKey
from orc.errors import ErasureInProgress, TooManyRequests
from orc.items import now, timestamp, update
from orc.ports import Item, ItemStore, StoredItem

_WINDOW_SECONDS = 60
_SHARED_PARTS = 10
_GRANTED_PART = 4
_RUN_RETRY_SECONDS = 5
_LONGEST_RUN = timedelta(hours=1)
_KNOWN_CALLERS = 10_000


@dataclass(slots=True)
class _Count:
    """A caller's requests in one minute: the number that this process has admitted, how many of these it has added to
    the stored count, and the stored count at that time."""

    admitted: int = 0
    shared: int = 0
    stored: int = 0
    sharing: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def unshared(self) -> int:
        return self.admitted - self.shared

    @property
    def known(self) -> int:
        return self.stored + self.unshared


@dataclass(slots=True)
class _Minute:
    number: int = -1
    counts: dict[Caller, _Count] = field(default_factory=dict)


class RateLimit:
    """Admits a number of requests per caller and minute across all instances; 0 is no limit. An instance counts in
    memory and adds to the stored count after each tenth of the limit, so a request rarely costs a store operation, and
    each instance may admit a tenth too many. The items are in the caller's own partition; `of` names what is counted,
    also in their ids."""

    def __init__(
        self, items: ItemStore, per_minute: int, *, of: str = "requests", clock: Callable[[], float] = time.time
    ) -> None:
        self._items = items
        self._of = of
        self._limit = per_minute
        self._step = max(1, per_minute // _SHARED_PARTS)
        self._clock = clock
        self._minute = _Minute()

    async def admit(self, caller: Caller) -> None:
        """Counts a request. Raises TooManyRequests if it exceeds the limit."""
        if not self._limit:
            return
        number, elapsed = divmod(int(self._clock()), _WINDOW_SECONDS)
        if number != self._minute.number:
            self._minute = _Minute(number)
        count, item_id = self._minute.counts.setdefault(caller, _Count()), f"{self._of}-{number}"
        async with count.sharing:  # concurrent requests wait for the one that queries the store
            if count.known < self._limit:
                count.admitted += 1
                if (adding := count.unshared) >= self._step:  # requests that only this process has counted

                    def add(found: StoredItem | None) -> Item:
                        total = adding + _number(found.body.get("count") if found else None)
                        head: Item = {"id": item_id, "type": "request_count", "schema_version": 1}
                        return {**head, "count": total, "ttl": 2 * _WINDOW_SECONDS}

                    with suppress(ErasureInProgress):  # until that is done each process counts for itself
                        item = await update(self._items, caller.partition, item_id, add)
                        count.stored = _number(item["count"])
                        count.shared += adding
                if count.known <= self._limit:
                    return
        message = f"The limit is {self._limit} {self._of} a minute."
        raise TooManyRequests(message, retry_after_seconds=_WINDOW_SECONDS - elapsed)


class RunLimit:
    """Admits a number of concurrent turns per caller, including queued ones, across all instances; 0 is no limit. The
    store is queried for the caller's running conversations. An instance then admits a quarter of the free turns before
    it queries again, so not every turn costs a query. At the limit, ensure_progress is called for each of these
    conversations, as the worker of their turns may be dead."""

    def __init__(self, items: ItemStore, at_a_time: int, ensure_progress: Callable[[ConversationKey], None]) -> None:
        self._items = items
        self._limit = at_a_time
        self._ensure_progress = ensure_progress
        self._granted: dict[Caller, int] = {}

    async def admit(self, caller: Caller) -> None:
        """Raises TooManyRequests if the caller has as many turns as are allowed."""
        if not self._limit:
            return
        granted = self._granted.pop(caller, 0)
        if granted:
            self._granted[caller] = granted - 1
            return
        running = await self._items.query(
            caller.partition,
            "conversation",
            where={"status": "running"},
            after=timestamp(now() - _LONGEST_RUN),
            limit=self._limit,
        )
        free = self._limit - sum(1 + len(cast("list[str]", found.body.get("queue") or [])) for found in running)
        if free <= 0:
            for found in running:
                self._ensure_progress(found.conversation_key)
            raise TooManyRequests(
                f"The limit is {self._limit} turns at a time.",
                code="too_many_runs",
                retry_after_seconds=_RUN_RETRY_SECONDS,
            )
        if len(self._granted) >= _KNOWN_CALLERS:
            self._granted.clear()
        self._granted[caller] = (free - 1) // _GRANTED_PART


def _number(stored: object) -> int:
    return stored if isinstance(stored, int) else 0
