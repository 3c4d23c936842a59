"""Limits on one caller: requests per minute, and concurrent turns (D-164)."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from typing import cast

from orc.domain import Caller, ConversationKey
from orc.errors import ErasureInProgress, StoreError, TooManyRequests
from orc.items import new_id, now, timestamp, update
from orc.ports import Item, ItemStore, StoredItem

logger = logging.getLogger(__name__)

_WINDOW_SECONDS = 60
_SHARED_PARTS = 10
_RUN_RETRY_SECONDS = 5
_LONGEST_RUN = timedelta(hours=1)
_LONGEST_START = timedelta(minutes=2)
_START_SECONDS, _POLL_SECONDS = 1.0, 0.02
_STARTING = "starting-turns"

_release: ContextVar[Callable[[], Awaitable[None]] | None] = ContextVar("release", default=None)


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
    """Admits a number of concurrent turns per caller, including queued ones, across all instances; 0 is no limit. A
    turn is first reserved in an item of the caller, under its ETag, and then the caller's running conversations are
    counted (D-381). At the limit, ensure_progress is called for each of these, as the worker of their turns may be
    dead."""

    def __init__(
        self,
        reservations: ItemStore,
        conversations: ItemStore,
        at_a_time: int,
        ensure_progress: Callable[[ConversationKey], None],
    ) -> None:
        self._reservations = reservations
        self._conversations = conversations
        self._limit = at_a_time
        self._ensure_progress = ensure_progress

    @asynccontextmanager
    async def admitting(self, caller: Caller) -> AsyncIterator[None]:
        """Reserves a turn until turn_is_stored is called in the block, or the block ends. Raises TooManyRequests if the
        caller has as many turns as are allowed."""
        if not self._limit:
            yield
            return
        reservation, ahead, is_reserved = new_id("turn"), set[str](), True

        def edit(found: StoredItem | None, *, adds: bool) -> Item:
            nonlocal ahead
            since = timestamp(now() - _LONGEST_START)
            known = {turn: at for turn, at in _reserved(found).items() if turn != reservation and str(at) > since}
            ahead = set(known)
            item: Item = {"id": _STARTING, "type": "starting_turns", "schema_version": 1}
            turns = {**known, reservation: timestamp(now())} if adds else known
            return {**item, "turns": turns, "ttl": int(_LONGEST_START.total_seconds())}

        async def release() -> None:
            nonlocal is_reserved
            if is_reserved:
                is_reserved = False
                try:
                    await update(self._reservations, caller.partition, _STARTING, partial(edit, adds=False))
                except (StoreError, ErasureInProgress) as error:
                    logger.warning("The reservation of a turn is left to expire: %s", error.code)

        await update(self._reservations, caller.partition, _STARTING, partial(edit, adds=True))
        token = _release.set(release)
        try:
            await self._admit(caller, frozenset(ahead))
            yield
        finally:
            _release.reset(token)
            await release()

    async def _admit(self, caller: Caller, ahead: frozenset[str]) -> None:
        """Counts the turns that were reserved ahead and those that run. A turn that has just been stored may be among
        both, so those reserved are looked up again before they lead to a refusal."""
        deadline = time.monotonic() + _START_SECONDS
        while True:
            running = await self._conversations.query(
                caller.partition,
                "conversation",
                where={"status": "running"},
                after=timestamp(now() - _LONGEST_RUN),
                limit=self._limit,
            )
            turns = sum(1 + len(cast("list[str]", found.body.get("queue") or [])) for found in running)
            if turns + len(ahead) < self._limit:
                return
            if turns >= self._limit or time.monotonic() > deadline:
                break
            await asyncio.sleep(_POLL_SECONDS)
            ahead = ahead.intersection(_reserved(await self._reservations.read(caller.partition, _STARTING)))
        for found in running:
            self._ensure_progress(found.conversation_key)
        raise TooManyRequests(
            f"The limit is {self._limit} turns at a time.",
            code="too_many_runs",
            retry_after_seconds=_RUN_RETRY_SECONDS,
        )


def _reserved(found: StoredItem | None) -> Item:
    """The times of the reservations by their ids."""
    return cast("Item", found.body["turns"]) if found else {}


async def turn_is_stored() -> None:
    """Releases the reservation of the turn that the current request starts: the turn counts as running from now on."""
    if release := _release.get():
        await release()


def _number(stored: object) -> int:
    return stored if isinstance(stored, int) else 0
