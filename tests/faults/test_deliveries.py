"""What the platform delivers several times, at once and again, has one effect."""

from collections.abc import Iterator, Mapping

import pytest

from tests.faults.hosts import FaultyHost, Hosts
from tests.faults.points import Fault
from tests.faults.test_kills import stored_by
from tests.faults.turns import KINDS, outcome
from tests.support.stored import StoredOnDisk

NODES = ["node query_planner #1", "node mcp_executor #1", "node context_builder #1", "node answer #1"]


@pytest.fixture(scope="module", params=[2, 5])
def host(
    hosts: Hosts, on_disk: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[FaultyHost]:
    settings = {**on_disk, "DELIVERIES": str(request.param)}
    with hosts.running(tmp_path_factory.mktemp("deliveries"), settings) as host:
        yield host


@pytest.mark.req("RE-01")
def test_an_activity_that_is_delivered_again_has_one_effect(
    host: FaultyHost, hosts: Hosts, on_disk: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    kind, user = KINDS["background"], "user-again"
    with host.user(user) as api:
        conversation = kind.prepare(api)
        host.set(user, Fault())
        kind.ask(api, conversation)
        several = outcome(api, stored_by(host, on_disk), conversation)
        nodes = [point for point in host.points(user) if point.startswith("node ")]
    with (
        hosts.running(tmp_path_factory.mktemp("once"), on_disk) as single,
        single.user(user) as api,
    ):
        conversation = kind.prepare(api)
        kind.ask(api, conversation)
        once = outcome(api, stored_by(single, on_disk), conversation)
    assert several == once
    assert nodes == NODES


@pytest.mark.req("RE-01")
def test_a_blob_event_that_is_delivered_again_registers_once(host: FaultyHost) -> None:
    with host.user("user-blobs") as api:
        conversation = api.create()
        host.set("user-blobs", Fault())
        api.upload(conversation, {"note.md": b"# Note\n\nThe gate is painted green."})
        [document] = api.until_read(conversation).values()
        host.clear("user-blobs")
        assert document["status"] == "ready"
        added = [point for point in host.points("user-blobs") if point.startswith("add ")]
    assert added == ["add #1"]
    stored = StoredOnDisk(host.log_file.parent)
    assert len(stored.items("document", of="user-blobs")) == 1
