"""Activities whose store fails around their lease: the next delivery need not wait for it to run out."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from orc.conversations.records import Run, TurnRequest
from orc.domain import RunRef
from orc.errors import OrcError, StoreUnavailable
from orc.events.log import replay
from orc.events.types import ErrorRaised, StatusChange, Token
from orc.graphs.node_names import ANSWER, CONTEXT_BUILDER, MCP_EXECUTOR
from orc.ports import CONVERSATION_ITEMS, Create, PartitionKey, Replace, StoredItem, Upsert, Write
from orc.runs.active_run import ActiveRun
from orc.runs.limits import RunLimits
from shared.stores.sqlite import SqliteDatabase, SqliteItemStore
from tests.app.parts import CALLER, Parts, parts

AWAY = StoreUnavailable("The store does not answer.")
LEASE_SECONDS = 300


class Items(SqliteItemStore):
    """Items that fail the calls that are named, one after the other; "after" for one that is done all the same."""

    def __init__(self, database: SqliteDatabase) -> None:
        super().__init__(database, CONVERSATION_ITEMS)
        self.failing: list[str] = []

    async def query(self, partition: PartitionKey, item_type: str, **options: Any) -> list[StoredItem]:
        self._fail(f"query {item_type}")
        return await super().query(partition, item_type, **options)

    async def write(self, partition: PartitionKey, writes: Sequence[Write]) -> list[str]:
        items = [each.item for each in writes if isinstance(each, Create | Replace | Upsert)]
        for item in items:
            self._fail(f"write {item['type']}")
        etags = await super().write(partition, writes)
        for item in items:
            self._fail(f"after write {item['type']}")
        return etags

    def _fail(self, call: str) -> None:
        if self.failing[:1] == [call]:
            del self.failing[0]
            raise AWAY


class Process:
    def __init__(self, orc: Parts, database: SqliteDatabase) -> None:
        self.items = Items(database)
        limits = RunLimits(lease_seconds=LEASE_SECONDS)
        self.runs = orc.process(self.items, limits)
        self.worker, self.activities = self.runs.worker, self.runs.activities


@pytest.fixture
async def orc(tmp_path: Path) -> AsyncIterator[Parts]:
    async with parts(tmp_path) as orc:
        yield orc


@asynccontextmanager
async def process(orc: Parts, tmp_path: Path) -> AsyncIterator[Process]:
    async with aclosing(SqliteDatabase(tmp_path / "orc.db")) as database:
        active = Process(orc, database)
        yield active
        await active.worker.drain(0)


@pytest.fixture
async def here(orc: Parts, tmp_path: Path) -> AsyncIterator[Process]:
    async with process(orc, tmp_path) as active:
        yield active


@pytest.fixture
async def there(orc: Parts, tmp_path: Path) -> AsyncIterator[Process]:
    async with process(orc, tmp_path) as active:
        yield active


@pytest.fixture
async def turn(orc: Parts) -> RunRef:
    """A turn that an orchestration is to carry out."""
    _, turn = await orc.runs.orchestrator.start_elsewhere(CALLER, TurnRequest(question="Hello?", mode="background"))
    assert turn is not None
    return turn


async def run_of(orc: Parts, turn: RunRef) -> Run:
    return (await orc.conversations.run(turn, turn.run_id)).record


LEASE_TAKEN: dict[str, list[str]] = {
    "the log could not be read": ["query event"],
    "the store was away for longer": ["query event", *["write lease"] * 2],
    "the answer was lost": ["after write lease"],
    "the answer was lost and the store away": ["after write lease", *["write lease"] * 2],
    "its work could not be stored": ["write checkpoint"],
    "its work could not be stored for longer": ["write checkpoint", *["write lease"] * 2],
}


@pytest.mark.req("RE-02")
@pytest.mark.parametrize("elsewhere", [False, True], ids=["here", "elsewhere"])
@pytest.mark.parametrize("failing", LEASE_TAKEN.values(), ids=LEASE_TAKEN)
async def test_the_next_delivery_begins_at_once_after_one_that_the_store_failed(
    here: Process, there: Process, turn: RunRef, failing: list[str], elsewhere: bool
) -> None:
    here.items.failing = list(failing)
    with pytest.raises(StoreUnavailable):
        await here.activities.plan(turn)
    async with asyncio.timeout(LEASE_SECONDS / 5):
        assert await (there if elsewhere else here).activities.plan(turn) is not None


@pytest.mark.req("CS-15")
async def test_a_turn_abandoned_in_an_outage_is_reported_as_that_afterwards(
    here: Process, orc: Parts, turn: RunRef
) -> None:
    here.items.failing = ["write run"]
    with pytest.raises(StoreUnavailable):
        await here.activities.abandon(turn, AWAY)
    assert (await run_of(orc, turn)).status == "in_progress"
    await here.activities.abandon(turn, AWAY)
    run = await run_of(orc, turn)
    assert (run.status, run.error) == (
        "failed",
        {"code": "store_unavailable", "message": AWAY.message, "retryable": True},
    )
    log = [e async for events in replay(orc.items, turn.partition, 0) for e in events]
    assert [(logged.seq, logged.event.type) for logged in log[-2:]] == [(len(log) - 1, "error"), (len(log), "done")]
    assert isinstance(log[-2].event, ErrorRaised)
    assert log[-2].event.code == "store_unavailable"


@pytest.mark.req("CS-15", "RE-02")
async def test_a_failure_that_cannot_be_stored_is_left_to_the_next_delivery(
    here: Process, orc: Parts, turn: RunRef, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise OrcError("The model cannot be understood.", code="model_protocol")

    monkeypatch.setattr(here.worker, "checkpoint_node", broken)
    here.items.failing = ["write run"]
    with pytest.raises(StoreUnavailable):
        await here.activities.run_node(turn, "answer")
    assert (await run_of(orc, turn)).status == "in_progress"
    async with asyncio.timeout(LEASE_SECONDS / 5):
        assert not await here.activities.run_node(turn, "answer")
    run = await run_of(orc, turn)
    assert run.error is not None
    assert (run.status, run.error["code"]) == ("failed", "model_protocol")


class UnacknowledgedScheduler:
    """A scheduler that starts the orchestration, but whose answer is lost."""

    turn: RunRef | None = None

    async def schedule(self, turn: RunRef) -> None:
        self.turn = turn
        raise AWAY

    async def is_running(self, instance_id: str) -> bool:
        return False


@pytest.mark.req("CS-13", "RE-02")
async def test_an_unacknowledged_orchestration_yields_to_the_new_owner(
    here: Process, there: Process, orc: Parts
) -> None:
    active = await here.runs.store.create(CALLER, TurnRequest(question="Hello?"))
    assert isinstance(active, ActiveRun)
    await here.runs.leases.release(active, "handed_over")
    here.runs.leases.close(active)
    scheduler = UnacknowledgedScheduler()
    await here.runs.recovery.sweep(scheduler)
    assert scheduler.turn is not None
    assert await there.activities.plan(scheduler.turn) is None
    await here.worker.drain()
    run = await run_of(orc, scheduler.turn)
    assert (run.status, run.epoch) == ("completed", scheduler.turn.epoch + 1)


@pytest.mark.req("CS-04", "RE-02")
async def test_numbers_of_lost_tokens_are_not_reused(here: Process, there: Process, orc: Parts, turn: RunRef) -> None:
    await here.activities.plan(turn)
    for node in (MCP_EXECUTOR, CONTEXT_BUILDER):
        assert await here.activities.run_node(turn, node)
    dead = await here.runs.leases.acquire(turn, ANSWER)
    assert dead is not None
    for _ in range(3):
        await dead.events.token("lost ")
    seen = dead.events.next_seq - 1
    await dead.events.aclose()
    await here.runs.lease_store.change(turn.partition, turn.run_id, lambda lease: lease.claimed(-1, ANSWER, "dead"))
    assert await there.activities.run_node(turn, ANSWER)
    log = [e async for events in replay(orc.items, turn.partition, 0) for e in events]
    [recovered] = [each.seq for each in log if isinstance(each.event, StatusChange)]
    assert recovered > seen
    text = "".join(each.event.text for each in log if isinstance(each.event, Token))
    assert "lost" not in text
    assert text
