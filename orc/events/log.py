"""The event log of a conversation: events are numbered without gaps, stored, sent to live subscribers and replayed."""

import asyncio
import time
from collections.abc import AsyncGenerator, Coroutine, Sequence
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime
from typing import Any, cast

from orc.documents.markdown.sanitizer import inert
from orc.errors import ItemExists, RunTaken, StoreError
from orc.events.codec import pack, unpack
from orc.events.hub import EventHub, RunChannel
from orc.events.types import Event, LoggedEvent, StepStarted, StepThinking, Token
from orc.items import now
from orc.ports import Create, Item, ItemStore, PartitionKey, Write

_FLUSH_AFTER_SECONDS = 0.2
_PAGE = 100
_SHORT = 10_000
MOST_UNSTORED = 32
"""At most so many tokens have been sent but not stored."""


class RunEvents:
    """Writes the events of one run. An event is stored before it is sent. Tokens are sent at once and stored in groups,
    soon after or with the next event; the first token is stored at once if a subscriber gets only stored events.
    Parallel activities write at the same time: a writer whose number is taken uses the next one. It cannot do so while
    it has sent tokens that are not stored, because clients have seen their numbers; then it raises ItemExists. From
    lease_expires_at (time.monotonic) on another worker may own the run, and events raise RunTaken. first_token_at is
    the time of this writer's first token."""

    def __init__(
        self, items: ItemStore, partition: PartitionKey, run_id: str, channel: RunChannel, *, next_seq: int
    ) -> None:
        self._items = items
        self._partition = partition
        self._run_id = run_id
        self._channel = channel
        self._next_seq = next_seq
        self._unstored: list[LoggedEvent] = []
        self._held: list[Write] = []
        self._lock = asyncio.Lock()
        self._appending = asyncio.Lock()
        self._flushing: asyncio.Task[None] | None = None
        self.lease_expires_at = float("inf")
        self.first_token_at: datetime | None = None

    @property
    def next_seq(self) -> int:
        return self._next_seq

    @property
    def sent_unstored(self) -> bool:
        return bool(self._unstored)

    def number(self, *events: Event) -> list[LoggedEvent]:
        """Gives the events the next numbers."""
        first = self._next_seq
        self._next_seq += len(events)
        return [LoggedEvent(seq, event) for seq, event in enumerate(events, first)]

    async def append(self, *events: Event, writes: Sequence[Write] = ()) -> list[str]:
        """Stores the events and the writes in one transaction, then sends the events. Returns the writes' ETags.

        Writes may depend on the numbers: with writes, a number that is taken raises ItemExists, and next_seq is correct
        afterwards.
        """
        if not writes:
            self._check_lease()
        inert_events = list[Event]()
        for event in events:  # texts of models and tools are made inert; an answer's tokens already are
            match event:
                case StepThinking():
                    inert_events.append(replace(event, text=await _inert(event.text)))
                case StepStarted(reasoning=str(reasoning)):
                    inert_events.append(replace(event, reasoning=await _inert(reasoning)))
                case _:
                    inert_events.append(event)

        async def store() -> list[str]:
            async with self._appending, self._lock:
                while True:
                    numbered = self.number(*inert_events)
                    try:
                        return await self._store(numbered, writes)
                    except StoreError as error:
                        self._next_seq -= len(numbered)  # no client has seen them, so the next events use their numbers
                        if not isinstance(error, ItemExists) or not await self._catch_up() or writes:
                            raise

        return await _complete(store())

    async def catch_up(self) -> None:
        """Sends the events that other processes have stored since."""
        async with self._appending, self._lock:
            await self._catch_up()

    async def _catch_up(self) -> bool:
        """Sends the events that other writers have stored since, and numbers the next ones after them. Returns whether
        there were any."""
        if self._unstored:
            return False
        stored = replay(self._items, self._partition, self._next_seq - 1, whole=True)
        found = [event async for events in stored for event in events]
        if found:
            self._channel.publish(found)
            self._next_seq = found[-1].seq + 1
        return bool(found)

    def _check_lease(self) -> None:
        if time.monotonic() > self.lease_expires_at:
            raise RunTaken("This turn's worker could not renew its lease in time.")

    def write_with_next(self, write: Write) -> None:
        """Stores the write with the next event, or with flush: one transaction less."""
        self._held.append(write)

    async def token(self, text: str) -> None:
        async with self._appending:  # an event that cannot be stored returns its number
            self._check_lease()
            self.first_token_at = self.first_token_at or now()
            logged = self.number(Token(text))
            self._unstored += logged
            self._channel.publish(logged, stored=False)
        if len(self._unstored) >= MOST_UNSTORED:
            await self.flush()
        elif self._flushing is None:
            self._flushing = asyncio.create_task(self._flush_until_stored())
        elif self._flushing.done():
            self._flushing.result()  # a failed flush ends the run
            self._flushing = asyncio.create_task(self._flush_until_stored())

    async def flush(self) -> None:
        async def store() -> None:
            async with self._lock:
                if self._unstored or self._held:
                    await self._store([], ())

        if self._unstored or self._held:
            await _complete(store())

    async def aclose(self) -> None:
        """Cancels the delayed flush. Pending events are not stored."""
        if self._flushing is not None and not self._flushing.done():
            self._flushing.cancel()
            await asyncio.wait([self._flushing])
        self._flushing = None

    async def _flush_until_stored(self) -> None:
        """Stores tokens at intervals until none has arrived for one interval, including those that arrive during a
        write."""
        if self._channel.is_followed_once_stored:
            await self.flush()
        await asyncio.sleep(_FLUSH_AFTER_SECONDS)
        while self._unstored:
            await self.flush()
            await asyncio.sleep(_FLUSH_AFTER_SECONDS)

    async def _store(self, numbered: Sequence[LoggedEvent], writes: Sequence[Write]) -> list[str]:
        tokens, held = len(self._unstored), len(self._held)  # more may arrive while the store writes
        pending = [*self._unstored, *numbered]
        batch = [*writes, *self._held]
        if pending:
            first, last = pending[0].seq, pending[-1].seq
            where: Item = {"id": f"event-{first:010d}", "sort": first, "last_seq": last, "run_id": self._run_id}
            batch.append(Create({"type": "event", "schema_version": 1, **where, "events": pack(pending)}))
        etags = await self._items.write(self._partition, batch)
        del self._unstored[:tokens], self._held[:held]
        self._channel.publish(numbered)
        if pending:
            self._channel.confirm(pending[-1].seq)
        return etags[: len(writes)]


async def _inert(text: str) -> str:
    """The inert form of a text; of a long one from a thread, so that other tasks have their turn."""
    return inert(text) if len(text) <= _SHORT else await asyncio.to_thread(inert, text)


async def _complete[T](work: Coroutine[Any, Any, T]) -> T:
    """Completes the work although the caller is cancelled: this process must know what the store contains."""
    task = asyncio.create_task(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        if not task.cancelled():
            task.exception()  # the cancellation takes precedence
        raise


async def last_seq(items: ItemStore, partition: PartitionKey) -> int:
    """The number of the conversation's newest stored event, 0 for none."""
    newest = await items.query(partition, "event", descending=True, limit=1)
    return cast(int, newest[0].body["last_seq"]) if newest else 0


async def replay(
    items: ItemStore, partition: PartitionKey, since: int, *, whole: bool = False
) -> AsyncGenerator[Sequence[LoggedEvent]]:
    """The stored events after since, in order, a page of items at a time. whole: since is known to be the last event of
    its item, which saves a query."""
    before = [] if whole else await items.query(partition, "event", before=since + 1, descending=True, limit=1)
    position = cast(int, before[0].body["sort"]) - 1 if before else since if whole else 0
    while True:
        page = await items.query(partition, "event", after=position, limit=_PAGE)
        events = [
            event
            for item in page
            for event in unpack(cast(int, item.body["sort"]), cast("list[Any]", item.body["events"]))
            if event.seq > since
        ]
        if events:
            yield events
        if len(page) < _PAGE:
            return
        position = cast(int, page[-1].body["sort"])


async def shared_channel(items: ItemStore, partition: PartitionKey, hub: EventHub) -> RunChannel:
    """The channel that a run's activities in this process share, with one more writer and all events stored so far."""
    next_seq = await last_seq(items, partition) + 1
    channel = hub.share(partition, next_seq)
    with ExitStack() as undo:
        undo.callback(hub.remove, partition, channel)
        if channel.next_seq < next_seq:  # another process wrote
            async for events in replay(items, partition, channel.next_seq - 1):
                channel.publish(events)
        undo.pop_all()
    return channel
