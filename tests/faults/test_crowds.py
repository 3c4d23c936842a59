"""Fifty turns at once on one conversation, over a store that is slow and fails now and then."""

from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.faults.hosts import Hosts
from tests.faults.points import Fault
from tests.faults.turns import settled, whole_log
from tests.support.app import turn_body

CROWD = 50
OVER = {"completed", "cancelled", "failed"}


@pytest.mark.req("CS-16", "RE-03", "CS-15")
@pytest.mark.parametrize("on_busy", ["reject", pytest.param("enqueue", marks=pytest.mark.long), "interrupt"])
def test_fifty_turns_at_once_lose_and_double_nothing_over_a_bad_store(
    hosts: Hosts, on_disk: Mapping[str, str], tmp_path: Path, on_busy: str
) -> None:
    settings = {**on_disk, "RUN_LEASE_SECONDS": "2", "MAX_QUEUED_TURNS": "50"}
    user = "user-crowd"
    with hosts.running(tmp_path, settings) as host, host.user(user) as api:
        conversation = api.create()
        api.ask("Tick 0?", conversation)
        host.set(user, Fault(action="fail", every=41, seconds=0.002))

        def ask(number: int) -> tuple[str, int]:
            question = f"Tick {number}?"
            body = turn_body(question, conversation, on_busy=on_busy)
            return question, api.http.post("/api/orc/background", json=body).status_code

        with ThreadPoolExecutor(CROWD) as threads:
            answers = dict(threads.map(ask, range(1, CROWD + 1)))
        host.clear(user)
        settled(api, conversation)
        stored = api.conversation(conversation)
        log = whole_log(api, conversation)
        assert api.ask("Tick last?", conversation).status == "completed"

    assert set(answers.values()) <= {202, 409, 503}
    acknowledged = {question for question, status in answers.items() if status == 202}
    runs = stored["runs"][1:]
    assert {run["status"] for run in runs} <= OVER
    assert acknowledged
    assert len(acknowledged) <= len(runs) <= sum(status in (202, 503) for status in answers.values())
    asked = Counter(message["text"] for message in stored["messages"] if message["role"] == "user")
    assert set(asked.values()) == {1}
    answered = Counter(message["run_id"] for message in stored["messages"] if message["role"] == "assistant")
    assert set(answered.values()) == {1}
    assert {run["run_id"] for run in stored["runs"] if run["status"] == "completed"} <= set(answered)
    done = Counter(event.data["run_id"] for event in log.events if event.type == "done")
    assert set(done.values()) == {1}
    begun = {run["run_id"] for run in stored["runs"] if run["status"] != "cancelled"}
    assert begun <= set(done)
