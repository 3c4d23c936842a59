"""What fails under /api/v1 fails as the openai SDK's exceptions, with what is wrong named."""

import base64
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import openai
import pytest
from openai.types.chat.completion_create_params import CompletionCreateParamsBase
from openai.types.responses.response_create_params import ResponseCreateParamsBase

from orc.documents.paths import MAX_NAME_BYTES
from tests.app.conftest import app_host, model_settings
from tests.app.openai.conftest import sdk_of
from tests.app.openai.requests import STORY, asking
from tests.support.app import StubProcess
from tests.support.hosts import RunningHost
from tests.support.openai_stub import Reply

type Call = Callable[[openai.OpenAI, str], object]

OF_RESPONSES: tuple[Call, ...] = (
    lambda c, i: c.responses.retrieve(i),
    lambda c, i: c.responses.retrieve(i, stream=True),
    lambda c, i: c.responses.cancel(i),
    lambda c, i: c.responses.delete(i),
    lambda c, i: c.responses.input_items.list(i),
    lambda c, i: c.responses.create(model="orc", input="And?", previous_response_id=i),
)
OF_CONVERSATIONS: tuple[Call, ...] = (
    lambda c, i: c.conversations.retrieve(i),
    lambda c, i: c.conversations.update(i, metadata={}),
    lambda c, i: c.conversations.delete(i),
    lambda c, i: c.conversations.items.list(i),
    lambda c, i: c.conversations.items.create(i, items=[{"role": "user", "content": "Hm."}]),
    lambda c, i: c.responses.create(model="orc", input="And?", conversation=i),
)
FILE = {"type": "input_file", "filename": "a.txt", "file_data": "YQ=="}
LONG_NAMED = {**FILE, "filename": f"{'a' * (MAX_NAME_BYTES - 4)}.txt"}  # too long with a number


@pytest.mark.req("BX-13")
@pytest.mark.same_in_stores
@pytest.mark.parametrize(
    ("request_", "param"),
    [
        ({"input": "Hello?", "store": False}, "store"),
        ({"input": "Hello?", "extra_body": {"surprise": 1}}, "surprise"),
        ({"input": "Hello?", "max_tool_calls": 3}, "max_tool_calls"),
        ({"input": "Hello?", "temperature": 3}, "temperature"),
        ({"input": "Hello?", "metadata": {"k" * 65: "v"}}, "metadata"),
        ({"input": "Hello?", "tools": [{"type": "web_search"}]}, "tools[0].type"),
        ({"input": "Hello?", "tool_choice": "none"}, "tool_choice"),
        ({"input": "Hello?", "text": {"format": {"type": "json_object"}}}, "text.format"),
        ({"input": "Hello?", "previous_response_id": "resp_1", "conversation": "conv_1"}, "previous_response_id"),
        ({"input": ""}, "input"),
        ({"input": 5}, "input"),
        ({"input": [{"role": "assistant", "content": "Hm."}]}, "input"),
        ({"input": [{"type": "function_call_output", "call_id": "1", "output": ""}]}, "input[0].type"),
        ({"input": [{"role": "robot", "content": "Hm."}]}, "input[0].role"),
        ({"input": [{"role": r, "content": "Hm."} for r in ("user", "assistant") * 500 + ("user",)]}, "input"),
        ({"input": [{"role": r, "content": "Hm." * n} for r, n in (("assistant", 70_000), ("user", 1))]}, "input[0]"),
        ({"input": asking("Hi?", {"type": "input_image", "image_url": "x"})}, "input[0].content[1].type"),
        ({"input": asking("Hi?", {**FILE, "file_data": "?"})}, "input[0].content[1].file_data"),
        ({"input": asking("Hi?", {**FILE, "filename": "../a.txt"})}, "input[0].content[1].filename"),
        ({"input": asking("Hi?", {**FILE, "filename": "a.exe"})}, "input[0].content[1].filename"),
        ({"input": asking("Hi?", {**FILE, "file_data": ""})}, "input[0].content[1].file_data"),
        ({"input": asking("Hi?", {"type": "input_file", "file_id": "file-1"})}, "input[0].content[1].file_id"),
        ({"input": asking("Hi?", {"type": "input_file", "file_url": "http://x"})}, "input[0].content[1].file_url"),
        ({"input": asking("Hi?", {"type": "input_file"})}, "input[0].content[1]"),
        ({"input": asking("Hi?", *({**FILE, "filename": f"{n}.txt"} for n in range(4)))}, "input[0].content[1]"),
        ({"input": asking("Hi?", LONG_NAMED, {**LONG_NAMED, "file_data": "Yg=="})}, "input[0].content[2]"),
        (
            {"input": "Hi?", "tools": [{"type": "file_search", "vector_store_ids": ["a"]}]},
            "tools[0].vector_store_ids[0]",
        ),
        (
            {
                "input": asking("Hi?", FILE),
                "tools": [{"type": "file_search", "filters": {"type": "eq", "key": "a", "value": "b"}}],
            },
            "tools[0].filters",
        ),
        (
            {"input": "Hi?", "tools": [{"type": "file_search", "filters": {"type": "ne", "key": "a", "value": "b"}}]},
            "tools[0].filters.type",
        ),
    ],
)
def test_a_bad_request_names_its_parameter(sdk: openai.OpenAI, request_: dict[str, Any], param: str) -> None:
    with pytest.raises(openai.BadRequestError) as refused:
        sdk.responses.create(model="orc", **request_)
    assert (refused.value.param, refused.value.type) == (param, "invalid_request_error")
    assert refused.value.code
    assert refused.value.body["message"].startswith(f"{param}: ")  # type: ignore[index]


@pytest.mark.req("BX-13")
@pytest.mark.parametrize(
    ("param", "given"), [("previous_response_id", "resp_nothing"), ("conversation", "conv_nothing")]
)
def test_an_invalid_location_names_its_parameter(sdk: openai.OpenAI, param: str, given: str) -> None:
    place: dict[str, Any] = {param: given}
    with pytest.raises(openai.NotFoundError) as missing:
        sdk.responses.create(model="orc", input="And?", **place)
    assert missing.value.param == param


@pytest.mark.req("BX-13")
def test_missing_and_foreign_things_are_not_found_alike(
    sdk: openai.OpenAI, other_sdk: openai.OpenAI, stub: StubProcess
) -> None:
    stub.script(Reply(text=STORY))
    response = sdk.responses.create(model="orc", input="A story?")
    assert response.conversation is not None
    conversation_id = response.conversation.id
    missing = response.id[:-1] + ("0" if response.id[-1] != "0" else "1")
    for client, response_id in ((other_sdk, response.id), (sdk, missing), (sdk, "resp_nothing")):
        for call in OF_RESPONSES:
            with pytest.raises(openai.NotFoundError) as unknown:
                call(client, response_id)
            assert unknown.value.code == "response_not_found"
    for call in OF_CONVERSATIONS:
        with pytest.raises(openai.NotFoundError) as unknown:
            call(other_sdk, conversation_id)
        assert unknown.value.code == "conversation_not_found"
    assert sdk.responses.retrieve(response.id) == response


@pytest.mark.req("BX-13")
@pytest.mark.parametrize(
    "call",
    [
        lambda c: c.responses.compact(model="orc", input="Hello"),
        lambda c: c.responses.input_tokens.count(model="orc", input="Hello"),
        lambda c: c.conversations.items.delete("msg_1", conversation_id="conv_1"),
    ],
)
def test_an_unsupported_method_is_refused(sdk: openai.OpenAI, call: Callable[[openai.OpenAI], object]) -> None:
    with pytest.raises(openai.APIStatusError) as refused:
        call(sdk)
    assert (refused.value.status_code, refused.value.code) == (405, "method_not_allowed")
    with pytest.raises(openai.NotFoundError):
        sdk.get("/nowhere", cast_to=object)


@pytest.fixture(scope="module")
def strict_host(stub_process: StubProcess, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHost]:
    """The app that takes few requests, few bytes, and tokens of an issuer only."""
    settings = {
        "IDENTITY": "easyauth",
        "RATE_LIMIT_PER_MINUTE": "3",
        "MAX_UPLOAD_BYTES": "1000",
        "MAX_UPLOAD_FILES": "1",
    }
    with app_host(tmp_path_factory.mktemp("strict"), {**model_settings(stub_process), **settings}) as host:
        yield host


@pytest.mark.req("BX-13")
def test_a_caller_without_credentials_is_an_authentication_error(strict_host: RunningHost) -> None:
    with sdk_of(strict_host.url) as client, pytest.raises(openai.AuthenticationError) as refused:
        client.responses.create(model="orc", input="Hello?")
    assert refused.value.type == "authentication_error"


@pytest.mark.req("BX-13")
def test_too_many_requests_are_a_rate_limit_error(strict_host: RunningHost, user: dict[str, str]) -> None:
    with sdk_of(strict_host.url, user) as client:
        with pytest.raises(openai.RateLimitError) as limited:
            any(client.conversations.create() is None for _ in range(8))
        assert int(limited.value.response.headers["retry-after"]) > 0
        assert limited.value.type == "rate_limit_error"


@pytest.mark.req("BX-13")
def test_a_body_that_is_too_large_is_refused(strict_host: RunningHost, user: dict[str, str]) -> None:
    with sdk_of(strict_host.url, user) as client, pytest.raises(openai.APIStatusError) as refused:
        client.responses.create(model="orc", input="a" * 2_000_000)
    assert refused.value.status_code == 413


@pytest.mark.req("BX-13")
def test_a_file_that_is_too_large_is_named(strict_host: RunningHost, user: dict[str, str]) -> None:
    large: Any = asking("Hi?", {**FILE, "file_data": base64.b64encode(b"a" * 1001).decode()})
    with sdk_of(strict_host.url, user) as client:
        for param, call in (
            ("input[0].content[1].file_data", lambda: client.responses.create(model="orc", input=large)),
            ("file", lambda: client.files.create(file=("a.txt", b"a" * 1001), purpose="user_data")),
        ):
            with pytest.raises(openai.APIStatusError) as refused:
                call()
            assert (refused.value.status_code, refused.value.param) == (413, param)


@pytest.mark.req("BX-13")
def test_parameters_that_are_null_are_not_there(sdk: openai.OpenAI, stub: StubProcess) -> None:
    stub.script(Reply(text=STORY), Reply(text=STORY))
    in_responses, in_chats = (
        {name for name in params.__annotations__ if name not in ("input", "messages", "model")}
        for params in (ResponseCreateParamsBase, CompletionCreateParamsBase)
    )
    asked = sdk.responses.create(input="A story?", extra_body=dict.fromkeys(in_responses))
    assert asked.output_text == STORY
    said: Any = [{"role": "user", "content": "A story?"}]
    sdk.chat.completions.create(model="orc", messages=said, extra_body=dict.fromkeys(in_chats))


@pytest.mark.req("BX-13")
def test_locally_any_key_is_the_one_user(tmp_path: Path) -> None:
    with app_host(tmp_path, {}) as host:
        with sdk_of(host.url, key="one key") as client:
            response = client.responses.create(model="orc", input="Hello!")
        with sdk_of(host.url, key="another key") as client:
            assert client.responses.retrieve(response.id).status == "completed"
