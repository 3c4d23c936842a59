"""The contract of a fold: from a run's log it makes the numbered output of another protocol."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from orc.events.types import Done, ErrorRaised, LoggedEvent, StatusChange


class Fold[Out](Protocol):
    """Makes output of one run's events, which it is fed one by one, from the first.

    It has no input but them and what it is made with, which never changes for a run: the same log gives the same output
    each time, in whatever pieces it comes.
    """

    def open(self) -> Iterator[Out]:
        """What comes before the first event. Called once, before any feed."""
        ...

    def feed(self, logged: LoggedEvent) -> Iterator[Out]:
        """What the next event of the log adds. After the run's `done` nothing more is fed."""
        ...


def notice_of(logged: LoggedEvent) -> StatusChange | ErrorRaised | None:
    """The event, if it is not in the log and says how the stream fares. Such an event is not fed to a fold: who follows
    the run later never gets it. A `done` is always fed, as one that is not in the log is all that its run has."""
    if logged.seq == 0 and isinstance(logged.event, StatusChange | ErrorRaised):
        return logged.event
    return None


class Numbering[Out]:
    """Numbers a fold's output from 0, and leaves out what has a number up to after: so a stream is resumed.

    last is the number of the newest output, -1 before any. is_done says that the run's `done` was fed.
    """

    def __init__(self, fold: Fold[Out], after: int = -1) -> None:
        self._fold = fold
        self._after = after
        self.last = -1
        self.is_done = False

    def open(self) -> list[tuple[int, Out]]:
        """The output before the first event, with its numbers."""
        return self._numbered(self._fold.open())

    def feed(self, events: Iterable[LoggedEvent]) -> list[tuple[int, Out]]:
        """The output that these events add, with its numbers."""
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
