"""Deletions that a store failure or the death of a process interrupts: they are finished without a request."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path

import httpx2
import pytest

from tests.app.samples import HANDBOOK, LEASE
from tests.faults.hosts import FaultyHost, Hosts
from tests.faults.points import Fault, comes_with_time
from tests.faults.turns import KINDS
from tests.support.app import Api, problem
from tests.support.stored import StoredOnDisk
from tests.support.waiting import eventually

AT_ONCE = 4
LEASES = {"RUN_LEASE_SECONDS": "1"}


def asked_about(api: Api) -> str:
    """A conversation with a document and a turn about it."""
    kind = KINDS["documents"]
    conversation = kind.prepare(api)
    kind.ask(api, conversation)
    return conversation


# What is kept of a user, whatever is deleted: what was used and who deleted what.
KEPT = ("usage", "counted", "deleted_conversation", "audit_event", "identity", "fence")


def is_gone(host: FaultyHost, *names: str, besides: tuple[str, ...] = ()) -> bool:
    """Whether nothing is stored that has one of the names, but for items of some types."""
    data = host.log_file.parent
    items = [str(item) for item in StoredOnDisk(data).items() if item["type"] not in (*KEPT, *besides)]
    blobs = [str(path) for path in (data / "blobs").rglob("*") if path.is_file()]
    return not any(name in stored for name in names for stored in (*items, *blobs))


def points_of(host: FaultyHost, user: str) -> list[str]:
    with host.user(user) as api:
        conversation = asked_about(api)
        host.set(user, Fault())
        assert api.http.delete(f"/api/conversations/{conversation}").status_code == 204
        host.clear(user)
        return [point for point in host.points(user) if not comes_with_time(point)]


def breaks_off(host: FaultyHost, user: str, point: str) -> tuple[str, bool]:
    """The conversation, which nobody finds any more, and whether its deletion was refused: another task of the user
    may meet the fault first, and the deletion then is complete.
    """
    with host.user(user) as api:
        conversation = asked_about(api)
        address = f"/api/conversations/{conversation}"
        host.set(user, Fault(action="fail", point=point))
        answer = api.http.delete(address)
        host.clear(user)
        is_refused = answer.status_code != 204
        if is_refused:
            refused = problem(answer)
            assert (refused[0], refused[1]["code"]) == (503, "store_unavailable"), point
        if is_refused and api.http.get(address).is_success:  # it was refused before anything was marked
            assert len(api.messages(conversation)) == 2
            assert api.http.delete(address).status_code == 204
        late = api.http.post(f"{address}/documents", files=[("files", ("lease.pdf", LEASE))])
        assert (problem(late)[0], problem(late)[1]["code"]) == (404, "conversation_not_found"), point
        assert problem(api.http.get(address))[0] == 404
        return conversation, is_refused


@pytest.mark.req("CS-06")
def test_a_deletion_with_a_store_failure_is_finished_or_never_begun(
    hosts: Hosts, on_disk: Mapping[str, str], tmp_path: Path, everything: bool
) -> None:
    """The first process does not resume the interrupted deletion: it would meet the faults, too."""
    with hosts.running(tmp_path, on_disk) as first, ThreadPoolExecutor(AT_ONCE) as threads:
        points = points_of(first, "user-all")
        chosen = points if everything else points[:: max(1, len(points) // 6)]
        users = [f"user-of-{n}" for n in range(len(chosen))]
        deletions = list(threads.map(lambda user, point: breaks_off(first, user, point), users, chosen))
    assert sum(is_refused for _, is_refused in deletions) > len(chosen) / 2
    with hosts.running(tmp_path, {**on_disk, **LEASES}) as second:
        for user, (conversation, _) in zip(users, deletions, strict=True):
            eventually(partial(is_gone, second, conversation, f"/{user}/", f"'{user}'"), seconds=60)


@pytest.mark.req("CS-06")
def test_a_document_whose_deletion_broke_off_is_deleted_later(
    hosts: Hosts, on_disk: Mapping[str, str], tmp_path: Path
) -> None:
    user = "user-document"
    with hosts.running(tmp_path, on_disk) as first, first.user(user) as api:
        conversation = asked_about(api)
        [document] = api.documents(conversation).values()
        address = f"/api/documents/{document['file_id']}"
        first.set(user, Fault(action="fail", point="remove #1"))
        assert problem(api.http.delete(address))[0] == 503
        first.clear(user)
    with hosts.running(tmp_path, {**on_disk, **LEASES}) as second, second.user(user) as api:
        kept = ("document_event", "conversation", "run", "message", "event", "checkpoint")
        eventually(lambda: is_gone(second, f"/{user}/", document["file_id"], besides=kept), seconds=60)
        assert problem(api.http.get(address))[0] == 404
        assert api.documents(conversation) == {}


@pytest.mark.req("CS-06")
def test_documents_of_a_deleted_conversation_are_not_listed_after_a_crash(
    hosts: Hosts, on_disk: Mapping[str, str], tmp_path: Path
) -> None:
    user = "user-listing"
    with hosts.running(tmp_path, on_disk) as first, first.user(user) as api:
        conversation = api.with_documents({"lease.pdf": LEASE, "handbook.pdf": HANDBOOK})
        first.set(user, Fault(action="kill after", point="remove #1"))
        with suppress(httpx2.TransportError):
            api.http.delete(f"/api/conversations/{conversation}")
        first.until_dead()
        first.clear(user)
    with hosts.running(tmp_path, on_disk) as second, second.user(user) as api:
        assert api.http.get("/api/documents").json()["items"] == []
        assert api.http.post("/api/search", json={"query": "crane"}).json()["passages"] == []


@pytest.mark.req("CS-06", "CS-13")
def test_the_next_process_finishes_a_deletion_that_a_crash_interrupted(
    hosts: Hosts, on_disk: Mapping[str, str], tmp_path: Path
) -> None:
    user = "user-dead"
    with hosts.running(tmp_path, {**on_disk, **LEASES}) as first, first.user(user) as api:
        conversation = asked_about(api)
        address = f"/api/conversations/{conversation}"
        first.set(user, Fault(action="kill after", point="write conversation #1"))
        with suppress(httpx2.TransportError):
            api.http.delete(address)
        first.until_dead()
        first.clear(user)
    with hosts.running(tmp_path, {**on_disk, **LEASES}) as second, second.user(user) as api:
        eventually(lambda: is_gone(second, conversation, f"/{user}/"), seconds=60)
        assert problem(api.http.get(address))[0] == 404
