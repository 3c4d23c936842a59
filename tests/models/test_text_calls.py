"""Tool calls that a model writes in its text are calls, however the text is divided."""

import json
import time

import pytest

from shared.models.chat_completions import Answer
from shared.models.text_calls import TextCalls

CALL = '<tool_call>\n{"name": "add", "arguments": {"a": 1}}\n</tool_call>'
ADD = ("add", '{"a": 1}')
BROKEN = CALL.replace("1}}", "1}")
CASES: dict[str, tuple[str | None, list[tuple[str, str]]]] = {
    CALL: ("", [ADD]),
    f"I add.\n{CALL}\n{CALL}\n": ("I add.\n", [ADD, ADD]),
    CALL.removesuffix("</tool_call>"): ("", [ADD]),
    CALL.replace('"add"', '"unknown"'): ("", [("unknown", '{"a": 1}')]),
    f"{BROKEN}\nWell.": ("Well.", [("add", '{"name": "add", "arguments": {"a": 1}')]),
    '<tool_call>{"a": [1}</tool_call>Well.': ("Well.", [("", '{"a": [1}')]),
    '<tool_call>{"arguments": {}}</tool_call>': ("", [("", "{}")]),
    CALL.replace("1}", '"x </tool_call> y"}') + "Well.": ("Well.", [("add", '{"a": "x </tool_call> y"}')]),
    f'<tool_call>{{"name": "add</tool_call>\nWell. {CALL} So.': ("Well. So.", [("", '{"name": "add'), ADD]),
    f"Such as:\n\n```json\n{CALL}\n```\nWell.": (None, []),
    f"1. ~~~~\n   ~~~~\n{CALL}\n   ~~~~\n{CALL}Well.": (f"1. ~~~~\n   ~~~~\n{CALL}\n   ~~~~\nWell.", [ADD]),
    f"```\nadd\n```\n{CALL}Well.": ("```\nadd\n```\nWell.", [ADD]),
    f"It writes `{CALL.replace('\n', '')}` to add.": (None, []),
    "The tag <tool_call> begins a call, <tool_ and <b> do not.": (None, []),
    "It ends with <tool_call>": (None, []),
}


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100, 1000])
@pytest.mark.parametrize(("text", "expected"), CASES.items())
def test_calls_are_taken_out_of_the_text(
    text: str, expected: tuple[str | None, list[tuple[str, str]]], size: int
) -> None:
    calls = TextCalls(reads=True)
    pieces = [calls.feed(text[at : at + size]) for at in range(0, len(text), size)]
    alone, found = expected
    assert "".join([*pieces, calls.flush()]) == (text if alone is None else alone)
    assert calls.calls == found


def test_an_answer_to_which_no_tool_was_offered_keeps_the_text() -> None:
    calls = TextCalls(reads=False)
    assert calls.feed(CALL) + calls.flush() == CALL


@pytest.mark.parametrize(
    "text",
    [
        "<tool_call>{" + "<" * 400_000,
        "<tool_call>" * 40_000,
        "<tool_call>{" * 40_000,
        '" <tool_call>{"</tool_call>' * 15_000,
        '<tool_call>{"' + "</tool_call>" * 30_000,
        '<tool_call>{"a":"</tool_call>' * 15_000,
        '<tool_call>{"a":"' + "\\</tool_call><tool_call>{" * 15_000,
        "`" * 400_000,
    ],
)
def test_the_time_is_linear_in_the_text(text: str) -> None:
    calls, began = TextCalls(reads=True), time.process_time()
    for at in range(0, len(text), 3):
        calls.feed(text[at : at + 3])
    calls.flush()
    assert time.process_time() - began < 5


def test_a_call_in_the_text_ends_an_answer_with_tool_calls() -> None:
    answer = Answer("m", reads_calls=True)
    for delta in ({"content": "<think>I muse</think>\n" + CALL}, {}):
        answer.add(json.dumps({"choices": [{"delta": delta, "finish_reason": None if delta else "stop"}]}).encode())
    call, finished = answer.end()
    assert (call.name, call.arguments, finished.reason) == (*ADD, "tool_calls")  # type: ignore[union-attr]
