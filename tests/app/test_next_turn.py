"""An orchestration goes on with turns that waited for its own: however often it asks, and whoever looks after it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from orc.conversations.records import Run, TurnRequest
from orc.domain import RunRef
from orc.items import Stored
from orc.runs.activities import Activities
from orc.runs.leases import Lease, LeaseStore
from tests.app.parts import CALLER, Parts, parts

NODES = ("mcp_executor", "context_builder", "answer", "commit")
ELSEWHERE = "another-orchestration"


@dataclass
class Platform:
    """Tells which orchestrations go on, and keeps what it is given to run."""

    running: set[str]
    scheduled: list[RunRef] = field(default_factory=list)

    async def schedule(self, turn: RunRef) -> None:
        self.scheduled.append(turn)

    async def is_running(self, instance_id: str) -> bool:
        return instance_id in self.running


@pytest.fixture
async def orc(tmp_path: Path) -> AsyncIterator[Parts]:
    async with parts(tmp_path) as one:
        yield one


@pytest.fixture
async def other(tmp_path: Path, orc: Parts) -> AsyncIterator[Parts]:
    """Another process over the same store."""
    async with parts(tmp_path) as another:
        yield another


async def carried_out(activities: Activities, turn: RunRef) -> None:
    assert await activities.plan(turn) is not None
    for node in NODES:
        assert await activities.run_node(turn, node)


async def first_of_two(orc: Parts) -> tuple[RunRef, str]:
    """A turn that an orchestration has completed, and the run that waited for it."""
    orchestrator, conversation = orc.runs.orchestrator, await orc.conversation()
    _, first = await orchestrator.start_elsewhere(CALLER, TurnRequest(question="First?", conversation_id=conversation))
    assert first is not None
    waits = TurnRequest(question="Second?", conversation_id=conversation, on_busy="enqueue")
    second = await orchestrator.start(CALLER, waits)
    await carried_out(orc.runs.activities, first)
    return first, second.run_id


async def changed(orc: Parts, turn: RunRef, edit: Callable[[Lease], Lease]) -> None:
    partition = CALLER.conversation(turn.conversation_id).partition
    assert await LeaseStore(orc.items).change(partition, turn.run_id, edit) is not None


@pytest.mark.req("RE-01")
async def test_a_turn_that_waited_begins_once_however_often_that_is_delivered(orc: Parts, other: Parts) -> None:
    first, waiting = await first_of_two(orc)
    asked = [each.runs.activities.next_turn(first, first.instance_id) for each in (orc, other) * 5]
    begun = [*await asyncio.gather(*asked), await other.runs.activities.next_turn(first, first.instance_id)]
    second = replace(first, run_id=waiting)
    assert begun == [second] * 11

    await carried_out(other.runs.activities, second)
    runs = [
        await orc.conversations.run(CALLER.conversation(first.conversation_id), each.run_id) for each in (first, second)
    ]
    assert [run.record.status for run in runs] == ["completed", "completed"]
    for turn in (first, second):
        assert await orc.runs.activities.next_turn(turn, first.instance_id) is None


@pytest.mark.req("RE-01", "CS-01")
async def test_a_turn_started_by_another_process_is_not_started_twice(
    orc: Parts, other: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, waiting = await first_of_two(orc)
    read = orc.conversations.run

    async def read_late(*of_run: Any) -> Stored[Run]:
        monkeypatch.setattr(orc.conversations, "run", read)
        assert await other.runs.activities.next_turn(first, first.instance_id) is not None
        return await read(*of_run)

    monkeypatch.setattr(orc.conversations, "run", read_late)
    begun = await orc.runs.activities.next_turn(first, first.instance_id)
    assert begun == replace(first, run_id=waiting)


@pytest.mark.req("RE-01")
async def test_a_turn_that_an_orchestration_began_is_no_others(orc: Parts) -> None:
    first, waiting = await first_of_two(orc)
    activities = orc.runs.activities
    assert await activities.next_turn(first, first.instance_id) == replace(first, run_id=waiting)
    assert await activities.next_turn(first, ELSEWHERE) is None


@pytest.mark.req("CS-13")
async def test_recovery_leaves_a_queued_turn_to_its_running_orchestration(orc: Parts) -> None:
    first, _ = await first_of_two(orc)
    second = await orc.runs.activities.next_turn(first, first.instance_id)
    assert second is not None
    await changed(orc, second, lambda lease: lease.renewed(-1))

    platform = Platform({first.instance_id})
    await orc.runs.recovery.sweep(platform)
    assert platform.scheduled == []

    await changed(orc, second, lambda lease: lease.renewed(-1))
    platform.running.clear()
    await orc.runs.recovery.sweep(platform)
    assert platform.scheduled == [replace(second, epoch=1)]
    assert await orc.runs.activities.next_turn(first, first.instance_id) is None


@pytest.mark.req("RE-08")
async def test_recovery_schedules_a_turn_that_a_running_orchestration_released(orc: Parts) -> None:
    first, _ = await first_of_two(orc)
    second = await orc.runs.activities.next_turn(first, first.instance_id)
    assert second is not None
    await changed(orc, second, lambda lease: replace(lease.renewed(-1), handed_over=True))

    platform = Platform({first.instance_id})
    await orc.runs.recovery.sweep(platform)
    assert platform.scheduled == [replace(second, epoch=1)]
