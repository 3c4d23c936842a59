"""Limits on a caller, as two instances of the app keep them over one store."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from orc.domain import Caller, ConversationKey, Json
from orc.errors import TooManyRequests
from orc.items import now, timestamp
from orc.ports import CONVERSATION_ITEMS, DOCUMENT_ITEMS, PartitionKey, StoredItem, Upsert, Write
from orc.watch.rate_limits import RateLimit, RunLimit, turn_is_stored
from shared.stores.sqlite import SqliteDatabase, SqliteItemStore

ADA, EVE = Caller("org", "ada"), Caller("org", "eve")

pytestmark = pytest.mark.req("SE-09")


class Counted(SqliteItemStore):
    """Counts its operations."""

    operations = 0

    async def read(self, partition: PartitionKey, item_id: str) -> StoredItem | None:
        self.operations += 1
        return await super().read(partition, item_id)

    async def write(self, partition: PartitionKey, writes: Sequence[Write]) -> list[str]:
        self.operations += 1
        return await super().write(partition, writes)

    async def query(self, partition: PartitionKey, item_type: str, **options: Any) -> list[StoredItem]:
        self.operations += 1
        return await super().query(partition, item_type, **options)


@dataclass
class Clock:
    """Seconds that pass when a test says so."""

    now: float = 600.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
async def databases(tmp_path: Path) -> AsyncIterator[tuple[SqliteDatabase, SqliteDatabase]]:
    """Two openings of one database."""
    path = tmp_path / "orc.db"
    async with aclosing(SqliteDatabase(path)) as one, aclosing(SqliteDatabase(path)) as other:
        yield one, other


type Rates = Callable[[int], tuple[RateLimit, RateLimit]]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def rates(databases: tuple[SqliteDatabase, SqliteDatabase], clock: Clock) -> Rates:
    def make(per_minute: int) -> tuple[RateLimit, RateLimit]:
        one, other = (RateLimit(SqliteItemStore(d, DOCUMENT_ITEMS), per_minute, clock=clock) for d in databases)
        return one, other

    return make


async def admitted(limit: RateLimit, caller: Caller = ADA) -> bool:
    try:
        await limit.admit(caller)
    except TooManyRequests:
        return False
    return True


async def begun(limit: RunLimit, caller: Caller = ADA, until: asyncio.Event | None = None) -> bool:
    """Whether a turn may begin. The request that starts it lasts until an event, if one is given."""
    try:
        async with limit.admitting(caller):
            if until is not None:
                await until.wait()
    except TooManyRequests:
        return False
    return True


def run_limit(database: SqliteDatabase, at_a_time: int, look_after: Callable[[ConversationKey], None]) -> RunLimit:
    stores = SqliteItemStore(database, DOCUMENT_ITEMS), SqliteItemStore(database, CONVERSATION_ITEMS)
    return RunLimit(*stores, at_a_time, look_after)


async def test_a_request_too_many_is_refused_until_the_minute_is_over(rates: Rates, clock: Clock) -> None:
    rate, _ = rates(5)
    clock.now = 612.5
    assert [await admitted(rate) for _ in range(7)] == [True] * 5 + [False] * 2
    with pytest.raises(TooManyRequests) as caught:
        await rate.admit(ADA)
    assert caught.value.retry_after_seconds == 48
    clock.now = 659.9
    assert not await admitted(rate)
    clock.now = 660
    assert await admitted(rate)


async def test_two_instances_share_the_limit(rates: Rates) -> None:
    one, other = rates(9)
    assert [await admitted(rate) for _ in range(6) for rate in (one, other)] == [True] * 9 + [False] * 3


async def test_an_instance_that_was_asked_nothing_yet_knows_what_another_admitted(rates: Rates) -> None:
    one, other = rates(9)
    assert [await admitted(one) for _ in range(9)] == [True] * 9
    assert not await admitted(other)


async def test_a_crowd_at_two_instances_gets_little_more_than_the_limit(rates: Rates) -> None:
    one, other = rates(40)
    results = await asyncio.gather(*(admitted(rate) for _ in range(60) for rate in (one, other)))
    assert 40 <= sum(results) <= 48


async def test_callers_have_limits_of_their_own(rates: Rates) -> None:
    rate, _ = rates(2)
    assert [await admitted(rate) for _ in range(3)] == [True, True, False]
    assert await admitted(rate, EVE)
    assert await admitted(rate, Caller("another", "ada"))


async def test_zero_is_no_limit(rates: Rates) -> None:
    rate, _ = rates(0)
    assert all([await admitted(rate) for _ in range(300)])


async def test_counting_seldom_costs_an_operation(databases: tuple[SqliteDatabase, SqliteDatabase]) -> None:
    items = Counted(databases[0], DOCUMENT_ITEMS)
    rate = RateLimit(items, 120, clock=Clock())
    for _ in range(11):
        await rate.admit(ADA)
    assert items.operations == 0
    for _ in range(109):
        await rate.admit(ADA)
    assert items.operations <= 20


def _ignore(_: ConversationKey) -> None:
    """Nobody looks after turns here."""


async def running(database: SqliteDatabase, *names: str, status: str = "running", queue: Sequence[str] = ()) -> None:
    """Conversations of Ada's in this state."""
    items = SqliteItemStore(database, CONVERSATION_ITEMS)
    for name in names:
        item: dict[str, Json] = {"id": "conversation", "type": "conversation", "schema_version": 1}
        item |= {"sort": timestamp(now()), "status": status, "queue": list(queue)}
        await items.write((*ADA.partition, name), [Upsert(item)])


async def test_turns_at_a_time_are_counted_wherever_they_run(databases: tuple[SqliteDatabase, SqliteDatabase]) -> None:
    one, other = (run_limit(database, 2, _ignore) for database in databases)
    assert await begun(one)
    await running(databases[0], "a")
    assert await begun(other)
    await running(databases[1], "b")
    for limit in (one, other):
        with pytest.raises(TooManyRequests) as caught:
            async with limit.admitting(ADA):
                pass
        assert (caught.value.code, caught.value.retry_after_seconds > 0) == ("too_many_runs", True)
    assert await begun(one, EVE)
    await running(databases[0], "a", status="idle")
    assert await begun(other)


async def test_of_many_turns_at_once_as_many_begin_as_are_allowed(
    databases: tuple[SqliteDatabase, SqliteDatabase],
) -> None:
    one, other = (run_limit(database, 3, _ignore) for database in databases)
    await running(databases[0], "a")
    stored = asyncio.Event()
    starts = [asyncio.create_task(begun(limit, until=stored)) for _ in range(5) for limit in (one, other)]
    refused = [await first for first in islice(asyncio.as_completed(starts), 8)]
    stored.set()
    assert sorted(await asyncio.gather(*starts)) == [False] * 8 + [True] * 2
    assert refused == [False] * 8
    assert await begun(other)


async def test_a_turn_that_is_stored_is_counted_once(databases: tuple[SqliteDatabase, SqliteDatabase]) -> None:
    one, other = (run_limit(database, 2, _ignore) for database in databases)
    async with one.admitting(ADA):
        await running(databases[0], "a")
        assert not await begun(other)
        await turn_is_stored()
        assert await begun(other)


async def test_turns_that_are_too_many_are_looked_after(databases: tuple[SqliteDatabase, SqliteDatabase]) -> None:
    seen: list[ConversationKey] = []
    limit = run_limit(databases[0], 2, seen.append)
    await running(databases[0], "a")
    assert await begun(limit)
    assert not seen
    await running(databases[0], "b")
    assert not await begun(limit)
    assert sorted(seen, key=str) == [ADA.conversation("a"), ADA.conversation("b")]


async def test_turns_that_wait_count_too(databases: tuple[SqliteDatabase, SqliteDatabase]) -> None:
    limit = run_limit(databases[0], 3, _ignore)
    await running(databases[0], "a", queue=["run-1", "run-2"])
    assert not await begun(limit)
