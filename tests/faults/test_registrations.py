"""A process that dies anywhere in the reading of a file: the next one reads it, and keeps nobody else waiting."""

import json
import shutil
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Literal

import httpx2
import pytest

from orc.items import timestamp
from tests.app.samples import BRAKE
from tests.faults.hosts import FaultyHost, Hosts
from tests.faults.points import Fault, comes_with_time
from tests.faults.turns import BRAKE_QUESTION
from tests.support.app import Api
from tests.support.stored import StoredOnDisk
from tests.support.waiting import eventually

type Settings = Mapping[str, str]
type Death = tuple[Literal["kill before", "kill after"], str]

USER = "user-reading"
NOTE = f"{BRAKE}\n".encode().ljust(620, b".")
READY_SECONDS = 35


def documents(host: FaultyHost, conversation: str) -> list[dict[str, Any]]:
    """As they are stored, without a request that would have them looked after."""
    found = StoredOnDisk(host.log_file.parent).items("document")
    return [document for document in found if document["conversation_id"] == conversation]


def states(host: FaultyHost, conversation: str) -> set[str]:
    return {document["status"] for document in documents(host, conversation)}


def was_stored(host: FaultyHost, conversation: str) -> bool:
    return any(f"/{conversation}/" in path for path in StoredOnDisk(host.log_file.parent).blobs())


def is_ready(host: FaultyHost, conversation: str) -> bool:
    return states(host, conversation) == {"ready"}


def upload(api: Api, conversation: str, name: str) -> None:
    with suppress(httpx2.TransportError):
        api.upload(conversation, {name: NOTE})


def deaths(hosts: Hosts, home: Path, settings: Settings) -> list[Death]:
    """All that a process can die while it takes a file and reads it."""
    with hosts.running(home, settings) as host, host.user(USER) as api:
        conversation = api.create()
        host.set(USER, Fault())
        upload(api, conversation, "note0.txt")
        eventually(partial(is_ready, host, conversation))
        points = [point for point in host.points(USER) if not comes_with_time(point)]
    before: list[Death] = [("kill before", point) for point in points]
    return [*before, *(("kill after", point) for point in points)]


def dies(host: FaultyHost, api: Api, death: Death, name: str) -> str:
    conversation = api.create()
    host.set(USER, Fault(action=death[0], point=death[1]))
    upload(api, conversation, name)
    eventually(lambda: not host.is_alive or is_ready(host, conversation), seconds=READY_SECONDS)
    host.clear(USER)
    return conversation


def check(host: FaultyHost, conversation: str, name: str, *, asks: bool) -> None:
    """A stored file becomes ready by itself, and a question about it is answered, even one that is asked at once."""
    if not was_stored(host, conversation):
        return
    if not asks:
        eventually(partial(is_ready, host, conversation), seconds=READY_SECONDS)
    with host.user(USER) as api:
        turn = api.ask(BRAKE_QUESTION, conversation, [name])
    assert (turn.status, turn.text) == ("completed", f"{BRAKE} [1]")
    [document] = documents(host, conversation)
    assert document["status"] == "ready"
    assert document["attempts"] <= 2


@pytest.mark.req("RE-09")
@pytest.mark.parametrize("owner", ["of this machine", "of another machine"])
def test_a_file_is_read_wherever_its_process_dies(
    hosts: Hosts, on_disk: Settings, tmp_path: Path, everything: bool, owner: str
) -> None:
    """Of a process of another machine nobody knows that it is dead: its lease expires."""
    settings = {**on_disk, "RUN_LEASE_SECONDS": "300" if owner == "of this machine" else "2"}
    possible = deaths(hosts, tmp_path / "all", settings)
    chosen = possible if everything else possible[:: max(1, len(possible) // 5)]
    left: tuple[str, str] | None = None
    for number, death in enumerate([*chosen, None]):
        if owner != "of this machine":
            shutil.rmtree(tmp_path / "processes", ignore_errors=True)
        with hosts.running(tmp_path, settings) as host:
            if left is not None:
                check(host, *left, asks=bool(number % 2))
            if death is not None:
                with host.user(USER) as api:
                    name = f"note{number}.txt"
                    left = dies(host, api, death, name), name


@pytest.mark.req("RE-09")
def test_documents_that_others_read_delay_no_new_upload(hosts: Hosts, on_disk: Settings, tmp_path: Path) -> None:
    names = [f"held{number}.txt" for number in range(8)]
    with hosts.running(tmp_path, on_disk) as first, first.user(USER) as api:
        conversation = api.create()
        api.upload(conversation, {name: NOTE + name.encode() for name in names})
        eventually(partial(is_ready, first, conversation))
        first.stop()
    hold(tmp_path, timedelta(minutes=5))
    (tmp_path / "blob-receipts.jsonl").unlink()
    with hosts.running(tmp_path, on_disk) as second, second.user(USER) as api:
        other = api.with_documents({"new.txt": b"Visitors park in row 7"})
        assert is_ready(second, other)
        assert states(second, conversation) == {"processing"}
        with api.asking(BRAKE_QUESTION, conversation, names[:1], client_message_id="held") as events:
            waiting = f"Waiting for {names[0]}, which is being read by another process"
            told = (event.data["text"] for event in events if event.type == "step_thinking")
            assert waiting in told
            hold(tmp_path, timedelta(0))
            rest = list(events)
        assert [event.data["status"] for event in rest if event.type == "done"] == ["completed"]
        assert "".join(event.data["text"] for event in rest if event.type == "token") == f"{BRAKE} [1]"
        eventually(partial(is_ready, second, conversation))


def hold(data_dir: Path, seconds: timedelta) -> None:
    """Has a process that nobody here knows read all documents that were uploaded as held, for so long."""
    until = timestamp(datetime.now(UTC) + seconds)
    with closing(sqlite3.connect(data_dir / "orc.db", timeout=10)) as database, database:
        held: Sequence[tuple[str, str]] = database.execute(
            "SELECT id, body FROM items WHERE type = 'document' AND body LIKE '%held%'"
        ).fetchall()
        for item_id, body in held:
            lease = {"status": "processing", "lease_owner": "process-elsewhere", "lease_until": until}
            changed = json.dumps({**json.loads(body), **lease})
            database.execute("UPDATE items SET body = ?, etag = etag || '0' WHERE id = ?", (changed, item_id))
