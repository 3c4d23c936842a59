"""A turn while it runs: what is stored and sent by when, and what happens when the listener goes away."""

import socket
from contextlib import ExitStack

import httpx2
import pytest

from tests.app.conftest import AsUser
from tests.app.samples import LEASE
from tests.support.app import JSON, Api, Event, StubProcess, checked, fields_of, in_order, problem, turn_body, until
from tests.support.files import make_slow_pdf
from tests.support.openai_stub import Reply
from tests.support.stored import Stored

STORY = "One crane, two ropes, three hooks and four bolts."
PIECES = ["One", " crane,", " two", " ropes,", " three", " hooks", " and", " four", " bolts."]


@pytest.mark.req("CS-07")
def test_the_question_is_stored_before_the_model_answers(api: Api, stub: StubProcess) -> None:
    stub.script(Reply(text=STORY, gate_after=0))
    with api.asking("Tell me a story.") as events:
        asked = until(events, "step_thinking", stage="answering")
        conversation = asked[1].data["conversation_id"]
        [message] = api.messages(conversation)
        [run] = api.conversation(conversation)["runs"]
        assert (message["role"], message["text"]) == ("user", "Tell me a story.")
        assert message["message_id"] == asked[0].data["message_id"] == run["user_message_id"]
        assert run["status"] == "in_progress"
        stub.release()
        until(events, "done", status="completed")
    question, answer = api.messages(conversation)
    assert question == message
    assert (answer["role"], answer["parent_message_id"]) == ("assistant", question["message_id"])


@pytest.mark.req("CS-07")
def test_every_question_is_a_message_of_its_own(api: Api) -> None:
    conversation = api.ask("One?").conversation_id
    for question in ("Two?", "Three?"):
        api.ask(question, conversation)
    asked = [message for message in api.messages(conversation) if message["role"] == "user"]
    assert [message["text"] for message in asked] == ["One?", "Two?", "Three?"]
    assert len({message["message_id"] for message in asked}) == 3


@pytest.mark.req("CS-11")
@pytest.mark.in_any_store
def test_tokens_arrive_while_the_model_still_writes(api: Api, stub: StubProcess) -> None:
    stub.script(Reply(text=STORY, gate_after=3))
    with api.asking("Tell me a story.") as events:
        until(events, "step_thinking", stage="answering")
        before = [next(events) for _ in range(3)]
        stub.release()
        after = until(events, "message")[:-1]
    assert [event.type for event in (*before, *after)] == ["token"] * 9
    assert [event.data["text"] for event in before] == PIECES[:3]
    assert [event.data["text"] for event in after] == PIECES[3:]


@pytest.mark.req("DC-20")
def test_a_tool_call_is_streamed_before_its_result(api: Api, stub: StubProcess) -> None:
    conversation = api.create()
    api.upload(conversation, {"slow.pdf": make_slow_pdf(pages=1)})
    with api.asking(conversation=conversation, documents=["slow.pdf"]) as events:
        until(events, "step_started", tool="document_chat")
        assert api.conversation(conversation)["runs"][0]["status"] == "in_progress"
        assert api.documents(conversation)["slow.pdf"]["status"] in ("queued", "processing")
        kinds = [event.type for event in until(events, "done")]
    assert in_order(kinds, "step_complete", "message", "done")
    assert not stub.requests()


def _leave_in_the_middle(api: Api, stub: StubProcess) -> tuple[str, list[Event]]:
    """Asks, hears three tokens and hangs up; the model then writes on."""
    stub.script(Reply(text=STORY, gate_after=3))
    with api.asking("Tell me a story.") as events:
        heard = [*until(events, "step_thinking", stage="answering"), *(next(events) for _ in range(3))]
    stub.release()
    return heard[1].data["conversation_id"], heard


@pytest.mark.req("CS-04")
def test_a_disconnected_client_can_resume_to_the_end(api: Api, stub: StubProcess) -> None:
    conversation, heard = _leave_in_the_middle(api, stub)
    rest = api.follow(conversation, heard[-1].seq)
    assert "".join(PIECES[:3]) + rest.text == STORY == rest.one("message")["text"]
    assert rest.status == "completed"
    whole = api.follow(conversation)
    assert whole.events == (*heard, *rest.events)
    assert [event.seq for event in whole.events] == list(range(1, len(whole.events) + 1))


@pytest.mark.req("CS-04")
def test_a_reconnecting_browser_resumes_after_its_last_event(api: Api, stub: StubProcess) -> None:
    conversation, heard = _leave_in_the_middle(api, stub)
    address = f"/api/conversations/{conversation}/stream"
    whole = api.follow(conversation)
    for event in (heard[0], heard[-1], whole.events[-2]):
        answer = api.http.get(address, headers={"last-event-id": str(event.seq)})
        assert answer.content == api.http.get(f"{address}?since={event.seq}").content
        assert answer.text.startswith(f"id: {event.seq + 1}\n")


@pytest.mark.req("CS-04")
def test_a_stream_cannot_begin_beyond_the_newest_event(api: Api) -> None:
    turn = api.ask("Hello?")
    newest = turn.events[-1].seq
    address = f"/api/conversations/{turn.conversation_id}/stream"
    assert api.http.get(f"{address}?since={newest}").content == b""
    status, body = problem(api.http.get(f"{address}?since={newest + 1}"))
    assert (status, body["code"], fields_of(body)) == (422, "invalid_request", ["since"])
    for since in ("-1", "x", "1.5"):
        status, body = problem(api.http.get(f"{address}?since={since}"))
        assert (status, fields_of(body)) == (422, ["since"])


@pytest.mark.req("CS-17")
def test_a_message_that_is_sent_twice_is_one_turn(api: Api, stub: StubProcess) -> None:
    stub.script(Reply(text=STORY))
    first = api.ask("Tell me a story.", client_message_id="tap-1")
    second = api.ask("Tell me a story.", client_message_id="tap-1")
    assert second.events == first.events
    started = api.http.post("/api/orc/background", json=turn_body("Tell me a story.", client_message_id="tap-1")).json()
    assert (started["run_id"], started["conversation_id"]) == (first.run_id, first.conversation_id)
    assert len(api.messages(first.conversation_id)) == 2


@pytest.mark.req("CS-17")
@pytest.mark.same_in_stores
@pytest.mark.parametrize(
    ("field", "other"),
    [
        ("question", {"question": "Tell me another."}),
        ("blob_names", {"blob_names": ["lease.pdf"]}),
        ("documents", {"documents": [{"name": "note.md", "text": "Another text."}]}),
        ("documents", {"documents": []}),
        ("parent_message_id", {"parent_message_id": "message-of-another"}),
        ("citation_style", {"citation_style": "footnote"}),
    ],
)
def test_a_client_message_id_of_another_message_is_refused(api: Api, field: str, other: dict[str, object]) -> None:
    sent = {"question": "What is it?", "documents": [{"name": "note.md", "text": "A text."}]}
    body = sent | {"client_message_id": "tap-1"}
    first = checked(api.http.post("/api/orc", json=body, headers=JSON)).json()
    again = checked(api.http.post("/api/orc", json=body, headers=JSON)).json()
    assert again["run_id"] == first["run_id"]
    for route in ("/api/orc", "/api/orc/background"):
        status, refused = problem(api.http.post(route, json=body | other))
        assert (status, refused["code"], fields_of(refused)) == (409, "client_message_id_reused", [field]), route
        assert len(api.messages(first["conversation_id"])) == 2


@pytest.mark.req("CS-17")
@pytest.mark.same_in_stores
@pytest.mark.parametrize("route", ["/api/orc", "/api/orc/background"])
def test_a_repeated_message_does_not_bring_back_its_deleted_conversation(api: Api, route: str) -> None:
    first = api.ask("Hello?", client_message_id="tap-1")
    checked(api.http.delete(f"/api/conversations/{first.conversation_id}"))
    status, refused = problem(api.http.post(route, json={"question": "Hello?", "client_message_id": "tap-1"}))
    assert (status, refused["code"]) == (404, "conversation_not_found")
    assert api.http.get("/api/conversations").json()["items"] == []
    assert api.ask("Hello?", client_message_id="tap-2").conversation_id != first.conversation_id


@pytest.mark.req("CS-17")
def test_the_same_client_message_id_of_somebody_else_is_another_turn(api: Api, as_user: AsUser) -> None:
    first = api.ask("Hello?", client_message_id="tap-1")
    other = as_user().ask("Hello?", client_message_id="tap-1")
    assert other.conversation_id != first.conversation_id


def test_a_second_turn_is_refused_while_one_runs(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    stub.script(Reply(text=STORY, gate_after=1), Reply(text="Now."))
    with api.asking("Tell me a story.", conversation) as events:
        until(events, "token")
        body = turn_body("And now?", conversation)
        assert api.refused(body)[1]["code"] == "run_in_progress"
        for address in ("/api/orc", "/api/orc/background", f"/api/conversations/{conversation}/messages"):
            assert problem(api.http.post(address, json=body))[0] == 409
        stub.release()
        until(events, "done", status="completed")
    assert api.ask("And now?", conversation).text == "Now."
    assert [message["text"] for message in api.messages(conversation)] == [
        "Tell me a story.",
        STORY,
        "And now?",
        "Now.",
    ]


@pytest.mark.req("CS-12")
def test_the_log_of_a_long_answer_is_small_and_loses_nothing(api: Api, stub: StubProcess, stored: Stored) -> None:
    answer = " ".join(f"word{n}" for n in range(1_500))
    stub.script(Reply(text=answer))
    turn = api.ask("Tell me a long story.")
    assert len(turn.of("token")) == 1_500
    assert len(stored.items("event", of=turn.conversation_id)) < 300  # one of each fifth of a second
    assert api.follow(turn.conversation_id).events == turn.events
    [run] = api.conversation(turn.conversation_id)["runs"]
    assert (run["status"], run["run_meta"] is not None) == ("completed", True)
    assert api.messages(turn.conversation_id)[1]["text"] == answer


@pytest.mark.req("RE-06")
@pytest.mark.in_any_store
def test_clients_that_do_not_read_hold_up_nobody(api: Api, stub: StubProcess) -> None:
    answer = " ".join(f"{n:0>500}" for n in range(1_000))
    stub.script(Reply(text=answer, gate_after=1))
    narrow = httpx2.HTTPTransport(socket_options=[(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)])
    with (
        httpx2.Client(base_url=api.http.base_url, headers=api.http.headers, transport=narrow, timeout=30) as idle,
        api.asking("Tell me a long story.") as events,
        ExitStack() as responses,
    ):
        conversation = until(events, "run_start")[-1].data["conversation_id"]
        until(events, "token")
        address = f"/api/conversations/{conversation}/stream"
        for _ in range(10):
            responses.enter_context(idle.stream("GET", address))
        stub.release()
        assert until(events, "message")[-1].data["text"] == answer
        until(events, "done", status="completed")
        assert api.follow(conversation).text == answer


@pytest.mark.in_any_store
@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        ("application/json", "application/json"),
        ("application/JSON", "application/json"),
        ("application/json, text/plain, */*", "application/json"),
        ("application/json, text/event-stream;q=0.5", "application/json"),
        ("application/json, text/event-stream", "text/event-stream; charset=utf-8"),
        ("application/json;q=0", "text/event-stream; charset=utf-8"),
        ("*/*", "text/event-stream; charset=utf-8"),
    ],
)
def test_the_answer_has_the_type_that_the_client_prefers(api: Api, accept: str, kind: str) -> None:
    response = checked(api.http.post("/api/orc", json={"question": "Hello?"}, headers={"accept": accept}))
    assert response.headers["content-type"] == kind
