"""Turns as orchestrations: each step of a plan is an activity, and the turn ends as it does in one process."""

import json
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.app.conftest import SETUPS, UNSET, Environment, client, model_settings
from tests.app.histories import keep
from tests.app.plans import plan, step
from tests.app.samples import LEASE
from tests.app.test_paths import alike, told
from tests.support.app import Api, StubProcess, checked, principal, turn_body
from tests.support.forked import ROOT
from tests.support.hosts import RunningHost, running_host
from tests.support.openai_stub import Reply
from tests.support.stored import Stored, StoredInCloud, StoredOnDisk
from tests.support.waiting import eventually
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
    """An app with a watched engine; the histories of the orchestrations that have ended are in a directory."""

    api: Api
    host: RunningHost
    stored: Stored
    histories: Path


@contextmanager
def orchestrating(
    setup: Environment, stub: StubProcess, home: Path, tools: Mapping[str, str], user: str = "", **watched: str
) -> Iterator[Orchestrated]:
    """tools are the URLs of MCP servers; watched is how the engine is (tests/support/durable_host.py), and what the app
    has for other settings."""
    histories = home / "histories"
    histories.mkdir(parents=True, exist_ok=True)
    servers = json.dumps({name: {"url": url} for name, url in tools.items()})
    settings = {**model_settings(stub), "IDENTITY": "easyauth", "MCP_SERVERS": servers, "HISTORIES": str(histories)}
    stored: Stored = StoredOnDisk(home / "data")
    if "COSMOS_CONNECTION_STRING" in setup:
        stored = StoredInCloud(setup["COSMOS_CONNECTION_STRING"], setup["AZURE_STORAGE_CONNECTION_STRING"])
    environment, module = {**UNSET, **setup, **settings, **watched}, "tests.support.durable_host"
    caller = principal("organization", user or f"user-{uuid.uuid4().hex}")
    with running_host(ROOT, home / "data", environment, module=module) as host, client(host, caller) as api:
        yield Orchestrated(api, host, stored, histories)


@pytest.fixture(scope="module")
def tools() -> Iterator[Mapping[str, str]]:
    with ExitStack() as stack:
        yield {name: stack.enter_context(workflow_process(name)).url for name in ("library", "press")}


@pytest.fixture(
    scope="module", params=[1, 2, pytest.param(5, marks=pytest.mark.long)], ids=["once", "twice", "five times"]
)
def orchestrated(
    request: pytest.FixtureRequest,
    setup_name: str,
    stub_process: StubProcess,
    tools: Mapping[str, str],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Orchestrated]:
    home, often = tmp_path_factory.mktemp("orchestrated"), str(request.param)
    with SETUPS[setup_name]() as setup, orchestrating(setup, stub_process, home, tools, DELIVERIES=often) as app:
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
def test_an_orchestration_with_repeated_deliveries_ends_as_the_graph_does(
    orchestrated: Orchestrated, stub: StubProcess
) -> None:
    expected = left_behind(orchestrated, stub, streamed)
    found = left_behind(orchestrated, stub, in_background)
    assert found["events"] == expected["events"]
    assert found["conversation"] == expected["conversation"]
    assert found["state"] == expected["state"]
    assert {"step-1", "step-5"} <= {node for node, _, _ in found["state"]}
    eventually(lambda: len([*orchestrated.histories.glob("*.json")]) == len(TURNS))
    histories = [path.read_text() for path in orchestrated.histories.glob("*.json")]
    assert sorted(history.count('"name": "run_step"') for history in histories) == [0, 0, 0, 5]
    for text in ("brake", "moon", "Good day", "Two books"):
        assert not any(text in history for history in histories)
    for history in histories:
        keep("fan_out" if '"run_step"' in history else "one_activity_a_node", history)
