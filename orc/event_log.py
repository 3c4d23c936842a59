"""The events of a conversation: numbered without gaps, stored, sent at once, and replayed to whoever follows."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from orc.domain import Json
from orc.errors import StoreError
from orc.events import Event, Token, event_data
from orc.ports import Create, Item, ItemStore, PartitionKey, StoredItem, Write

_FLUSH_AFTER_SECONDS = 0.2
_FLUSH_AFTER_TOKENS = 100
_PAGE = 100


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """An event as it is stored and sent; seq counts from 1 in its conversation."""

    seq: int
    type: str
    data: dict[str, Json]


@dataclass(slots=True)
class RunChannel:
    """The events of one run of this process, as they happen. Followers share the list: a slow one costs nothing."""

    first_seq: int
    events: list[LoggedEvent] = field(default_factory=list)
    closed: bool = False
    _waiting: list[asyncio.Future[bool]] = field(default_factory=list)

    def publish(self, events: Sequence[LoggedEvent]) -> None:
        self.events.extend(events)
        self._wake()

    def close(self) -> None:
        self.closed = True
        self._wake()

    def _wake(self) -> None:
        for change in self._waiting:
            _settle(change, True)
        self._waiting.clear()

    async def _changes(self, seconds: float) -> bool:
        """Whether something happens within so many seconds. An asyncio.timeout would cost more than all the rest."""
        loop = asyncio.get_running_loop()
        change: asyncio.Future[bool] = loop.create_future()
        self._waiting.append(change)
        timer = loop.call_later(seconds, _settle, change, False)
        try:
            return await change
        finally:
            timer.cancel()

    async def follow(self, since: int, *, tick_seconds: float) -> AsyncGenerator[Sequence[LoggedEvent]]:
        """The events after since as they come, all that are there at once; nothing when none came for a tick."""
        position = max(0, since + 1 - self.first_seq)
        while True:
            if position < len(self.events):
                fresh = self.events[position:]
                position += len(fresh)
                yield fresh
            elif self.closed:
                return
            elif not await self._changes(tick_seconds):
                yield ()


def _settle(change: asyncio.Future[bool], happened: bool) -> None:
    if not change.done():
        change.set_result(happened)


class EventHub:
    """The channels of the runs that this process works on, by conversation partition."""

    def __init__(self) -> None:
        self._channels: dict[PartitionKey, RunChannel] = {}

    def open(self, partition: PartitionKey, first_seq: int) -> RunChannel:
        channel = self._channels[partition] = RunChannel(first_seq)
        return channel

    def channel(self, partition: PartitionKey) -> RunChannel | None:
        return self._channels.get(partition)

    def close(self, partition: PartitionKey, channel: RunChannel) -> None:
        channel.close()
        if self._channels.get(partition) is channel:
            del self._channels[partition]


class RunEvents:
    """Writes the events of one run. Each is in the store before it is sent, but for tokens: those are sent at once and
    stored together, soon after or with the next event. A number that another writer took ends in ItemExists: a run
    has one writer."""

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
        self._flushing: asyncio.Task[None] | None = None

    @property
    def next_seq(self) -> int:
        return self._next_seq

    def number(self, *events: Event) -> list[LoggedEvent]:
        """Gives the events their numbers."""
        first = self._next_seq
        self._next_seq += len(events)
        return [LoggedEvent(first + i, event.type, event_data(event)) for i, event in enumerate(events)]

    async def append(self, *events: Event, writes: Sequence[Write] = ()) -> list[str]:
        """Stores the events, and the writes in the same transaction, then sends them. Returns the writes' ETags."""
        async with self._lock:
            numbered = self.number(*events)
            try:
                return await self._store(numbered, writes)
            except StoreError:
                self._next_seq -= len(numbered)  # nobody saw them: the next events take their numbers
                raise

    def hold(self, write: Write) -> None:
        """Has the write stored with the next event, or by flush: one transaction less."""
        self._held.append(write)

    async def token(self, text: str) -> None:
        logged = self.number(Token(text))
        self._unstored += logged
        self._channel.publish(logged)
        if len(self._unstored) >= _FLUSH_AFTER_TOKENS:
            await self.flush()
        elif self._flushing is None:
            self._flushing = asyncio.create_task(self._flush_later())
        elif self._flushing.done():
            self._flushing.result()  # a failed flush ends the run here
            self._flushing = asyncio.create_task(self._flush_later())

    async def flush(self) -> None:
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


async def replay(items: ItemStore, partition: PartitionKey, since: int) -> AsyncIterator[Sequence[LoggedEvent]]:
    """The stored events after since, in order, a stored page at a time."""
    before = await items.query(partition, "event", before=since + 1, descending=True, limit=1)
    position = cast(int, before[0].body["sort"]) - 1 if before else 0
    while True:
        page = await items.query(partition, "event", after=position, limit=_PAGE)
        events = [event for item in page for event in _unpack(item) if event.seq > since]
        if events:
            yield events
        if len(page) < _PAGE:
            return
        position = cast(int, page[-1].body["sort"])
