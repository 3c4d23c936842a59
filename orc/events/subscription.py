"""Subscriptions to a conversation's events from any process: stored events first, then live ones."""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field

from orc.conversations.records import Run
from orc.conversations.repository import Conversations
from orc.domain import Caller, ConversationKey
from orc.errors import StoreUnavailable
from orc.events.hub import EventHub
from orc.events.log import MOST_UNSTORED, last_seq, replay
from orc.events.types import Done, LoggedEvent, StatusChange
from orc.ports import ItemStore

_POLL_SECONDS = 0.2
_BUSY_CHECK_SECONDS = 2.0
_OUTAGE_SECONDS = 10.0


@dataclass(slots=True)
class _OutageLimit:
    """Measures a store outage during a subscription, which survives a short one."""

    failing: float | None = None

    async def wait(self, outage: StoreUnavailable) -> None:
        """Waits before the next attempt. Raises the outage when it has lasted too long."""
        self.failing = self.failing or time.monotonic()
        if time.monotonic() - self.failing >= _OUTAGE_SECONDS:
            raise outage
        await asyncio.sleep(_POLL_SECONDS)


@dataclass(slots=True)
class _Position:
    """The position of a subscription. at_item_end: seq is the last event of a stored item. busy_checked_at and sent_at
    are monotonic times."""

    seq: int
    at_item_end: bool = False
    busy: bool = True
    busy_checked_at: float | None = None
    sent_at: float = field(default_factory=time.monotonic)


class Subscriptions:
    """Reads events from the channels of this process, and from the store those of other processes.

    recover_conversation is called for a conversation that stays busy. Once closed is set, subscriptions end: another
    process serves the rest.
    """

    def __init__(
        self,
        items: ItemStore,
        conversations: Conversations,
        hub: EventHub,
        recover_conversation: Callable[[ConversationKey], Awaitable[None]],
    ) -> None:
        self._items = items
        self._conversations = conversations
        self._hub = hub
        self._recover_conversation = recover_conversation
        self.closed = False

    async def conversation(
        self, key: ConversationKey, since: int, *, tick_seconds: float, stored_only: bool = False
    ) -> AsyncGenerator[Sequence[LoggedEvent]]:
        """The events after since until no run is active or queued; with stored_only each once it is stored. Yields an
        empty sequence at least once a tick. StoreUnavailable when the store fails for long."""
        at, outages = _Position(since), _OutageLimit()
        while True:
            if time.monotonic() - at.sent_at >= tick_seconds:
                yield ()
                at.sent_at = time.monotonic()
            channel = self._hub.channel(key.partition)
            if channel is None or at.seq + 1 < channel.first_seq:  # otherwise the channel has all further events
                before = channel.first_seq if channel else None
                stored = self._stored(key, at, before)
                try:
                    async with aclosing(_with_ticks(stored, at, tick_seconds)) as batches:
                        async for events in batches:
                            yield events
                except StoreUnavailable as outage:
                    at.at_item_end, at.busy, at.busy_checked_at = False, True, None
                    await outages.wait(outage)
                    continue
                outages.failing = None
            if channel is not None:
                silent = time.monotonic() - at.sent_at
                live = channel.follow(at.seq, tick_seconds=tick_seconds, silent_seconds=silent, stored_only=stored_only)
                async for events in live:
                    yield events
                    at.seq, at.sent_at = events[-1].seq or at.seq if events else at.seq, time.monotonic()
                at.at_item_end, at.busy_checked_at = False, None
            elif not at.busy or self.closed:
                return
            elif at.busy_checked_at is not None:
                await asyncio.sleep(_POLL_SECONDS)

    async def _stored(
        self, key: ConversationKey, at: "_Position", before: int | None
    ) -> AsyncGenerator[Sequence[LoggedEvent]]:
        """The stored events after the position, which they advance. Checks at intervals, and when a run has ended,
        whether the conversation is busy."""
        check = at.busy_checked_at is None or time.monotonic() - at.busy_checked_at >= _BUSY_CHECK_SECONDS
        if check:
            at.busy = (await self._conversations.get(key)).record.is_busy
            if at.busy:
                await self._recover_conversation(key)
            at.busy_checked_at = time.monotonic()
        at.at_item_end, whole = at.at_item_end or at.seq <= await last_seq(self._items, key.partition), at.at_item_end
        async for events in replay(self._items, key.partition, at.seq, whole=whole):
            stored = [e for e in events if before is None or e.seq < before]
            if stored:
                yield stored
                at.seq, at.sent_at, at.at_item_end = stored[-1].seq, time.monotonic(), True
                if isinstance(stored[-1].event, Done) and (at.busy or not check):
                    at.busy_checked_at = None
        at.at_item_end = at.at_item_end and before is None

    async def run(
        self, caller: Caller, run: Run, since: int = 0, *, tick_seconds: float, stored_only: bool = False
    ) -> AsyncGenerator[Sequence[LoggedEvent]]:
        """The events of one run after since, up to its `done`; with stored_only each once it is stored. A queued run
        begins with a `status_change`, which is not in the log. A run that is cancelled while it is queued has only a
        `done`, not in the log either."""
        key = caller.conversation(run.conversation_id)
        if run.status == "pending":
            yield [LoggedEvent(0, StatusChange("queued", "Waiting for another turn.", run.run_id))]
            started = self._wait_for_start(key, run)
            async with aclosing(_with_ticks(started, _Position(0), tick_seconds)) as batches:
                async for changed in batches:
                    yield ()
                    run = changed or run
        if run.status == "pending":
            return
        if run.first_seq == 0:
            yield [LoggedEvent(0, Done(run.run_id, run.status))]
            return
        first = run.first_seq - 1
        if run.is_over:  # from its first event on, because since may be after its done, among events of other runs
            log = replay(self._items, key.partition, first)
        else:
            log = self.conversation(key, max(first, since), tick_seconds=tick_seconds, stored_only=stored_only)
        async with aclosing(log) as batches:
            async for events in batches:
                ends = (isinstance(e.event, Done) and e.event.run_id == run.run_id for e in events)
                end = next((count for count, is_end in enumerate(ends, 1) if is_end), None)
                yield [event for event in events[:end] if event.seq == 0 or event.seq > since]
                if end is not None:
                    return
        if run.is_over:  # its events have expired
            yield [LoggedEvent(0, Done(run.run_id, run.status))]

    async def _wait_for_start(self, key: ConversationKey, run: Run) -> AsyncGenerator[Run]:
        """Yields the run once it is no longer queued."""
        busy_checked_at, outages = time.monotonic(), _OutageLimit()
        while run.status == "pending" and not self.closed:
            await asyncio.sleep(_POLL_SECONDS)
            try:
                run = (await self._conversations.run(key, run.run_id)).record
                if time.monotonic() - busy_checked_at >= _BUSY_CHECK_SECONDS:
                    await self._recover_conversation(key)
                    busy_checked_at = time.monotonic()
                outages.failing = None
            except StoreUnavailable as outage:
                await outages.wait(outage)
        yield run

    async def offset(self, caller: Caller, run: Run) -> int:
        """The number after which the run's events follow. For a queued run, the number of the newest stored event;
        events of earlier runs may come first."""
        if run.first_seq:
            return run.first_seq - 1
        key = caller.conversation(run.conversation_id)
        newest = await last_seq(self._items, key.partition)
        run = (await self._conversations.run(key, run.run_id)).record  # it may have started since it was queued
        return run.first_seq - 1 if run.first_seq else newest

    async def newest_seq(self, key: ConversationKey) -> int:
        """The highest number that the newest event may have: another process stores its tokens after sending them."""
        channel = self._hub.channel(key.partition)
        if channel is not None and channel.events:
            return channel.events[-1].seq
        busy = (await self._conversations.get(key)).record.is_busy
        return await last_seq(self._items, key.partition) + (MOST_UNSTORED if busy else 0)


async def _with_ticks[T](
    batches: AsyncGenerator[T], at: _Position, tick_seconds: float
) -> AsyncGenerator[T | tuple[()]]:
    """The batches, and an empty one at each tick while the next batch takes longer."""
    async with aclosing(batches):
        while True:
            coming = asyncio.ensure_future(anext(batches, None))
            try:
                while not coming.done():
                    left = at.sent_at + tick_seconds - time.monotonic()
                    if not (await asyncio.wait([coming], timeout=max(left, 0)))[0]:
                        yield ()
                        at.sent_at = time.monotonic()
            finally:
                coming.cancel()
                await asyncio.wait([coming])
            if (batch := coming.result()) is None:
                return
            yield batch
