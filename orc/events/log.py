"""The events of a conversation: numbered without gaps, stored, sent at once, and replayed to whoever follows."""

import asyncio
import time
from collections.abc import AsyncGenerator, Coroutine, Sequence
from contextlib import ExitStack
from datetime import datetime
from typing import Any, cast

from orc.domain import Json
from orc.errors import ItemExists, RunTaken, StoreError
from orc.events.hub import EventHub, LoggedEvent, RunChannel
from orc.events.types import Event, Token, event_data
from orc.items import now
from orc.ports import Create, Item, ItemStore, PartitionKey, StoredItem, Write

_FLUSH_AFTER_SECONDS = 0.2
_PAGE = 100
MOST_UNSTORED = 32
"""So many tokens may have been sent, at most, that are not stored."""


class RunEvents:
    """Writes the events of one run. Each is in the store before it is sent, but for tokens: those are sent at once and
    stored together, soon after or with the next event.

    Several may write at a time, as parallel activities do: whose number was taken takes the next one. Not so while
    tokens are sent that are not stored yet, whose numbers were seen: then ItemExists. lease_expires_at is the moment
    (time.monotonic) at which the run may be another worker's; from then on events end in RunTaken. first_token_at is
    when the first token was sent from here.
    """

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
        """Gives the events their numbers."""
        first = self._next_seq
        self._next_seq += len(events)
        return [LoggedEvent(first + i, event.type, event_data(event)) for i, event in enumerate(events)]

    async def append(self, *events: Event, writes: Sequence[Write] = ()) -> list[str]:
        """Stores the events, and the writes in the same transaction, then sends them. Returns the writes' ETags. With
        writes, which may depend on the numbers, a number that was taken is an ItemExists; next_seq is then right."""
        if not writes:
            self._check_lease()
        return await _whole(self._append(events, writes))

    async def _append(self, events: Sequence[Event], writes: Sequence[Write]) -> list[str]:
        async with self._appending, self._lock:
            while True:
                numbered = self.number(*events)
                try:
                    return await self._store(numbered, writes)
                except StoreError as error:
                    self._next_seq -= len(numbered)  # nobody saw them: the next events take their numbers
                    if not isinstance(error, ItemExists) or not await self._catch_up() or writes:
                        raise

    async def catch_up(self) -> None:
        """Sends what other processes have stored meanwhile."""
        async with self._appending, self._lock:
            await self._catch_up()

    async def _catch_up(self) -> bool:
        """Sends what others have stored meanwhile, and goes on behind it."""
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
            raise RunTaken("This turn's worker was out of touch for too long.")

    def hold(self, write: Write) -> None:
        """Has the write stored with the next event, or by flush: one transaction less."""
        self._held.append(write)

    async def token(self, text: str) -> None:
        async with self._appending:  # an event that cannot be stored gives its number back
            self._check_lease()
            self.first_token_at = self.first_token_at or now()
            logged = self.number(Token(text))
            self._unstored += logged
            self._channel.publish(logged)
        if len(self._unstored) >= MOST_UNSTORED:
            await self.flush()
        elif self._flushing is None:
            self._flushing = asyncio.create_task(self._flush_later())
        elif self._flushing.done():
            self._flushing.result()  # a failed flush ends the run here
            self._flushing = asyncio.create_task(self._flush_later())

    async def flush(self) -> None:
        if self._unstored or self._held:
            await _whole(self._flush())

    async def _flush(self) -> None:
        async with self._lock:
            if self._unstored or self._held:
                await self._store([], ())

    async def aclose(self) -> None:
        """Stops the delayed flush; what is not yet stored stays so."""
        if self._flushing is not None and not self._flushing.done():
            self._flushing.cancel()
            await asyncio.wait([self._flushing])
        self._flushing = None

    async def _flush_later(self) -> None:
        await asyncio.sleep(_FLUSH_AFTER_SECONDS)
        await self.flush()

    async def _store(self, numbered: Sequence[LoggedEvent], writes: Sequence[Write]) -> list[str]:
        tokens, held = len(self._unstored), len(self._held)  # more may come while the store writes
        pending = [*self._unstored, *numbered]
        batch = [*writes, *self._held, *([Create(self._item(pending))] if pending else [])]
        etags = await self._items.write(self._partition, batch)
        del self._unstored[:tokens], self._held[:held]
        self._channel.publish(numbered)
        return etags[: len(writes)]

    def _item(self, events: Sequence[LoggedEvent]) -> Item:
        return {
            "id": f"event-{events[0].seq:010d}",
            "type": "event",
            "schema_version": 1,
            "sort": events[0].seq,
            "last_seq": events[-1].seq,
            "run_id": self._run_id,
            "events": _pack(events),
        }


async def _whole[T](work: Coroutine[Any, Any, T]) -> T:
    """Does the work to its end though the caller be cancelled: what the store has, this process must know of."""
    task = asyncio.create_task(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        if not task.cancelled():
            task.exception()  # the cancellation comes first
        raise


def _pack(events: Sequence[LoggedEvent]) -> list[Json]:
    """Neighbouring tokens become one entry that keeps where each began."""
    packed: list[dict[str, Json]] = []
    for event in events:
        if event.type != Token.type:
            packed.append({"type": event.type, "data": event.data})
        elif packed and "texts" in packed[-1]:
            cast("list[Json]", packed[-1]["texts"]).append(event.data["text"])
        else:
            packed.append({"type": event.type, "texts": [event.data["text"]]})
    return cast("list[Json]", packed)


def _unpack(item: StoredItem) -> list[LoggedEvent]:
    body: Any = item.body
    events: list[LoggedEvent] = []
    for entry in body["events"]:
        data = [{"text": text} for text in entry["texts"]] if "texts" in entry else [entry["data"]]
        events += [LoggedEvent(body["sort"] + len(events) + i, entry["type"], d) for i, d in enumerate(data)]
    return events


async def last_seq(items: ItemStore, partition: PartitionKey) -> int:
    """The number of the conversation's newest stored event, 0 for none."""
    newest = await items.query(partition, "event", descending=True, limit=1)
    return cast(int, newest[0].body["last_seq"]) if newest else 0


async def replay(
    items: ItemStore, partition: PartitionKey, since: int, *, whole: bool = False
) -> AsyncGenerator[Sequence[LoggedEvent]]:
    """The stored events after since, in order, a stored page at a time. whole: since is known to be the last event of
    its item, which saves looking for that."""
    before = [] if whole else await items.query(partition, "event", before=since + 1, descending=True, limit=1)
    position = cast(int, before[0].body["sort"]) - 1 if before else since if whole else 0
    while True:
        page = await items.query(partition, "event", after=position, limit=_PAGE)
        events = [event for item in page for event in _unpack(item) if event.seq > since]
        if events:
            yield events
        if len(page) < _PAGE:
            return
        position = cast(int, page[-1].body["sort"])


async def shared_channel(items: ItemStore, partition: PartitionKey, hub: EventHub) -> RunChannel:
    """The channel of a run's activities in this process, for one writer more, with all that was stored until now."""
    next_seq = await last_seq(items, partition) + 1
    channel = hub.share(partition, next_seq)
    with ExitStack() as undo:
        undo.callback(hub.remove, partition, channel)
        if channel.next_seq < next_seq:  # another process wrote
            async for events in replay(items, partition, channel.next_seq - 1):
                channel.publish(events)
        undo.pop_all()
    return channel
