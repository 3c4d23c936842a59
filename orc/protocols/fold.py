"""The contract of a fold: it turns a run's log into the numbered output of another protocol."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from orc.events.types import Done, ErrorRaised, LoggedEvent, StatusChange


class Fold[Out](Protocol):
    """Turns one run's events into output. It is fed all of them, one by one. Its output depends on them and on its
    constructor's arguments alone: the same log gives the same output, however it is divided into batches."""

    def open(self) -> Iterator[Out]:
        """Yields the output before the first event. Called once, before any feed."""
        ...

    def feed(self, logged: LoggedEvent) -> Iterator[Out]:
        """Yields the output that the next event adds. Nothing is fed after the run's `done`."""
        ...


def notice_of(logged: LoggedEvent) -> StatusChange | ErrorRaised | None:
    """Returns the event if it concerns the stream rather than the run. Such an event is not in the log, so it is not
    fed to a fold: other streams of the run do not get it. A `done` is always fed, since a run that could not be stored
    has no other."""
    if logged.seq == 0 and isinstance(logged.event, StatusChange | ErrorRaised):
        return logged.event
    return None


class Numbering[Out]:
    """Numbers a fold's output from 0 and drops output numbered up to `after`, which resumes a stream. last is the
    number of the newest output, -1 before any. is_done: the run's `done` was fed."""

    def __init__(self, fold: Fold[Out], after: int = -1) -> None:
        self._fold = fold
        self._after = after
        self.last = -1
        self.is_done = False

    def open(self) -> list[tuple[int, Out]]:
        """The numbered output before the first event."""
        return self._numbered(self._fold.open())

    def feed(self, events: Iterable[LoggedEvent]) -> list[tuple[int, Out]]:
        """The numbered output that these events add."""
        found: list[tuple[int, Out]] = []
        for logged in events:
            if notice_of(logged) is None and not self.is_done:
                found += self._numbered(self._fold.feed(logged))
                self.is_done = isinstance(logged.event, Done)
        return found

    def _numbered(self, output: Iterator[Out]) -> list[tuple[int, Out]]:
        found: list[tuple[int, Out]] = []
        for each in output:
            self.last += 1
            if self.last > self._after:
                found.append((self.last, each))
        return found
