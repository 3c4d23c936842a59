"""Whoever uploads many files that are slow to read makes nobody else wait for them."""

from collections.abc import Iterator

import pytest

from tests.app.conftest import UNSET, client
from tests.support.app import Api, checked, principal, until
from tests.support.files import make_slow_pdf
from tests.support.forked import ROOT
from tests.support.hosts import RunningHost, running_host
from tests.support.waiting import eventually

pytestmark = pytest.mark.req("SE-14")

SLOW = {f"slow{number}.pdf": make_slow_pdf(pages=2000 + number) for number in range(10)}

READ_IN_TURN = ["processing"] * 2 + ["queued"] * 8


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHost]:
    settings = {**UNSET, "IDENTITY": "easyauth"}
    with running_host(ROOT, tmp_path_factory.mktemp("fair"), settings, ["--grace", "1"]) as host:
        yield host


def states(api: Api, conversation: str) -> list[str]:
    return sorted(document["status"] for document in api.documents(conversation).values())


def test_a_small_file_is_ready_while_anothers_slow_ones_are_read(host: RunningHost) -> None:
    with client(host, principal("organization", "ada")) as ada, client(host, principal("organization", "bob")) as bob:
        slow = ada.create()
        ada.upload(slow, SLOW)
        eventually(lambda: states(ada, slow) == READ_IN_TURN)

        ready = bob.with_documents({"tiny.txt": b"The warranty is 24 months."})

        assert states(bob, ready) == ["ready"]
        assert states(ada, slow) == READ_IN_TURN
        _waiting_is_told(ada, slow)


def _waiting_is_told(api: Api, conversation: str) -> None:
    [name, *_] = (name for name, document in api.documents(conversation).items() if document["status"] == "queued")
    with api.asking("What goes boom?", conversation, [name]) as events:
        until(events, "step_thinking", stage="tools", text=f"Waiting for {name}, which is queued behind other files")
        checked(api.http.post(f"/api/conversations/{conversation}/cancel"))
        until(events, "done", status="cancelled")
