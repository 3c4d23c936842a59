"""Records the traffic's actions and received events, for comparison with the product's final state."""

import json
import threading
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from benchmarks.soak.oracle import Question
from tests.support.app import Event

WRONG = (
    "lost turns",
    "doubled turns",
    "wrong text",
    "wrong end",
    "gaps in numbers",
    "live unlike replay",
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
"""What must not happen, as the table names it."""


@dataclass(eq=False)
class Turn:
    """One question, as its client has it. told is the end that the client heard; shown what it shows of the answer.

    cancellable: the client itself did what may have ended the turn early; withdrawable: so early that its question is
    no message. killed is when (and by which signal) the host that the turn was asked died.
    """

    question: Question
    key: str
    cancellable: bool = False
    withdrawable: bool = False
    anonymous: bool = False
    acknowledged: bool = False
    refused: bool = False
    run_id: str | None = None
    host: int | None = None
    told: str | None = None
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
    """heard is every event that any client of it heard, by number. begun_with are the texts that a fork begins with."""

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
        """Turns whose end their client has not heard."""
        return [turn for turn in self.turns if turn.told is None and not turn.refused]


def kept(event: Event) -> str:
    return f"{event.type} {json.dumps(event.data, sort_keys=True)}"


class Ledger:
    """Of all users; safe to be used by several threads."""

    def __init__(self) -> None:
        self.conversations: list[Conversation] = []
        self.codes: Counter[str] = Counter()
        self.wrong: dict[str, list[str]] = {name: [] for name in WRONG}
        self.counts: Counter[str] = Counter()
        self.uploads: Counter[int] = Counter()
        self.recovery: dict[str, list[float]] = defaultdict(list)
        self._lock = threading.Lock()

    def add(self, conversation: Conversation) -> Conversation:
        with self._lock:
            self.conversations.append(conversation)
        return conversation

    def is_wrong(self, name: str, what: str) -> None:
        with self._lock:
            self.wrong[name].append(what)

    def count(self, what: str, times: int = 1) -> None:
        with self._lock:
            self.counts[what] += times

    def code(self, what: str) -> None:
        """Notes an error that a client was told."""
        with self._lock:
            self.codes[what] += 1

    def recovered(self, after: str, seconds: float) -> None:
        with self._lock:
            self.recovery[after].append(seconds)

    def host_died(self, host: int, by: str) -> None:
        """Marks what the host had under way."""
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
        return sum(map(len, self.wrong.values()))
