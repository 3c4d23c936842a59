"""Orchestrations, blob events and timers through the local host."""

import gzip
import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx2
import pytest

from shared.devhost.blobs import blob_id
from shared.devhost.timers import next_after
from tests.devhost.conftest import APP, Notes, notes_in
from tests.support.hosts import RunningHost, running_host
from tests.support.waiting import eventually


def orchestrate(client: httpx2.Client, name: str, value: object) -> dict[str, Any]:
    result: dict[str, Any] = client.post(f"/api/orchestrations/{name}", json=value).json()
    return result


def test_an_orchestration_retries_its_activity_until_it_works(client: httpx2.Client) -> None:
    assert orchestrate(client, "shaky", 2) == {
        "status": "COMPLETED",
        "output": '"worked at try 3"',
        "failure": None,
    }


def test_an_activity_that_never_works_fails_its_orchestration(host: RunningHost, client: httpx2.Client) -> None:
    ended = orchestrate(client, "shaky", 9)

    assert ended["status"] == "FAILED"
    assert ended["failure"].endswith("ValueError")
    eventually(lambda: "Orchestration shaky" in host.log)


def test_an_activity_that_does_not_exist_fails_its_orchestration(client: httpx2.Client) -> None:
    assert orchestrate(client, "lost", 0)["failure"].endswith("The app has no activity named 'nowhere'.")


def test_activities_run_at_the_same_time(client: httpx2.Client) -> None:
    assert orchestrate(client, "side_by_side", 0)["output"] == '["a", "b"]'


def test_large_values_of_an_orchestration_are_kept_apart_from_its_messages(
    host: RunningHost, client: httpx2.Client
) -> None:
    text = "abcdefghijklmnopqrstuvwxyz012345" * 65_536
    ended = client.post("/api/orchestrations/large?instance=large-values", json=text).json()
    events = client.get("/api/histories/large-values").text

    assert (ended["status"], json.loads(ended["output"])) == ("COMPLETED", text.swapcase()[::-1])
    tokens = set(re.findall(r"orc-payload:([0-9a-f/]{97})", events))
    stored = [json.loads(gzip.decompress(kept_apart(host, token))) for token in tokens]
    assert sorted(stored) == sorted([text, text.swapcase(), text.swapcase()[::-1]])
    assert len(events) < 10_000


def kept_apart(host: RunningHost, token: str) -> bytes:
    return (host.data_dir / "payloads" / f"{token}.gz").read_bytes()


def test_small_values_of_an_orchestration_stay_in_its_messages(client: httpx2.Client) -> None:
    ended = client.post("/api/orchestrations/large?instance=small-values", json="abc").json()

    assert json.loads(ended["output"]) == "CBA"
    assert "orc-payload" not in client.get("/api/histories/small-values").text


def put_blob(data_dir: Path, name: str, content: str) -> None:
    """Stores a blob as the local store does: written under a dotted name, then renamed."""
    path = data_dir / "blobs" / "documents" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}")
    unfinished.write_text(content)
    unfinished.rename(path)


def test_a_blob_is_delivered_and_again_when_it_changes(host: RunningHost, notes: Notes) -> None:
    put_blob(host.data_dir, "acme/notes%20one.txt", "0")
    eventually(lambda: notes("blob-documents~acme~notes%20one.txt"))
    put_blob(host.data_dir, "acme/notes%20one.txt", "00")
    eventually(lambda: len(notes("blob-documents~acme~notes%20one.txt")) > 1)

    first, second = notes("blob-documents~acme~notes%20one.txt")
    assert (first["content"], first["length"]) == ("0", 1)
    assert (second["content"], second["length"]) == ("00", 2)
    assert first["uri"].endswith("/documents/acme/notes%2520one.txt")
    assert not notes("blob-documents~acme~.notes%20one.txt")


def test_blobs_of_new_folders_are_delivered(host: RunningHost, notes: Notes) -> None:
    for number in range(20):
        put_blob(host.data_dir, f"folder{number}/a.txt", "0")

    eventually(lambda: all(notes(f"blob-documents~folder{number}~a.txt") for number in range(20)))


def test_a_blob_is_tried_again_until_it_works(host: RunningHost, notes: Notes) -> None:
    put_blob(host.data_dir, "acme/shaky.txt", "2")

    eventually(lambda: len(notes("blob-documents~acme~shaky.txt")) == 3)


def test_a_blob_that_fails_five_times_is_poison_and_blocks_no_other(host: RunningHost, notes: Notes) -> None:
    put_blob(host.data_dir, "acme/poison.txt", "99")
    eventually(lambda: notes("blob-documents~acme~poison.txt"))
    put_blob(host.data_dir, "acme/healthy.txt", "0")
    eventually(lambda: notes("blob-documents~acme~healthy.txt"))
    record = eventually(lambda: notes("poison"))[0]

    assert len(notes("blob-documents~acme~poison.txt")) == 5
    assert (record["function"], record["blob"], record["tries"]) == ("take", blob_id("documents/acme/poison.txt"), 5)
    assert record["error"] == "take failed: ValueError: not yet"


def test_a_restart_delivers_new_blobs_and_nothing_twice(tmp_path: Path) -> None:
    put_blob(tmp_path, "acme/before.txt", "0")
    with running_host(APP, tmp_path):
        eventually(lambda: (tmp_path / "blob-receipts.jsonl").exists())
    put_blob(tmp_path, "acme/meanwhile.txt", "0")
    with (tmp_path / "blob-receipts.jsonl").open("a") as receipts:
        receipts.write('["take", "documents/ac')  # as a host leaves it that was killed
    with running_host(APP, tmp_path):
        eventually(lambda: notes_in(tmp_path, "blob-documents~acme~meanwhile.txt"))

    assert len(notes_in(tmp_path, "blob-documents~acme~before.txt")) == 1
    receipts_kept = [json.loads(line) for line in (tmp_path / "blob-receipts.jsonl").read_text().splitlines()]
    assert {blob for _, blob, _ in receipts_kept} == {
        blob_id("documents/acme/before.txt"),
        blob_id("documents/acme/meanwhile.txt"),
    }


def test_a_timer_fires_by_its_schedule(notes: Notes) -> None:
    assert eventually(lambda: notes("tick"))[0] == {"past_due": False}


def test_a_timer_fires_by_the_schedule_that_a_setting_holds(notes: Notes) -> None:
    assert len(eventually(lambda: notes("by-setting")[1:])) > 0


def test_a_timer_that_asks_for_it_fires_at_the_start(notes: Notes) -> None:
    assert eventually(lambda: notes("at-start")) == [{"past_due": False}]


@pytest.mark.parametrize(
    ("schedule", "expected"),
    [
        ("*/15 * * * * *", datetime(2026, 1, 1, 0, 0, 15, tzinfo=UTC)),
        ("0 30 9 * * MON-FRI", datetime(2026, 1, 1, 9, 30, tzinfo=UTC)),
        ("0 0 0 13 * FRI", datetime(2026, 2, 13, tzinfo=UTC)),
        ("5 0 0 29 2 *", datetime(2028, 2, 29, 0, 0, 5, tzinfo=UTC)),
    ],
)
def test_a_schedule_counts_seconds_first_and_wants_both_kinds_of_day(schedule: str, expected: datetime) -> None:
    assert next_after(schedule, datetime(2026, 1, 1, tzinfo=UTC)) == expected


@pytest.mark.parametrize("schedule", ["* * * * *", "00:00:10", "99 * * * * *"])
def test_a_schedule_that_is_not_ncrontab_is_refused(schedule: str) -> None:
    with pytest.raises(ValueError, match=r"six fields|out of range"):
        next_after(schedule, datetime(2026, 1, 1, tzinfo=UTC))
