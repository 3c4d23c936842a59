"""Messages as a tree: other answers, other questions, other conversations that begin with the same messages."""

import pytest

from tests.app.conftest import AsUser
from tests.support.app import Api, StubProcess, Turn, checked, fields_of, problem, read_events
from tests.support.files import make_pdf
from tests.support.openai_stub import Reply

REPORT = make_pdf(["The crane lifts forty tonnes. The rope is eleven millimetres thick."])


def _regenerate(api: Api, conversation: str, message: str) -> Turn:
    address = f"/api/conversations/{conversation}/messages/{message}/regenerate"
    with api.http.stream("POST", address) as response:
        return Turn(tuple(read_events(checked(response))))


def _active(api: Api, conversation: str) -> list[str]:
    return [message["text"] for message in api.messages(conversation) if message["active"]]


def _choose(api: Api, conversation: str, message: str) -> None:
    checked(api.http.patch(f"/api/conversations/{conversation}", json={"active_message_id": message}))


@pytest.fixture
def conversation(api: Api, stub: StubProcess) -> str:
    """With one document and two questions about it, both answered."""
    conversation = api.with_documents({"crane.pdf": REPORT})
    stub.script(Reply(text="Forty tonnes [1]."), Reply(text="Eleven millimetres [1]."))
    api.ask("How much does the crane lift?", conversation, ["crane.pdf"])
    api.ask("How thick is the rope?", conversation, ["crane.pdf"])
    stub.reset()
    return conversation


@pytest.mark.req("CS-09")
def test_a_regenerated_answer_is_a_sibling_that_ends_the_active_branch(api: Api, conversation: str) -> None:
    before = api.messages(conversation)
    anew = _regenerate(api, conversation, before[-1]["message_id"])
    assert (anew.status, anew.of("user_message")) == ("completed", [])
    after = api.messages(conversation)
    assert [m["message_id"] for m in after[:-1]] == [m["message_id"] for m in before]
    new, old = after[-1], after[-2]
    assert new["parent_message_id"] == old["parent_message_id"] == after[2]["message_id"]
    assert [m["active"] for m in after] == [True, True, True, False, True]
    assert new["message_id"] == anew.one("message")["message_id"]
    assert api.conversation(conversation)["turn_count"] == 2


@pytest.mark.req("CS-09")
@pytest.mark.in_any_store
def test_only_an_answer_can_be_regenerated(api: Api, conversation: str) -> None:
    messages = f"/api/conversations/{conversation}/messages"
    question = api.messages(conversation)[0]["message_id"]
    status, body = problem(api.http.post(f"{messages}/{question}/regenerate"))
    assert (status, body["code"], fields_of(body)) == (422, "not_an_answer", ["message_id"])
    status, body = problem(api.http.post(f"{messages}/message-of-nobody/regenerate"))
    assert (status, body["code"]) == (404, "message_not_found")
    assert len(api.messages(conversation)) == 4


@pytest.mark.req("CS-09")
def test_a_failed_regeneration_keeps_the_old_answer(api: Api, stub: StubProcess) -> None:
    turn = api.ask("Hello?")
    stub.script(Reply(status=400))
    anew = _regenerate(api, turn.conversation_id, turn.one("message")["message_id"])
    assert anew.status == "failed"
    assert _active(api, turn.conversation_id) == ["Hello?", turn.text]


@pytest.mark.req("CS-09")
def test_an_edited_question_starts_a_branch_that_the_model_sees_alone(api: Api, conversation: str) -> None:
    first, answer, *_ = api.messages(conversation)
    edited = api.ask("How wide is the hook?", conversation, parent_message_id=answer["message_id"])
    assert edited.one("user_message")["parent_message_id"] == answer["message_id"]
    assert _active(api, conversation) == [first["text"], answer["text"], "How wide is the hook?", edited.text]
    from_the_start = api.ask("Who built the crane?", conversation, parent_message_id=None)
    assert _active(api, conversation) == ["Who built the crane?", from_the_start.text]
    assert len(api.messages(conversation)) == 8


@pytest.mark.req("CS-09")
def test_the_model_is_given_the_active_branch(api: Api, stub: StubProcess) -> None:
    conversation = api.ask("Apples?").conversation_id
    fork_point = api.messages(conversation)[-1]["message_id"]
    api.ask("Pears?", conversation)
    _choose(api, conversation, fork_point)
    stub.reset()
    api.ask("Plums?", conversation)
    heard = str(stub.requests()[-1]["messages"])
    assert "Apples?" in heard
    assert "Plums?" in heard
    assert "Pears?" not in heard


@pytest.mark.req("CS-09")
def test_another_branch_can_be_selected_and_continued(api: Api, conversation: str) -> None:
    old = api.messages(conversation)[-1]
    _regenerate(api, conversation, old["message_id"])
    _choose(api, conversation, old["message_id"])
    assert api.conversation(conversation)["active_message_id"] == old["message_id"]
    assert [m["active"] for m in api.messages(conversation)] == [True, True, True, True, False]
    following = api.ask("Thanks?", conversation)
    assert following.one("user_message")["parent_message_id"] == old["message_id"]


def test_a_branch_ends_in_a_message_of_the_conversation(api: Api, conversation: str) -> None:
    other = api.ask("Hello?")
    change = {"active_message_id": other.one("message")["message_id"]}
    status, body = problem(api.http.patch(f"/api/conversations/{conversation}", json=change))
    assert (status, body["code"]) == (404, "message_not_found")


@pytest.mark.req("CS-09")
def test_any_message_can_be_fetched(api: Api, conversation: str) -> None:
    for message in api.messages(conversation):
        address = f"/api/conversations/{conversation}/messages/{message['message_id']}"
        assert checked(api.http.get(address)).json() == message


@pytest.mark.req("CS-10")
def test_a_fork_begins_with_the_same_messages_and_has_the_documents(api: Api, conversation: str) -> None:
    source = api.conversation(conversation)
    at = source["messages"][1]
    answer = api.http.post(f"/api/conversations/{conversation}/fork", json={"message_id": at["message_id"]})
    assert answer.status_code == 201
    fork = str(answer.json()["conversation_id"])
    assert fork != conversation
    copied = api.conversation(fork)
    assert [m["text"] for m in copied["messages"]] == [m["text"] for m in source["messages"][:2]]
    assert (copied["title"], copied["turn_count"]) == (source["title"], 1)
    assert not {m["message_id"] for m in copied["messages"]} & {m["message_id"] for m in source["messages"]}
    assert api.conversation(conversation) == source

    documents = api.documents(fork)
    assert documents["crane.pdf"]["status"] == "ready"
    [citation] = copied["messages"][1]["citations"]
    assert citation["file_id"] == documents["crane.pdf"]["file_id"]
    assert citation["source_id"].startswith(citation["file_id"])
    turn = api.ask("How thick is the rope?", fork, ["crane.pdf"])
    assert turn.work == {"cache": "hit", "downloads": 0, "extractions": 0, "chunks": 0}
    assert turn.one("user_message")["parent_message_id"] == copied["messages"][1]["message_id"]
    assert [event.seq for event in api.follow(fork).events] == list(range(1, len(turn.events) + 1))
    assert api.conversation(conversation) == source


@pytest.mark.req("CS-10")
def test_a_conversation_is_forked_at_one_of_its_own_messages(api: Api, conversation: str, as_user: AsUser) -> None:
    stranger = as_user()
    foreign = stranger.ask("Hello?").one("message")["message_id"]
    status, body = problem(api.http.post(f"/api/conversations/{conversation}/fork", json={"message_id": foreign}))
    assert (status, body["code"]) == (404, "message_not_found")
    own = api.messages(conversation)[0]["message_id"]
    answer = stranger.http.post(f"/api/conversations/{conversation}/fork", json={"message_id": own})
    assert problem(answer)[0] == 404


@pytest.mark.req("CS-21")
def test_feedback_is_stored_with_its_answer_and_can_change(api: Api, conversation: str) -> None:
    answer = api.messages(conversation)[1]["message_id"]
    address = f"/api/conversations/{conversation}/messages/{answer}/feedback"
    first = checked(api.http.put(address, json={"rating": "down", "comment": "Wrong crane"})).json()
    assert (first["rating"], first["comment"]) == ("down", "Wrong crane")
    second = checked(api.http.put(address, json={"rating": "up"})).json()
    shown = {message["message_id"]: message["feedback"] for message in api.messages(conversation)}
    assert shown.pop(answer) == second
    assert (second["rating"], second["comment"]) == ("up", None)
    assert set(shown.values()) == {None}


@pytest.mark.req("CS-21")
@pytest.mark.in_any_store
def test_feedback_needs_an_answer_and_a_rating(api: Api, conversation: str) -> None:
    question, answer, *_ = [message["message_id"] for message in api.messages(conversation)]
    messages = f"/api/conversations/{conversation}/messages"
    for message, body, status, fields in (
        (question, {"rating": "up"}, 422, ["message_id"]),
        (answer, {"rating": "great"}, 422, ["rating"]),
        (answer, {}, 422, ["rating"]),
        (answer, {"rating": "up", "comment": "x" * 4001}, 422, ["comment"]),
        (answer, {"rating": "up", "user_id": "somebody"}, 422, ["user_id"]),
    ):
        answered = problem(api.http.put(f"{messages}/{message}/feedback", json=body))
        assert (answered[0], fields_of(answered[1])) == (status, fields)
    assert problem(api.http.put(f"{messages}/nothing/feedback", json={"rating": "up"}))[0] == 404
