"""A chat that began with another model goes on here, whatever its history contains."""

import json
from typing import Any

import openai
import pytest

from tests.app.openai.test_chat import branch, conversations, said
from tests.support.app import Api, StubProcess
from tests.support.openai_stub import Reply

IMAGE: Any = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}
CALL: Any = {"id": "call-1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}
WITH_TOOLS: list[Any] = [
    {"role": "user", "content": [{"type": "text", "text": "What is this?"}, IMAGE]},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "call-1", "content": "Rain."},
    {"role": "assistant", "content": "A crane in the rain."},
]


@pytest.mark.req("BX-13")
def test_images_and_tool_calls_of_earlier_messages_are_no_obstacle(
    sdk: openai.OpenAI, own_api: Api, stub: StubProcess
) -> None:
    stub.script(*(Reply(text=text) for text in ("One.", "Two.", "Otherwise.")))
    for history in (("A?",), ("A?", "One.", "B?"), ("A, in fact?",)):
        sdk.chat.completions.create(model="orc", messages=WITH_TOOLS + said(*history))
    [conversation] = conversations(own_api)
    begun = ["What is this?\n\n[image]", "A crane in the rain."]
    assert branch(own_api, conversation) == [*begun, "A, in fact?", "Otherwise."]
    assert {each["text"] for each in own_api.messages(conversation)} >= {"A?", "One.", "B?", "Two."}
    assert "Rain." not in json.dumps(stub.requests()[-1])


@pytest.mark.req("BX-13")
def test_a_chat_goes_on_after_a_refused_image(sdk: openai.OpenAI, own_api: Api, stub: StubProcess) -> None:
    stub.script(Reply(text="One."))
    shown: Any = {"role": "user", "content": [IMAGE]}
    with pytest.raises(openai.BadRequestError):
        sdk.chat.completions.create(model="orc", messages=[shown])
    sdk.chat.completions.create(model="orc", messages=[shown, *said("A?")])
    [conversation] = conversations(own_api)
    assert branch(own_api, conversation) == ["[image]\n\nA?", "One."]


@pytest.mark.req("BX-13")
def test_the_last_message_may_not_be_the_result_of_a_tool(sdk: openai.OpenAI) -> None:
    with pytest.raises(openai.BadRequestError) as refused:
        sdk.chat.completions.create(model="orc", messages=WITH_TOOLS[:3])
    assert refused.value.param == "messages[2].role"


@pytest.mark.req("BX-13")
def test_a_response_skips_earlier_calls_of_functions(sdk: openai.OpenAI, own_api: Api, stub: StubProcess) -> None:
    stub.script(Reply(text="One."))
    call = {"type": "function_call", "call_id": "call-1", "name": "weather", "arguments": "{}"}
    result = {"type": "function_call_output", "call_id": "call-1", "output": "Rain."}
    shown = {"role": "user", "content": [{"type": "input_image", "image_url": "data:image/png;base64,AA=="}]}
    told = {"role": "assistant", "content": "A crane."}
    given: Any = [shown, call, result, told, *said("A?")]
    sdk.responses.create(model="orc", input=given)
    [conversation] = conversations(own_api)
    assert branch(own_api, conversation) == ["[image]", "A crane.", "A?", "One."]
    with pytest.raises(openai.BadRequestError) as refused:
        sdk.responses.create(model="orc", input=given[:3])
    assert refused.value.param == "input[2].type"


@pytest.mark.req("BX-13")
def test_a_long_chat_from_elsewhere_goes_on(sdk: openai.OpenAI, own_api: Api, stub: StubProcess) -> None:
    stub.reset()
    history = [f"Line {number}." for number in range(240)]
    first = sdk.chat.completions.create(model="orc", messages=said(*history, "A?"))
    answered = first.choices[0].message.content or ""
    sdk.chat.completions.create(model="orc", messages=said(*history, "A?", answered, "B?"))
    [conversation] = conversations(own_api)
    assert branch(own_api, conversation)[:-1] == [*history, "A?", answered, "B?"]
