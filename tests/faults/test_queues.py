"""A process that is stopped, or dies, where one turn ends and the next begins: both are completed, once."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Literal

import httpx2
import pytest

from tests.faults.hosts import FaultyHost, Hosts
from tests.faults.model import STORY
from tests.faults.points import Fault
from tests.faults.turns import settled, whole_log
from tests.support.app import Api, StubProcess, until
from tests.support.stored import StoredOnDisk

type End = tuple[Literal["kill before", "kill after", "stop"], str]

COMMIT = "write conversation event(message,run_complete,done) lease message run #2"
"""The first's, tried again because the conversation has a queue by now."""
BEGIN = "write conversation event(user_message,run_start,step_thinking) lease message run #1"
SOME: list[End] = [("stop", COMMIT), ("kill after", COMMIT), ("stop", "node answer #1")]
ALL: list[End] = [
    *(("stop", point) for point in (BEGIN, "node query_planner #1", COMMIT.replace("#2", "#3"))),
    *(("kill before", point) for point in (COMMIT, BEGIN, "node answer #1")),
    ("kill after", BEGIN),
]
USER = "user-queue"


def ends(host: FaultyHost, api: Api, stub: StubProcess, end: End) -> str:
    """The conversation of a turn and one that waits for it, whose process ends after the first has begun its answer."""
    conversation = api.create()
    stub.reset()
    with (
        api.asking("A story, slowly?", conversation) as one,
        api.asking("And now?", conversation, on_busy="enqueue") as two,
    ):
        until(one, "token")
        until(two, "status_change", status="queued")
        host.set(USER, Fault(action=end[0], point=end[1]))
        stub.release()
        for events in (one, two):
            with suppress(httpx2.TransportError):
                list(events)
    host.until_dead()
    assert end[1] in host.points(USER)
    host.clear(USER)
    return conversation


def check(host: FaultyHost, api: Api, conversation: str, end: End) -> None:
    settled(api, conversation)
    told = api.conversation(conversation)
    assert [run["status"] for run in told["runs"]] == ["completed", "completed"], end
    messages = told["messages"]
    assert [message["text"] for message in messages] == ["A story, slowly?", STORY, "And now?", STORY], end
    assert messages[2]["parent_message_id"] == messages[1]["message_id"], end
    log = whole_log(api, conversation)
    assert [event["run_id"] for event in log.of("done")] == [run["run_id"] for run in told["runs"]], end
    recoveries = [run["recoveries"] for run in StoredOnDisk(host.log_file.parent).items("run", of=conversation)]
    assert end[0] != "stop" or recoveries == [0, 0], end


@pytest.mark.req("RE-08", "CS-13", "CS-16")
def test_a_running_and_a_queued_turn_survive_their_processs_end(
    hosts: Hosts, on_disk: Mapping[str, str], stub: StubProcess, tmp_path: Path, everything: bool
) -> None:
    settings = {**on_disk, "RUN_LEASE_SECONDS": "2", "SHUTDOWN_GRACE_SECONDS": "0"}
    left: tuple[str, End] | None = None
    for end in [*SOME, *(ALL if everything else []), None]:
        with hosts.running(tmp_path, settings) as host, host.user(USER) as api:
            if left is not None:
                check(host, api, *left)
            if end is not None:
                left = ends(host, api, stub, end), end
