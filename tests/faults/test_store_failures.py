"""A store that fails once, at any call of a turn: the turn is completed, or visibly fails and can be asked for again;
what was acknowledged is kept."""

import re
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest

from tests.app.samples import LEASE
from tests.faults.hosts import FaultyHost, Hosts
from tests.faults.points import Fault, comes_with_time
from tests.faults.turns import KINDS, Kind, settled, whole_log
from tests.support.app import Api, problem, turn_body
from tests.support.waiting import eventually

AT_ONCE = 4
SHORT_COUNT = 12


@pytest.fixture(scope="module")
def host(hosts: Hosts, on_disk: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[FaultyHost]:
    with hosts.running(tmp_path_factory.mktemp("failing"), {**on_disk, "RUN_LEASE_SECONDS": "2"}) as host:
        yield host


def points_of(kind: Kind, host: FaultyHost, user: str) -> list[str]:
    with host.user(user) as api:
        conversation = kind.prepare(api)
        host.set(user, Fault())
        kind.ask(api, conversation)
        host.clear(user)
        return [point for point in host.points(user) if not point.startswith("node ")]


def told_of_failure(answer: httpx2.Response) -> bool:
    """Whether the caller heard that something went wrong, as what it is: a problem, or an error in the stream."""
    if not answer.is_success:
        status, body = problem(answer)
        assert (status, body["code"]) == (503, "store_unavailable")
    assert "Traceback" not in answer.text
    return not answer.is_success or "event: error" in answer.text


def fails_at(kind: Kind, host: FaultyHost, user: str, point: str) -> None:
    with host.user(user) as api:
        conversation = kind.prepare(api)
        host.set(user, Fault(action="fail", point=point))
        answer = kind.ask(api, conversation)
        passed = point in host.points(user)
        host.clear(user)
        settled(api, conversation)
        assert passed or comes_with_time(point) or kind.background, point
        over(kind, api, conversation, heard_failure=told_of_failure(answer), heard_done="event: done" in answer.text)


def over(kind: Kind, api: Api, conversation: str, *, heard_failure: bool, heard_done: bool) -> None:
    """The turn is there once or, when its caller was refused, not at all; and it can be asked again."""
    stored = api.conversation(conversation)
    statuses = [run["status"] for run in stored["runs"]]
    texts = [message["text"] for message in stored["messages"]]
    match statuses:
        case []:
            assert (texts, heard_failure) == ([], True)
        case ["completed"]:
            assert texts == [kind.question, kind.answer]
        case ["failed"]:
            assert texts == [kind.question]
            assert stored["runs"][0]["error"]["code"] == "store_unavailable"
        case _:
            raise AssertionError(statuses)
    if heard_done:
        assert statuses in (["completed"], ["failed"])
    whole_log(api, conversation)
    again = api.ask(kind.question, conversation, kind.documents)
    assert (again.status, again.one("message")["text"]) == ("completed", kind.answer)
    assert len(api.messages(conversation)) == len(texts) + 2


@pytest.mark.req("CS-15", "RE-01")
@pytest.mark.parametrize("kind", KINDS)
def test_a_store_that_fails_once_costs_no_question_and_no_conversation(
    host: FaultyHost, everything: bool, kind: str
) -> None:
    turn = KINDS[kind]
    points = points_of(turn, host, f"user-{kind}")
    chosen = points if everything else points[:: max(1, len(points) // SHORT_COUNT)]

    def worker(number: int) -> None:
        for point in chosen[number::AT_ONCE]:
            fails_at(turn, host, f"user-{kind}-{number}", point)

    with ThreadPoolExecutor(AT_ONCE) as threads:
        list(threads.map(worker, range(AT_ONCE)))


@pytest.mark.req("QA-13")
def test_a_question_is_logged_after_a_store_failure(host: FaultyHost) -> None:
    """What is noted is stored half a second later, often after the turn: the fault waits for it."""
    kind, user, point = KINDS["documents"], "user-noted", "noted: write document_event #1"
    with host.user(user) as api:
        conversation = kind.prepare(api)
        host.set(user, Fault(action="fail", point=point))
        assert "event: done" in kind.ask(api, conversation).text
        eventually(lambda: point in host.points(user), seconds=30)
        host.clear(user)
        [document] = api.documents(conversation).values()
        log = api.http.get(f"/api/documents/{document['file_id']}/events").json()
    assert [event["name"] for event in log] == ["question_asked", "processed", "registered", "uploaded"]


@pytest.mark.req("CS-15")
def test_a_failed_search_fails_the_turn_rather_than_finding_nothing(host: FaultyHost) -> None:
    """The turn before has told which files there are."""
    kind, user = KINDS["documents"], "user-unread"
    with host.user(user) as api:
        conversation = kind.prepare(api)
        api.ask(kind.question, conversation, kind.documents)
        host.set(user, Fault(action="fail", point="search #1"))
        failed = api.ask("Who inspects the brake?", conversation, kind.documents)
        host.clear(user)
        assert (failed.one("error")["code"], failed.one("error")["retryable"]) == ("store_unavailable", True)
        assert (failed.status, failed.text, failed.of("message")) == ("failed", "", [])
        assert failed.one("step_complete")["error"]["code"] == "store_unavailable"
        again = api.ask(kind.question, conversation, kind.documents)
    assert (again.status, again.text) == ("completed", kind.answer)


@pytest.mark.req("RE-05")
def test_an_upload_that_keeps_failing_has_a_reason_and_blocks_nobody(
    host: FaultyHost,
) -> None:
    with host.user("user-poison") as api, host.user("user-well") as other:
        conversation = api.create()
        host.set("user-poison", Fault(action="fail", point="get"))
        api.upload(conversation, {"lease.pdf": LEASE})
        read = other.until_read(other.with_documents({"lease.pdf": LEASE}))
        [poison] = api.until_read(conversation).values()
        host.clear("user-poison")
    assert read["lease.pdf"]["status"] == "ready"
    assert (poison["status"], poison["error"]["code"]) == ("failed", "document_processing_failed")
    assert "5 attempts" in poison["error"]["message"]
    assert [point for point in host.points("user-poison") if point.startswith("get ")] == [
        f"get #{n}" for n in range(1, 6)
    ]


@pytest.mark.req("CS-15")
def test_a_failed_write_of_the_question_is_a_refusal(host: FaultyHost) -> None:
    with host.user("user-refused") as api:
        conversation = api.create()
        begin = "write conversation event(user_message,run_start,step_thinking) lease message run #1"
        host.set("user-refused", Fault(action="fail", point=begin))
        refused = api.http.post("/api/orc", json=turn_body("Hello?", conversation))
        host.clear("user-refused")
        assert problem(refused)[1]["code"] == "store_unavailable"
        assert api.messages(conversation) == []


@pytest.mark.req("CS-15", "RE-02")
def test_a_turn_whose_orchestration_fails_is_recovered_after_the_outage(host: FaultyHost) -> None:
    kind, user = KINDS["background"], "user-outage"
    failed = re.compile(r"Orchestration turn_orchestrator \((\S+)\) failed: ")
    with host.user(user) as api, ThreadPoolExecutor(1) as threads:
        conversation = kind.prepare(api)
        host.set(user, Fault(action="fail", point="read lease"))
        heard = threads.submit(kind.ask, api, conversation)
        try:
            eventually(lambda: [name for name in failed.findall(host.log) if conversation in name], seconds=60)
        finally:
            host.clear(user)
        settled(api, conversation)
        heard.result()
        log = whole_log(api, conversation)
        [run] = api.conversation(conversation)["runs"]
    assert (log.status, run["status"], log.one("message")["text"]) == ("completed", "completed", kind.answer)
    assert "recovered" in [change["status"] for change in log.of("status_change")]
