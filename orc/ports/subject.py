"""The caller, conversation and run that the current work is for, available to code such as log filters as context."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from orc.domain import Caller, ConversationKey, TokenUsage


@dataclass(frozen=True, slots=True)
class Subject:
    """The caller, and the conversation and run if there are any. calls are the known tokens of the model calls for the
    run that no checkpoint contains."""

    caller: Caller
    conversation_id: str = ""
    run_id: str = ""
    calls: list[TokenUsage] = field(default_factory=list, compare=False)

    @classmethod
    def of(cls, key: ConversationKey, run_id: str = "") -> "Subject":
        return cls(key.caller, key.conversation_id, run_id)


_subject: ContextVar[Subject | None] = ContextVar("orc_subject", default=None)


def subject() -> Subject | None:
    """The subject of the current task, which tasks that it starts inherit."""
    return _subject.get()


def work_for(found: Subject) -> None:
    """Sets the subject for the rest of the current task, such as for a response that is sent later."""
    _subject.set(found)


@contextmanager
def working_for(found: Subject) -> Iterator[None]:
    """Sets the subject for the body."""
    token = _subject.set(found)
    try:
        yield
    finally:
        _subject.reset(token)
