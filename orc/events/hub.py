"""Live events of the runs that this process executes, for subscribers in the same process."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field

from orc.events.types import LoggedEvent, Token
from orc.ports import PartitionKey

_MOST_EVENTS_PER_BATCH = 500
_FRAME_SECONDS = 0.015
"""So long after a token, further tokens wait for each other: no screen shows more frames."""


@dataclass(slots=True, eq=False)
class _Wait:
    """A subscriber that waits for events, and for tokens alone not before tokens_from (loop time). timer ends the
    wait."""

    change: asyncio.Future[bool]
    tokens_from: float
    timer: asyncio.TimerHandle


@dataclass(slots=True)
class RunChannel:
    """The events of one run. Subscribers share the list, so that a slow one costs no memory."""

    first_seq: int
    events: list[LoggedEvent] = field(default_factory=list)
    closed: bool = False
    writers: int = 0
    _next_seq: int = 0
    _stored: int = 0
    _stored_seq: int = 0
    _stored_followers: int = 0
    _early: dict[int, LoggedEvent] = field(default_factory=dict)
    _waiting: set[_Wait] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._next_seq = self.first_seq

    @property
    def next_seq(self) -> int:
        return self._next_seq

    @property
    def is_followed(self) -> bool:
        """Whether a subscriber waits for the next event."""
        return bool(self._waiting)

    @property
    def is_followed_once_stored(self) -> bool:
        """Whether a subscriber gets events only once they are stored."""
        return self._stored_followers > 0

    def publish(self, events: Sequence[LoggedEvent], *, stored: bool = True) -> None:
        """Sends events in the order of their numbers, each once, even if several writers publish them out of order.
        Events that are not in the log are sent at once. If events are stored, all earlier ones are stored too."""
        for event in events:
            if event.seq == 0:
                self.events.append(event)
            elif event.seq >= self._next_seq:
                self._early[event.seq] = event
            while (due := self._early.pop(self._next_seq, None)) is not None:
                self.events.append(due)
                self._next_seq += 1
        if stored and events:
            self.confirm(events[-1].seq)
        else:
            self._wake(only_tokens=all(isinstance(event.event, Token) for event in events))

    def confirm(self, seq: int) -> None:
        """Records that the events up to this number are stored."""
        self._stored_seq = max(self._stored_seq, seq)
        while self._stored < len(self.events) and self.events[self._stored].seq <= self._stored_seq:
            self._stored += 1
        self._wake()

    def close(self) -> None:
        self.closed = True
        self._wake()

    def _wake(self, *, only_tokens: bool = False) -> None:
        for wait in self._waiting:
            loop = wait.change.get_loop()
            if not only_tokens or wait.tokens_from <= loop.time():
                _settle(wait.change, True)
            elif wait.tokens_from != float("inf"):
                wait.timer.cancel()
                wait.timer = loop.call_at(wait.tokens_from, _settle, wait.change, True)
                wait.tokens_from = float("inf")  # the timer delivers them

    async def follow(
        self,
        since: int,
        *,
        tick_seconds: float,
        silent_seconds: float = 0,
        stored_only: bool = False,
        frame_seconds: float = _FRAME_SECONDS,
    ) -> AsyncGenerator[Sequence[LoggedEvent]]:
        """Yields the events after since in batches until the channel is closed, and an empty batch when none comes for
        tick_seconds. The first tick is shorter by silent_seconds, for which the subscriber has received nothing.
        With stored_only each event is held back until it is stored. Tokens that arrive within frame_seconds after
        others are yielded together; any other event releases them at once."""
        position = max(0, since + 1 - self.first_seq)
        left, tokens_from, loop = tick_seconds - silent_seconds, 0.0, asyncio.get_running_loop()
        self._stored_followers += stored_only
        try:
            while True:
                end = self._stored if stored_only else len(self.events)
                if position < end:
                    fresh = self.events[position : min(end, position + _MOST_EVENTS_PER_BATCH)]
                    position += len(fresh)
                    if isinstance(fresh[-1].event, Token):
                        tokens_from = loop.time() + frame_seconds
                    yield fresh
                elif self.closed:
                    if notices := [event for event in self.events[position:] if event.seq == 0]:
                        yield notices
                    return
                else:  # asyncio.timeout would cost more than the rest of a turn's delivery
                    change: asyncio.Future[bool] = loop.create_future()
                    wait = _Wait(change, tokens_from, loop.call_later(left, _settle, change, False))
                    self._waiting.add(wait)
                    try:
                        has_changed = await change
                    finally:
                        wait.timer.cancel()
                        self._waiting.discard(wait)
                    if has_changed:
                        continue
                    yield ()
                left = tick_seconds
        finally:
            self._stored_followers -= stored_only


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
