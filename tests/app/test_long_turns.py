"""Turns that take longer than the platform gives a response: the rest is heard elsewhere, and nothing is done twice."""

from collections.abc import Iterator

import pytest

from tests.app.conftest import Environment, app_host, client, model_settings
from tests.app.test_streams import STORY
from tests.support.app import JSON, Api, StubProcess, checked, read_events, turn_body, until
from tests.support.openai_stub import Reply

_SHORT = {"HTTP_HANDOVER_SECONDS": "1", "HEARTBEAT_SECONDS": "0.2"}


@pytest.fixture(scope="module")
def hurried_host(
    setup_of_its_own: Environment, stub_process: StubProcess, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Api]:
    """The app on a platform that gives a response a second."""
    settings = {**setup_of_its_own, **model_settings(stub_process), **_SHORT}
    with app_host(tmp_path_factory.mktemp("hurried"), settings) as host, client(host) as api:
        api.follow(checked(api.http.post("/api/orc/background", json=turn_body("Hello?"))).json()["conversation_id"])
        yield api


@pytest.fixture
def hurried(hurried_host: Api, stub: StubProcess) -> Api:
    return hurried_host


def computed_once(stub: StubProcess) -> bool:
    """Whether the model was asked for one plan and one answer."""
    asked = ["response_format" in request for request in stub.requests()]
    return sorted(asked) == [False, True] and stub.log()["disconnects"] == 0


def test_a_stream_near_the_time_limit_ends_cleanly_and_can_resume(hurried: Api, stub: StubProcess) -> None:
    stub.script(Reply(text=STORY, gate_after=3))
    with hurried.asking("Tell me a story.") as events:
        *begun, handed_over = events
    conversation, run_id = begun[1].data["conversation_id"], begun[1].data["run_id"]
    address = f"/api/conversations/{conversation}/stream"
    assert (handed_over.seq, handed_over.type) == (0, "status_change")
    assert (handed_over.data["status"], handed_over.data["run_id"]) == ("background", run_id)
    assert address in handed_over.data["message"]
    assert "done" not in [event.type for event in begun]
    assert hurried.conversation(conversation)["status"] == "running"
    stub.release()
    rest = hurried.follow(conversation, begun[-1].seq)
    assert hurried.follow(conversation).events == (*begun, *rest.events)
    assert (rest.status, rest.one("message")["text"]) == ("completed", STORY)
    assert computed_once(stub)


def test_a_long_json_turn_says_where_to_follow_it(hurried: Api, stub: StubProcess) -> None:
    stub.script(Reply(text=STORY, gate_after=3))
    response = hurried.http.post("/api/orc", json=turn_body("Tell me a story."), headers=JSON)
    assert (response.status_code, response.headers["content-type"]) == (202, "application/json")
    told = response.json()
    assert hurried.http.get(told["status_url"]).json()["status"] == "in_progress"
    stub.release()
    assert told["stream_url"].endswith(f"/stream?since={told['event_offset']}&run_id={told['run_id']}")
    turn = hurried.follow(told["conversation_id"], told["event_offset"])
    assert (turn.run_id, turn.text, turn.status) == (told["run_id"], STORY, "completed")
    assert hurried.http.get(told["status_url"]).json()["status"] == "completed"
    assert computed_once(stub)


def test_a_regenerated_answer_can_continue_in_the_background(hurried: Api, stub: StubProcess) -> None:
    turn = hurried.ask("Hello?")
    stub.script(Reply(text=STORY, gate_after=1))
    conversation, answer = turn.conversation_id, turn.one("message")["message_id"]
    with hurried.http.stream("POST", f"/api/conversations/{conversation}/messages/{answer}/regenerate") as response:
        *begun, handed_over = read_events(response)
    assert handed_over.data["status"] == "background"
    stub.release()
    assert hurried.follow(conversation, begun[-1].seq).one("message")["text"] == STORY


@pytest.mark.req("RE-06")
def test_a_silent_stream_is_kept_open_by_heartbeats(hurried: Api, stub: StubProcess) -> None:
    stub.script(Reply(text=STORY, gate_after=1))
    with hurried.asking("Tell me a story.") as events:
        conversation = until(events, "run_start")[-1].data["conversation_id"]
        with hurried.http.stream("GET", f"/api/conversations/{conversation}/stream") as response:
            heard = b""
            for piece in response.iter_raw():
                heard += piece
                if heard.count(b": heartbeat\n\n") == 3:
                    break
    stub.release()
    turn = hurried.follow(conversation)
    assert (turn.text, turn.status) == (STORY, "completed")
