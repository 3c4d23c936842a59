"""What a model is told of the conversation so far."""

from dataclasses import replace

import pytest

from orc.conversations.records import Message
from orc.graphs.context.history import History
from orc.graphs.limits import TurnLimits
from orc.prompts import EARLIER_LEFT_OUT as LEFT_OUT
from orc.prompts import ENDED_EARLY, NOT_ANSWERED


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


def roles(history: History) -> list[str]:
    return [message.role for message in history.recent(TurnLimits())]


def told(history: History, characters: int, most: int | None = None) -> list[str]:
    return [message.content for message in history.recent(TurnLimits(history_characters=characters), most=most)]


@pytest.mark.req("WF-15")
def test_the_newest_messages_are_prompted_as_far_as_they_fit() -> None:
    assert told(said("one", "two", "three", "four"), 100) == ["one", "two", "three", "four"]
    assert told(said("one", "two", "three", "four"), 9) == ["three", "four"]
    assert told(said("one", "two", "three", "four"), 13) == [LEFT_OUT, "two", "three", "four"]


@pytest.mark.req("WF-15")
def test_a_long_answer_leaves_room_for_its_question_and_the_messages_before_it() -> None:
    assert told(said("one", "two", "three", "a" * 90), 44) == ["one", "two", "three", "a" * 33 + "…"]
    assert told(said("one", "two", "t" * 90, "a" * 90), 40) == ["t" * 10 + "…", "a" * 30 + "…"]
    assert told(said("one", "two"), 4) == ["o…", "two"]


@pytest.mark.req("WF-15")
def test_user_and_assistant_speak_by_turns_also_after_a_message_without_an_answer() -> None:
    unanswered = History((*said("one", "two", "three").messages, *said("four", "five").messages))
    assert roles(unanswered) == ["user", "assistant"] * 3
    assert told(unanswered, 100) == ["one", "two", "three", NOT_ANSWERED, "four", "five"]
    assert told(said("one"), 100) == ["one", NOT_ANSWERED]
    assert told(History((*said("one", "two").messages, *said("one", "two").messages[1:])), 100) == ["one", "two\n\ntwo"]
    assert roles(History(said("one", "two").messages[1:])) == ["user", "assistant"]


@pytest.mark.req("WF-01")
def test_the_planners_prompt_has_the_last_few_messages() -> None:
    assert told(said("one", "two", "three", "four"), 100, most=2) == ["three", "four"]


def test_no_history_is_included_unless_requested() -> None:
    assert said("one", "two").recent(TurnLimits(history_messages=0)) == ()


@pytest.mark.req("WF-15", "AN-10")
def test_an_answer_that_was_cancelled_is_not_given_as_a_whole_one() -> None:
    question, answer = said("one", "two and").messages
    cut = History((question, replace(answer, status="cancelled")))
    assert told(cut, 100) == ["one", f"two and\n{ENDED_EARLY}"]
