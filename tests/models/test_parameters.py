"""Each family of models gets the parameters that it takes. The stub refuses what the services refuse."""

import logging
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

import pytest

from orc.errors import ModelRejected
from orc.ports import ChatMessage, ChatRequest, OutputSchema, TextDelta, ToolSpec
from shared.models.openai import OpenAIChatModel
from tests.models.streams import ANSWER, ask, error_of
from tests.support.openai_stub import OpenAIStub, Reply

_OPTIONAL = ("max_completion_tokens", "max_tokens", "temperature", "reasoning_effort")
_LIMITED = ChatRequest((ChatMessage("user", "Hello"),), max_output_tokens=50, temperature=0)
_TOOLS = replace(_LIMITED, tools=(ToolSpec("search", "Finds.", {"type": "object"}),))
_PLAN = replace(_LIMITED, output_schema=OutputSchema("turn_plan", {"type": "object"}, strict=True))


@dataclass(frozen=True)
class Case:
    family: str
    names: tuple[str, ...]
    sent: dict[str, Any]


_REASONS = {"max_completion_tokens": 50 + 8192}
_CASES = (
    Case("o-series", ("o1", "o3", "o3-mini", "o4-mini", "o4-mini-2025-04-16"), _REASONS | {"reasoning_effort": "low"}),
    Case("gpt-5", ("gpt-5", "gpt-5-mini", "openai/gpt-5-nano"), _REASONS | {"reasoning_effort": "minimal"}),
    Case(
        "gpt-5.1 to 5.4",
        ("gpt-5.1", "gpt-5.2-2025-12-11", "gpt-5.4-mini", "GPT-5.4-mini-2026-03-17"),
        {"max_completion_tokens": 50, "temperature": 0, "reasoning_effort": "none"},
    ),
    Case("gpt-5.5 on", ("gpt-5.5", "gpt-5.6-terra"), {"max_completion_tokens": 50, "reasoning_effort": "none"}),
    Case("gpt-6, small", ("gpt-6-sol", "gpt-6-luna"), {"max_completion_tokens": 50, "reasoning_effort": "none"}),
    Case("gpt-6", ("gpt-6-astra",), _REASONS | {"reasoning_effort": "low"}),
    Case("chat", ("gpt-5.2-chat-latest", "gpt-5.3-chat"), {"max_completion_tokens": 50}),
    Case(
        "gpt-4",
        ("gpt-4o", "gpt-4.1-mini", "ft:gpt-4.1-mini:acme::a1", "chatgpt-4o-latest"),
        {"max_completion_tokens": 50, "temperature": 0},
    ),
    Case("compatible", ("llama3.3:70b", "qwen3", "openai/gpt-oss-120b"), {"max_tokens": 50, "temperature": 0}),
)


@asynccontextmanager
async def asked(stub: OpenAIStub, model: str, **options: Any) -> AsyncIterator[OpenAIChatModel]:
    arguments = {"api_key": "k", "base_url": stub.base_url} | options
    async with aclosing(OpenAIChatModel(model=model, **arguments)) as chat:
        yield chat


def _options(body: dict[str, Any]) -> dict[str, Any]:
    return {name: body[name] for name in _OPTIONAL if name in body}


@pytest.mark.parametrize(
    ("name", "sent"), [pytest.param(name, case.sent, id=name) for case in _CASES for name in case.names]
)
async def test_a_family_gets_only_what_it_takes(stub: OpenAIStub, name: str, sent: dict[str, Any]) -> None:
    async with asked(stub, name) as chat:
        for request in (_LIMITED, _TOOLS, _PLAN):
            await ask(chat, request)
    assert [_options(request.body) for request in stub.completions] == [sent] * 3
    assert {message["role"] for request in stub.completions for message in request.body["messages"]} == {"user"}


async def test_the_model_behind_a_deployment_decides(stub: OpenAIStub) -> None:
    stub.deployments["chat"] = "gpt-5-mini"
    async with asked(stub, "chat", model_name="gpt-5-mini") as chat:
        await ask(chat, _LIMITED)
    (request,) = stub.completions
    assert request.body["model"] == "chat"
    assert _options(request.body) == _REASONS | {"reasoning_effort": "minimal"}


@pytest.mark.parametrize(
    ("behind", "accepted"),
    [
        ("gpt-5-mini", _REASONS),
        ("o4-mini", _REASONS),
        ("gpt-5.4-mini", {"max_completion_tokens": 50, "temperature": 0}),
        ("gpt-4.1-mini", {"max_completion_tokens": 50, "temperature": 0}),
    ],
)
async def test_a_deployment_of_an_unknown_model_is_learned_once(
    stub: OpenAIStub, caplog: pytest.LogCaptureFixture, behind: str, accepted: dict[str, Any]
) -> None:
    stub.deployments["chat"] = behind
    async with asked(stub, "chat", base_url=f"{stub.address}/openai/v1/") as chat:
        with caplog.at_level(logging.WARNING):
            await ask(chat, _LIMITED)
        refused = len(stub.completions) - 1
        assert len(caplog.records) == refused
        await ask(chat, _LIMITED)
    assert [_options(request.body) for request in stub.completions[refused:]] == [accepted] * 2


async def test_a_limit_goes_by_the_name_that_the_server_knows(stub: OpenAIStub) -> None:
    stub.deployments["mine"] = "gpt-5.4-mini"
    async with asked(stub, "mine") as chat:
        await ask(chat, _LIMITED)
    assert [_options(request.body) for request in stub.completions] == [
        {"max_tokens": 50, "temperature": 0},
        {"max_completion_tokens": 50, "temperature": 0},
    ]


async def test_a_model_that_refuses_tools_while_it_reasons_stops_reasoning(stub: OpenAIStub) -> None:
    stub.deployments["chat"] = "gpt-5.6-terra"
    async with asked(stub, "chat", base_url=f"{stub.address}/openai/v1/") as chat:
        assert (await ask(chat, _TOOLS))[-1]
    assert stub.completions[-1].body["reasoning_effort"] == "none"


async def test_an_effort_that_a_server_does_not_know_is_left_out(stub: OpenAIStub) -> None:
    refused = Reply(status=400, error_code="invalid_value", error_param="reasoning_effort")
    stub.script(refused, ANSWER, ANSWER)
    async with asked(stub, "gpt-5.1") as chat:
        await ask(chat, _LIMITED)
        await ask(chat, _LIMITED)
    assert [_options(request.body) for request in stub.completions[1:]] == [_REASONS | {"temperature": 0}] * 2


async def test_a_parameter_that_only_the_message_names_is_left_out(stub: OpenAIStub) -> None:
    text = "AzureException BadRequestError - Unsupported value: 'temperature' does not support 0 with this model."
    stub.script(Reply(status=400, error_message=text), ANSWER)
    async with asked(stub, "mine") as chat:
        assert (await ask(chat, _LIMITED))[0] == TextDelta("Hello")
    assert "temperature" not in stub.completions[-1].body


async def test_usage_is_done_without_where_it_is_refused(stub: OpenAIStub) -> None:
    stub.script(Reply(status=400, error_param="stream_options"), ANSWER)
    async with asked(stub, "mine") as chat:
        await ask(chat, _LIMITED)
    assert "stream_options" not in stub.completions[-1].body


@pytest.mark.parametrize(
    ("refusal", "field"),
    [
        (Reply(status=400, error_param="tools"), "tools"),
        (Reply(status=400, error_message="registry.ollama.ai/library/gemma:2b does not support tools"), "tools"),
        (Reply(status=400, error_message='"auto" tool choice requires --enable-auto-tool-choice to be set'), "tools"),
        (Reply(status=422, error_param="response_format"), "response_format"),
        (Reply(status=400, error_message="This model does not support json_schema."), "response_format"),
    ],
)
async def test_unsupported_parameters_are_no_longer_sent(stub: OpenAIStub, refusal: Reply, field: str) -> None:
    stub.script(refusal, ANSWER, ANSWER)
    request = replace(_TOOLS, output_schema=OutputSchema("reply", {"type": "object"}))
    async with asked(stub, "mine") as chat:
        await ask(chat, request)
        await ask(chat, request)
    assert [field in request.body for request in stub.completions] == [True, False, False]


async def test_an_invalid_schema_does_not_cost_other_requests_theirs(stub: OpenAIStub) -> None:
    text = "Invalid schema for response_format 'reply': schema must be an object."
    stub.script(Reply(status=400, error_param="response_format", error_message=text), ANSWER)
    request = replace(_LIMITED, output_schema=OutputSchema("reply", {"type": "string"}))
    async with asked(stub, "mine") as chat:
        assert isinstance(await error_of(chat, request), ModelRejected)
        await ask(chat, request)
    assert "response_format" in stub.completions[-1].body


async def test_a_refusal_of_an_unsent_parameter_is_not_retried(stub: OpenAIStub) -> None:
    stub.script(*[Reply(status=400, error_param="temperature")] * 2)
    async with asked(stub, "mine") as chat:
        error = await error_of(chat, _LIMITED)
    assert isinstance(error, ModelRejected)
    assert str(error) == "The model's server refused the request's temperature."
