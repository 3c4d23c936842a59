"""One orchestrator behind every way to ask: the same conversation ends in the same stored state."""

import json
import re
import uuid
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tests.app.conftest import AsUser, client
from tests.app.samples import HANDBOOK, LEASE
from tests.support.app import JSON, Api, StubProcess, Turn, checked, principal, turn_body
from tests.support.files import make_damaged_pdf
from tests.support.hosts import RunningHost
from tests.support.openai_stub import Reply
from tests.support.stored import Stored

FILES = {"lease.pdf": LEASE, "handbook.pdf": HANDBOOK, "broken.pdf": make_damaged_pdf()}
TURNS: tuple[tuple[str, list[str]], ...] = (
    ("How often is the brake inspected?", ["lease.pdf"]),
    ("And how high is the rent?", ["lease.pdf"]),
    ("What do both say about days?", ["lease.pdf", "handbook.pdf"]),
    ("What does this one say of soup?", ["handbook.pdf", "broken.pdf"]),
    ("", ["handbook.pdf"]),
    ("Thank you!", []),
)
REPLIES = (
    Reply(text="Every two weeks [1]."),
    Reply(text="It is **4,200 euros** [1], paid monthly [2] [99].", usage=(50, 12)),
    Reply(text="Ninety days [1] and twenty-six days [2]."),
    Reply(text="It speaks of soup."),
    Reply(text="You are welcome."),
)

type Way = Callable[[Api, str, str, Sequence[str]], None]


def streamed(api: Api, conversation: str, question: str, documents: Sequence[str]) -> None:
    assert api.ask(question, conversation, documents, citation_style="footnote").status == "completed"


def as_json(api: Api, conversation: str, question: str, documents: Sequence[str]) -> None:
    body = turn_body(question, conversation, documents, citation_style="footnote")
    answer = checked(api.http.post("/api/orc", json=body, headers=JSON)).json()
    assert answer["status"] == "completed"


def in_background(api: Api, conversation: str, question: str, documents: Sequence[str]) -> None:
    body = turn_body(question, conversation, documents, citation_style="footnote")
    _finish(api, "/api/orc/background", body)


def as_message(api: Api, conversation: str, question: str, documents: Sequence[str]) -> None:
    body = turn_body(question, None, documents, citation_style="footnote")
    _finish(api, f"/api/conversations/{conversation}/messages", body)


def _finish(api: Api, address: str, body: dict[str, object]) -> None:
    response = checked(api.http.post(address, json=body))
    assert response.status_code == 202
    started = response.json()
    turn = api.follow(started["conversation_id"], started["event_offset"])
    assert turn.events[0].seq == started["event_offset"] + 1
    assert (turn.run_id, turn.status) == (started["run_id"], "completed")
    assert checked(api.http.get(started["status_url"])).json()["status"] == "completed"


def converse(api: Api, stub: StubProcess, way: Way) -> str:
    conversation = api.with_documents(FILES)
    stub.script(*REPLIES)
    for question, documents in TURNS:
        way(api, conversation, question, documents)
    return conversation


def told(turn: Turn) -> list[tuple[str, Any]]:
    """The events without their numbers; what was streamed between two others is one text."""
    events: list[tuple[str, Any]] = []
    for event in turn.events:
        if event.type == "token" and events and events[-1][0] == "token":
            events[-1] = ("token", events[-1][1] + event.data["text"])
        else:
            events.append((event.type, event.data["text"] if event.type == "token" else event.data))
    return events


_IDS = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b(?:run|message|file)-[0-9a-f]{32}(?:-[0-9a-f]{12})?"
)
_TIMES = re.compile(r'\d{4}-\d\d-\d\dT[\d:.]+Z|(?<=_ms": )\d+')


def alike(value: object) -> Any:
    """The value with its ids numbered as they first come, and without times and the name of the way."""
    text = _TIMES.sub("0", json.dumps(value))
    numbers: dict[str, str] = {}
    text = _IDS.sub(lambda match: numbers.setdefault(match[0], f"id {len(numbers)}"), text)
    return json.loads(re.sub(r'"mode": "\w+"', '"mode": ""', text))


def left_behind(api: Api, stored: Stored, conversation: str) -> dict[str, Any]:
    """All that a conversation leaves behind."""
    checkpoints = stored.items("checkpoint", of=conversation)
    return {
        "conversation": api.conversation(conversation),
        "events": told(api.follow(conversation)),
        "state": [(item["node"], item["run_id"], item["update"]) for item in checkpoints],
    }


@pytest.fixture(scope="module")
def expected(host: RunningHost, stub_process: StubProcess, stored: Stored) -> dict[str, Any]:
    """What turns leave behind that are asked for and listened to."""
    with client(host, principal("organization", f"user-{uuid.uuid4().hex}")) as api:
        return dict(alike(left_behind(api, stored, converse(api, stub_process, streamed))))


@pytest.mark.same_in_stores
@pytest.mark.req("CS-22", "DC-19")
@pytest.mark.parametrize("way", [as_json, in_background, as_message])
def test_every_way_to_ask_ends_in_the_same_state_messages_and_events(
    expected: dict[str, Any], api: Api, stub: StubProcess, stored: Stored, way: Way
) -> None:
    found = alike(left_behind(api, stored, converse(api, stub, way)))
    assert found["conversation"] == expected["conversation"]
    assert found["events"] == expected["events"]
    assert found["state"] == expected["state"]


@pytest.mark.req("DC-19")
def test_an_orchestration_takes_every_step_of_the_graph_in_its_order(
    api: Api, stub: StubProcess, stored: Stored
) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    in_background(api, conversation, "How often is the brake inspected?", ["lease.pdf"])
    nodes = [item["node"] for item in stored.items("checkpoint", of=conversation)]
    assert nodes == ["query_planner", "mcp_executor", "context_builder", "answer"]
    assert len(stub.requests()) == 1


@pytest.mark.req("CS-22")
def test_the_finished_turn_as_json_says_what_the_stream_said(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    stub.script(Reply(text="Every two weeks [1]."))
    body = turn_body("How often is the brake inspected?", conversation, ["lease.pdf"])
    answer = checked(api.http.post("/api/orc", json=body, headers=JSON)).json()
    turn = api.follow(conversation)
    message = turn.one("message")
    assert answer["answer"] == turn.text == message["text"]
    assert answer["citations"] == message["citations"] == turn.of("citation")
    assert answer["uploaded_file_refs"] == message["uploaded_file_refs"]
    assert (answer["run_id"], answer["status"]) == (turn.run_id, turn.status)
    assert (answer["intent_type"], answer["last_mcp_tool_used"]) == ("single_tool", "document_chat")
    [step] = answer["workflow_plan"]
    assert step["tool"] == answer["steps"][0]["tool"] == turn.one("step_started")["tool"]
    assert answer["steps"][0]["result"] == turn.one("step_complete")["result"]
    assert answer["run_meta"]["tokens"] == turn.one("run_complete")["tokens"]


@pytest.mark.parametrize(
    "identity", ["x" * 255, "ü" * 42, "../..", "a/b\\c", "#?%2e", "漢字 🦆", "e\u0301", "'; --", "CON", "~"]
)
def test_every_legal_user_name_works(as_user: AsUser, stub: StubProcess, identity: str) -> None:
    api = as_user(identity, identity)
    conversation = api.with_documents({"lease.pdf": LEASE})
    stub.script(Reply(text="The monthly rent is 4,200 euros [1]."))
    assert api.ask("How high is the rent?", conversation, ["lease.pdf"]).one("citation")["verified"]
    assert checked(api.http.post("/api/search", json={"query": "brake"})).json()["passages"]
    assert api.http.delete(f"/api/conversations/{conversation}").status_code == 204
