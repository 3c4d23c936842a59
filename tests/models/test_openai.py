import asyncio
import json
import subprocess
import sys
from contextlib import aclosing
from typing import Any

import pytest

from orc.domain import Json, TokenUsage
from orc.ports import ChatMessage, ChatRequest, Finished, OutputSchema, TextDelta, ToolCall, ToolSpec
from shared.models.openai import OpenAIChatModel
from tests.models.streams import HELLO, ask, delta, events
from tests.support.openai_stub import MODEL, OpenAIStub, Reply
from tests.support.waiting import until


async def test_text_comes_piece_by_piece_and_ends_with_usage_and_model(
    stub: OpenAIStub, model: OpenAIChatModel
) -> None:
    stub.script(Reply(text="Grüße from here", usage=(11, 4)))
    assert await ask(model) == [
        TextDelta("Grüße"),
        TextDelta(" from"),
        TextDelta(" here"),
        Finished("stop", TokenUsage(11, 4), MODEL),
    ]


async def test_a_piece_is_there_before_the_next_is_sent(stub: OpenAIStub, model: OpenAIChatModel) -> None:
    stub.script(Reply(text="one two", gate_after=1))
    async with aclosing(model.stream(HELLO)) as chunks:
        assert await anext(chunks) == TextDelta("one")
        stub.release()
        assert await anext(chunks) == TextDelta(" two")


async def test_thoughts_without_an_opening_tag_are_left_out_once_an_answer_has_shown_them(
    stub: OpenAIStub, model: OpenAIChatModel
) -> None:
    thoughtful = Reply(text="I muse.\n</think>\n\nIt is 5.")
    stub.script(
        thoughtful, thoughtful, Reply(text="I am cut", finish_reason="length"), Reply(text="It is 6."), thoughtful
    )
    told = ["".join(c.text for c in await ask(model) if isinstance(c, TextDelta)) for _ in range(5)]
    assert told == ["I muse.\nIt is 5.", "It is 5.", "", "It is 6.", "I muse.\nIt is 5."]


@pytest.mark.parametrize("rest", ["<|im_end|>", "<|eot_id|>\n\nIt is 5.", "<end_of_turn>"])
async def test_a_special_token_that_ends_the_turn_ends_the_text(
    stub: OpenAIStub, model: OpenAIChatModel, rest: str
) -> None:
    stub.script(Reply(text=f"It is 5 <|p|>.{rest}"))
    assert "".join(c.text for c in await ask(model) if isinstance(c, TextDelta)) == "It is 5 <|p|>."


async def test_a_plain_request_sends_no_option_that_was_not_given(stub: OpenAIStub, model: OpenAIChatModel) -> None:
    await ask(model)
    (request,) = stub.completions
    assert request.path == "/v1/chat/completions"
    assert request.headers["authorization"] == "Bearer sk-secret"
    assert request.body == {
        "model": "gpt",
        "messages": [{"role": "user", "content": "Hello"}],
        "stream": True,
        "stream_options": {"include_usage": True},
    }


async def test_tools_schema_and_limits_are_sent_in_the_api_s_own_form(stub: OpenAIStub, model: OpenAIChatModel) -> None:
    schema: dict[str, Json] = {"type": "object", "properties": {"intent": {"enum": ["conversation"]}}}
    request = ChatRequest(
        messages=HELLO.messages,
        tools=(ToolSpec("search", "Finds.", {"type": "object"}),),
        output_schema=OutputSchema("turn_plan", schema, strict=True),
        max_output_tokens=50,
        temperature=0,
    )
    *pieces, _ = await ask(model, request)
    assert json.loads("".join(piece.text for piece in pieces if isinstance(piece, TextDelta))) == {
        "intent": "conversation"
    }
    body = stub.completions[0].body
    tool = {"name": "search", "description": "Finds.", "parameters": {"type": "object"}}
    assert body["tools"] == [{"type": "function", "function": tool}]
    assert body["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "turn_plan", "schema": schema, "strict": True},
    }
    assert body["max_tokens"] == 50
    assert body["temperature"] == 0


async def test_earlier_tool_calls_and_their_results_are_sent_back(stub: OpenAIStub, model: OpenAIChatModel) -> None:
    call = ToolCall("call_7", "search", '{"query": "x"}')
    await ask(
        model,
        ChatRequest(
            (ChatMessage("assistant", "", tool_calls=(call,)), ChatMessage("tool", "[]", tool_call_id="call_7"))
        ),
    )
    assert stub.completions[0].body["messages"] == [
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {"id": "call_7", "type": "function", "function": {"name": "search", "arguments": '{"query": "x"}'}}
            ],
        },
        {"role": "tool", "content": "[]", "tool_call_id": "call_7"},
    ]


async def test_tool_calls_are_put_together_from_their_parts(stub: OpenAIStub, model: OpenAIChatModel) -> None:
    calls = [
        {"id": "a", "name": "search", "arguments": '{"query": "notice period"}'},
        {"id": "b", "name": "load", "arguments": "{not JSON"},
    ]
    stub.script(Reply(text="Looking", tool_calls=calls))
    assert await ask(model) == [
        TextDelta("Looking"),
        ToolCall("a", "search", '{"query": "notice period"}'),
        ToolCall("b", "load", "{not JSON"),
        Finished("tool_calls", TokenUsage(7, 3), MODEL),
    ]


@pytest.mark.parametrize(
    ("written", "name"), [("", "unnamed"), ("functions.look_up", "functions_look_up"), ("look up!", "look_up_")]
)
async def test_a_call_by_an_invalid_name_can_be_sent_back(
    stub: OpenAIStub, model: OpenAIChatModel, written: str, name: str
) -> None:
    stub.script(Reply(tool_calls=[{"name": written, "arguments": "{}"}]), Reply())
    call, end = await ask(model)
    assert (call, end) == (
        ToolCall("call_0", written or "unnamed", "{}"),
        Finished("tool_calls", TokenUsage(7, 3), MODEL),
    )
    assert isinstance(call, ToolCall)
    await ask(model, ChatRequest((ChatMessage("assistant", "", tool_calls=(call,)),)))
    [sent_back] = stub.completions[1].body["messages"][0]["tool_calls"]
    assert sent_back["function"]["name"] == name


@pytest.mark.parametrize("ids", [("a", "b"), (None, None)], ids=["ids", "no ids"])
async def test_whole_tool_calls_in_one_chunk_stay_apart(
    stub: OpenAIStub, model: OpenAIChatModel, ids: tuple[str | None, str | None]
) -> None:
    index = 0 if ids[0] else None
    parts = [
        {"index": index if index is not None else at, "id": call_id, "function": {"name": "f", "arguments": f"{at}"}}
        for at, call_id in enumerate(ids)
    ]
    stub.script(events(delta(tool_calls=parts), delta("stop"), "[DONE]"))
    *calls, last = await ask(model)
    names = [call_id or f"call_{at}" for at, call_id in enumerate(ids)]
    assert calls == [ToolCall(name, "f", f"{at}") for at, name in enumerate(names)]
    assert isinstance(last, Finished)
    assert last.reason == "tool_calls"


@pytest.mark.parametrize("later_id", ["a", None])
async def test_calls_that_share_an_id_stay_apart_by_their_index(
    stub: OpenAIStub, model: OpenAIChatModel, later_id: str | None
) -> None:
    begun = [{"index": at, "id": "a", "function": {"name": "f", "arguments": "{"}} for at in range(2)]
    ended = [{"index": at, "id": later_id, "function": {"arguments": f'"n": {at}}}'}} for at in range(2)]
    stub.script(events(delta(tool_calls=begun), delta(tool_calls=ended), delta("tool_calls"), "[DONE]"))
    *calls, _ = await ask(model)
    assert calls == [ToolCall(f"call_{at}", "f", f'{{"n": {at}}}') for at in range(2)]


async def test_arguments_that_are_an_object_are_those_of_the_call(stub: OpenAIStub, model: OpenAIChatModel) -> None:
    call = {"index": 0, "id": "a", "function": {"name": "search", "arguments": {"query": "fee"}}}
    stub.script(events(delta(tool_calls=[call]), delta("tool_calls"), "[DONE]"))
    assert (await ask(model))[0] == ToolCall("a", "search", '{"query": "fee"}')


async def test_only_the_first_choice_is_the_answer(stub: OpenAIStub, model: OpenAIChatModel) -> None:
    other = {"index": 1, "delta": {"content": "OTHER"}, "finish_reason": "stop"}
    first = {"index": 0, "delta": {"content": "Hi"}, "finish_reason": None}
    stub.script(events({"choices": [other]}, {"choices": [other, first]}, delta("stop"), "[DONE]"))
    [text, _] = await ask(model)
    assert text == TextDelta("Hi")


@pytest.mark.parametrize(
    ("details", "usage"),
    [
        (
            {"prompt_tokens_details": {"cached_tokens": 5}, "completion_tokens_details": {"reasoning_tokens": 2}},
            TokenUsage(7, 3, 5, 2),
        ),
        ({"prompt_tokens_details": None, "completion_tokens_details": {"reasoning_tokens": "2"}}, TokenUsage(7, 3)),
        ({"prompt_tokens": "7", "completion_tokens": 3.0}, TokenUsage(None, None)),
        ({"prompt_tokens": -1, "completion_tokens": True}, TokenUsage(None, None)),
    ],
)
async def test_cached_and_reasoning_tokens_are_reported_if_known(
    stub: OpenAIStub, model: OpenAIChatModel, details: dict[str, Any], usage: TokenUsage
) -> None:
    stub.script(Reply(text="Hi", usage_details=details))
    assert (await ask(model))[-1] == Finished("stop", usage, MODEL)


async def test_a_server_that_sends_no_usage_leaves_it_at_zero(stub: OpenAIStub, model: OpenAIChatModel) -> None:
    stub.script(Reply(text="Hi", usage=None, finish_reason="length"))
    assert (await ask(model))[-1] == Finished("length", TokenUsage(None, None), MODEL)


@pytest.mark.parametrize(
    "chunks",
    [
        [delta(content="Hi"), delta("stop")],
        [delta(content="Hi"), "[DONE]"],
        [delta(content="Hi"), delta("stop"), "[DONE]", "{broken"],
        [{"choices": [], "prompt_filter_results": []}, delta(content="Hi"), delta("eos"), "[DONE]"],
        [
            delta("stop", role="assistant", content="Hi", tool_calls=None, refusal=None),
            {"usage": None, "choices": None},
        ],
        [delta(content="Hi"), {"usage": [7, 3]}, "[DONE]"],
        [
            delta(content=[{"type": "thinking", "thinking": [{"type": "text", "text": "A greeting."}]}]),
            delta(content=[{"type": "text", "text": "Hi"}]),
            delta("stop"),
        ],
    ],
    ids=["no done", "no reason", "more after done", "own reason", "all in one", "odd usage", "in parts"],
)
async def test_streams_of_other_servers_are_understood(
    stub: OpenAIStub, model: OpenAIChatModel, chunks: list[object]
) -> None:
    stub.script(events(*chunks))
    assert await ask(model) == [TextDelta("Hi"), Finished("stop", TokenUsage(None, None), "m")]


async def test_bytes_that_are_no_text_do_not_end_an_answer(stub: OpenAIStub, model: OpenAIChatModel) -> None:
    stub.script(events('{"choices": [{"delta": {"content": "It costs 5 \udcff euros"}}]}', delta("stop")))
    assert (await ask(model))[0] == TextDelta("It costs 5 \ufffd euros")


async def test_characters_that_hide_text_are_no_part_of_an_answer(stub: OpenAIStub, model: OpenAIChatModel) -> None:
    stub.script(Reply(text="a\x00b \u202eevil\u202c \u2067x\u2069\ttab\nline \u05e9\u200f"))
    *pieces, _ = await ask(model)
    assert (
        "".join(piece.text for piece in pieces if isinstance(piece, TextDelta)) == "ab evil x\ttab\nline \u05e9\u200f"
    )


async def test_leaving_a_stream_closes_its_connection(stub: OpenAIStub, model: OpenAIChatModel) -> None:
    stub.script(Reply(text="one two", gate_after=1))
    async with aclosing(model.stream(HELLO)) as chunks:
        await anext(chunks)
    await stub.until(lambda: bool(stub.disconnects))


@pytest.mark.parametrize("gate", [0, 1])
async def test_cancelling_a_stream_closes_its_connection(stub: OpenAIStub, model: OpenAIChatModel, gate: int) -> None:
    stub.script(Reply(text="one two", gate_after=gate))
    asking = asyncio.create_task(ask(model))
    await stub.until(lambda: bool(stub.completions))
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    await stub.until(lambda: bool(stub.disconnects))


async def test_answers_share_one_connection(stub: OpenAIStub, model: OpenAIChatModel) -> None:
    await model.ping()
    for _ in range(3):
        await ask(model)
        await until(lambda: not draining())
    assert stub.connections == 1


async def test_nobody_waits_for_what_follows_an_answer_but_who_closes_the_model(
    stub: OpenAIStub, model: OpenAIChatModel
) -> None:
    stub.script(Reply(text="one", token_delay=0.02))
    await ask(model)
    assert draining()
    await model.aclose()
    assert not draining()


def draining() -> list[str]:
    """The tasks that read the last bytes of an answer."""
    return [name for task in asyncio.all_tasks() if "_drain" in (name := repr(task.get_coro()))]


async def test_a_closed_model_can_be_used_again(stub: OpenAIStub, model: OpenAIChatModel) -> None:
    await ask(model)
    await model.aclose()
    await ask(model)
    assert len(stub.completions) == 2


async def test_a_token_provider_is_asked_for_every_request(stub: OpenAIStub) -> None:
    tokens = iter(["first", "second"])

    async def provider() -> str:
        return next(tokens)

    async with aclosing(OpenAIChatModel(model="m", api_key=provider, base_url=f"{stub.address}/openai/v1/")) as model:
        await model.ping()
        await ask(model)
    assert [(request.path, request.headers["authorization"]) for request in stub.requests] == [
        ("/openai/v1/models", "Bearer first"),
        ("/openai/v1/chat/completions", "Bearer second"),
    ]


async def test_a_server_without_keys_needs_none(stub: OpenAIStub) -> None:
    async with aclosing(OpenAIChatModel(model="m", api_key="", base_url=stub.base_url)) as model:
        assert await ask(model)


@pytest.mark.parametrize("status", [200, 404])
async def test_a_ping_asks_for_no_tokens_and_no_route(stub: OpenAIStub, model: OpenAIChatModel, status: int) -> None:
    stub.models_reply = Reply(status=status)
    await model.ping()
    assert not stub.completions


def test_importing_the_adapter_does_not_load_the_client() -> None:
    program = (
        "import sys, shared.models.openai; sys.exit(any(m in sys.modules for m in ('openai', 'httpx2', 'tenacity')))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
