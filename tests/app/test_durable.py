"""Turns as orchestrations: each step of a plan is an activity, and the turn ends as it does in one process."""

import json
import os
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.app.conftest import SETUPS, UNSET, Environment, client, model_settings
from tests.app.histories import record
from tests.app.plans import plan, step
from tests.app.samples import LEASE
from tests.app.test_paths import alike, told
from tests.support.app import Api, StubProcess, checked, principal, turn_body
from tests.support.hosts import ROOT, running_host
from tests.support.openai_stub import Reply
from tests.support.stored import Stored, StoredInCloud, StoredOnDisk
from tests.support.workflow_servers import workflow_process

QUESTION = "Compare books on the moon and on the sun, draft a note, and print a page"
COMPARISON = (
    step(1, "find", "moon", subject="moon", meet=True),
    step(2, "find", "sun", subject="sun", meet=True),
    step(3, "draft", "note", topic="the moon", sources="{{moon}}"),
    step(4, "misprint", "page"),
    step(5, "draft", "copy", topic="print", sources="{{page}}"),
)
TURNS: tuple[tuple[str, list[str], tuple[Reply, ...]], ...] = (
    ("Hello there", [], (plan("conversation"), Reply(text="Good day."))),
    ("How often is the brake inspected?", ["lease.pdf"], (Reply(text="Every two weeks [1]."),)),
    ("Find ink", [], (plan("single_tool", step(1, "find", "ink", subject="ink")), Reply(text="Two books."))),
    (QUESTION, [], (plan("multi_step", *COMPARISON), Reply(text="A note on both."))),
)

type Way = Callable[[Api, str, str, list[str]], object]


@dataclass(frozen=True)
class Orchestrated:
    """An app whose engine may deliver each activity several times; the histories of its orchestrations are in a
    directory."""

    api: Api
    stored: Stored
    histories: Path


@contextmanager
def orchestrating(setup: Environment, stub: StubProcess, home: Path, deliveries: int) -> Iterator[Orchestrated]:
    histories = home / "histories"
    histories.mkdir()
    with ExitStack() as stack:
        servers = {name: {"url": stack.enter_context(workflow_process(name)).url} for name in ("library", "press")}
        watched = {"DELIVERIES": str(deliveries), "HISTORIES": str(histories), "IDENTITY": "easyauth"}
        settings = {**model_settings(stub), **watched, "MCP_SERVERS": json.dumps(servers)}
        environment = {**UNSET, **setup, **settings}
        module = "tests.support.durable_host"
        host = stack.enter_context(running_host(ROOT, home / "data", environment, module=module))
        cloud = "COSMOS_CONNECTION_STRING" in setup
        stored: Stored = StoredOnDisk(host.data_dir)
        if cloud:
            stored = StoredInCloud(setup["COSMOS_CONNECTION_STRING"], setup["AZURE_STORAGE_CONNECTION_STRING"])
        api = stack.enter_context(client(host, principal("organization", f"user-{uuid.uuid4().hex}")))
        yield Orchestrated(api, stored, histories)


@pytest.fixture(
    scope="module", params=[1, 2, pytest.param(5, marks=pytest.mark.long)], ids=["once", "twice", "five times"]
)
def orchestrated(
    request: pytest.FixtureRequest,
    setup_name: str,
    stub_process: StubProcess,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Orchestrated]:
    home = tmp_path_factory.mktemp("orchestrated")
    with SETUPS[setup_name]() as setup, orchestrating(setup, stub_process, home, request.param) as app:
        yield app


def streamed(api: Api, conversation: str, question: str, documents: list[str]) -> None:
    assert api.ask(question, conversation, documents).status == "completed"


def in_background(api: Api, conversation: str, question: str, documents: list[str]) -> dict[str, Any]:
    body = turn_body(question, conversation, documents)
    started: dict[str, Any] = checked(api.http.post("/api/orc/background", json=body)).json()
    turn = api.follow(conversation, started["event_offset"])
    assert (turn.run_id, turn.status) == (started["run_id"], "completed")
    return started


def left_behind(app: Orchestrated, stub: StubProcess, way: Way) -> Any:
    """What all turns leave behind, whichever of several steps was the faster one."""
    conversation = app.api.with_documents({"lease.pdf": LEASE})
    for question, documents, replies in TURNS:
        stub.script(*replies)
        way(app.api, conversation, question, documents)
    log = app.api.follow(conversation)
    assert [event.seq for event in log.events] == list(range(1, len(log.events) + 1))
    runs = {run["run_id"]: n for n, run in enumerate(app.api.conversation(conversation)["runs"])}
    checkpoints = app.stored.items("checkpoint", of=conversation)
    checkpoints.sort(key=lambda item: (runs[item["run_id"]], item["node"]))
    return alike(
        {
            "conversation": app.api.conversation(conversation),
            "events": _in_order_of_steps(told(log)),
            "state": [(item["node"], item["run_id"], item["update"]) for item in checkpoints],
        }
    )


def _in_order_of_steps(events: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    ordered: list[tuple[str, Any]] = []
    of_steps: list[tuple[str, Any]] = []
    for kind, data in events:
        if kind in ("step_started", "step_complete") or (kind == "step_thinking" and data["stage"] == "tools"):
            of_steps.append((kind, data))
            continue
        ordered += sorted(of_steps, key=lambda event: (event[0], event[1].get("step", 0), event[1].get("text", "")))
        ordered.append((kind, data))
        of_steps.clear()
    return ordered


@pytest.mark.req("DC-19", "CS-22", "RE-01")
def test_an_orchestration_ends_as_the_graph_does_however_often_its_activities_are_delivered(
    orchestrated: Orchestrated, stub: StubProcess
) -> None:
    expected = left_behind(orchestrated, stub, streamed)
    found = left_behind(orchestrated, stub, in_background)
    assert found["events"] == expected["events"]
    assert found["conversation"] == expected["conversation"]
    assert found["state"] == expected["state"]
    assert {"step-1", "step-5"} <= {node for node, _, _ in found["state"]}
    histories = [path.read_text() for path in orchestrated.histories.glob("*.json")]
    assert sorted(history.count('"name": "run_step"') for history in histories) == [0, 0, 0, 5]
    for text in ("brake", "moon", "Good day", "Two books"):
        assert not any(text in history for history in histories)
    if os.environ.get("UPDATE_HISTORIES") == "1":
        record(histories)
