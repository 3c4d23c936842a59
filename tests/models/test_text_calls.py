"""Tool calls that a model writes in its text are calls, however the text is divided."""

import json
import time

import pytest

from shared.models.chat_completions import Answer
from shared.models.text_calls import TextCalls

CALL = '<tool_call>\n{"name": "add", "arguments": {"a": 1}}\n</tool_call>'
CASES = {
    CALL: ("", 1),
    f"I add.\n{CALL}\n{CALL}\n": ("I add.\n", 2),
    CALL.removesuffix("</tool_call>"): ("", 1),
    CALL.replace("add", "unknown"): (None, 0),
    CALL.replace("1}}", "1}"): (None, 0),
    "The tag <tool_call> begins a call, <tool_ and <b> do not.": (None, 0),
    "It ends with <tool_call>": (None, 0),
}


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
@pytest.mark.parametrize(("text", "expected"), CASES.items())
def test_calls_of_offered_tools_are_taken_out_of_the_text(
    text: str, expected: tuple[str | None, int], size: int
) -> None:
    calls = TextCalls({"add"})
    pieces = [calls.feed(text[at : at + size]) for at in range(0, len(text), size)]
    alone, count = expected
    assert "".join([*pieces, calls.flush()]) == (text if alone is None else alone)
    assert calls.calls == [("add", '{"a": 1}')] * count


def test_an_answer_without_tools_keeps_the_text() -> None:
    calls = TextCalls(())
    assert calls.feed(CALL) + calls.flush() == CALL


@pytest.mark.parametrize("text", ["<tool_call>{" + "<" * 400_000, "<tool_call>" * 40_000, "<tool_call>{" * 40_000])
def test_the_time_is_linear_in_the_text(text: str) -> None:
    calls, began = TextCalls({"add"}), time.process_time()
    pieces = [calls.feed(text[at : at + 3]) for at in range(0, len(text), 3)]
    assert "".join([*pieces, calls.flush()]) == text
    assert time.process_time() - began < 5


def test_a_call_in_the_text_ends_an_answer_with_tool_calls() -> None:
    answer = Answer("m", ["add"])
    for delta in ({"content": "<think>I muse</think>\n" + CALL}, {}):
        answer.add(json.dumps({"choices": [{"delta": delta, "finish_reason": None if delta else "stop"}]}).encode())
    call, finished = answer.end()
    assert (call.name, call.arguments, finished.reason) == ("add", '{"a": 1}', "tool_calls")  # type: ignore[union-attr]
