"""Runs whose worker died, recovered without the timer: by the requests that meet them, and by the next turn's start."""

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

import pytest

from orc.conversations.records import Run, TurnRequest
from orc.domain import RunRef
from orc.ports import PartitionKey, StoredItem
from orc.runs.active_run import ActiveRun
from orc.runs.leases import Lease
from tests.app.conftest import app_host, client, model_settings
from tests.app.parts import CALLER, Parts, parts
from tests.app.test_next_turn import Platform
from tests.app.test_recovery import killed_in_mid_answer, whole
from tests.app.test_streams import STORY
from tests.support.app import Api, StubProcess, checked, turn_body
from tests.support.openai_stub import Reply
from tests.support.stored import StoredOnDisk
from tests.support.waiting import eventually

QUESTION = "Hello?"
DEFAULT_LEASE, LEASE = 20, 3

type Mode = Literal["stream", "background"]


@pytest.fixture
async def orc(tmp_path: Path) -> AsyncIterator[Parts]:
    async with parts(tmp_path) as one:
        yield one


async def left(orc: Parts, *, mode: Mode = "stream", ago: float = 1, handed_over: bool = False) -> Run:
    """A run of a dead process, whose lease ran out so many seconds ago."""
    runs = orc.process()
    request = TurnRequest(question=QUESTION, conversation_id=await orc.conversation(), mode=mode)
    opened = await runs.store.create(CALLER, request)
    assert isinstance(opened, ActiveRun)
    await opened.events.aclose()

    def run_out(lease: Lease) -> Lease:
        return replace(lease.renewed(-ago), handed_over=handed_over)

    assert await runs.lease_store.change(opened.partition, opened.run.run_id, run_out)
    return opened.run


async def status(orc: Parts, run: Run) -> str:
    return (await orc.conversations.run(CALLER.conversation(run.conversation_id), run.run_id)).record.status


@pytest.mark.req("CS-13", "AZ-03")
async def test_a_turn_that_starts_recovers_what_others_left(orc: Parts) -> None:
    lost = [await left(orc) for _ in range(3)]
    await orc.ask(await orc.conversation(), QUESTION)
    assert [await status(orc, run) for run in lost] == ["completed"] * 3


@pytest.mark.req("AZ-03")
async def test_turns_that_start_look_for_what_was_left_once_in_a_while(
    orc: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = 0
    query = orc.items.query

    async def counted(partition: PartitionKey, item_type: str, **options: Any) -> list[StoredItem]:
        nonlocal looks
        looks += not partition
        return await query(partition, item_type, **options)

    monkeypatch.setattr(orc.items, "query", counted)
    for _ in range(4):
        await orc.ask(await orc.conversation(), QUESTION)
    assert looks == 1


@pytest.mark.req("CS-13")
async def test_a_streamed_turn_leaves_orchestrations_to_the_platform(orc: Parts) -> None:
    orchestrated = await left(orc, mode="background", ago=1000)
    given_up = await left(orc, mode="background", handed_over=True)
    await orc.ask(await orc.conversation(), QUESTION)
    assert await status(orc, orchestrated) == "in_progress"
    assert await status(orc, given_up) == "completed"


@pytest.mark.req("CS-13")
async def test_a_background_turn_hands_what_was_left_to_the_platform(orc: Parts) -> None:
    lost, kept = await left(orc, mode="background"), await left(orc, mode="background")
    platform = Platform({RunRef(*CALLER.partition, kept.conversation_id, kept.run_id).instance_id})
    await orc.runs.recovery.recover_some(platform)
    assert [turn.run_id for turn in platform.scheduled] == [lost.run_id]
    await orc.runs.recovery.recover_some(platform)
    assert len(platform.scheduled) == 1


@pytest.mark.req("CS-13")
@pytest.mark.parametrize(("ago", "found"), [(DEFAULT_LEASE - 5, "in_progress"), (DEFAULT_LEASE + 1, "completed")])
async def test_a_request_takes_an_orchestrations_run_after_another_lease(orc: Parts, ago: float, found: str) -> None:
    run = await left(orc, mode="background", ago=ago)
    orc.runs.orchestrator.ensure_progress(CALLER.conversation(run.conversation_id))
    await orc.runs.orchestrator.drain()
    assert await status(orc, run) == found


def reads_the_conversation(api: Api, conversation: str, _: str) -> None:
    api.conversation(conversation)


def reads_the_run(api: Api, conversation: str, run: str) -> None:
    checked(api.http.get(f"/api/conversations/{conversation}/runs/{run}"))


def asks_elsewhere(api: Api, _: str, __: str) -> None:
    assert api.ask("What else?").status == "completed"


def asks_again(api: Api, conversation: str, _: str) -> None:
    assert api.http.post("/api/orc", json=turn_body("And now?", conversation)).status_code == 409


@pytest.mark.req("CS-13", "AZ-03")
@pytest.mark.parametrize(
    ("meets", "background"),
    [
        (asks_elsewhere, False),
        (reads_the_run, True),
        pytest.param(reads_the_conversation, False, marks=pytest.mark.long),
        pytest.param(asks_again, True, marks=pytest.mark.long),
    ],
)
def test_a_killed_turn_is_completed_without_the_timer(
    stub: StubProcess, tmp_path: Path, meets: Callable[[Api, str, str], None], background: bool
) -> None:
    stub.script(Reply(text=STORY, gate_after=2), *[Reply(text=STORY)] * (2 if meets is asks_elsewhere else 1))
    settings = {**model_settings(stub), "RUN_LEASE_SECONDS": str(LEASE), "RECOVERY_SCHEDULE": "0 0 0 1 1 *"}
    conversation, _ = killed_in_mid_answer(tmp_path, settings, background=background)
    stored = StoredOnDisk(tmp_path)
    [lease], [run] = (stored.items(item_type, of=conversation) for item_type in ("lease", "run"))
    patience = timedelta(seconds=LEASE if background else 0)
    due = datetime.fromisoformat(lease["until"]) + patience
    with app_host(tmp_path, settings) as host, client(host) as api:
        eventually(lambda: datetime.now(UTC) > due)
        meets(api, conversation, run["id"])
        eventually(lambda: stored.items("run", of=conversation)[0]["status"] == "completed")
        whole(api, conversation)
