"""The local host's durable engine is in memory: what a killed process had begun goes on from the store alone."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.faults.hosts import Hosts
from tests.faults.points import Fault
from tests.faults.test_kills import stored_by
from tests.faults.turns import KINDS, outcome
from tests.support.app import StubProcess


@pytest.mark.req("CS-13", "RE-01")
def test_a_new_orchestration_resumes_from_the_stored_checkpoints(
    hosts: Hosts, on_disk: Mapping[str, str], stub: StubProcess, tmp_path: Path
) -> None:
    kind, user = KINDS["background"], "user-engine"
    settings = {**on_disk, "RUN_LEASE_SECONDS": "2"}
    with hosts.running(tmp_path, settings) as first, first.user(user) as api:
        conversation = kind.prepare(api)
        stub.reset()
        first.set(user, Fault(action="kill before", point="node context_builder #1"))
        kind.disturbed(api, conversation)
        first.until_dead()
        first.set(user, Fault())
        checkpoints = stored_by(first, settings).items("checkpoint", of=conversation)
        assert {item["node"] for item in checkpoints} == {"query_planner", "mcp_executor"}
    with hosts.running(tmp_path, settings) as second, second.user(user) as api:
        found = outcome(api, stored_by(second, settings), conversation)
        nodes = [point for point in second.points(user) if point.startswith("node ")]
        assert "continues as an orchestration" in second.log
    assert nodes == ["node context_builder #1", "node answer #1"]
    assert found["runs"] == ["completed"]
    assert len(stub.requests()) == 1


@pytest.mark.req("CS-13")
def test_a_model_that_had_answered_is_not_asked_again(
    hosts: Hosts, on_disk: Mapping[str, str], stub: StubProcess, tmp_path: Path
) -> None:
    kind, user = KINDS["plan"], "user-engine"
    settings = {**on_disk, "RUN_LEASE_SECONDS": "2"}
    with hosts.running(tmp_path, settings) as first, first.user(user) as api:
        conversation = kind.prepare(api)
        stub.reset()
        first.set(user, Fault(action="kill before", point="node answer #1"))
        kind.disturbed(api, conversation)
        first.until_dead()
        first.set(user, Fault())
    with hosts.running(tmp_path, settings) as second, second.user(user) as api:
        found = outcome(api, stored_by(second, settings), conversation)
        nodes = [point for point in second.points(user) if point.startswith("node ")]
    assert found["runs"] == ["completed"]
    assert "node query_planner #1" not in nodes
    assert len([r for r in stub.requests() if "response_format" in r]) == 1
