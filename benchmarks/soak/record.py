"""Records what the users do and receive, to compare it with the product's final state."""

import json
import threading
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from benchmarks.soak.questions import Question
from tests.support.app import Event

VIOLATIONS = (
    "lost turns",
    "duplicated turns",
    "wrong text",
    "wrong end",
    "gaps in numbers",
    "replay differs",
    "failed, then completed",
    "failed without a fault",
    "resumptions refused",
    "lost documents",
    "unready documents",
    "wrong documents",
    "wrong forks",
    "deleted but there",
    "left in the store",
    "left processes",
    "unclean stops",
    "unexpected answers",
)
"""The broken promises that are counted, as the table names them."""


@dataclass(eq=False)
class Turn:
    """A question as its client sees it. reported is the final status that the client received; shown is the answer that
    it shows.

    cancellable: the client itself may have ended the turn early; withdrawable: so early that the question may not have
    become a message. killed is the time and the signal of the death of the host that was asked."""

    question: Question
    key: str
    cancellable: bool = False
    withdrawable: bool = False
    anonymous: bool = False
    acknowledged: bool = False
    refused: bool = False
    run_id: str | None = None
    host: int | None = None
    reported: str | None = None
    shown: str = ""
    message: str | None = None
    seq: int = 0
    inside: bool = False
    killed: tuple[float, str] | None = None


@dataclass(eq=False)
class File:
    name: str
    blob_name: str
    content: bytes
    file_id: str
    host: int | None = None
    ready: bool = False
    asked: int = 0
    killed: tuple[float, str] | None = None


@dataclass(eq=False)
class Conversation:
    """heard has every event that any client received, by number. begun_with are the texts with which a fork begins."""

    conversation_id: str
    user: str
    turns: list[Turn] = field(default_factory=list)
    files: dict[str, File] = field(default_factory=dict)
    deleted_files: list[File] = field(default_factory=list)
    begun_with: list[str] = field(default_factory=list)
    heard: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    deletes: bool = False
    deleted: bool = False

    @property
    def unfinished(self) -> list[Turn]:
        """The turns whose end their client has not received."""
        return [turn for turn in self.turns if turn.reported is None and not turn.refused]


def kept(event: Event) -> str:
    return f"{event.type} {json.dumps(event.data, sort_keys=True)}"


class Record:
    """The record of all users. Its methods may be called from several threads."""

    def __init__(self) -> None:
        self.conversations: list[Conversation] = []
        self.codes: Counter[str] = Counter()
        self.violations: dict[str, list[str]] = {name: [] for name in VIOLATIONS}
        self.counts: Counter[str] = Counter()
        self.uploads: Counter[int] = Counter()
        self.recovery: dict[str, list[float]] = defaultdict(list)
        self._lock = threading.Lock()

    def add(self, conversation: Conversation) -> Conversation:
        with self._lock:
            self.conversations.append(conversation)
        return conversation

    def violation(self, name: str, what: str) -> None:
        with self._lock:
            self.violations[name].append(what)

    def count(self, what: str, times: int = 1) -> None:
        with self._lock:
            self.counts[what] += times

    def code(self, what: str) -> None:
        """Counts an error that a client received."""
        with self._lock:
            self.codes[what] += 1

    def recovered(self, after: str, seconds: float) -> None:
        with self._lock:
            self.recovery[after].append(seconds)

    def host_died(self, host: int, by: str) -> None:
        """Marks the unfinished turns and files of a host that died."""
        died = time.time()
        with self._lock:
            for conversation in self.conversations:
                files = [file for file in conversation.files.values() if not file.ready]
                under_way: list[Turn | File] = [*conversation.unfinished, *files]
                for work in under_way:
                    if work.host == host and work.killed is None:
                        work.killed = died, by

    @property
    def failures(self) -> int:
        return sum(map(len, self.violations.values()))
