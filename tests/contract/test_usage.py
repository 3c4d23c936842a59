"""What is used in a month is counted once, by no instance's loss, and budgets hold until the month ends."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from orc.domain import Caller
from orc.errors import StoreUnavailable, TooManyRequests
from orc.ports import DOCUMENT_ITEMS, ItemStore
from orc.watch.usage import OF_DOCUMENTS, OF_TURNS, Budgets, Measure, Usage
from tests.contract.conftest import OpenItemStore

pytestmark = pytest.mark.req("BX-19")

ADA, BOB, EVE = Caller("org", "ada"), Caller("org", "bob"), Caller("another", "ada")
MONTH = "2026-11"
LATE = datetime(2026, 11, 30, 23, 59, 30, 500_000, tzinfo=UTC)
TURN = {"turns": 1, "input_tokens": 10, "output_tokens": 5}


class Clock:
    """The time that a test says it is."""

    now = LATE

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def usage_of(items: ItemStore, clock: Clock, **budgets: dict[Measure, int]) -> Usage:
    return Usage(items, Budgets(**budgets), clock=clock)


async def refused(usage: Usage, caller: Caller, measures: Sequence[Measure]) -> TooManyRequests | None:
    try:
        await usage.admit(caller, measures)
    except TooManyRequests as refusal:
        return refusal
    return None


async def test_instances_count_without_loss(open_item_store: OpenItemStore, clock: Clock) -> None:
    async with open_item_store(DOCUMENT_ITEMS) as one, open_item_store(DOCUMENT_ITEMS) as another:
        instances = [usage_of(each, clock) for each in (one, another)]
        counting = [
            usage.count(caller, f"{caller.user_id}-{number}-{place}", TURN)
            for number in range(10)
            for place, usage in enumerate(instances)
            for caller in (ADA, BOB, EVE)
        ]
        await asyncio.gather(*counting)
        usage = instances[0]
        assert (await usage.of_user("org", "ada", MONTH)).counts["turns"] == 20
        whole = await usage.of_organization("org", MONTH)
        assert (whole.used("turns"), whole.used("tokens")) == (40, 600)
        assert [
            (each.user_id, each.used("turns")) for each in await usage.users("org", MONTH, after=None, limit=9)
        ] == [
            ("ada", 20),
            ("bob", 20),
        ]
        assert [each.user_id for each in await usage.users("org", MONTH, after="ada", limit=9)] == ["bob"]


async def test_a_counted_event_is_not_counted_again(document_items: ItemStore, clock: Clock) -> None:
    usage = usage_of(document_items, clock)
    for _ in range(3):
        await usage.count(ADA, "run-1", TURN)
    await asyncio.gather(*(usage.count(ADA, "run-2", TURN) for _ in range(5)))
    assert (await usage.of_user("org", "ada", MONTH)).counts["turns"] == 2
    assert (await usage.of_organization("org", MONTH)).counts["turns"] == 2


async def test_a_count_that_broke_off_is_completed(
    document_items: ItemStore, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An instance counts for the user and dies before it has counted for the organization: another comes again."""
    usage, write = usage_of(document_items, clock), document_items.write

    async def half(partition: tuple[str, ...], writes: object) -> list[str]:
        if partition == ("org", ""):
            raise StoreUnavailable("The store is away.")
        return await write(partition, writes)  # type: ignore[arg-type]

    with monkeypatch.context() as dying:
        dying.setattr(document_items, "write", half)
        await usage.count(ADA, "run-1", TURN)
    await usage.count(ADA, "run-1", TURN)
    counted = await usage.of_user("org", "ada", MONTH), await usage.of_organization("org", MONTH)
    assert [each.counts["turns"] for each in counted] == [1, 1]


async def test_a_budget_ends_at_its_limit_and_begins_with_the_month(document_items: ItemStore, clock: Clock) -> None:
    usage = usage_of(document_items, clock, user={"turns": 2})
    await usage.count(ADA, "run-1", TURN)
    assert await refused(usage, ADA, OF_TURNS) is None
    await usage.count(ADA, "run-2", TURN)
    refusal = await refused(usage, ADA, OF_TURNS)
    assert refusal is not None
    assert (refusal.code, refusal.retry_after_seconds) == ("monthly_budget_used", 30)
    assert refusal.ends_at == "2026-12-01T00:00:00Z"
    assert await refused(usage, BOB, OF_TURNS) is None
    assert await refused(usage, EVE, OF_TURNS) is None
    assert await refused(usage, ADA, OF_DOCUMENTS) is None
    clock.now = LATE + timedelta(seconds=refusal.retry_after_seconds)
    assert await refused(usage, ADA, OF_TURNS) is None


async def test_an_organization_uses_its_budget_together(document_items: ItemStore, clock: Clock) -> None:
    usage = usage_of(document_items, clock, user={"tokens": 100}, organization={"tokens": 30})
    await usage.count(ADA, "run-1", TURN)
    assert await refused(usage, BOB, OF_TURNS) is None
    await usage.count(BOB, "run-2", TURN)
    for caller in (ADA, BOB):
        refusal = await refused(usage, caller, OF_TURNS)
        assert refusal is not None
        assert "organization" in refusal.message
    assert await refused(usage, EVE, OF_TURNS) is None


async def test_background_counts_are_stored_at_the_end(document_items: ItemStore, clock: Clock) -> None:
    usage = usage_of(document_items, clock, user={"pages": 3})
    for _ in range(3):
        usage.count_soon(ADA, {"pages": 1, "bytes": 1000, "turns": 0})
    await usage.aclose()
    assert dict((await usage.of_user("org", "ada", MONTH)).counts) == {
        "turns": 0,
        "input_tokens": 0,
        "output_tokens": 0,
        "documents": 0,
        "pages": 3,
        "bytes": 3000,
    }
    assert await refused(usage, ADA, OF_DOCUMENTS) is not None
