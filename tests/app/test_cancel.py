"""Stopping a turn: the model's call ends, what was streamed is kept once, and nothing else happens."""

import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.app.conftest import AsUser
from tests.app.test_streams import PIECES, STORY
from tests.support.app import JSON, Api, StubProcess, checked, problem, turn_body, until
from tests.support.openai_stub import Reply
from tests.support.waiting import eventually


def cancel(api: Api, conversation: str, **query: str) -> dict[str, str]:
    response = checked(api.http.post(f"/api/conversations/{conversation}/cancel", params=query))
    assert response.status_code == 202
    return dict(response.json())


def answers(stub: StubProcess) -> int:
    """How often the model was asked for an answer, not for a plan."""
    return sum("response_format" not in request for request in stub.requests())


@pytest.mark.req("CS-05", "CS-01")
def test_a_cancelled_turn_ends_the_models_call_and_keeps_what_was_streamed(api: Api, stub: StubProcess) -> None:
    conversation = api.create()
    stub.script(Reply(text=STORY, gate_after=3))
    with api.asking("Tell me a story.", conversation) as events:
        begun = until(events, "token", text=PIECES[2])
        run_id = begun[1].data["run_id"]
        assert cancel(api, conversation) == {"run_id": run_id, "status": "in_progress"}
        ended = until(events, "done", status="cancelled")
    eventually(lambda: stub.log()["disconnects"] == 1, seconds=20)
    assert [event.type for event in ended] == ["status_change", "message", "run_complete", "done"]
    assert ended[0].data == {"status": "cancel_requested", "run_id": run_id}
    question, answer = api.messages(conversation)
    partial = "".join(PIECES[:3])
    assert (answer["text"], answer["status"], answer["parent_message_id"]) == (
        partial,
        "cancelled",
        question["message_id"],
    )
    assert ended[1].data["text"] == partial
    [run] = api.conversation(conversation)["runs"]
    assert (run["status"], run["error"]) == ("cancelled", None)
    assert run["run_meta"]["tokens"] == {"prompt": 7, "completion": 3}, "those of the plan"
    assert 0 < run["run_meta"]["first_token_ms"] <= run["run_meta"]["duration_ms"]
    assert answers(stub) == 1


@pytest.mark.req("CS-05", "CS-17")
def test_a_turn_under_another_callers_message_id_is_not_cancelled_with_it(
    api: Api, as_user: AsUser, stub: StubProcess
) -> None:
    stub.script(Reply(text=STORY, gate_after=1), Reply(text=STORY, gate_after=1))
    other = as_user()
    with (
        api.asking("Tell me a story.", client_message_id="message-1") as events,
        other.asking("And me!", client_message_id="message-1") as its_events,
    ):
        until(events, "token")
        begun = until(its_events, "token")
        cancel(other, begun[1].data["conversation_id"])
        until(its_events, "done", status="cancelled")
        stub.release()
        until(events, "done", status="completed")


@pytest.mark.req("CS-05")
def test_a_second_cancel_changes_nothing(api: Api, stub: StubProcess) -> None:
    conversation = api.create()
    stub.script(Reply(text=STORY, gate_after=1))
    with api.asking("Tell me a story.", conversation) as events:
        until(events, "token")
        cancel(api, conversation)
        until(events, "done")
    before = api.conversation(conversation), api.follow(conversation)
    assert cancel(api, conversation)["status"] == "cancelled"
    assert (api.conversation(conversation), api.follow(conversation)) == before


@pytest.mark.req("CS-05")
def test_a_turn_that_is_over_keeps_its_status(api: Api) -> None:
    turn = api.ask("Hello?")
    before = api.conversation(turn.conversation_id)
    assert cancel(api, turn.conversation_id) == {"run_id": turn.run_id, "status": "completed"}
    assert cancel(api, turn.conversation_id, run_id=turn.run_id)["status"] == "completed"
    assert api.conversation(turn.conversation_id) == before


def test_an_impossible_cancellation_is_reported(api: Api) -> None:
    empty = api.create()
    status, body = problem(api.http.post(f"/api/conversations/{empty}/cancel"))
    assert (status, body["code"]) == (409, "no_run")
    for address in (f"{uuid.uuid4()}/cancel", f"{empty}/cancel?run_id=run-of-nobody"):
        assert problem(api.http.post(f"/api/conversations/{address}"))[0] == 404


def test_cancelling_before_the_first_token_keeps_only_the_question(api: Api, stub: StubProcess) -> None:
    conversation = api.create()
    stub.script(Reply(text=STORY, gate_after=0), Reply(text="Now."))
    with api.asking("Tell me a story.", conversation) as events:
        until(events, "step_thinking", stage="answering")
        cancel(api, conversation)
        until(events, "done", status="cancelled")
    assert [message["text"] for message in api.messages(conversation)] == ["Tell me a story."]
    assert api.ask("And now?", conversation).text == "Now."


def test_a_turn_that_is_cancelled_without_an_answer_names_its_run(api: Api, stub: StubProcess) -> None:
    conversation = api.create()
    stub.script(Reply(text=STORY, gate_after=0))
    with ThreadPoolExecutor() as pool:
        asked = pool.submit(api.http.post, "/api/orc", json=turn_body("A story?", conversation), headers=JSON)
        eventually(lambda: answers(stub))
        run_id = cancel(api, conversation)["run_id"]
        status, body = problem(asked.result())
    assert (status, body["code"]) == (409, "run_cancelled")
    assert (body["conversation_id"], body["run_id"]) == (conversation, run_id)


@pytest.mark.req("CS-05")
def test_a_background_turn_is_cancelled_in_its_orchestration(api: Api, stub: StubProcess) -> None:
    conversation = api.create()
    stub.script(Reply(text=STORY, gate_after=2))
    started = checked(api.http.post("/api/orc/background", json=turn_body("A story?", conversation))).json()
    eventually(lambda: answers(stub))
    assert cancel(api, conversation)["run_id"] == started["run_id"]
    turn = api.follow(conversation)
    assert turn.status == "cancelled"
    assert turn.of("status_change")[-1]["status"] == "cancel_requested"
    eventually(lambda: stub.log()["disconnects"] == 1, seconds=20)
    assert api.http.get(started["status_url"]).json()["status"] == "cancelled"
    assert answers(stub) == 1


@pytest.mark.req("CS-05")
def test_a_turn_that_waits_can_be_withdrawn(api: Api, stub: StubProcess) -> None:
    conversation = api.create()
    stub.script(Reply(text=STORY, gate_after=1))
    with api.asking("First?", conversation) as first:
        until(first, "token")
        with api.asking("Second?", conversation, on_busy="enqueue") as second:
            queued = until(second, "status_change", status="queued")[-1]
            assert cancel(api, conversation, run_id=queued.data["run_id"])["status"] == "cancelled"
            [done] = list(second)
        assert (done.seq, done.data) == (0, {"run_id": queued.data["run_id"], "status": "cancelled"})
        stub.release()
        until(first, "done", status="completed")
    assert [message["text"] for message in api.messages(conversation)] == ["First?", STORY]
    assert api.conversation(conversation)["status"] == "idle"


def test_a_cancelled_turn_asked_for_as_json_says_so(api: Api, stub: StubProcess) -> None:
    conversation = api.create()
    stub.script(Reply(text=STORY, gate_after=2))
    with ThreadPoolExecutor() as threads:
        body, headers = turn_body("A story?", conversation), {"accept": "application/json"}
        answer = threads.submit(api.http.post, "/api/orc", json=body, headers=headers)
        eventually(lambda: answers(stub))
        cancel(api, conversation)
        response = answer.result()
    assert (response.status_code, response.json()["status"]) == (200, "cancelled")
