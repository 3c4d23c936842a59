"""A model whose whole text is a tool call, without a mark around it."""

import json

import pytest

from shared.models.bare_calls import BareCall
from shared.models.chat_completions import Answer

CALL = '{"name": "add", "arguments": {"a": 1}}'


def read(text: str, size: int, *offered: str) -> tuple[str, tuple[str, str] | None]:
    """The text that is passed on and the call, if the text comes in pieces of this size."""
    bare = BareCall(offered)
    passed = "".join(bare.feed(text[at : at + size]) for at in range(0, len(text), size))
    return passed + bare.flush(), bare.call


@pytest.mark.parametrize("size", [1, 3, 1_000])
@pytest.mark.parametrize(
    "text",
    [
        CALL,
        f"\n{CALL}\n",
        f"```json\n{CALL}\n```",
        f"```\n{CALL}```",
        '{"name":"add","parameters":{"a": 1}}',
        '{ "name" : "add", "arguments": "{\\"a\\": 1}" }',
    ],
)
def test_a_text_that_is_a_call_of_an_offered_tool_is_that_call(text: str, size: int) -> None:
    assert read(text, size, "add") == ("", ("add", '{"a": 1}'))


@pytest.mark.parametrize("size", [1, 3, 1_000])
@pytest.mark.parametrize(
    "text",
    [
        '{"name": "subtract", "arguments": {}}',
        f"{CALL} adds them.",
        f"Call {CALL}",
        '{"name": "add", "arguments": {"a": 1}',
        '{"answer": "add", "citations": []}',
        '{"name": "add"' + " " * 30_000,
        "```python\nadd(1)\n```",
        "`add` adds.",
        "",
    ],
)
def test_any_other_text_stays_text(text: str, size: int) -> None:
    assert read(text, size, "add") == (text, None)


def test_a_call_stays_text_where_no_tool_is_offered() -> None:
    assert read(CALL, 3) == (CALL, None)


def test_text_that_cannot_be_a_call_is_passed_on_at_once() -> None:
    bare = BareCall(["add"])
    assert [bare.feed(piece) for piece in ("{", '"na', "me", '": "sub', 'tract", ', "more")] == [
        *("", "", "", ""),
        '{"name": "subtract", ',
        "more",
    ]


def test_an_answer_that_is_a_call_ends_with_tool_calls() -> None:
    answer = Answer("m", reads_calls=True, offered=["add"])
    for delta in ({"content": f"<think>I muse</think>\n{CALL}"}, {}):
        chunk = {"choices": [{"delta": delta, "finish_reason": None if delta else "stop"}]}
        assert answer.add(json.dumps(chunk).encode()) is None
    call, finished = answer.end()
    assert (call.name, call.arguments, finished.reason) == ("add", '{"a": 1}', "tool_calls")  # type: ignore[union-attr]
