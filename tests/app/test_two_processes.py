"""Two processes over one store: whichever is asked, the conversation is the same."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.app.conftest import Environment, app_host, client, model_settings
from tests.app.test_cancel import cancel
from tests.app.test_queues import enqueue, statuses
from tests.app.test_streams import PIECES, STORY
from tests.support.app import Api, StubProcess, checked, problem, read_events, turn_body, until
from tests.support.openai_stub import Reply
from tests.support.waiting import eventually

MOST_QUEUED = 20  # MAX_QUEUED_TURNS


@pytest.fixture(scope="module")
def processes(
    setup_of_its_own: Environment, stub_process: StubProcess, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Api, Api]]:
    """The app twice, each as the same user sees it."""
    home = tmp_path_factory.mktemp("shared")
    settings = {**setup_of_its_own, **model_settings(stub_process), "ORC_DATA_DIR": str(home)}
    with (
        app_host(tmp_path_factory.mktemp("one"), settings) as one,
        app_host(tmp_path_factory.mktemp("other"), settings) as other,
        client(one) as here,
        client(other) as there,
    ):
        here.ask("Hello?")
        there.ask("Hello?")
        yield here, there


@pytest.fixture
def both(processes: tuple[Api, Api], stub: StubProcess) -> tuple[Api, Api]:
    return processes


@pytest.mark.req("CS-04")
def test_a_turn_can_be_followed_in_the_other_process_while_it_runs(both: tuple[Api, Api], stub: StubProcess) -> None:
    here, there = both
    conversation = here.create()
    stub.script(Reply(text=STORY, gate_after=3))
    with (
        here.asking("Tell me a story.", conversation) as events,
        there.http.stream("GET", f"/api/conversations/{conversation}/stream?since=0") as response,
    ):
        followed = read_events(response)
        begun = until(events, "token", text=PIECES[2])
        seen = until(followed, "token", text=PIECES[2])
        assert seen == begun
        stub.release()
        assert list(followed) == list(events)
    assert there.follow(conversation) == here.follow(conversation)


@pytest.mark.req("CS-05")
def test_the_other_process_cancels_a_turn(both: tuple[Api, Api], stub: StubProcess) -> None:
    here, there = both
    conversation = here.create()
    stub.script(Reply(text=STORY, gate_after=2))
    with here.asking("Tell me a story.", conversation) as events:
        until(events, "token", text=PIECES[1])
        cancel(there, conversation)
        eventually(lambda: stub.log()["disconnects"] == 1, seconds=20)
        ended = until(events, "done", status="cancelled")
    assert "message" in [event.type for event in ended]
    assert there.messages(conversation)[1]["text"] == "".join(PIECES[:2])
    assert cancel(there, conversation)["status"] == "cancelled"


@pytest.mark.req("CS-16")
def test_a_turn_waits_for_one_of_the_other_process(both: tuple[Api, Api], stub: StubProcess) -> None:
    here, there = both
    conversation = here.create()
    stub.script(Reply(text=STORY, gate_after=2), Reply(text="Now."))
    with (
        here.asking("First?", conversation) as first,
        there.asking("Second?", conversation, on_busy="enqueue") as second,
    ):
        until(first, "token")
        until(second, "status_change", status="queued")
        stub.release()
        until(first, "done", status="completed")
        assert "".join(e.data["text"] for e in until(second, "done", status="completed") if e.type == "token") == "Now."
    messages = there.messages(conversation)
    assert [message["text"] for message in messages] == ["First?", STORY, "Second?", "Now."]
    assert messages[2]["parent_message_id"] == messages[1]["message_id"]


@pytest.mark.req("CS-17")
@pytest.mark.parametrize("on_busy", ["reject", "enqueue"])
def test_forty_equal_messages_to_both_processes_are_one_turn(both: tuple[Api, Api], on_busy: str) -> None:
    body = turn_body("Hello?", client_message_id=f"tap-{on_busy}", on_busy=on_busy)
    with ThreadPoolExecutor(40) as threads:
        answers = list(threads.map(lambda n: both[n % 2].http.post("/api/orc", json=body), range(40)))
    assert {answer.status_code for answer in answers} == {200}
    runs = Counter(
        line for answer in answers for line in answer.text.splitlines() if line.startswith('data: {"type": "done"')
    )
    conversation = both[0].http.get("/api/conversations?limit=1").json()["items"][0]
    assert conversation["turn_count"] == 1
    assert len(both[1].messages(conversation["conversation_id"])) == 2
    assert set(runs.values()) == {40}


@pytest.mark.req("CS-16", "CS-04", "RE-03")
@pytest.mark.parametrize("on_busy", ["reject", "enqueue", "interrupt"])
@pytest.mark.long
def test_fifty_turns_at_once_lose_and_double_nothing(both: tuple[Api, Api], on_busy: str) -> None:
    conversation = both[0].create()

    def ask(n: int) -> tuple[int, str]:
        body = turn_body(f"Question {n}?", conversation, on_busy=on_busy)
        answer = both[n % 2].http.post("/api/orc", json=body, timeout=60)
        done = [line for line in answer.text.splitlines() if '"status": "' in line and '"run_id"' in line]
        return answer.status_code, done[-1] if done else ""

    with ThreadPoolExecutor(50) as threads:
        answers = list(threads.map(ask, range(50)))
    eventually(lambda: both[0].conversation(conversation)["status"] == "idle", seconds=30)
    stored = both[1].conversation(conversation)
    begun = [run for run in stored["runs"] if run["status"] in ("completed", "cancelled")]
    assert len(begun) == len(stored["runs"]) == sum(status == 200 for status, _ in answers)
    assert {status for status, _ in answers} <= {200, 409}
    completed = [run for run in stored["runs"] if run["status"] == "completed"]
    assert completed
    if on_busy == "enqueue":
        assert len(completed) == len(begun)
    asked = [message["text"] for message in stored["messages"] if message["role"] == "user"]
    assert len(set(asked)) == len(asked)
    answered = Counter(message["run_id"] for message in stored["messages"] if message["role"] == "assistant")
    assert set(answered.values()) == {1}
    assert {run["run_id"] for run in completed} <= set(answered)
    log = both[0].follow(conversation)
    assert [event.seq for event in log.events] == list(range(1, len(log.events) + 1))


@pytest.mark.req("CS-16", "CS-06")
def test_a_full_queue_takes_no_more_and_goes_with_its_conversation(both: tuple[Api, Api], stub: StubProcess) -> None:
    here, there = both
    conversation = here.create()
    stub.script(Reply(text=STORY, gate_after=1))
    with here.asking("First?", conversation) as first:
        until(first, "token")
        for number in range(MOST_QUEUED):
            enqueue(both[number % 2], conversation, f"Number {number}?")
        body = turn_body("One too many?", conversation, on_busy="enqueue")
        status, told = problem(there.http.post("/api/orc", json=body))
        assert (status, told["code"]) == (409, "queue_full")
        assert statuses(here, conversation) == ["in_progress", *["pending"] * MOST_QUEUED]
        assert there.http.delete(f"/api/conversations/{conversation}").status_code == 204
        until(first, "done", status="cancelled")
    assert problem(here.http.get(f"/api/conversations/{conversation}"))[0] == 404
    assert problem(here.http.post("/api/orc", json=turn_body("Still there?", conversation)))[0] == 404


@pytest.mark.req("CS-02")
def test_another_process_sees_changes_to_a_conversation_at_once(both: tuple[Api, Api]) -> None:
    here, there = both
    conversation = here.create()
    address = f"/api/conversations/{conversation}"
    assert there.conversation(conversation) == here.conversation(conversation)
    assert checked(there.http.get("/api/conversations?limit=1")).json()["items"][0]["conversation_id"] == conversation
    checked(there.http.patch(address, json={"title": "Over there"}))
    assert here.conversation(conversation)["title"] == "Over there"
    there.ask("Hello?", conversation)
    assert len(here.messages(conversation)) == 2
    assert here.http.delete(address).status_code == 204
    assert there.http.get(address).status_code == 404
    listed = checked(there.http.get("/api/conversations")).json()["items"]
    assert conversation not in [item["conversation_id"] for item in listed]


def test_a_background_turn_can_be_followed_in_another_process(both: tuple[Api, Api]) -> None:
    here, there = both
    started = checked(here.http.post("/api/orc/background", json=turn_body("Hello?"))).json()
    turn = there.follow(started["conversation_id"])
    assert (turn.status, turn.run_id) == ("completed", started["run_id"])
