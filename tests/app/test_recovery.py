"""Processes that die or are stopped in the middle of a turn: another goes on, and nothing is lost or doubled."""

import json
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import dropwhile
from pathlib import Path

import httpx2
import pytest

from orc.events.log import MOST_UNSTORED
from tests.app.citations import check_bracketed
from tests.app.conftest import SETUPS, app_host, client, model_settings
from tests.app.plans import plan, step
from tests.app.samples import BRACKETED, BRACKETED_SHOWN, TRIAL
from tests.app.test_streams import PIECES, STORY
from tests.support.app import JSON, Api, Event, StubProcess, Turn, checked, problem, read_events, turn_body, until
from tests.support.hosts import RunningHost
from tests.support.mcp_servers import mcp_process
from tests.support.openai_stub import Reply
from tests.support.waiting import eventually

type Settings = dict[str, str]


@pytest.fixture
def settings(setup_name: str, stub: StubProcess) -> Iterator[Settings]:
    """Those of a process of which many may follow on the same store."""
    with SETUPS[setup_name]() as environment:
        yield {**environment, **model_settings(stub), "RUN_LEASE_SECONDS": "5"}


@contextmanager
def process(data_dir: Path, settings: Settings) -> Iterator[tuple[Api, RunningHost]]:
    """Its timers fire every second: what is to be recovered need not be waited for."""
    with app_host(data_dir, settings, "tests.support.durable_host") as host, client(host) as api:
        yield api, host


def killed_in_mid_answer(
    data_dir: Path, settings: Settings, *, background: bool = False
) -> tuple[str, tuple[Event, ...]]:
    """The conversation whose process was killed when two words of the answer were out, and what a client had heard."""
    heard: list[Event] = []
    with suppress(AssertionError), process(data_dir, settings) as (api, host):  # it does not end well
        conversation = api.create()
        body, method, address = turn_body("A story?", conversation), "POST", "/api/orc"
        if background:
            checked(api.http.post("/api/orc/background", json=body))
            body, method, address = {}, "GET", f"/api/conversations/{conversation}/stream"
        with suppress(httpx2.TransportError), api.http.stream(method, address, json=body or None) as response:
            heard += until(read_events(response), "token", text=PIECES[1])
            host.process.send_signal(signal.SIGKILL)
        host.process.wait(40)
    return conversation, tuple(heard)


def text_of(events: tuple[Event, ...]) -> str:
    """The answer as a client has it that drops what it heard before the turn was recovered."""
    text = ""
    for event in events:
        if event.type == "status_change" and event.data["status"] == "recovered":
            text = ""
        elif event.type == "token":
            text += event.data["text"]
    return text


def whole(api: Api, conversation: str) -> None:
    """The turn is there once, completed, and its log has no gap."""
    eventually(lambda: api.conversation(conversation)["status"] == "idle", seconds=60)
    question, answer = api.messages(conversation)
    assert (question["text"], answer["text"], answer["status"]) == ("A story?", STORY, "completed")
    [run] = api.conversation(conversation)["runs"]
    assert run["status"] == "completed"
    turn = api.follow(conversation)
    assert [event.seq for event in turn.events] == list(range(1, len(turn.events) + 1))
    assert text_of(turn.events) == turn.one("message")["text"] == STORY
    assert turn.events[-1].type == "done"


@pytest.mark.req("CS-13")
@pytest.mark.parametrize(
    "background", [False, pytest.param(True, marks=pytest.mark.long)], ids=["streamed", "background"]
)
def test_a_turn_whose_process_was_killed_is_completed_after_the_restart(
    settings: Settings, stub: StubProcess, tmp_path: Path, background: bool
) -> None:
    stub.script(Reply(text=STORY, gate_after=2), Reply(text=STORY))
    conversation, heard = killed_in_mid_answer(tmp_path, settings, background=background)
    with process(tmp_path, settings) as (api, _):
        rest = api.follow(conversation, heard[-1].seq).events
        assert [event.seq for event in rest] == list(range(len(heard) + 1, rest[-1].seq + 1))
        assert text_of((*heard, *rest)) == STORY
        whole(api, conversation)
        replayed = api.follow(conversation)
        assert {change["status"] for change in replayed.of("status_change")} == {"recovered"}
        told_apart = [now for now, then in zip(replayed.events, heard, strict=False) if now != then]
        assert {(event.type, event.data["text"]) for event in told_apart} <= {("token", "")}
        again = dropwhile(lambda event: event.type != "status_change", replayed.events)
        assert all(event.data["text"] for event in again if event.type == "token")


@pytest.mark.req("CS-05")
def test_a_turn_that_is_cancelled_after_its_process_was_killed_keeps_what_is_stored_of_its_answer(
    settings: Settings, stub: StubProcess, tmp_path: Path
) -> None:
    words = [f"word{n}" for n in range(60)]
    stub.script(Reply(text=" ".join(words), gate_after=50))
    heard = ""
    with suppress(AssertionError), process(tmp_path, settings) as (api, host):
        conversation = api.create()
        body = turn_body("A story?", conversation)
        with suppress(httpx2.TransportError), api.http.stream("POST", "/api/orc", json=body) as response:
            for event in read_events(response):
                heard += event.data["text"] if event.type == "token" else ""
                if len(heard.split()) == 50:
                    host.process.send_signal(signal.SIGKILL)
        host.process.wait(40)
    with process(tmp_path, settings) as (api, _):
        checked(api.http.post(f"/api/conversations/{conversation}/cancel"))
        eventually(lambda: api.conversation(conversation)["status"] == "idle", seconds=60)
        _, answer = api.messages(conversation)
        assert answer["status"] == "cancelled"
        assert heard.startswith(answer["text"])
        assert len(answer["text"].split()) >= 50 - MOST_UNSTORED
        assert text_of(api.follow(conversation).events) == answer["text"]


@pytest.mark.req("CS-13")
@pytest.mark.long
def test_a_turn_that_kills_its_processes_fails_with_its_reason(
    settings: Settings, stub: StubProcess, tmp_path: Path
) -> None:
    stub.script(*[Reply(text=STORY, gate_after=2)] * 3)
    conversation, _ = killed_in_mid_answer(tmp_path, settings)
    for recoveries in (1, 2):
        with suppress(AssertionError), process(tmp_path, settings) as (api, host):
            eventually(lambda: len(_answers(stub)) == recoveries + 1, seconds=60)  # noqa: B023 - called at once
            host.process.send_signal(signal.SIGKILL)
            host.process.wait(40)
    with process(tmp_path, settings) as (api, _):
        eventually(lambda: api.conversation(conversation)["status"] == "idle", seconds=60)
        [run] = api.conversation(conversation)["runs"]
        assert (run["status"], run["error"]["code"]) == ("failed", "run_lost")
        assert [message["text"] for message in api.messages(conversation)] == ["A story?"]
        assert api.follow(conversation).status == "failed"


def _answers(stub: StubProcess) -> list[object]:
    return [request for request in stub.requests() if "response_format" not in request]


@pytest.mark.req("RE-08")
def test_a_stopped_process_lets_its_turn_end_and_takes_no_other(
    settings: Settings, stub: StubProcess, tmp_path: Path
) -> None:
    stub.script(Reply(text=STORY, gate_after=2))
    with process(tmp_path, settings) as (api, host):
        conversation = api.create()
        with api.asking("A story?", conversation) as events:
            until(events, "token")
            host.process.terminate()
            body = turn_body("Another?")
            eventually(lambda: api.http.post("/api/orc", json=body).status_code == 503)
            response = api.http.post("/api/orc", json=body)
            assert problem(response)[1]["code"] == "shutting_down"
            assert int(response.headers["retry-after"]) > 0
            stub.release()
            until(events, "done", status="completed")
        assert host.process.wait(40) == 0
        assert "Traceback" not in host.log
    with process(tmp_path, settings) as (api, _):
        whole(api, conversation)


@pytest.mark.req("RE-08")
def test_another_process_resumes_work_of_a_stopped_one(settings: Settings, stub: StubProcess, tmp_path: Path) -> None:
    stub.script(Reply(text=STORY, gate_after=2), Reply(text=STORY), Reply(text="Now."))
    shared = {**settings, "ORC_DATA_DIR": str(tmp_path / "home"), "SHUTDOWN_GRACE_SECONDS": "1"}
    with process(tmp_path / "other", shared) as (other, _), process(tmp_path / "one", shared) as (api, host):
        conversation = api.create()
        with (
            api.asking("A story?", conversation) as first,
            api.asking("And now?", conversation, on_busy="enqueue") as second,
        ):
            until(first, "token", text=PIECES[1])
            until(second, "status_change", status="queued")
            host.process.terminate()
            assert "done" not in [event.type for event in (*first, *second)]
        assert host.process.wait(40) == 0
        eventually(lambda: other.conversation(conversation)["status"] == "idle", seconds=60)
        assert [run["status"] for run in other.conversation(conversation)["runs"]] == ["completed"] * 2
        assert [m["text"] for m in other.messages(conversation)] == ["A story?", STORY, "And now?", "Now."]
        log = other.follow(conversation)
        assert [event.seq for event in log.events] == list(range(1, len(log.events) + 1))
        assert [change["status"] for change in log.of("status_change")].count("recovered") == 1


@pytest.mark.req("RE-08")
def test_a_json_turn_cut_by_a_shutdown_says_where_to_resume(
    settings: Settings, stub: StubProcess, tmp_path: Path
) -> None:
    stub.script(Reply(text=STORY, gate_after=2), Reply(text=STORY))
    with (
        process(tmp_path, {**settings, "SHUTDOWN_GRACE_SECONDS": "0"}) as (api, host),
        ThreadPoolExecutor(1) as threads,
    ):
        conversation = api.create()
        body = turn_body("A story?", conversation)
        answer = threads.submit(api.http.post, "/api/orc", json=body, headers=JSON)
        eventually(lambda: len(stub.requests()) == 2)
        host.process.terminate()
        told = checked(answer.result())
        assert host.process.wait(40) == 0
    assert told.status_code == 202
    with process(tmp_path, settings) as (api, _):
        with api.http.stream("GET", told.json()["stream_url"]) as response:
            turn = Turn(tuple(read_events(response)))
        assert (turn.run_id, turn.status, turn.one("message")["text"]) == (told.json()["run_id"], "completed", STORY)
        assert [run["status"] for run in api.conversation(conversation)["runs"]] == ["completed"]


@pytest.mark.req("CS-13")
@pytest.mark.long
def test_repeating_a_request_resumes_its_dead_turn(settings: Settings, stub: StubProcess, tmp_path: Path) -> None:
    stub.script(Reply(text=STORY, gate_after=2), Reply(text=STORY))
    conversation, _ = killed_in_mid_answer(tmp_path, settings)
    with process(tmp_path, settings) as (api, _):
        refused = api.http.post("/api/orc", json=turn_body("And now?", conversation))
        assert refused.status_code == 409
        whole(api, conversation)


@pytest.mark.req("RE-11", "WF-09")
def test_a_recovered_turn_names_the_tool_server_that_is_gone(
    settings: Settings, stub: StubProcess, tmp_path: Path
) -> None:
    stub.script(plan("single_tool", step(1, "wait", "waited")), Reply(text="The clock is gone."))
    with mcp_process() as server:
        server.behave(hints={"read_only_hint": True})
        servers = json.dumps({"clock": {"url": server.url}})
        with suppress(AssertionError), process(tmp_path, {**settings, "MCP_SERVERS": servers}) as (api, host):
            conversation = api.create()
            with suppress(httpx2.TransportError), api.asking("Wait.", conversation) as events:
                until(events, "step_started", tool="wait")
                eventually(lambda: "tools/call" in [request["method"] for request in server.log["requests"]])
                host.process.send_signal(signal.SIGKILL)
            host.process.wait(40)
    with process(tmp_path, {**settings, "MCP_SERVERS": servers}) as (api, _):
        eventually(lambda: api.conversation(conversation)["status"] == "idle", seconds=60)
        _, answer = api.messages(conversation)
        told = api.follow(conversation).of("step_complete")[-1]
    assert "The tool server clock cannot be reached" in answer["text"]
    assert told["error"]["code"] == "tool_server_down"


@pytest.mark.req("CS-13", "RG-07")
@pytest.mark.parametrize(("words", "last"), [(8, " CI"), (34, " Kim")], ids=["in an interval", "in a quotation"])
def test_a_recovered_answer_has_the_same_brackets_and_citations(
    settings: Settings, stub: StubProcess, tmp_path: Path, words: int, last: str
) -> None:
    """The process is killed while it holds back a bracket that has no end yet."""
    stub.script(Reply(text=BRACKETED, gate_after=words), Reply(text=BRACKETED))
    with suppress(AssertionError), process(tmp_path, settings) as (api, host):  # it does not end well
        conversation = api.with_documents({"trial.md": TRIAL.encode()})
        body = turn_body("What was found?", conversation, ["trial.md"])
        with suppress(httpx2.TransportError), api.http.stream("POST", "/api/orc", json=body) as response:
            heard = until(read_events(response), "token", text=last)
            host.process.send_signal(signal.SIGKILL)
        host.process.wait(40)
    assert BRACKETED_SHOWN.startswith(text_of(tuple(heard)))
    with process(tmp_path, settings) as (api, _):
        eventually(lambda: api.conversation(conversation)["status"] == "idle", seconds=60)
        turn = api.follow(conversation)
        assert [e.data["status"] for e in turn.events if e.type == "status_change"] == ["recovered"]
        check_bracketed(turn.one("message"), text_of(turn.events))
        stored = api.messages(conversation)[-1]
        assert (stored["text"], stored["citations"]) == (BRACKETED_SHOWN, turn.one("message")["citations"])


@pytest.mark.req("CS-13")
@pytest.mark.parametrize("result", ["echo", "table"], ids=["small", "larger than an item"])
def test_a_recovered_answer_uses_the_calls_that_have_ended(
    settings: Settings, stub: StubProcess, tmp_path: Path, result: str
) -> None:
    call = {"name": "send", "arguments": '{"text": "Sent."}'}
    stub.script(
        plan("single_tool", step(1, "echo", "said", text="Planned.")),
        Reply(text="First I send it.", tool_calls=[call]),
        Reply(text=STORY, gate_after=2),
        Reply(text=STORY),
    )
    with mcp_process() as server:
        server.behave(tools={"echo": "echo", "send": result})
        servers = json.dumps({"post": {"url": server.url}})
        with_tools = {**settings, "MCP_SERVERS": servers, "MAX_TOOL_RESULT_BYTES": "4000000"}
        conversation, _ = killed_in_mid_answer(tmp_path, with_tools)
        with process(tmp_path, with_tools) as (api, _):
            eventually(lambda: api.conversation(conversation)["status"] == "idle", seconds=60)
            [run] = api.conversation(conversation)["runs"]
            assert [(each["tool"], each["ok"]) for each in run["steps"]] == [("echo", True), ("send", True)]
            assert api.messages(conversation)[-1]["text"] == f"First I send it.\n\n{STORY}"
            assert [ended["step"] for ended in api.follow(conversation).of("step_complete")] == [1, 2]
        assert [each["tool"] for each in server.log["calls"]] == ["echo", "send"]
    first, recovered = stub.requests()[-2:]
    assert recovered["messages"] == first["messages"]
    assert run["run_meta"]["tokens"]["prompt"] == 3 * 7  # of the plan and of both parts of the answer


@pytest.mark.req("CS-13")
@pytest.mark.parametrize(
    ("planned", "hint"),
    [
        (True, None),
        (False, None),
        pytest.param(True, "read_only_hint", marks=pytest.mark.long),
        pytest.param(False, "idempotent_hint", marks=pytest.mark.long),
    ],
)
def test_a_call_that_a_crash_interrupts_is_repeated_only_if_that_does_no_harm(
    settings: Settings, stub: StubProcess, tmp_path: Path, planned: bool, hint: str | None
) -> None:
    first = "wait" if planned else "echo"
    stub.script(
        plan("single_tool", step(1, first, "result")),
        *([] if planned else [Reply(tool_calls=[{"name": "wait", "arguments": "{}"}])]),
        Reply(text="All is well."),
    )
    with mcp_process() as server:
        server.behave(hints={hint: True} if hint else {})
        with_tools = {**settings, "MCP_SERVERS": json.dumps({"post": {"url": server.url}})}
        with suppress(AssertionError), process(tmp_path, with_tools) as (api, host):
            conversation = api.create()
            with suppress(httpx2.TransportError), api.asking("Send it.", conversation) as events:
                until(events, "step_started", tool="wait")
                eventually(lambda: "wait" in [call["tool"] for call in server.log["calls"]])
                host.process.send_signal(signal.SIGKILL)
            host.process.wait(40)
        server.release()
        with process(tmp_path, with_tools) as (api, _):
            eventually(lambda: api.conversation(conversation)["status"] == "idle", seconds=60)
            ended = api.follow(conversation).of("step_complete")[-1]
            answer = api.messages(conversation)[-1]["text"]
        assert [call["tool"] for call in server.log["calls"]].count("wait") == (2 if hint else 1)
    assert ended["ok"] == bool(hint)
    if hint is None:
        told = answer if planned else stub.requests()[-1]["messages"][-1]["content"]
        assert ended["error"]["code"] == "call_interrupted"
        assert "The call of wait was interrupted. It may have been carried out, so it is not repeated." in told
