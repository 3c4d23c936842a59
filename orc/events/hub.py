"""Channels: the events of the runs of this process, as they happen, for whoever follows them here."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field

from orc.domain import Json
from orc.ports import PartitionKey

_AT_ONCE = 500


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
        """Whether anybody waits for what comes."""
        return bool(self._waiting)

    def publish(self, events: Sequence[LoggedEvent]) -> None:
        """Sends events in the order of their numbers, each once, whoever of several writers brings it; one without a
        number at once."""
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

    async def _changes(self, seconds: float) -> bool:
        """Whether something happens within so many seconds. An asyncio.timeout would cost more than all the rest."""
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
        """The events after since as they come, those that are there together, up to so many that a slow reader costs
        little; nothing when none came for a tick. The follower has heard nothing for silent_seconds as it comes."""
        position = max(0, since + 1 - self.first_seq)
        left = tick_seconds - silent_seconds
        while True:
            if position < len(self.events):
                fresh = self.events[position : position + _AT_ONCE]
                position += len(fresh)
                yield fresh
            elif self.closed:
                return
            elif not await self._changes(left):
                yield ()
            else:
                continue
            left = tick_seconds


def _settle(change: asyncio.Future[bool], happened: bool) -> None:
    if not change.done():
        change.set_result(happened)


class EventHub:
    """The channels of the runs that this process works on, by conversation partition."""

    def __init__(self) -> None:
        self._channels: dict[PartitionKey, RunChannel] = {}

    def add(self, partition: PartitionKey, channel: RunChannel) -> None:
        """Shows the new channel of a writer."""
        channel.writers += 1
        self._channels[partition] = channel

    def share(self, partition: PartitionKey, next_seq: int) -> RunChannel:
        """The channel that is shown, with one writer more; a new one from this number on when there is none. It stays
        open until that writer is removed."""
        channel = self._channels.get(partition)
        if channel is None:
            channel = self._channels[partition] = RunChannel(next_seq)
        channel.writers += 1
        return channel

    def channel(self, partition: PartitionKey) -> RunChannel | None:
        return self._channels.get(partition)

    def remove(self, partition: PartitionKey, channel: RunChannel) -> None:
        """Takes a writer from its channel, which the last one closes."""
        channel.writers -= 1
        if channel.writers > 0:
            return
        channel.close()
        if self._channels.get(partition) is channel:
            del self._channels[partition]
