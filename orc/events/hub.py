"""Live events of the runs that this process executes, for subscribers in the same process."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field

from orc.events.types import LoggedEvent
from orc.ports import PartitionKey

_MOST_EVENTS_PER_BATCH = 500


@dataclass(slots=True)
class RunChannel:
    """The events of one run. Subscribers share the list, so that a slow one costs no memory."""

    first_seq: int
    events: list[LoggedEvent] = field(default_factory=list)
    closed: bool = False
    writers: int = 0
    _next_seq: int = 0
    _early: dict[int, LoggedEvent] = field(default_factory=dict)
    _waiting: set[asyncio.Future[bool]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._next_seq = self.first_seq

    @property
    def next_seq(self) -> int:
        return self._next_seq

    @property
    def is_followed(self) -> bool:
        """Whether a subscriber waits for the next event."""
        return bool(self._waiting)

    def publish(self, events: Sequence[LoggedEvent]) -> None:
        """Sends events in the order of their numbers, each once, in whatever order several writers bring them. Events
        that are not in the log are sent at once."""
        for event in events:
            if event.seq == 0:
                self.events.append(event)
            elif event.seq >= self._next_seq:
                self._early[event.seq] = event
            while (due := self._early.pop(self._next_seq, None)) is not None:
                self.events.append(due)
                self._next_seq += 1
        self._wake()

    def close(self) -> None:
        self.closed = True
        self._wake()

    def _wake(self) -> None:
        for change in self._waiting:
            _settle(change, True)
        self._waiting.clear()

    async def _wait_for_change(self, seconds: float) -> bool:
        """Whether the channel changes within so many seconds. asyncio.timeout would cost more than the rest of a turn's
        delivery."""
        loop = asyncio.get_running_loop()
        change: asyncio.Future[bool] = loop.create_future()
        self._waiting.add(change)
        timer = loop.call_later(seconds, _settle, change, False)
        try:
            return await change
        finally:
            timer.cancel()
            self._waiting.discard(change)

    async def follow(
        self, since: int, *, tick_seconds: float, silent_seconds: float = 0
    ) -> AsyncGenerator[Sequence[LoggedEvent]]:
        """Yields the events after since in batches until the channel is closed, and an empty batch when none comes for
        tick_seconds. The first tick is shorter by silent_seconds, for which the subscriber has received nothing."""
        position = max(0, since + 1 - self.first_seq)
        left = tick_seconds - silent_seconds
        while True:
            if position < len(self.events):
                fresh = self.events[position : position + _MOST_EVENTS_PER_BATCH]
                position += len(fresh)
                yield fresh
            elif self.closed:
                return
            elif not await self._wait_for_change(left):
                yield ()
            else:
                continue
            left = tick_seconds


def _settle(change: asyncio.Future[bool], happened: bool) -> None:
    if not change.done():
        change.set_result(happened)


class EventHub:
    """The channels of the runs that this process executes, by conversation partition."""

    def __init__(self) -> None:
        self._channels: dict[PartitionKey, RunChannel] = {}

    def add(self, partition: PartitionKey, channel: RunChannel) -> None:
        """Registers a writer's new channel."""
        channel.writers += 1
        self._channels[partition] = channel

    def share(self, partition: PartitionKey, next_seq: int) -> RunChannel:
        """The registered channel with one more writer, or a new one that begins with next_seq. It stays open until that
        writer is removed."""
        channel = self._channels.get(partition)
        if channel is None:
            channel = self._channels[partition] = RunChannel(next_seq)
        channel.writers += 1
        return channel

    def channel(self, partition: PartitionKey) -> RunChannel | None:
        return self._channels.get(partition)

    def remove(self, partition: PartitionKey, channel: RunChannel) -> None:
        """Removes a writer from its channel. The last one closes it."""
        channel.writers -= 1
        if channel.writers > 0:
            return
        channel.close()
        if self._channels.get(partition) is channel:
            del self._channels[partition]
