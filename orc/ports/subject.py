"""The caller, conversation and run that the current work is for, available to code such as log filters as context."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from orc.domain import Caller, ConversationKey


@dataclass(frozen=True, slots=True)
class Subject:
    """The caller, and the conversation and run, where there are any."""

    caller: Caller
    conversation_id: str = ""
    run_id: str = ""

    @classmethod
    def of(cls, key: ConversationKey, run_id: str = "") -> "Subject":
        return cls(key.caller, key.conversation_id, run_id)


_subject: ContextVar[Subject | None] = ContextVar("orc_subject", default=None)


def subject() -> Subject | None:
    """Of the task at hand; tasks that it starts have the same."""
    return _subject.get()


def work_for(found: Subject) -> None:
    """Names the subject of all that the task at hand does from now on, such as of a response that is sent later."""
    _subject.set(found)


@contextmanager
def working_for(found: Subject) -> Iterator[None]:
    """Names the subject of what is done within."""
    token = _subject.set(found)
    try:
        yield
    finally:
        _subject.reset(token)
