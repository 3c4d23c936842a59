"""What a model is told of the conversation so far."""

import pytest

from orc.conversations.records import Message
from orc.graphs.context.history import History
from orc.graphs.limits import TurnLimits


def said(*texts: str) -> History:
    return History(
        tuple(
            Message(
                message_id=f"message-{i}",
                seq=i,
                role="assistant" if i % 2 else "user",
                text=text,
                run_id="run",
                parent_message_id=None,
                created_at="2026-01-01T00:00:00.000000Z",
            )
            for i, text in enumerate(texts)
        )
    )


def told(history: History, characters: int, most: int | None = None) -> list[str]:
    return [message.content for message in history.recent(TurnLimits(history_characters=characters), most=most)]


@pytest.mark.req("WF-15")
def test_the_newest_messages_are_prompted_as_far_as_they_fit() -> None:
    assert told(said("one", "two", "three"), 100) == ["one", "two", "three"]
    assert told(said("one", "two", "three"), 8) == ["two", "three"]
    assert told(said("one", "a long one", "three"), 9) == ["three"]
    assert told(said("one", "two", "three"), 4) == ["thre…"]


@pytest.mark.req("WF-01")
def test_the_planners_prompt_has_the_last_few_messages() -> None:
    assert told(said("one", "two", "three"), 100, most=2) == ["two", "three"]


def test_no_history_is_included_unless_requested() -> None:
    assert said("one", "two").recent(TurnLimits(history_messages=0)) == ()
