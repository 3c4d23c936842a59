"""The Chat Completions API, driven by the openai SDK over HTTP."""

import base64
import json
from typing import Any

import openai
import pytest

from tests.app.openai.conftest import async_sdk_of
from tests.app.openai.requests import asking, lease_part
from tests.app.samples import BRACKETED, BRACKETED_SHOWN, BRAKE, LEASE, TRIAL, TRIAL_STATEMENTS
from tests.support.app import Api, StubProcess
from tests.support.hosts import RunningHost
from tests.support.openai_stub import Reply

QUESTION = "How often is the brake inspected?"
ANSWER = "The operator inspects the brake of the crane every two weeks [2]."


def said(*texts: str) -> list[Any]:
    """A history, begun by the user."""
    return [{"role": ("user", "assistant")[n % 2], "content": text} for n, text in enumerate(texts)]


def with_lease(text: str) -> Any:
    data = base64.b64encode(LEASE).decode()
    file = {"filename": "lease.pdf", "file_data": f"data:application/pdf;base64,{data}"}
    return {"role": "user", "content": [{"type": "text", "text": text}, {"type": "file", "file": file}]}


def conversations(api: Api) -> list[str]:
    return [each["conversation_id"] for each in api.http.get("/api/conversations").json()["items"]]


def kept(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Messages without what differs from turn to turn."""
    shown = []
    for message in messages:
        cited = [{k: v for k, v in each.items() if k not in ("file_id", "source_id")} for each in message["citations"]]
        names = ("role", "text", "blob_names", "status", "last_mcp_tool_used")
        shown.append({name: message[name] for name in names} | {"citations": cited})
    return shown


@pytest.mark.req("BX-13")
def test_a_question_about_a_file_is_answered_with_links(sdk: openai.OpenAI, own_api: Api, stub: StubProcess) -> None:
    stub.script(Reply(text=ANSWER, usage_details={"prompt_tokens_details": {"cached_tokens": 5}}))
    completion = sdk.chat.completions.create(model="gpt-4.1", messages=[with_lease(QUESTION)], temperature=0.1)
    [choice] = completion.choices
    assert (choice.message.content, choice.finish_reason, completion.model) == (ANSWER, "stop", "gpt-4.1")
    assert choice.message.tool_calls is None
    [annotation] = choice.message.annotations or []
    cited = annotation.url_citation
    [conversation] = conversations(own_api)
    answer_id = own_api.messages(conversation)[-1]["message_id"]
    origin = str(own_api.http.base_url).rstrip("/")
    assert cited.url == f"{origin}/api/#/c/{conversation}/m/{answer_id}?cite=2"
    assert cited.title == "lease.pdf, page 3"
    assert ANSWER[cited.start_index : cited.end_index] == ANSWER.removesuffix(".")
    assert completion.usage is not None
    assert completion.usage.total_tokens > 0
    assert completion.usage.prompt_tokens_details is not None
    assert completion.usage.prompt_tokens_details.cached_tokens == 5
    assert completion.usage.completion_tokens_details is not None
    assert completion.usage.completion_tokens_details.reasoning_tokens == 0


@pytest.mark.req("BX-13", "RG-07")
def test_brackets_that_are_text_shift_no_link(sdk: openai.OpenAI, stub: StubProcess) -> None:
    stub.script(Reply(text=BRACKETED))
    data = base64.b64encode(TRIAL.encode()).decode()
    file = {"filename": "trial.md", "file_data": f"data:text/markdown;base64,{data}"}
    asked: Any = [{"role": "user", "content": [{"type": "text", "text": "What?"}, {"type": "file", "file": file}]}]
    [choice] = sdk.chat.completions.create(model="orc", messages=asked).choices
    assert choice.message.content == BRACKETED_SHOWN
    cited = [each.url_citation for each in choice.message.annotations or []]
    assert [BRACKETED_SHOWN[each.start_index : each.end_index] for each in cited] == TRIAL_STATEMENTS


@pytest.mark.req("BX-13")
async def test_a_streamed_completion_has_text_annotations_and_usage(
    host: RunningHost, user: dict[str, str], stub: StubProcess
) -> None:
    stub.script(Reply(text=ANSWER))
    async with async_sdk_of(host.url, user) as client:
        stream = await client.chat.completions.create(
            model="orc", messages=[with_lease(QUESTION)], stream=True, stream_options={"include_usage": True}
        )
        chunks = [chunk async for chunk in stream]
    deltas = [choice.delta for chunk in chunks for choice in chunk.choices]
    assert "".join(delta.content or "" for delta in deltas) == ANSWER
    annotated = [delta.to_dict()["annotations"] for delta in deltas if "annotations" in delta.to_dict()]
    assert [len(each) for each in annotated] == [1]  # type: ignore[arg-type]
    assert [c.choices[0].finish_reason for c in chunks if c.choices][-1] == "stop"
    assert (chunks[-1].choices, chunks[-1].usage is not None) == ([], True)
    assert len({chunk.id for chunk in chunks}) == 1


@pytest.mark.req("BX-13")
def test_the_same_turn_is_stored_alike_by_every_api(sdk: openai.OpenAI, own_api: Api, stub: StubProcess) -> None:
    stub.script(*[Reply(text=ANSWER)] * 3)
    own = own_api.with_documents({"lease.pdf": LEASE})
    own_api.ask(QUESTION, own, ["lease.pdf"])
    sdk.chat.completions.create(model="orc", messages=[with_lease(QUESTION)])
    sdk.responses.create(model="orc", input=asking(QUESTION, lease_part()))
    others = [each for each in conversations(own_api) if each != own]
    assert len(others) == 2
    for other in others:
        assert kept(own_api.messages(other)) == kept(own_api.messages(own))


@pytest.mark.req("BX-13")
def test_a_resent_history_continues_its_conversation(sdk: openai.OpenAI, own_api: Api, stub: StubProcess) -> None:
    stub.script(*(Reply(text=text) for text in ("One.", "Two.", "Three.", "Otherwise.")))
    for history in (("A?",), ("A?", "One.", "B?"), ("A?", "One.", "B?", "Two.", "C?"), ("A?", "One.", "B or not?")):
        sdk.chat.completions.create(model="orc", messages=said(*history))
    [conversation] = conversations(own_api)
    messages = own_api.messages(conversation)
    told = {message["text"]: message for message in messages}
    assert [message["text"] for message in messages if message["active"]] == ["A?", "One.", "B or not?", "Otherwise."]
    parents = [told[text]["parent_message_id"] for text in ("B?", "B or not?")]
    assert parents == [told["One."]["message_id"]] * 2
    assert told["C?"]["parent_message_id"] == told["Two."]["message_id"]


@pytest.mark.req("BX-13")
def test_a_history_from_elsewhere_begins_a_conversation_with_it(
    sdk: openai.OpenAI, own_api: Api, stub: StubProcess
) -> None:
    stub.script(Reply(text="Well."))
    messages = [{"role": "system", "content": "Be short."}, *said("A?", "An answer from elsewhere.", "And?")]
    sdk.chat.completions.create(model="orc", messages=messages)
    [conversation] = conversations(own_api)
    assert [each["text"] for each in own_api.messages(conversation)] == [
        "A?",
        "An answer from elsewhere.",
        "And?",
        "Well.",
    ]
    sent = json.dumps(stub.requests()[-1])
    assert "Be short." in sent
    assert "An answer from elsewhere." in sent


def branch(api: Api, conversation: str) -> list[str]:
    """The texts of the active branch."""
    return [message["text"] for message in api.messages(conversation) if message["active"]]


@pytest.mark.req("BX-13")
@pytest.mark.parametrize("headers", [{}, {"X-OpenWebUI-Chat-Id": "chat-1"}])
@pytest.mark.parametrize(
    ("changed", "parent"),
    [
        (("A?", "One.", "B, in fact?", "Two.", "C?"), "One."),
        (("A?", "One.", "B?", "Two, as I would have it.", "C?"), "B?"),
        (("A?", "The first one.", "B?", "Two.", "C?"), "A?"),
        (("A?", "One.", "B?", "Two.", "B, in fact?", "Too.", "C?"), "Two."),
    ],
)
def test_a_changed_history_branches_where_it_departs(
    sdk: openai.OpenAI,
    own_api: Api,
    stub: StubProcess,
    changed: tuple[str, ...],
    parent: str,
    headers: dict[str, str],
) -> None:
    stub.script(*(Reply(text=text) for text in ("One.", "Two.", "Three.", "Otherwise.", "So it goes.")))
    for history in (("A?",), ("A?", "One.", "B?"), ("A?", "One.", "B?", "Two.", "C?"), changed):
        sdk.chat.completions.create(model="orc", messages=said(*history), extra_headers=headers)
    [conversation] = conversations(own_api)
    assert branch(own_api, conversation) == [*changed, "Otherwise."]
    by_id = {message["message_id"]: message for message in own_api.messages(conversation)}
    added = [message for message in by_id.values() if message["active"]][len(changed[: changed.index(parent) + 1])]
    assert by_id[added["parent_message_id"]]["text"] == parent
    assert len(by_id) == 6 + len(changed) - changed.index(parent)
    sdk.chat.completions.create(model="orc", messages=said(*changed, "Otherwise.", "And then?"), extra_headers=headers)
    assert branch(own_api, conversation) == [*changed, "Otherwise.", "And then?", "So it goes."]
    assert [m["content"] for m in stub.requests()[-1]["messages"][1:]][-3:] == [changed[-1], "Otherwise.", "And then?"]


@pytest.mark.req("BX-13")
def test_a_history_from_elsewhere_is_branched_where_it_departs(
    sdk: openai.OpenAI, own_api: Api, stub: StubProcess
) -> None:
    stub.script(Reply(text="Well."), Reply(text="Otherwise."))
    for history in (("A?", "One.", "B?", "Two.", "C?"), ("A?", "One.", "B, in fact?", "Too.", "C?")):
        sdk.chat.completions.create(model="orc", messages=said(*history))
    [conversation] = conversations(own_api)
    assert branch(own_api, conversation) == ["A?", "One.", "B, in fact?", "Too.", "C?", "Otherwise."]
    messages = own_api.messages(conversation)
    parents = {message["text"]: message["parent_message_id"] for message in messages}
    assert parents["B?"] == parents["B, in fact?"]


@pytest.mark.req("BX-13")
def test_a_chat_whose_first_question_was_changed_stays_its_conversation(
    sdk: openai.OpenAI, own_api: Api, stub: StubProcess
) -> None:
    stub.script(Reply(text="One."), Reply(text="Two."))
    for history in (("A?",), ("A, in fact?", "One.", "B?")):
        sdk.chat.completions.create(
            model="orc", messages=said(*history), extra_headers={"X-OpenWebUI-Chat-Id": "chat-1"}
        )
    [conversation] = conversations(own_api)
    assert branch(own_api, conversation) == ["A, in fact?", "One.", "B?", "Two."]
    assert len(own_api.messages(conversation)) == 6


@pytest.mark.req("BX-13")
@pytest.mark.parametrize("header", ["X-OpenWebUI-Chat-Id", "X-Conversation-Id"])
def test_a_chat_with_an_id_is_one_conversation(
    sdk: openai.OpenAI, own_api: Api, stub: StubProcess, header: str
) -> None:
    stub.script(*(Reply(text=text) for text in ("One.", "Another one.", "Elsewhere.")))
    for chat, text in (("chat-1", "A?"), ("chat-1", "A, once more?"), ("chat-2", "A?")):
        sdk.chat.completions.create(model="orc", messages=said(text), extra_headers={header: chat})
    sizes = sorted(len(own_api.messages(each)) for each in conversations(own_api))
    assert sizes == [2, 4]
    [branched] = [own_api.messages(each) for each in conversations(own_api) if len(own_api.messages(each)) == 4]
    assert [m["parent_message_id"] for m in branched if m["role"] == "user"] == [None, None]


def test_a_refused_message_begins_no_chat(sdk: openai.OpenAI, own_api: Api) -> None:
    file: Any = {"type": "file", "file": {"filename": "photo.png", "file_data": "data:image/png;base64,AAAA"}}
    message: Any = [{"role": "user", "content": [{"type": "text", "text": "And this?"}, file]}]
    with pytest.raises(openai.BadRequestError):
        sdk.chat.completions.create(model="orc", messages=message, extra_headers={"X-Conversation-Id": "chat-1"})
    assert list(conversations(own_api)) == []


@pytest.mark.req("BX-13")
def test_a_chat_continues_after_a_stopped_answer(sdk: openai.OpenAI, own_api: Api, stub: StubProcess) -> None:
    stub.script(Reply(text="Once upon a time.", gate_after=2), Reply(text="Well."))
    with sdk.chat.completions.create(model="orc", messages=said("A story?"), stream=True) as stream:
        told = ""
        for chunk in stream:
            told += chunk.choices[0].delta.content or ""
            if told:
                break
    sdk.chat.completions.create(model="orc", messages=said("A story?", told, "Enough?"))
    [conversation] = conversations(own_api)
    messages = own_api.messages(conversation)
    assert [each["status"] for each in messages] == ["completed", "cancelled", "completed", "completed"]
    assert messages[2]["parent_message_id"] == messages[1]["message_id"]


@pytest.mark.req("BX-13")
def test_files_of_an_earlier_message_stay_what_a_chat_is_about(
    sdk: openai.OpenAI, own_api: Api, stub: StubProcess
) -> None:
    stub.script(Reply(text=ANSWER), Reply(text="Yes [2]."))
    sdk.chat.completions.create(model="orc", messages=[with_lease(QUESTION)])
    history = [with_lease(QUESTION), *said("", ANSWER, "Really?")[1:]]
    sdk.chat.completions.create(model="orc", messages=history)
    [conversation] = conversations(own_api)
    assert list(own_api.documents(conversation)) == ["lease.pdf"]
    assert own_api.messages(conversation)[2]["blob_names"] == ["lease.pdf"]
    assert BRAKE in json.dumps(stub.requests()[-1], ensure_ascii=False)


@pytest.mark.req("BX-13")
def test_a_model_with_a_style_lists_the_sources_in_the_text(sdk: openai.OpenAI, stub: StubProcess) -> None:
    stub.script(Reply(text=ANSWER))
    completion = sdk.chat.completions.create(model="orc-endnote", messages=[with_lease(QUESTION)])
    assert completion.choices[0].message.content == f"{ANSWER}\n\nSources:\n[2] lease.pdf, page 3"


@pytest.mark.req("BX-13")
def test_only_open_webui_receives_source_events(sdk: openai.OpenAI, own_api: Api, stub: StubProcess) -> None:
    stub.script(Reply(text=ANSWER), Reply(text=ANSWER))
    body = {"model": "orc", "stream": True, "messages": [with_lease(QUESTION)]}
    told = []
    for headers in ({}, {"X-OpenWebUI-Chat-Id": "chat-1"}):
        lines = own_api.http.post("/api/v1/chat/completions", json=body, headers=headers).text.split("\n\n")
        assert lines[-2:] == ["data: [DONE]", ""]
        chunks = [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: {")]
        told.append([chunk["event"] for chunk in chunks if "event" in chunk])
    assert told[0] == []
    [source] = told[1]
    assert source["type"] == "source"
    assert source["data"]["source"]["name"] == "lease.pdf"
    [quote], [where] = source["data"]["document"], source["data"]["metadata"]
    assert "two weeks" in quote
    assert (where["page"], where["name"]) == (3, "lease.pdf")


@pytest.mark.req("BX-13")
@pytest.mark.parametrize(
    ("fields", "param"),
    [
        ({"n": 2}, "n"),
        ({"tools": [{"type": "function", "function": {"name": "f"}}]}, "tools"),
        ({"response_format": {"type": "json_object"}}, "response_format"),
        ({"stop": ["a", "b", "c", "d", "e"]}, "stop"),
        ({"stop": "a" * 201}, "stop"),
        ({"extra_body": {"stop": 5}}, "stop"),
        ({"extra_body": {"stop": [None]}}, "stop"),
        ({"stream_options": {"include_all": True}}, "stream_options"),
        ({"extra_body": {"stream_options": {"include_usage": "no"}}}, "stream_options"),
        ({"extra_body": {"stream": "no"}}, "stream"),
        ({"extra_body": {"temperature": "0.5"}}, "temperature"),
        ({"extra_body": {"max_tokens": True}}, "max_tokens"),
        ({"extra_body": {"mood": "calm"}}, "mood"),
        ({"extra_body": {"messages": [{"role": "tool", "content": "x"}]}}, "messages[0].role"),
        ({"extra_body": {"messages": said("A?", "B.")}}, "messages"),
        ({"extra_body": {"messages": [{"role": "assistant", "tool_calls": [{}]}]}}, "messages[0].tool_calls"),
    ],
)
def test_unsupported_features_are_refused_by_name(sdk: openai.OpenAI, fields: dict[str, Any], param: str) -> None:
    with pytest.raises(openai.BadRequestError) as refused:
        sdk.chat.completions.create(**{"model": "orc", "messages": said("A?"), **fields})
    assert refused.value.param == param


@pytest.mark.req("BX-13")
def test_an_image_is_refused_in_the_words_of_the_api(sdk: openai.OpenAI) -> None:
    image: Any = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}
    with pytest.raises(openai.BadRequestError) as refused:
        sdk.chat.completions.create(model="orc", messages=[{"role": "user", "content": [image]}])
    assert refused.value.param == "messages[0].content[0].type"
    assert "image_url is not supported; parts are text and, in user messages, file" in refused.value.message


@pytest.mark.req("BX-13")
def test_ignored_parameters_are_accepted(sdk: openai.OpenAI, stub: StubProcess) -> None:
    stub.script(Reply(text="Hm.", finish_reason="length"))
    completion = sdk.chat.completions.create(
        model="orc",
        messages=said("A?"),
        frequency_penalty=0.5,
        logit_bias={"1": 2},
        max_tokens=20,
        presence_penalty=0.5,
        reasoning_effort="low",
        response_format={"type": "text"},
        seed=7,
        tool_choice="none",
        top_p=0.5,
        user="anybody",
    )
    assert completion.choices[0].finish_reason == "length"


@pytest.mark.req("BX-13")
@pytest.mark.parametrize("stream", [True, False])
def test_a_failed_turn_is_an_exception_of_the_sdk(sdk: openai.OpenAI, stub: StubProcess, *, stream: bool) -> None:
    stub.script(Reply(status=400, error_message="no"))
    with pytest.raises(openai.APIError) as failed:
        for _ in sdk.chat.completions.create(model="orc", messages=said("A?"), stream=stream):
            pass
    assert failed.value.code


@pytest.mark.req("BX-13")
@pytest.mark.parametrize("stream", [True, False])
def test_an_answer_ends_before_a_stop_sequence(
    sdk: openai.OpenAI, own_api: Api, stub: StubProcess, *, stream: bool
) -> None:
    stub.script(Reply(text=f"{ANSWER}\nObservation: and so on.", finish_reason="length"))
    given: Any = {"model": "orc", "messages": [with_lease(QUESTION)], "stop": ["Obser", "\nObservation:"]}
    if stream:
        chunks = list(sdk.chat.completions.create(**given, stream=True))
        choices = [choice for chunk in chunks for choice in chunk.choices]
        text = "".join(choice.delta.content or "" for choice in choices)
        cited = any(getattr(choice.delta, "annotations", None) for choice in choices)
        reason = choices[-1].finish_reason
    else:
        completion = sdk.chat.completions.create(**given)
        message = completion.choices[0].message
        text, cited, reason = message.content or "", bool(message.annotations), completion.choices[0].finish_reason
        assert completion.usage
        assert completion.usage.total_tokens
    assert (text.rstrip(), reason, cited) == (ANSWER, "stop", True)
    [conversation] = conversations(own_api)
    assert own_api.messages(conversation)[-1]["text"] == text


@pytest.mark.req("BX-13")
def test_an_answer_that_begins_with_a_stop_sequence_says_so(sdk: openai.OpenAI, stub: StubProcess) -> None:
    stub.script(Reply(text=ANSWER))
    with pytest.raises(openai.InternalServerError, match="began with a stop sequence"):
        sdk.chat.completions.create(model="orc", messages=[with_lease(QUESTION)], stop="The operator")
