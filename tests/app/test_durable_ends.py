"""Orchestrations that are disturbed: by a failure, a cancel, an outage, a death; and those that go on with another turn
or are carried out by two processes."""

import signal
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.app.conftest import Environment
from tests.app.histories import keep
from tests.app.plans import plan, step
from tests.app.test_cancel import answers, cancel
from tests.app.test_durable import Orchestrated, in_background, left_behind, orchestrating, streamed
from tests.app.test_streams import STORY
from tests.support.app import Api, StubProcess, Turn, checked, read_events, turn_body, until
from tests.support.mcp_servers import McpProcess, mcp_process
from tests.support.openai_stub import Reply
from tests.support.stored import refusing_writes
from tests.support.waiting import eventually
from tests.support.workflow_servers import workflow_process

ANEW = "This step starts again."
HARMLESS = {"read_only_hint": True}
TWO_STEPS = (step(1, "echo", "said", text="ink"), step(2, "wait", "waited"))


@pytest.fixture(scope="module")
def server_process() -> Iterator[McpProcess]:
    with mcp_process() as process:
        process.behave(hints=HARMLESS)
        yield process


@pytest.fixture
def server(server_process: McpProcess) -> McpProcess:
    server_process.reset()
    server_process.behave(hints=HARMLESS)
    return server_process


@pytest.fixture(scope="module")
def app(
    setup_of_its_own: Environment,
    stub_process: StubProcess,
    server_process: McpProcess,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Orchestrated]:
    home = tmp_path_factory.mktemp("watched")
    with orchestrating(setup_of_its_own, stub_process, home, {"bad": server_process.url}) as app:
        yield app


def begun(api: Api, question: str, conversation: str, **fields: object) -> dict[str, Any]:
    body = {**turn_body(question, conversation), **fields}
    return dict(checked(api.http.post("/api/orc/background", json=body)).json())


def followed(api: Api, conversation: str) -> Turn:
    """The whole log, which has no gap."""
    log = api.follow(conversation)
    assert [event.seq for event in log.events] == list(range(1, len(log.events) + 1))
    return log


def history(app: Orchestrated, conversation: str) -> str:
    """That of the conversation's one orchestration, once it has ended."""
    found = eventually(lambda: list(app.histories.glob(f"*-{conversation}-*.json")), seconds=30)
    [path] = found
    return path.read_text()


def calls(server: McpProcess) -> list[str]:
    return sorted(call["tool"] for call in server.log["calls"])


@pytest.mark.req("RE-02")
def test_a_failed_turn_ends_its_orchestration(app: Orchestrated, stub: StubProcess) -> None:
    conversation = app.api.create()
    stub.script(Reply(status=400, error_code="refused"))
    begun(app.api, "Hello?", conversation)
    assert followed(app.api, conversation).status == "failed"
    keep("failed", history(app, conversation))


@pytest.mark.req("CS-05", "RE-02")
def test_a_cancelled_turn_ends_the_calls_of_all_its_steps(
    app: Orchestrated, stub: StubProcess, server: McpProcess
) -> None:
    conversation = app.api.create()
    steps = (step(1, "wait", "one"), step(2, "wait", "other"), step(3, "echo", "said", text="{{one}}"))
    stub.script(plan("multi_step", *steps))
    begun(app.api, "Wait twice.", conversation)
    eventually(lambda: calls(server) == ["wait", "wait"], seconds=30)
    cancel(app.api, conversation)
    eventually(lambda: server.log["cancelled"] == ["wait", "wait"], seconds=30)
    log = followed(app.api, conversation)
    assert log.status == "cancelled"
    assert [change["status"] for change in log.of("status_change")] == ["cancel_requested"]
    [run] = app.api.conversation(conversation)["runs"]
    assert run["status"] == "cancelled"
    keep("cancelled", history(app, conversation))
    assert (calls(server), answers(stub)) == (["wait", "wait"], 0)


@pytest.mark.req("CS-16", "RE-02")
def test_an_orchestration_continues_with_the_queued_turns(app: Orchestrated, stub: StubProcess) -> None:
    conversation = app.api.create()
    stub.script(Reply(text=STORY, gate_after=2), Reply(text="Now."), Reply(text="Then."))
    begun(app.api, "A story?", conversation)
    for question in ("And now?", "And then?"):
        begun(app.api, question, conversation, on_busy="enqueue")
    stub.release()
    log = followed(app.api, conversation)
    assert [done["status"] for done in log.of("done")] == ["completed"] * 3
    told = [message["text"] for message in app.api.messages(conversation)]
    assert told == ["A story?", STORY, "And now?", "Now.", "And then?", "Then."]
    found = history(app, conversation)
    assert found.count('"name": "commit"') == found.count('"name": "next_turn"') == 3
    keep("three_turns", found)


@pytest.mark.on_disk
@pytest.mark.req("RE-02")
def test_a_step_that_failed_in_the_store_is_executed_again(
    app: Orchestrated, stub: StubProcess, server: McpProcess
) -> None:
    conversation = app.api.create()
    server.release()
    stub.script(plan("multi_step", *TWO_STEPS), Reply(text="Both."))
    tried_again = f"SELECT 1 FROM items WHERE type = 'event' AND instr(partition, '{conversation}')"
    condition = f"new.id LIKE '%-step-1' AND NOT EXISTS ({tried_again} AND instr(body, '{ANEW}'))"
    with refusing_writes(app.host.data_dir, conversation, condition):
        begun(app.api, "Say and wait.", conversation)
        log = followed(app.api, conversation)
    assert (log.status, log.one("status_change")["message"]) == ("completed", ANEW)
    assert sorted(ended["step"] for ended in log.of("step_complete")) == [1, 2]
    assert calls(server) == ["echo", "echo", "wait"]
    keep("retried", history(app, conversation))


@pytest.mark.on_disk
@pytest.mark.req("RE-02")
def test_a_turn_fails_whose_step_the_store_fails_three_times(
    app: Orchestrated, stub: StubProcess, server: McpProcess
) -> None:
    conversation = app.api.create()
    server.release()
    stub.script(plan("multi_step", *TWO_STEPS))
    with refusing_writes(app.host.data_dir, conversation, "new.id LIKE '%-step-1'"):
        begun(app.api, "Say and wait.", conversation)
        log = followed(app.api, conversation)
    assert (log.status, log.one("error")["code"]) == ("failed", "store_unavailable")
    assert log.one("error")["retryable"] is True
    assert [change["message"] for change in log.of("status_change")] == [ANEW] * 2
    assert [ended["step"] for ended in log.of("step_complete")] == [2]
    assert calls(server) == ["echo", "echo", "echo", "wait"]
    keep("abandoned", history(app, conversation))


@pytest.mark.req("CS-13", "RE-01")
def test_steps_completed_before_a_crash_are_not_executed_again(
    setup_of_its_own: Environment, stub: StubProcess, server: McpProcess, tmp_path: Path
) -> None:
    user, tools, settings = "user-dying", {"bad": server.url}, {"RUN_LEASE_SECONDS": "2"}
    stub.script(plan("multi_step", *TWO_STEPS), Reply(text="Both."))
    with suppress(AssertionError), orchestrating(setup_of_its_own, stub, tmp_path, tools, user, **settings) as app:
        conversation = app.api.create()  # the host does not end well
        begun(app.api, "Say and wait.", conversation)
        address = f"/api/conversations/{conversation}/stream"
        with app.api.http.stream("GET", address) as response:
            until(read_events(response), "step_complete", step=1)
            eventually(lambda: calls(server) == ["echo", "wait"], seconds=30)
            app.host.process.send_signal(signal.SIGKILL)
        app.host.process.wait(40)
    server.release()
    with orchestrating(setup_of_its_own, stub, tmp_path, tools, user, **settings) as app:
        eventually(lambda: app.api.conversation(conversation)["status"] == "idle", seconds=60)
        log = followed(app.api, conversation)
        [run] = app.api.conversation(conversation)["runs"]
    assert (log.status, run["status"]) == ("completed", "completed")
    assert {change["status"] for change in log.of("status_change")} == {"recovered"}
    assert sorted(ended["step"] for ended in log.of("step_complete")) == [1, 2]
    assert calls(server) == ["echo", "wait", "wait"]
    assert len(stub.requests()) == 2


@pytest.fixture(scope="module")
def pair(
    setup_of_its_own: Environment,
    stub_process: StubProcess,
    server_process: McpProcess,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Orchestrated, Orchestrated]]:
    """Two processes with one engine: the second carries out the steps with even numbers, and no more."""
    home = tmp_path_factory.mktemp("pair")
    settings = {"ENGINE": str(home / "engine"), "ORC_DATA_DIR": str(home / "one" / "data")}
    with workflow_process("library") as library, workflow_process("press") as press:
        tools: Mapping[str, str] = {"library": library.url, "press": press.url, "bad": server_process.url}
        with (
            orchestrating(setup_of_its_own, stub_process, home / "one", tools, "user-pair", **settings) as one,
            orchestrating(setup_of_its_own, stub_process, home / "other", tools, "user-pair", **settings) as other,
        ):
            yield one, other


@pytest.mark.req("DC-19", "WF-11")
def test_steps_in_two_processes_end_as_those_in_one(pair: tuple[Orchestrated, Orchestrated], stub: StubProcess) -> None:
    one, other = pair
    expected = left_behind(one, stub, streamed)
    found = left_behind(one, stub, in_background)
    for part in ("events", "conversation", "state"):
        assert found[part] == expected[part]
    assert other.host.log.count("A step of an orchestration elsewhere") == 2
    conversation = other.api.http.get("/api/conversations?limit=1").json()["items"][0]["conversation_id"]
    assert other.api.follow(conversation) == one.api.follow(conversation)


@pytest.mark.req("CS-04")
def test_a_stream_shows_steps_of_two_processes_at_once(
    pair: tuple[Orchestrated, Orchestrated], stub: StubProcess, server: McpProcess
) -> None:
    one, _ = pair
    conversation = one.api.create()
    steps = (step(1, "wait", "waited"), step(2, "echo", "said", text="ink"), step(3, "echo", "more", text="{{waited}}"))
    stub.script(plan("multi_step", *steps), Reply(text="Both."))
    begun(one.api, "Wait and say.", conversation)
    with one.api.http.stream("GET", f"/api/conversations/{conversation}/stream") as response:
        events = read_events(response)
        until(events, "step_complete", step=2)
        server.release()
        until(events, "step_complete", step=1, ok=True)
        until(events, "done", status="completed")


@pytest.mark.req("CS-05")
def test_a_cancel_ends_the_calls_of_steps_in_both_processes(
    pair: tuple[Orchestrated, Orchestrated], stub: StubProcess, server: McpProcess
) -> None:
    one, other = pair
    conversation = one.api.create()
    stub.script(plan("multi_step", step(1, "wait", "one"), step(2, "wait", "other")))
    begun(one.api, "Wait twice.", conversation)
    eventually(lambda: calls(server) == ["wait", "wait"], seconds=30)
    cancel(other.api, conversation)
    eventually(lambda: server.log["cancelled"] == ["wait", "wait"], seconds=30)
    assert followed(other.api, conversation).status == "cancelled"
    assert answers(stub) == 0


@pytest.mark.req("DC-19", "WF-09")
def test_a_server_that_is_down_fails_the_steps_as_in_one_process(
    app: Orchestrated, stub: StubProcess, server: McpProcess
) -> None:
    found = []
    for way in (streamed, in_background):
        conversation = app.api.create()
        stub.script(plan("multi_step", *TWO_STEPS), Reply(text="Neither step was carried out."))
        server.reset()
        app.api.http.post("/api/tools/refresh")
        server.behave(fault="down")
        way(app.api, conversation, "Say and wait.", [])
        log = followed(app.api, conversation)
        ended = sorted((each["step"], each["error"]["code"]) for each in log.of("step_complete"))
        tried = [request["method"] for request in server.log["requests"]].count("tools/call")
        found.append((ended, tried, log.one("message")["text"]))
    assert found[0] == found[1]
    ended, _, answer = found[0]
    assert [number for number, _ in ended] == [1, 2]
    assert "bad" in answer
