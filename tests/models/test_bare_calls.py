"""A model whose whole text is a tool call, in the forms of several chat templates."""

import json

import pytest

from shared.models.bare_calls import BareCall
from shared.models.chat_completions import Answer

CALL = '{"name": "add", "arguments": {"a": 1}}'
SIZES = [1, 3, 1_000]


def read(text: str, size: int, *known: str) -> tuple[str, list[tuple[str, str]]]:
    """The text that is passed on and the calls, if the text comes in pieces of this size."""
    bare = BareCall(known, reads_tags=True)
    passed = "".join(bare.feed(text[at : at + size]) for at in range(0, len(text), size))
    return passed + bare.flush(), list(bare.calls)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "text",
    [
        CALL,
        f"\n{CALL}\n",
        f"```json\n{CALL}\n```",
        f"```\n{CALL}```",
        f"[{CALL}]",
        '{"name":"add","parameters":{"a": 1}}',
        '{ "name" : "add", "arguments": "{\\"a\\": 1}" }',
        "add(a=1)",
        "[add(a=1)]\n",
    ],
)
def test_a_text_that_is_a_call_of_a_known_tool_is_that_call(text: str, size: int) -> None:
    assert read(text, size, "add") == ("", [("add", '{"a": 1}')])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "text",
    [
        f"<tool_call>\n{CALL}\n</tool_call>",
        f"<tool_call>{CALL}",
        f"[TOOL_CALLS][{CALL}]",
        f"[TOOL_CALLS] [{CALL}]\n",
        f"[TOOL_CALLS]{CALL}",
        '[TOOL_CALLS]add{"a": 1}',
        '[TOOL_CALLS]add[ARGS]{"a": 1}',
        '[TOOL_CALLS]add[CALL_ID]x1y2[ARGS]{"a": 1}',
        '<|channel|>commentary to=functions.add<|message|>{"a": 1}<|call|>',
        '<|channel|>commentary to=functions.add <|constrain|>json<|message|>{"a": 1}',
        '<|start|>assistant<|channel|>commentary to=functions.add json<|message|>{"a": 1}<|call|>',
        '<|start|>assistant to=functions.add<|channel|>commentary json<|message|>{"a": 1}<|call|>',
        ' to=functions.add<|channel|>commentary <|constrain|>json<|message|>{"a": 1}<|end|>',
        f"<|python_tag|>{CALL}<|eom_id|>",
        "<|python_tag|>add(a=1)",
        '<function=add>{"a": 1}</function>',
    ],
)
def test_a_text_with_a_templates_sign_is_a_call_of_any_tool(text: str, size: int) -> None:
    assert read(text, size) == ("", [("add", '{"a": 1}')])


@pytest.mark.parametrize(
    "text",
    [
        f'[TOOL_CALLS][{CALL}, {{"name": "list", "arguments": {{}}}}]',
        '[TOOL_CALLS]add{"a": 1}[TOOL_CALLS]list[ARGS]{}',
        f'<tool_call>{CALL}</tool_call>\n<tool_call>{{"name": "list"}}</tool_call>',
        "[add(a=1), list()]",
    ],
)
def test_a_text_may_consist_of_several_calls(text: str) -> None:
    assert read(text, 3, "add", "list") == ("", [("add", '{"a": 1}'), ("list", "{}")])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "text",
    [
        "<tool_call>\n<function=find>\n<parameter=query>\nthe <b> rent\n</parameter>\n<parameter=top_k>3</parameter>\n"
        "</function>\n</tool_call>\n<tool_call><function=list></function></tool_call>",
        '<function_calls>\n<invoke name="find">\n<parameter name="query">the <b> rent</parameter>\n'
        '<parameter name="top_k" string="false">3</parameter>\n</invoke>\n'
        '<invoke name="list">\n</invoke>\n</function_calls>',
    ],
)
def test_the_arguments_of_a_call_in_markup_are_texts(text: str, size: int) -> None:
    assert read(text, size) == ("", [("find", '{"query": "the <b> rent", "top_k": "3"}'), ("list", "{}")])


def test_markup_beside_other_text_is_no_call() -> None:
    text = "<function=add>{}</function> is how it is called."
    assert read(text, 3) == (text, [])


def test_the_arguments_of_a_python_call_are_literals() -> None:
    text = """add(a='x "y"', b=[1, -2.5], c={"d": None}, e=True)"""
    assert read(text, 3, "add") == ("", [("add", '{"a": "x \\"y\\"", "b": [1, -2.5], "c": {"d": null}, "e": true}')])


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ('[TOOL_CALLS][{"name": "add"', ("", '[{"name": "add"')),
        ('[TOOL_CALLS]add{"a": ', ("add", '{"a":')),
        ("<tool_call>{add}</tool_call>", ("", "{add}")),
        ("<|channel|>commentary to=functions.add<|message|>a = 1", ("add", "a = 1")),
    ],
)
def test_a_call_with_a_sign_that_cannot_be_read_stays_a_call(text: str, call: tuple[str, str]) -> None:
    assert read(text, 3) == ("", [call])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "text",
    [
        '{"name": "subtract", "arguments": {}}',
        f"{CALL} adds them.",
        f"Call {CALL}",
        '{"name": "add", "arguments": {"a": 1}',
        '{"name": "add"' + " " * 30_000,
        f'[{CALL}, {{"name": "subtract"}}]',
        '{"answer": "add", "citations": []}',
        "add(1)",
        "add(a=b)",
        "add(**{1: 2})",
        "add(a=1) adds 1.",
        "[add(a=1), subtract(a=1)]",
        "subtract(a=1)",
        "math.add(a=1)",
        f"add(a={'(' * 9_000}",
        f"add(a={'-' * 9_000}1)",
        f"add(a={'[' * 90}{']' * 90}{'.x' * 9_000})",
        "```python\nadd(a=1)\n```",
        "`add` adds.",
        "add",
        "[1] says so.",
        "<|channel|>final<|message|>It is 1.",
        "<tool_call> is a tag.",
        f"<tool_call>{CALL}</tool_call> It is so.",
        "to=functions.add is the recipient.",
        " " * 30_000,
        "",
    ],
)
def test_any_other_text_stays_text(text: str, size: int) -> None:
    assert read(text, size, "add") == (text, [])


@pytest.mark.parametrize("text", [CALL, "add(a=1)"])
def test_a_call_without_a_sign_of_an_unknown_tool_stays_text(text: str) -> None:
    assert read(text, 3) == (text, [])


def test_text_that_cannot_be_a_call_is_passed_on_at_once() -> None:
    bare = BareCall(["add"])
    assert [bare.feed(piece) for piece in ("{", '"na', "me", '": "sub', 'tract", ', "more")] == [
        *("", "", ""),
        *('{"name": "sub', 'tract", ', "more"),
    ]


def test_an_answer_that_is_a_call_ends_with_tool_calls() -> None:
    answer = Answer("m", reads_calls=True, known=["add"])
    for delta in ({"content": f"<think>I muse</think>\n{CALL}"}, {}):
        chunk = {"choices": [{"delta": delta, "finish_reason": None if delta else "stop"}]}
        assert answer.add(json.dumps(chunk).encode()) is None
    call, finished = answer.end()
    assert (call.name, call.arguments, finished.reason) == ("add", '{"a": 1}', "tool_calls")  # type: ignore[union-attr]


@pytest.mark.parametrize("text", [CALL, f"[TOOL_CALLS][{CALL}]"])
def test_an_answer_in_which_no_text_is_a_call_is_that_text(text: str) -> None:
    answer = Answer("m", known=None)
    delta = answer.add(json.dumps({"choices": [{"delta": {"content": text}, "finish_reason": "stop"}]}).encode())
    assert delta is not None
    assert (delta.text, len(list(answer.end()))) == (text, 1)
