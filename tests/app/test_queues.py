"""Turns that come while another runs: they wait in their order, go first, or are refused."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from tests.app.test_cancel import cancel
from tests.app.test_streams import PIECES, STORY
from tests.support.app import Api, StubProcess, Turn, checked, problem, read_events, turn_body, until
from tests.support.openai_stub import Reply
from tests.support.waiting import eventually


def enqueued(api: Api, conversation: str, question: str) -> dict[str, Any]:
    """Where a turn that waits is to be found."""
    body = turn_body(question, conversation, on_busy="enqueue")
    return dict(checked(api.http.post("/api/orc/background", json=body)).json())


def enqueue(api: Api, conversation: str, question: str) -> str:
    """The id of a run that waits."""
    return str(enqueued(api, conversation, question)["run_id"])


def interrupted(api: Api, conversation: str, question: str) -> dict[str, Any]:
    body = turn_body(question, conversation, on_busy="interrupt")
    return dict(checked(api.http.post("/api/orc/background", json=body)).json())


def read_stream(api: Api, url: str) -> Turn:
    with api.http.stream("GET", url) as response:
        return Turn(tuple(read_events(checked(response))))


def statuses(api: Api, conversation: str) -> list[str]:
    return [run["status"] for run in api.conversation(conversation)["runs"]]


@pytest.mark.req("CS-16", "CS-01")
def test_an_interrupting_turn_cancels_the_running_one_and_skips_the_queue(api: Api, stub: StubProcess) -> None:
    conversation = api.create()
    stub.script(Reply(text=STORY, gate_after=2), Reply(text="At once."), Reply(text="In time."))
    with api.asking("First?", conversation) as first:
        until(first, "token", text=PIECES[1])
        waiting = enqueue(api, conversation, "Waits?")
        assert statuses(api, conversation) == ["in_progress", "pending"]
        with api.asking("Interrupts?", conversation, on_busy="interrupt") as second:
            until(first, "done", status="cancelled")
            until(second, "done", status="completed")
    eventually(lambda: api.conversation(conversation)["status"] == "idle", seconds=60)
    texts = ["First?", "".join(PIECES[:2]), "Interrupts?", "At once.", "Waits?", "In time."]
    assert [message["text"] for message in api.messages(conversation)] == texts
    assert statuses(api, conversation) == ["cancelled", "completed", "completed"]
    log = api.follow(conversation)
    assert [event.seq for event in log.events] == list(range(1, len(log.events) + 1))
    assert log.of("done")[-1]["run_id"] == waiting


@pytest.mark.req("CS-16", "CS-07")
def test_every_question_that_interrupts_becomes_a_message(api: Api, stub: StubProcess) -> None:
    conversation = api.create()
    stub.script(Reply(text=STORY, gate_after=2))
    with api.asking("First?", conversation) as first:
        until(first, "token", text=PIECES[1])
        stub.reset()
        waiting = enqueue(api, conversation, "Waits?")
        questions = [f"Interrupts {number}?" for number in range(8)]  # with the first two: 10 turns, the limit
        with ThreadPoolExecutor(len(questions)) as threads:
            accepted = list(threads.map(partial(interrupted, api, conversation), questions))
        until(first, "done", status="cancelled")
    eventually(lambda: api.conversation(conversation)["status"] == "idle", seconds=60)

    asked = [m["text"] for m in api.messages(conversation) if m["role"] == "user"]
    assert sorted(asked) == sorted(["First?", "Waits?", *questions])
    log = api.follow(conversation)
    assert [event.seq for event in log.events] == list(range(1, len(log.events) + 1))
    ends = {data["run_id"]: data["status"] for data in log.of("done")}
    assert ends[waiting] in ("completed", "cancelled")  # cancelled where it began before the last question came
    superseded = {data["run_id"] for data in log.of("status_change") if data["status"] == "superseded"}
    assert {ends[run_id] for run_id in superseded} <= {"cancelled"}
    for turn in accepted:
        told = read_stream(api, turn["stream_url"])
        assert told.one("user_message")["text"] in questions
        assert told.one("done") == {"run_id": turn["run_id"], "status": ends[turn["run_id"]]}


@pytest.mark.req("CS-03", "CS-04")
def test_the_stream_of_a_waiting_turn_has_only_its_events(api: Api, stub: StubProcess) -> None:
    conversation = api.create()
    stub.script(Reply(text=STORY, gate_after=2), Reply(text="Second."), Reply(text="Third."))
    with api.asking("First?", conversation) as first:
        until(first, "token", text=PIECES[1])
        second, third = (enqueued(api, conversation, question) for question in ("Second?", "Third?"))
        assert second["event_offset"] > 0
        with api.http.stream("GET", second["stream_url"]) as response:
            events = read_events(response)
            [queued] = until(events, "status_change", status="queued")
            stub.release()
            told = Turn(tuple(events))
        until(first, "done", status="completed")
    assert (told.one("user_message")["text"], told.text, told.status) == ("Second?", "Second.", "completed")
    assert (queued.data["run_id"], told.one("done")["run_id"]) == (second["run_id"], second["run_id"])
    assert read_stream(api, third["stream_url"]).text == "Third."

    assert read_stream(api, second["stream_url"]).events == told.events
    for seen in told.events:
        url = f"/api/conversations/{conversation}/stream?since={seen.seq}&run_id={second['run_id']}"
        assert read_stream(api, url).events == tuple(event for event in told.events if event.seq > seen.seq)
    headers = {"last-event-id": str(told.events[2].seq)}  # as a browser reconnects: with the same URL
    with api.http.stream("GET", second["stream_url"], headers=headers) as response:
        assert tuple(read_events(response)) == told.events[3:]
    missing = api.http.get(f"/api/conversations/{conversation}/stream", params={"run_id": "run-0"})
    assert problem(missing)[0] == 404


def test_actions_on_a_busy_conversation_or_partial_answer_are_refused(api: Api, stub: StubProcess) -> None:
    conversation = api.ask("Hello?").conversation_id
    _, answer = api.messages(conversation)
    address = f"/api/conversations/{conversation}"
    stub.script(Reply(text=STORY, gate_after=1))
    with api.asking("First?", conversation) as events:
        begun = until(events, "token")
        unfinished = api.conversation(conversation)["runs"][-1]["message_id"]
        refused = problem(api.http.post(f"{address}/messages/{answer['message_id']}/regenerate"))
        assert (refused[0], refused[1]["code"]) == (409, "run_in_progress")
        for method, path, body in (
            ("POST", "fork", {"message_id": unfinished}),
            ("POST", f"messages/{unfinished}/regenerate", None),
            ("PUT", f"messages/{unfinished}/feedback", {"rating": "up"}),
            ("GET", f"messages/{unfinished}", None),
        ):
            status, told = problem(api.http.request(method, f"{address}/{path}", json=body))
            assert (status, told["code"]) == (404, "message_not_found"), path
        stub.release()
        ended = until(events, "done", status="completed")
    assert api.follow(conversation).events[-len(begun) - len(ended) :] == (*begun, *ended)
    assert cancel(api, conversation)["status"] == "completed"
    assert [message["text"] for message in api.messages(conversation)][2:] == ["First?", STORY]


@pytest.mark.req("CS-04")
def test_a_cursor_of_another_conversation_is_refused(api: Api) -> None:
    long = api.ask("One?").conversation_id
    api.ask("Two?", long)
    short = api.ask("Hello?").conversation_id
    cursor = str(api.follow(long).events[-1].seq)
    before = api.follow(short)
    for query, headers in (({"since": cursor}, {}), ({}, {"last-event-id": cursor})):
        answer = api.http.get(f"/api/conversations/{short}/stream", params=query, headers=headers)
        assert problem(answer)[0] == 422
    assert api.follow(short) == before


@pytest.mark.req("CS-02")
def test_a_continuation_that_no_page_gave_is_refused(api: Api) -> None:
    api.create()
    for continuation in ("zzz", "7", "2026-01-01"):
        status, told = problem(api.http.get("/api/conversations", params={"continuation": continuation}))
        assert (status, [error["field"] for error in told["errors"]]) == (422, ["continuation"])
