"""The Conversations API, driven by the openai SDK over HTTP."""

from typing import Any

import openai
import pytest
from openai.types.conversations import Message

from tests.app.openai.requests import ANSWER, QUESTION, STORY, asking, conversation_of, lease_part
from tests.support.app import Api, StubProcess
from tests.support.openai_stub import Reply


def texts(items: Any) -> list[str]:
    """The texts of the messages among the items."""
    return [item.to_dict()["content"][0]["text"] for item in items if isinstance(item, Message)]  # type: ignore[index]


@pytest.mark.req("BX-13")
def test_a_conversation_is_created_changed_and_deleted(sdk: openai.OpenAI, own_api: Api) -> None:
    made = sdk.conversations.create(metadata={"team": "quay"})
    assert (made.object, made.metadata) == ("conversation", {"team": "quay"})
    assert sdk.conversations.retrieve(made.id) == made
    assert sdk.conversations.update(made.id, metadata={"team": "dock"}).metadata == {"team": "dock"}
    assert sdk.conversations.update(made.id, metadata=None).metadata == {}
    assert sdk.conversations.delete(made.id).deleted
    with pytest.raises(openai.NotFoundError):
        sdk.conversations.retrieve(made.id)
    assert own_api.http.get("/api/conversations").json()["items"] == []


@pytest.mark.req("BX-13")
def test_responses_of_a_conversation_follow_each_other(sdk: openai.OpenAI, stub: StubProcess) -> None:
    stub.script(Reply(text=ANSWER), Reply(text="The rent is 4,200 euros [1]."))
    conversation = sdk.conversations.create()
    first = sdk.responses.create(model="orc", input=asking(QUESTION, lease_part()), conversation=conversation.id)
    again = sdk.responses.create(model="orc", input="How high is the rent?", conversation={"id": conversation.id})
    assert first.conversation == again.conversation
    items = list(sdk.conversations.items.list(conversation.id, order="asc"))
    assert [item.type for item in items] == ["message", "file_search_call", "message"] * 2
    assert texts(items) == [QUESTION, ANSWER, "How high is the rent?", again.output_text]
    assert [item.id for item in items[1:3]] == [item.id for item in first.output]
    assert items[2].to_dict()["content"] == first.output[1].to_dict()["content"]
    paged = sdk.conversations.items.list(conversation.id, limit=2)
    assert [item.id for item in paged.data] == [items[5].id, items[4].id]
    assert [item.id for item in paged] == [item.id for item in reversed(items)]
    found = sdk.conversations.items.retrieve(items[2].id or "", conversation_id=conversation.id)
    assert found == items[2]


@pytest.mark.req("BX-13")
def test_a_conversation_begins_with_messages_and_takes_more(
    sdk: openai.OpenAI, own_api: Api, stub: StubProcess
) -> None:
    stub.script(Reply(text="Blue and the sea."), Reply(text=STORY))
    said: Any = [{"role": "user", "content": "I like blue."}, {"role": "assistant", "content": "Noted."}]
    conversation = sdk.conversations.create(items=said)
    more: Any = [{"role": "user", "content": "And the sea."}, {"role": "assistant", "content": "Noted too."}]
    added = sdk.conversations.items.create(conversation.id, items=more)
    assert texts(added.data) == ["And the sea.", "Noted too."]
    response = sdk.responses.create(model="orc", input="What do I like?", conversation=conversation.id)
    told = [message["content"] for message in stub.requests()[-1]["messages"][1:]]
    assert told == ["I like blue.", "Noted.", "And the sea.", "Noted too.", "What do I like?"]
    sdk.conversations.items.create(conversation.id, items=more[:1])
    sdk.responses.create(model="orc", input="A story?", conversation=conversation.id)
    whole = list(sdk.conversations.items.list(conversation.id, order="asc"))
    assert texts(whole)[-4:] == ["Blue and the sea.", "And the sea.", "A story?", STORY]
    log = own_api.follow(conversation_of(response))
    assert [event.seq for event in log.events] == list(range(1, len(log.events) + 1))
    own = own_api.conversation(conversation_of(response))
    assert (own["title"], own["turn_count"], len(own["runs"])) == ("I like blue.", 5, 2)
    with sdk.responses.retrieve(response.id, stream=True) as stream:
        *_, last = stream
    assert last.type == "response.completed"
    assert last.response == response


@pytest.mark.req("BX-13")
def test_messages_are_not_added_under_a_running_response(sdk: openai.OpenAI, stub: StubProcess) -> None:
    stub.script(Reply(text=STORY, gate_after=2))
    conversation = sdk.conversations.create()
    with sdk.responses.create(model="orc", input="A story?", conversation=conversation.id, stream=True) as stream:
        assert next(iter(stream)).type == "response.created"
        with pytest.raises(openai.ConflictError) as refused:
            sdk.conversations.items.create(conversation.id, items=[{"role": "user", "content": "Hm."}])
        assert refused.value.code == "run_in_progress"
        stub.release()
        *_, last = stream
    assert last.type == "response.completed"


@pytest.mark.req("BX-13")
def test_files_of_the_first_messages_are_documents_of_the_conversation(
    sdk: openai.OpenAI, own_api: Api, stub: StubProcess
) -> None:
    stub.script(Reply(text=ANSWER))
    conversation = sdk.conversations.create(items=asking("This is the lease.", lease_part()))
    response = sdk.responses.create(model="orc", input=QUESTION, conversation=conversation.id)
    assert list(own_api.documents(conversation_of(response))) == ["lease.pdf"]
    assert response.output_text == ANSWER
    assert texts(sdk.conversations.items.list(conversation.id, order="asc")) == ["This is the lease.", QUESTION, ANSWER]


@pytest.mark.req("BX-13")
@pytest.mark.parametrize(
    ("items", "param"),
    [
        ([{"role": "system", "content": "Be brief."}], "items[0].role"),
        ([{"role": "user", "content": "Hm."}, {"role": "user", "content": ""}], "items[1]"),
        ([{"type": "reasoning", "id": "rs_1", "summary": []}], "items[0].type"),
    ],
)
def test_items_that_cannot_be_kept_are_refused(sdk: openai.OpenAI, items: Any, param: str) -> None:
    with pytest.raises(openai.BadRequestError) as refused:
        sdk.conversations.create(items=items)
    assert refused.value.param == param
    conversation = sdk.conversations.create()
    with pytest.raises(openai.BadRequestError) as refused:
        sdk.conversations.items.create(conversation.id, items=items)
    assert refused.value.param == param


@pytest.mark.req("BX-13")
def test_an_item_that_is_not_there_is_not_found(sdk: openai.OpenAI) -> None:
    conversation = sdk.conversations.create(items=[{"role": "user", "content": "Hm."}])
    with pytest.raises(openai.NotFoundError):
        sdk.conversations.items.retrieve("msg_1", conversation_id=conversation.id)
    with pytest.raises(openai.BadRequestError) as refused:
        sdk.conversations.items.list(conversation.id, after="msg_1")
    assert refused.value.param == "after"
