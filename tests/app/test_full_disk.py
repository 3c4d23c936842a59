"""A database file that cannot grow any more: it is told to whom it concerns, and the app goes on when it can."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.app.conftest import app_host, client
from tests.support.app import JSON, Api, checked, problem, turn_body
from tests.support.hosts import RunningHost
from tests.support.waiting import eventually

ROOM = 300_000


@contextmanager
def no_more_room(host: RunningHost) -> Iterator[None]:
    """No file of the host grows beyond some bytes, which the log does not reach and the database is past."""
    assert (host.data_dir / "orc.db-wal").stat().st_size > ROOM > 2 * host.log_file.stat().st_size
    before = resource.prlimit(host.process.pid, resource.RLIMIT_FSIZE, (ROOM, resource.RLIM_INFINITY))
    try:
        yield
    finally:
        resource.prlimit(host.process.pid, resource.RLIMIT_FSIZE, before)


def ready(api: Api) -> bool:
    return bool(api.http.get("/api/ready").status_code == 200)


@pytest.mark.req("RE-12")
def test_a_full_disk_is_reported_and_loses_no_stored_data(tmp_path: Path) -> None:
    with app_host(tmp_path, {}) as host, client(host) as api:
        conversation = api.ask("Hello?").conversation_id
        while (host.data_dir / "orc.db-wal").stat().st_size <= ROOM:
            api.ask("Hello?", conversation)
        kept = api.messages(conversation)
        assert ready(api)
        with no_more_room(host):
            refused = problem(api.http.post("/api/orc", json=turn_body("And now?", conversation), headers=JSON))
            assert (refused[0], refused[1]["code"]) == (503, "store_unavailable")
            assert "cannot be read or written" in refused[1]["detail"]
            assert "Your question was not saved" in refused[1]["detail"]
            down = api.http.get("/api/ready")
            assert (down.status_code, down.json()["dependencies"]["store"]["ok"]) == (503, False)
            assert api.messages(conversation) == kept
        for said in (str(refused), down.text):
            assert str(tmp_path) not in said
        assert f"Check the disk that holds {host.data_dir / 'orc.db'}" in host.log
        assert "Traceback" not in host.log
        eventually(lambda: ready(api))
        assert checked(api.http.post("/api/orc", json=turn_body("And now?", conversation), headers=JSON)).is_success
        assert [message["text"] for message in api.messages(conversation)][len(kept)] == "And now?"
