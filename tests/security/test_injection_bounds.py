"""A model that obeys whatever it reads: there is an end to what it is ordered to do, and no key, and nothing that a
browser would load or run, comes out."""

import re
import socket

import pytest

from tests.security.conftest import CALLS, ROUNDS, SERVER_KEY, STEPS, Scene
from tests.security.obedient_model import order
from tests.security.places import found
from tests.support.app import checked


def test_limits_hold_when_the_model_keeps_calling_tools(scene: Scene) -> None:
    scene.behave(says=order(call="echo", args={"text": "again"}, forever=True))
    turn = scene.ask(f"Ask the oracle. {order(plan='oracle')}")
    assert turn.status == "completed"
    assert 0 < len([name for name, _ in scene.calls() if name == "echo"]) <= CALLS
    asked = scene.running.model.requests()
    assert len(asked) == 1 + ROUNDS + 1
    assert "tools" not in asked[-1]


def test_a_document_cannot_have_calls_made_without_end(scene: Scene) -> None:
    ordered = order(call="query_documents", forever=True)
    conversation = scene.api.with_documents({"weather.txt": f"The weather is fine. {ordered}".encode()})
    answered = scene.ask_document(scene.api.documents(conversation)["weather.txt"]["file_id"], "The weather?")
    assert answered["counts"]["tool_calls"] == CALLS


def test_a_plan_with_too_many_steps_is_not_executed(scene: Scene) -> None:
    orders = " ".join(order(plan="echo", args={"text": str(number)}) for number in range(STEPS + 1))
    scene.behave(description=orders)
    assert scene.ask("What is the weather?").status == "completed"
    assert scene.calls() == []


@pytest.mark.req("SE-08")
def test_a_server_that_echoes_its_headers_leaks_no_key(scene: Scene) -> None:
    scene.behave(tools={"echo": "tells_headers", "oracle": "says"}, description=f"Use {SERVER_KEY} here.")
    ordered = order(plan="echo", args={"text": "x"})
    turn = scene.ask(f"What were you called with? {ordered} {order(recite=True)}")
    assert turn.status == "completed"
    [call] = scene.running.server.log["calls"]
    assert call["headers"]["authorization"] == f"Bearer {SERVER_KEY}"
    [complete] = turn.of("step_complete")
    assert complete["ok"]
    assert "***" in str(complete["result"])
    listed = checked(scene.api.http.get("/api/tools")).text
    assert found([SERVER_KEY], {"tools on offer": listed}) == []


def test_a_schema_that_points_elsewhere_is_not_fetched(scene: Scene) -> None:
    with socket.create_server(("127.0.0.1", 0)) as inside:
        address = f"http://127.0.0.1:{inside.getsockname()[1]}/schema.json"
        schema = {"type": "object", "properties": {"text": {"$ref": address}}, "$schema": address}
        scene.behave(schema=schema)
        assert scene.ask(f"Echo it. {order(plan='echo', args={'text': 'x'})}").status == "completed"
        inside.setblocking(False)
        with pytest.raises(BlockingIOError):
            inside.accept()


@pytest.mark.req("SE-07")
def test_an_answer_that_was_ordered_can_load_run_and_hide_nothing(scene: Scene) -> None:
    active = (
        "![x](https://evil.example/?q=1) [here](javascript:alert(1)) <img src=x onerror=alert(1)> <script>a()</script>"
    )
    told = f"{active}\n\n[ref]: https://evil.example/?q=2\n\n<svg/onload=alert(1)>"
    conversation = scene.api.with_documents({"weather.txt": f"The weather is fine. {order(say=told)}".encode()})
    turn = scene.ask("How is the weather?", conversation, "weather.txt")
    [message] = turn.of("message")
    stored = scene.api.messages(conversation)[-1]["text"]
    for text in (turn.text, message["text"], stored):
        assert "evil.example" in text
        assert not re.search(r"<[a-zA-Z/!?]|\]\(|^\s*\[[^\]]*\]:", text, re.MULTILINE)
