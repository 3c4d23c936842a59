"""What is counted by hour adds up over instances, and outlasts them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import pytest

from orc.errors import StoreUnavailable
from orc.ports import ItemStore
from orc.watch.counters import of_time, percentiles
from orc.watch.hours import Hours

pytestmark = pytest.mark.req("BX-19")

NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


class Clock:
    """The time that a test says it is."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@asynccontextmanager
async def instance(items: ItemStore, clock: Clock, *, every_seconds: float = 3600) -> AsyncIterator[Hours]:
    hours = Hours(items, clock=clock, every_seconds=every_seconds)
    yield hours
    await hours.aclose()


async def until_told(reader: Hours, turns: int) -> None:
    for _ in range(1000):
        if await reader.total("org", NOON, NOON + HOUR) == {"turns": turns}:
            return
        await asyncio.sleep(0.02)
    pytest.fail(f"{turns} turns were not stored")


async def test_instances_add_up_and_keep_hours_and_organizations_apart(document_items: ItemStore, clock: Clock) -> None:
    async with instance(document_items, clock) as first, instance(document_items, clock) as second:
        first.add("org", {"turns": 2})
        second.add("org", {"turns": 3, "queued": 1})
        second.add("another", {"turns": 100})
        clock.now += HOUR
        first.add("org", {"turns": 10})
    async with instance(document_items, clock) as reader:
        assert await reader.total("org", NOON, NOON + HOUR) == {"turns": 5, "queued": 1}
        assert await reader.total("org", NOON, NOON + 2 * HOUR) == {"turns": 15, "queued": 1}
        assert await reader.total("org", NOON + 2 * HOUR, NOON + 3 * HOUR) == {}


async def test_counts_are_stored_while_the_process_runs(document_items: ItemStore, clock: Clock) -> None:
    async with instance(document_items, clock, every_seconds=0.01) as writer, instance(document_items, clock) as reader:
        for turns in (1, 2):
            writer.add("org", {"turns": 1})
            await until_told(reader, turns)


async def test_counts_outlast_an_outage_of_the_store(
    document_items: ItemStore, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object) -> list[str]:
        raise StoreUnavailable("The store is away.")

    async with instance(document_items, clock) as hours:
        hours.add("org", {"turns": 1})
        with monkeypatch.context() as outage:
            outage.setattr(document_items, "write", away)
            await hours.flush()
        clock.now += HOUR
        assert await hours.total("org", NOON, NOON + HOUR) == {"turns": 1}


def test_percentiles_are_bounds_that_so_many_times_kept() -> None:
    counts: dict[str, int] = {}
    for milliseconds in range(1, 1001):
        name = of_time("wait", milliseconds)
        counts[name] = counts.get(name, 0) + 1
    found = percentiles(counts, "wait", (50, 95, 100))
    for rank, exact in ((50, 500), (95, 950), (100, 1000)):
        assert exact <= found[rank] <= exact * 1.16
    assert percentiles(counts, "other", (50,)) == {}
