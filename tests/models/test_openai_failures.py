import traceback
from contextlib import aclosing
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from azure.core.exceptions import AzureError, ClientAuthenticationError, ServiceRequestError

from orc.errors import ModelError, ModelRejected, ModelUnavailable
from orc.ports import ChatMessage, ChatRequest, Finished, TextDelta
from shared.models.chat_completions import ModelBusy
from shared.models.openai import OpenAIChatModel
from tests.models.streams import ANSWER, HELLO, Waits, ask, delta, error_of, events
from tests.support.openai_stub import OpenAIStub, Reply


@pytest.mark.parametrize(
    "chunk",
    [
        "{broken",
        "[]",
        '"text"',
        {"choices": {}},
        {"choices": ["text"]},
        delta(content=["text"]),
        delta(tool_calls=[{"index": 0, "function": {"arguments": 7}}]),
        {"model": 7},
        "[" * 100_000,
    ],
    ids=str,
)
async def test_a_chunk_that_is_none_is_a_protocol_error(
    stub: OpenAIStub, model: OpenAIChatModel, chunk: object
) -> None:
    stub.script(events(chunk))
    error = await error_of(model)
    assert isinstance(error, ModelRejected)
    assert error.code == "model_protocol"


async def test_a_tool_call_without_a_name_is_a_protocol_error(stub: OpenAIStub, model: OpenAIChatModel) -> None:
    stub.script(
        events(delta(tool_calls=[{"index": 0, "id": "a", "function": {"arguments": "{}"}}]), delta("tool_calls"))
    )
    assert (await error_of(model)).code == "model_protocol"


@pytest.mark.req("AN-10")
@pytest.mark.parametrize("reason", ["abort", "ERROR", "insufficient_system_resource"])
async def test_an_answer_that_the_server_ended_is_interrupted(
    stub: OpenAIStub, model: OpenAIChatModel, caplog: pytest.LogCaptureFixture, reason: str
) -> None:
    stub.script(Reply(text="Half an ans", finish_reason=reason))
    error = await error_of(model)
    assert (type(error), error.code) == (ModelBusy, "model_stream_cut")
    assert reason.lower() in caplog.text


@pytest.mark.req("AN-10")
@pytest.mark.parametrize("reason", ["not_known_yet", "x" * 999])
async def test_an_unknown_finish_reason_ends_an_answer_and_is_logged(
    stub: OpenAIStub, model: OpenAIChatModel, caplog: pytest.LogCaptureFixture, reason: str
) -> None:
    stub.script(Reply(text="Whole", finish_reason=reason))
    [*_, end] = await ask(model)
    assert isinstance(end, Finished)
    assert end.reason == "stop"
    assert reason[:50] in caplog.text


async def test_a_reply_that_the_server_ended_before_its_first_word_is_asked_for_again(
    stub: OpenAIStub, model: OpenAIChatModel, waits: Waits
) -> None:
    call = {"name": "send", "arguments": '{"te'}
    stub.script(Reply(tool_calls=[call], finish_reason="abort"), ANSWER)
    assert len(await ask(model)) == 3
    assert len(waits) == 1


@pytest.mark.parametrize(
    ("reason", "meaning"),
    [("max_tokens", "length"), ("model_length", "length"), ("MAX_TOKENS", "length"), ("end_turn", "stop")],
)
async def test_other_names_of_an_end_are_known(
    stub: OpenAIStub, model: OpenAIChatModel, reason: str, meaning: str
) -> None:
    stub.script(Reply(text="Hi", finish_reason=reason))
    [*_, end] = await ask(model)
    assert isinstance(end, Finished)
    assert end.reason == meaning


async def test_a_refusal_of_the_model_is_its_answer(stub: OpenAIStub, model: OpenAIChatModel) -> None:
    stub.script(Reply(refusal="I cannot help with that."))
    [*said, end] = await ask(model)
    assert isinstance(end, Finished)
    assert "".join(each.text for each in said if isinstance(each, TextDelta)) == "I cannot help with that."


@pytest.mark.parametrize(
    "reply",
    [
        Reply(text="Well", finish_reason="content_filter"),
        Reply(status=400, error_code="content_filter"),
        events({"error": {"code": "content_filter", "message": "filtered"}}),
    ],
    ids=["at the end", "at once", "in the stream"],
)
async def test_a_filtered_answer_is_rejected(stub: OpenAIStub, model: OpenAIChatModel, reply: Reply) -> None:
    stub.script(reply)
    error = await error_of(model)
    assert (type(error), error.code) == (ModelRejected, "content_filtered")


@pytest.mark.parametrize(
    ("status", "server_code", "code"),
    [
        (401, "invalid_api_key", "model_auth"),
        (403, None, "model_auth"),
        (400, "invalid_value", "model_rejected"),
        (400, "context_length_exceeded", "context_length_exceeded"),
        (404, "model_not_found", "model_rejected"),
        (422, None, "model_rejected"),
        (429, "insufficient_quota", "model_quota"),
    ],
)
async def test_a_request_that_the_server_refuses_is_made_once(
    stub: OpenAIStub, model: OpenAIChatModel, status: int, server_code: str | None, code: str
) -> None:
    stub.script(Reply(status=status, error_code=server_code))
    error = await error_of(model)
    assert (type(error), error.code) == (ModelRejected, code)


@pytest.mark.parametrize("status", [400, 413, 422, 500])
@pytest.mark.parametrize(
    "said",
    [
        "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens.",  # vLLM
        "The decoder prompt (length 20000) is longer than the maximum model length of 8192.",  # vLLM
        "the request exceeds the available context size, try increasing it",  # llama.cpp
        "The input token count (20000) exceeds the maximum number of tokens allowed (8192).",  # Gemini
        "`inputs` must have less than 4096 tokens. Given: 10000",  # TGI
        "The number of tokens to keep from the initial prompt is greater than the context length.",  # LM Studio
    ],
)
async def test_a_server_that_names_no_code_for_a_short_context_is_understood(
    stub: OpenAIStub, model: OpenAIChatModel, said: str, status: int
) -> None:
    stub.script(Reply(status=status, error_message=said))
    assert (await error_of(model)).code == "context_length_exceeded"


async def test_a_redirect_is_not_followed(stub: OpenAIStub, model: OpenAIChatModel) -> None:
    stub.script(Reply(status=307, headers={"location": f"{stub.address}/elsewhere"}))
    assert isinstance(await error_of(model), ModelRejected)
    assert [request.path for request in stub.requests] == ["/v1/chat/completions"]


@pytest.mark.req("RE-07")
@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
async def test_a_busy_server_is_asked_again(
    stub: OpenAIStub, model: OpenAIChatModel, waits: Waits, status: int
) -> None:
    stub.script(Reply(status=status), ANSWER)
    assert len(await ask(model)) == 3
    assert len(waits) == 1


@pytest.mark.req("RE-07")
@pytest.mark.parametrize(
    ("headers", "least"),
    [
        ({"retry-after": "12"}, 12),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "3500"}, 3.5),
        ({"retry-after-ms": "1500", "retry-after": "2"}, 2),
        ({"retry-after": "soon"}, 0),
        ({"retry-after": "nan"}, 0),
        ({"retry-after": "-5"}, 0),
    ],
)
async def test_no_try_is_sooner_than_the_server_asks_for(
    stub: OpenAIStub, model: OpenAIChatModel, waits: Waits, headers: dict[str, str], least: float
) -> None:
    stub.script(Reply(status=429, headers=headers), ANSWER)
    await ask(model)
    (wait,) = waits
    assert least < wait < least + 2


@pytest.mark.req("RE-07")
async def test_no_try_is_sooner_than_the_date_that_the_server_gives(
    stub: OpenAIStub, model: OpenAIChatModel, waits: Waits
) -> None:
    date = datetime.now(UTC).replace(microsecond=0) + timedelta(seconds=20)
    stub.script(Reply(status=503, headers={"retry-after": format_datetime(date, usegmt=True)}), ANSWER)
    await ask(model)
    assert datetime.now(UTC) + timedelta(seconds=waits[0]) > date


@pytest.mark.req("RE-07")
async def test_there_are_five_tries_at_most_with_growing_waits(
    stub: OpenAIStub, model: OpenAIChatModel, waits: Waits
) -> None:
    stub.script(*[Reply(status=503)] * 5)
    error = await error_of(model)
    assert isinstance(error, ModelUnavailable)
    assert error.retryable
    assert len(stub.completions) == 5
    assert len(waits) == 4
    assert all(least <= wait <= least + 0.5 for wait, least in zip(waits, [0.5, 1, 2, 4], strict=True))


@pytest.mark.req("RE-07")
@pytest.mark.parametrize("retry_after", ["31", "1e999"])
async def test_a_delay_beyond_the_budget_is_not_started(
    stub: OpenAIStub, model: OpenAIChatModel, waits: Waits, retry_after: str
) -> None:
    stub.script(Reply(status=429, headers={"retry-after": retry_after}))
    assert (await error_of(model)).code == "model_unavailable"
    assert not waits


async def test_a_server_that_cannot_be_reached_is_unavailable(waits: Waits) -> None:
    async with OpenAIStub() as gone:
        pass
    async with aclosing(
        OpenAIChatModel(model="m", api_key="k", base_url=gone.base_url, max_tries=2, sleep=waits.sleep)
    ) as model:
        assert (await error_of(model)).code == "model_unavailable"
        with pytest.raises(ModelUnavailable):
            await model.ping()
    assert len(waits) == 1


async def test_a_server_that_takes_too_long_is_unavailable(stub: OpenAIStub, waits: Waits) -> None:
    stub.script(*[Reply(text="late", gate_after=0)] * 2)
    async with aclosing(
        OpenAIChatModel(
            model="m", api_key="k", base_url=stub.base_url, timeout_seconds=0.05, max_tries=2, sleep=waits.sleep
        )
    ) as model:
        assert isinstance(await error_of(model), ModelUnavailable)


async def test_an_answer_cut_before_its_first_piece_is_asked_for_again(
    stub: OpenAIStub, model: OpenAIChatModel
) -> None:
    stub.script(Reply(text="lost", cut_after=0), Reply(raw=": nothing\n\n"), ANSWER)
    assert (await ask(model))[0] == TextDelta("Hello")


@pytest.mark.parametrize(
    "reply",
    [Reply(text="one two three", cut_after=2), events(delta(content="one"), delta(content=" two"))],
    ids=["cut", "no end"],
)
async def test_an_answer_cut_after_its_first_piece_is_not_asked_for_again(
    stub: OpenAIStub, model: OpenAIChatModel, reply: Reply
) -> None:
    stub.script(reply)
    async with aclosing(model.stream(HELLO)) as chunks:
        assert [await anext(chunks), await anext(chunks)] == [TextDelta("one"), TextDelta(" two")]
        with pytest.raises(ModelUnavailable) as caught:
            await anext(chunks)
    assert caught.value.code == "model_stream_cut"


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        ({"code": "context_length_exceeded"}, ModelRejected),
        ({"code": 400}, ModelRejected),
        ({"code": "429"}, ModelUnavailable),
        ({"type": "invalid_request_error", "code": None}, ModelRejected),
        ({"type": "server_error"}, ModelUnavailable),
        ("overloaded", ModelUnavailable),
    ],
)
async def test_an_error_inside_the_stream_ends_it(
    stub: OpenAIStub, model: OpenAIChatModel, error: object, kind: type[ModelError]
) -> None:
    stub.script(events(delta(content="one"), {"error": error}))
    assert isinstance(await error_of(model), kind)


async def test_an_address_that_is_none_is_rejected() -> None:
    async with aclosing(OpenAIChatModel(model="m", api_key="k", base_url="http://host:port/v1")) as model:
        assert isinstance(await error_of(model), ModelRejected)


@pytest.mark.parametrize(("status", "code"), [(401, "model_auth"), (503, "model_unavailable"), (400, "model_rejected")])
async def test_a_ping_says_why_the_model_cannot_be_asked(
    stub: OpenAIStub, model: OpenAIChatModel, status: int, code: str
) -> None:
    stub.models_reply = Reply(status=status)
    with pytest.raises(ModelError) as caught:
        await model.ping()
    assert caught.value.code == code


@pytest.mark.req("SE-08")
@pytest.mark.parametrize(
    "reply",
    [
        Reply(status=401),
        Reply(status=400, error_code="told to fail"),
        events({"error": {"message": "told to fail"}}),
        events("told to fail"),
    ],
    ids=["credentials", "request", "in the stream", "malformed"],
)
async def test_errors_hold_neither_keys_nor_prompts_nor_answers(stub: OpenAIStub, reply: Reply) -> None:
    stub.script(reply)
    async with aclosing(OpenAIChatModel(model="m", api_key="sk-secret", base_url=stub.base_url, max_tries=1)) as model:
        error = await error_of(model, ChatRequest((ChatMessage("user", "private question"),)))
    report = "".join(traceback.format_exception(error)) + repr(vars(error))
    assert not any(word in report for word in ("sk-secret", "private question", "told to fail"))


@pytest.mark.parametrize(
    ("raised", "code", "tries"),
    [(ClientAuthenticationError("secret"), "model_auth", 1), (ServiceRequestError("secret"), "model_unavailable", 5)],
)
async def test_a_token_that_cannot_be_had_is_a_model_error(
    stub: OpenAIStub, waits: Waits, raised: AzureError, code: str, tries: int
) -> None:
    asked = 0

    async def provider() -> str:
        nonlocal asked
        asked += 1
        raise raised

    async with aclosing(
        OpenAIChatModel(model="m", api_key=provider, base_url=stub.base_url, sleep=waits.sleep)
    ) as model:
        error = await error_of(model)
    assert (error.code, asked) == (code, tries)
    assert "secret" not in "".join(traceback.format_exception(error))
