"""The Responses API, driven by the openai SDK over HTTP."""

from typing import Any

import openai
import pytest

from tests.app.openai.requests import (
    ANSWER,
    QUESTION,
    STORY,
    annotations,
    asking,
    conversation_of,
    lease_part,
    trial_part,
)
from tests.app.samples import BRACKETED, BRACKETED_SHOWN, BRAKE, LEASE, RENT, TRIAL, TRIAL_STATEMENTS
from tests.support.app import Api, StubProcess
from tests.support.openai_stub import Reply


@pytest.mark.req("BX-13")
def test_a_text_is_answered_whole(sdk: openai.OpenAI, stub: StubProcess) -> None:
    cached, thought = {"cached_tokens": 5}, {"reasoning_tokens": 2}
    details = {"prompt_tokens_details": cached, "completion_tokens_details": thought}
    stub.script(Reply(text=STORY, usage_details=details))
    response = sdk.responses.create(model="gpt-4.1", input="A story?", metadata={"team": "quay"}, temperature=0.2)
    assert (response.status, response.output_text, response.error) == ("completed", STORY, None)
    assert (response.model, response.metadata, response.temperature) == ("gpt-4.1", {"team": "quay"}, 0.2)
    assert response.usage is not None
    assert response.usage.total_tokens == response.usage.input_tokens + response.usage.output_tokens > 0
    told = response.usage.input_tokens_details.cached_tokens, response.usage.output_tokens_details.reasoning_tokens
    assert told == (5, 2)
    assert response.completed_at is not None
    assert response.completed_at >= response.created_at
    assert sdk.responses.retrieve(response.id) == response


@pytest.mark.req("BX-13")
def test_the_whole_output_of_a_response_may_be_sent_back(sdk: openai.OpenAI, stub: StubProcess) -> None:
    stub.script(Reply(text=ANSWER), Reply(text=STORY))
    first = sdk.responses.create(model="orc", input=asking(QUESTION, lease_part()))
    assert {item.type for item in first.output} == {"file_search_call", "message"}
    items = [*asking(QUESTION), *(item.to_dict() for item in first.output), *asking("And a story?")]
    assert sdk.responses.create(model="orc", input=items).output_text == STORY


@pytest.mark.req("BX-13")
def test_a_streamed_answer_about_a_file_ends_with_its_citations(
    sdk: openai.OpenAI, own_api: Api, stub: StubProcess
) -> None:
    stub.script(Reply(text=ANSWER))
    with sdk.responses.stream(model="orc", input=asking(QUESTION, lease_part())) as stream:
        events = list(stream)
        final = stream.get_final_response()
    kinds = list(dict.fromkeys(event.type for event in events))
    assert kinds == [
        "response.created",
        "response.in_progress",
        "response.output_item.added",
        "response.file_search_call.in_progress",
        "response.file_search_call.searching",
        "response.file_search_call.completed",
        "response.output_item.done",
        "response.content_part.added",
        "response.output_text.delta",
        "response.output_text.annotation.added",
        "response.output_text.done",
        "response.content_part.done",
        "response.completed",
    ]
    assert [event.sequence_number for event in events] == list(range(len(events)))
    assert final.output_text == ANSWER
    [cited] = annotations(final)
    told = (cited["type"], cited["filename"], cited["page"], cited["verified"])
    assert told == ("file_citation", "lease.pdf", 3, True)
    text = own_api.http.get(f"/api/documents/{cited['file_id']}/text").json()["text"]
    assert cited["quote"] == text[cited["start"] : cited["end"]]
    assert "two weeks" in cited["quote"]
    assert final.output_text[cited["start_index"] : cited["end_index"]] == ANSWER.removesuffix(".")
    origin = str(own_api.http.base_url).rstrip("/")
    answer_id = own_api.messages(conversation_of(final))[-1]["message_id"]
    assert cited["url"] == f"{origin}/api/#/c/{conversation_of(final)}/m/{answer_id}?cite={cited['citation']}"
    search = final.output[0]
    assert search.type == "file_search_call"
    assert search.queries == [QUESTION]
    assert search.results is None


@pytest.mark.req("BX-13")
def test_results_of_a_search_come_where_they_are_asked_for(sdk: openai.OpenAI, own_api: Api, stub: StubProcess) -> None:
    stub.script(Reply(text=ANSWER))
    response = sdk.responses.create(
        model="orc", input=asking(QUESTION, lease_part()), include=["file_search_call.results"]
    )
    search = response.output[0]
    assert search.type == "file_search_call"
    assert search.results
    for result in search.results:
        assert result.filename == "lease.pdf"
        assert 0 <= (result.score or 0) <= 1
        told = result.to_dict()
        text = own_api.http.get(f"/api/documents/{result.file_id}/text").json()["text"]
        assert result.text == text[told["start"] : told["end"]]
    assert BRAKE in (search.results[0].text or "").replace("\n", " ")
    assert search.results[0].score
    without = sdk.responses.retrieve(response.id).output[0]
    assert without.type == "file_search_call"
    assert without.results is None
    assert response.conversation is not None
    listed = sdk.conversations.items.list(
        response.conversation.id, include=["file_search_call.results"], order="asc"
    ).data[1]
    assert listed.to_dict() == search.to_dict()
    again = sdk.responses.retrieve(response.id, include=["file_search_call.results"])
    assert again.output == response.output


@pytest.mark.req("BX-13")
def test_an_unknown_include_is_refused_with_the_known_values(sdk: openai.OpenAI, stub: StubProcess) -> None:
    stub.script(Reply(text=STORY))
    response = sdk.responses.create(model="orc", input="A story?", include=["reasoning.encrypted_content"])
    unknown: Any = ["nope"]
    for call in (
        lambda: sdk.responses.create(model="orc", input="A story?", include=unknown),
        lambda: sdk.responses.retrieve(response.id, include=unknown),
        lambda: sdk.responses.input_items.list(response.id, include=unknown),
    ):
        with pytest.raises(openai.BadRequestError) as refused:
            call()
        assert refused.value.param == "include"
        assert "nope cannot be included; known values: file_search_call.results" in refused.value.message


@pytest.mark.req("BX-13")
def test_the_items_of_an_input_are_listed_as_they_were_sent(
    sdk: openai.OpenAI, own_api: Api, stub: StubProcess
) -> None:
    stub.script(Reply(text=ANSWER))
    file = sdk.files.create(file=("lease.pdf", LEASE), purpose="user_data")
    user = {"role": "user", "content": [{"type": "input_file", "file_id": file.id}]}
    sent: Any = [
        {"role": "developer", "content": "End with a rhyme."},
        {"role": "user", "content": "Good morning."},
        {"role": "assistant", "content": "Good morning."},
        user,
        *asking(QUESTION),
    ]
    response = sdk.responses.create(model="orc", input=sent, instructions="Be short.")
    assert response.instructions == "Be short."
    items: list[Any] = [item.to_dict() for item in sdk.responses.input_items.list(response.id, order="asc")]
    told = [
        (item["role"], [(part["type"], part.get("text", part.get("file_id"))) for part in item["content"]])
        for item in items
    ]
    assert told == [
        ("developer", [("input_text", "End with a rhyme.")]),
        ("user", [("input_text", "Good morning.")]),
        ("assistant", [("output_text", "Good morning.")]),
        ("user", [("input_file", file.id)]),
        ("user", [("input_text", QUESTION)]),
    ]
    ids = [item["id"] for item in items]
    assert len(set(ids)) == len(ids)
    assert response.conversation is not None
    known = [item.id for item in sdk.conversations.items.list(response.conversation.id, order="asc")]
    assert [ids[1], ids[2], ids[4]] == known[:3]
    assert [item.id for item in sdk.responses.input_items.list(response.id, after=ids[3])] == ids[2::-1]


@pytest.mark.req("BX-13")
def test_instructions_in_the_input_are_no_instructions_of_the_response(sdk: openai.OpenAI, stub: StubProcess) -> None:
    stub.script(Reply(text=STORY))
    developer: Any = {"role": "developer", "content": "End with a rhyme."}
    response = sdk.responses.create(model="orc", input=[developer, *asking("A story?")])
    assert response.instructions is None


@pytest.mark.req("BX-13")
def test_citations_name_the_file_that_was_uploaded(sdk: openai.OpenAI, own_api: Api, stub: StubProcess) -> None:
    stub.script(*[Reply(text=ANSWER)] * 3)
    file = sdk.files.create(file=("lease.pdf", LEASE), purpose="user_data")
    asked = asking(QUESTION, {"type": "input_file", "file_id": file.id})
    first = sdk.responses.create(model="orc", input=asked, include=["file_search_call.results"])
    again = sdk.responses.create(model="orc", input=QUESTION, previous_response_id=first.id)
    answer_id = own_api.messages(conversation_of(again))[-1]["message_id"]
    forked = own_api.http.post(
        f"/api/conversations/{conversation_of(again)}/fork", json={"message_id": answer_id}
    ).json()["conversation_id"]
    in_fork = sdk.responses.create(model="orc", input=QUESTION, conversation=forked)
    for response in (first, again, in_fork):
        assert {each["file_id"] for each in annotations(response)} == {file.id}
    search = first.output[0]
    assert search.type == "file_search_call"
    assert {result.file_id for result in search.results or []} == {file.id}
    assert sdk.files.retrieve(file.id).filename == "lease.pdf"
    assert first.conversation is not None
    items = sdk.conversations.items.list(first.conversation.id, order="asc").data
    assert items[0].to_dict()["content"][1]["file_id"] == file.id  # type: ignore[index]
    assert items[2].to_dict()["content"] == first.output[1].to_dict()["content"]


@pytest.mark.req("BX-13")
def test_responses_branch_where_they_follow_the_same_one(sdk: openai.OpenAI, own_api: Api, stub: StubProcess) -> None:
    stub.script(Reply(text=ANSWER), Reply(text="The rent is 4,200 euros [1]."), Reply(text=STORY))
    first = sdk.responses.create(model="orc", input=asking(QUESTION, lease_part()))
    rent = sdk.responses.create(model="orc", input="How high is the rent?", previous_response_id=first.id)
    story = sdk.responses.create(model="orc", input="A story?", previous_response_id=first.id)
    assert first.conversation is not None
    assert {rent.previous_response_id, story.previous_response_id} == {first.id}
    assert rent.conversation == story.conversation == first.conversation
    [cited] = annotations(rent)
    assert RENT.replace(" ", "") in cited["quote"].replace(" ", "").replace("\n", "")
    messages = own_api.messages(conversation_of(first))
    parents = {message["text"]: message["parent_message_id"] for message in messages}
    answer = next(message for message in messages if message["text"] == ANSWER)
    assert parents["How high is the rent?"] == parents["A story?"] == answer["message_id"]


@pytest.mark.req("BX-13")
def test_the_instructions_of_a_response_reach_the_model(sdk: openai.OpenAI, stub: StubProcess) -> None:
    stub.script(Reply(text=STORY), Reply(text=ANSWER))
    developer: Any = {"role": "developer", "content": "End with a rhyme."}
    response = sdk.responses.create(
        model="orc",
        input=[developer, *asking("A story?")],
        instructions="Answer like a sailor.",
        max_output_tokens=77,
    )
    assert response.instructions == "Answer like a sailor."
    sdk.responses.create(model="orc", input=asking(QUESTION, lease_part()), instructions="Answer like a poet.")
    told, about_file = (request for request in stub.requests() if "response_format" not in request)
    assert "Answer like a sailor.\n\nEnd with a rhyme." in told["messages"][0]["content"]
    assert 77 in (told.get("max_tokens"), told.get("max_completion_tokens"))
    system = about_file["messages"][0]["content"]
    assert "Answer like a poet." in system
    order = ["Answer like a poet.", "Use only the numbered sources", BRAKE[:20]]
    assert [system.index(each) for each in order] == sorted(system.index(each) for each in order)


@pytest.mark.req("BX-13")
def test_an_answer_that_reaches_its_limit_is_incomplete(sdk: openai.OpenAI, stub: StubProcess) -> None:
    stub.script(Reply(text=STORY, finish_reason="length"))
    response = sdk.responses.create(model="orc", input="A story?", max_output_tokens=16)
    assert response.status == "incomplete"
    assert response.incomplete_details is not None
    assert response.incomplete_details.reason == "max_output_tokens"
    assert response.output_text.startswith(STORY)


@pytest.mark.req("BX-13")
def test_a_model_that_is_down_fails_the_response(sdk: openai.OpenAI, stub: StubProcess) -> None:
    stub.script(Reply(status=400, error_code="no"))
    with sdk.responses.create(model="orc", input="A story?", stream=True) as stream:
        *_, last = stream
    assert last.type == "response.failed"
    assert last.response.status == "failed"
    assert last.response.error is not None
    assert last.response.error.code == "server_error"
    assert sdk.responses.retrieve(last.response.id) == last.response


@pytest.mark.req("BX-13")
def test_earlier_messages_of_a_stateless_client_are_the_history(
    sdk: openai.OpenAI, own_api: Api, stub: StubProcess
) -> None:
    stub.script(Reply(text="Blue."))
    said: Any = [
        {"role": "user", "content": "I like blue."},
        {"role": "assistant", "content": [{"type": "output_text", "text": "Noted.", "annotations": []}]},
        {"role": "user", "content": "What do I like?"},
    ]
    response = sdk.responses.create(model="orc", input=said)
    told = [m["content"] for m in stub.requests()[-1]["messages"][1:]]
    assert told == ["I like blue.", "Noted.", "What do I like?"]
    texts = [message["text"] for message in own_api.messages(conversation_of(response))]
    assert texts == ["I like blue.", "Noted.", "What do I like?", "Blue."]


@pytest.mark.req("BX-13")
def test_a_search_tool_names_documents_and_their_metadata(sdk: openai.OpenAI, own_api: Api, stub: StubProcess) -> None:
    conversation = own_api.with_documents({"lease.pdf": LEASE})
    file_id = own_api.documents(conversation)["lease.pdf"]["file_id"]
    own_api.http.patch(f"/api/documents/{file_id}", json={"metadata": {"client": "Quay"}})
    stub.script(Reply(text=ANSWER), Reply(text=ANSWER))
    tool: Any = {"type": "file_search", "vector_store_ids": [file_id]}
    elsewhere = sdk.responses.create(model="orc", input=QUESTION, tools=[tool])
    assert annotations(elsewhere)[0]["filename"] == "lease.pdf"
    assert annotations(elsewhere)[0]["file_id"] == file_id
    tool |= {"filters": {"type": "eq", "key": "client", "value": "quay"}}
    here = sdk.responses.create(model="orc", input=QUESTION, tools=[tool], conversation=conversation)
    assert annotations(here)[0]["file_id"] == file_id
    tool |= {"filters": {"type": "eq", "key": "client", "value": "Other"}}
    with pytest.raises(openai.BadRequestError) as refused:
        sdk.responses.create(model="orc", input=QUESTION, tools=[tool], conversation=conversation)
    assert refused.value.code == "no_document_matches"


def test_a_filter_that_nothing_meets_is_refused_before_anything_is_stored(
    sdk: openai.OpenAI, own_api: Api, stub: StubProcess
) -> None:
    stub.script()
    file = sdk.files.create(file=("lease.pdf", LEASE), purpose="user_data")
    filters = {"type": "eq", "key": "client", "value": "Other"}
    tool: Any = {"type": "file_search", "filters": filters}
    for asked, more in ((QUESTION, {"vector_store_ids": [file.id]}), (asking(QUESTION, lease_part()), {})):
        with pytest.raises(openai.BadRequestError) as refused:
            sdk.responses.create(model="orc", input=asked, tools=[tool | more])
        assert (refused.value.code, refused.value.param) == ("no_document_matches", "tools[0].filters")
        assert own_api.http.get("/api/conversations").json()["items"] == []


@pytest.mark.req("BX-13")
def test_the_same_turn_stores_the_same_by_either_api(sdk: openai.OpenAI, own_api: Api, stub: StubProcess) -> None:
    stub.script(Reply(text=ANSWER), Reply(text=ANSWER))
    conversation = own_api.with_documents({"lease.pdf": LEASE})
    own_api.ask(QUESTION, conversation, ["lease.pdf"])
    response = sdk.responses.create(model="orc", input=asking(QUESTION, lease_part()))
    ours, theirs = own_api.messages(conversation), own_api.messages(conversation_of(response))
    assert list(map(alike, ours)) == list(map(alike, theirs))


def alike(message: dict[str, Any]) -> dict[str, Any]:
    """A message without its ids and times."""
    left = ("message_id", "run_id", "parent_message_id", "created_at", "uploaded_file_refs")
    cited = [{k: v for k, v in c.items() if k not in ("file_id", "source_id")} for c in message["citations"]]
    return {k: v for k, v in message.items() if k not in left} | {"citations": cited}


@pytest.mark.req("BX-13")
def test_a_response_alone_in_its_conversation_is_deleted(sdk: openai.OpenAI, own_api: Api, stub: StubProcess) -> None:
    stub.script(Reply(text=STORY), Reply(text=STORY), Reply(text=STORY))
    alone = sdk.responses.create(model="orc", input="A story?")
    sdk.responses.delete(alone.id)
    with pytest.raises(openai.NotFoundError):
        sdk.responses.retrieve(alone.id)
    assert own_api.http.get(f"/api/conversations/{conversation_of(alone)}").status_code == 404
    first = sdk.responses.create(model="orc", input="A story?")
    second = sdk.responses.create(model="orc", input="Another?", previous_response_id=first.id)
    for kept in (first, second):
        with pytest.raises(openai.ConflictError) as refused:
            sdk.responses.delete(kept.id)
        assert refused.value.code == "response_in_conversation"
        assert sdk.responses.retrieve(kept.id).output_text == STORY


@pytest.mark.req("BX-13")
@pytest.mark.parametrize("stream", [True, False])
def test_a_response_of_a_model_with_a_style_lists_its_sources(
    sdk: openai.OpenAI, stub: StubProcess, *, stream: bool
) -> None:
    stub.script(Reply(text=ANSWER))
    given: Any = {"model": "orc-endnote", "input": asking(QUESTION, lease_part())}
    if stream:
        events = list(sdk.responses.create(**given, stream=True))
        text = "".join(event.delta for event in events if event.type == "response.output_text.delta")
    else:
        text = sdk.responses.create(**given).output_text
    assert text == f"{ANSWER}\n\nSources:\n[2] lease.pdf, page 3"


@pytest.mark.req("BX-13", "RG-07")
def test_brackets_that_are_text_shift_no_annotation(sdk: openai.OpenAI, stub: StubProcess) -> None:
    stub.script(Reply(text=BRACKETED))
    with sdk.responses.stream(model="orc", input=asking("What was found?", trial_part())) as stream:
        deltas = "".join(event.delta for event in stream if event.type == "response.output_text.delta")
        final = stream.get_final_response()
    assert deltas == final.output_text == BRACKETED_SHOWN
    cited = annotations(final)
    assert [deltas[each["start_index"] : each["end_index"]] for each in cited] == TRIAL_STATEMENTS
    assert [each["index"] for each in cited] == [each["end_index"] for each in cited]
    assert [each["quote"] for each in cited] == [TRIAL[each["start"] : each["end"]] for each in cited]
    assert [each["verified"] for each in cited] == [True, True]
