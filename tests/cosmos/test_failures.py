"""What the adapter makes of a service that is busy, refuses, or does not get its answers through."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from cosmos_server import CosmosServer
from orc.errors import ItemChanged, ItemExists, StoreError, StoreUnavailable
from orc.ports import Create, Delete, Increment, Replace, Upsert, Write
from shared.stores.cosmos import CosmosItemStore
from tests.cosmos.conftest import Cosmos
from tests.cosmos.items import HOME, item, stored

pytestmark = pytest.mark.cloud

OPERATIONS: dict[str, Callable[[CosmosItemStore], Awaitable[object]]] = {
    "read": lambda items: items.read(HOME, "m1"),
    "query": lambda items: items.query(HOME, "message"),
    "create": lambda items: items.write(HOME, [Create(item("m2"))]),
    "batch": lambda items: items.write(HOME, [Create(item("m2")), Upsert(item("m3"))]),
}


@pytest.mark.req("RE-07")
@pytest.mark.parametrize("kind", OPERATIONS)
async def test_a_busy_service_is_asked_again_as_late_as_it_wants(
    server: CosmosServer, cosmos: Cosmos, items: CosmosItemStore, kind: str
) -> None:
    await items.ping()
    server.fail(status=429, retry_after_ms=1500, times=3)
    await OPERATIONS[kind](items)
    assert cosmos.waits == [1.5, 1.5, 1.5]


@pytest.mark.req("RE-07")
@pytest.mark.parametrize("status", [408, 429, 503])
@pytest.mark.parametrize("kind", OPERATIONS)
async def test_no_request_is_made_more_than_five_times(
    server: CosmosServer, items: CosmosItemStore, kind: str, status: int
) -> None:
    await items.ping()
    before = len(server.requests)
    server.fail(status=status, times=100)
    with pytest.raises(StoreUnavailable):
        await OPERATIONS[kind](items)
    assert len(server.requests) - before == 5


@pytest.mark.req("RE-07")
async def test_the_waits_of_a_service_that_names_none_grow(
    server: CosmosServer, cosmos: Cosmos, items: CosmosItemStore
) -> None:
    await items.ping()
    server.fail(status=503, times=4)
    assert await items.read(HOME, "m1") is None
    assert len(cosmos.waits) == 4
    assert all(later > 1.5 * sooner for sooner, later in zip(cosmos.waits, cosmos.waits[1:], strict=False))


@pytest.mark.req("RE-07")
async def test_a_delay_beyond_the_budget_is_not_started(server: CosmosServer, cosmos: Cosmos) -> None:
    items = await cosmos.items(max_retry_seconds=2)
    await items.ping()
    server.fail(status=429, retry_after_ms=3000)
    with pytest.raises(StoreUnavailable, match="too busy"):
        await items.read(HOME, "m1")
    assert cosmos.waits == []


@pytest.mark.req("RE-07")
async def test_a_throttled_service_gets_the_request_again_when_it_is_ready(
    server: CosmosServer, cosmos: Cosmos
) -> None:
    items = await cosmos.items(sleep=asyncio.sleep)
    await items.ping()
    server.throttle(0.2)
    before = len(server.requests)
    await items.write(HOME, [Create(item("m1"))])
    assert len(server.requests) - before == 2


@pytest.mark.req("RE-07")
async def test_writers_sit_out_ten_seconds_of_throttling(server: CosmosServer, cosmos: Cosmos) -> None:
    items = await cosmos.items(sleep=asyncio.sleep)
    await items.ping()
    server.throttle(10)
    await asyncio.gather(*(items.write(HOME, [Create(item(f"m{n}", sort=n))]) for n in range(20)))
    assert len(await items.query(HOME, "message")) == 20


async def test_a_cut_connection_is_tried_again(server: CosmosServer, items: CosmosItemStore) -> None:
    await items.write(HOME, [Create(item("m1", n=1))])
    server.drop_connection(times=2)
    assert (await stored(items, "m1")).body["n"] == 1


async def test_a_create_whose_answer_was_lost_has_happened(server: CosmosServer, items: CosmosItemStore) -> None:
    await items.ping()
    server.drop_connection(when="after")
    [etag] = await items.write(HOME, [Create(item("m1", n=1))])
    assert (await stored(items, "m1")).etag == etag


async def test_a_replace_whose_answer_was_lost_has_happened(server: CosmosServer, items: CosmosItemStore) -> None:
    [first] = await items.write(HOME, [Create(item("m1", n=1))])
    server.drop_connection(when="after")
    [second] = await items.write(HOME, [Replace(item("m1", n=2), first)])
    assert (await stored(items, "m1")).etag == second
    assert second != first


async def test_a_batch_whose_answer_was_lost_has_happened_once(server: CosmosServer, items: CosmosItemStore) -> None:
    [first, _] = await items.write(HOME, [Create(item("run", n=1)), Create(item("old"))])
    server.drop_connection(when="after")
    writes: list[Write] = [Delete("old"), Replace(item("run", n=2), first), Create(item("m1")), Upsert(item("m2"))]
    etags = await items.write(HOME, writes)
    assert etags == ["", *[(await stored(items, name)).etag for name in ("run", "m1", "m2")]]
    assert await items.read(HOME, "old") is None


async def test_increment_with_a_create_is_applied_once_after_a_lost_response(
    server: CosmosServer, items: CosmosItemStore
) -> None:
    await items.ping()
    for number in range(2):
        server.drop_connection(when="after")
        await items.write(HOME, [Create(item(f"counted-{number}")), Increment(item("counter"), {"turns": 1})])
        assert (await stored(items, "counter")).body["turns"] == number + 1


async def test_a_delete_whose_answer_was_lost_has_happened(server: CosmosServer, items: CosmosItemStore) -> None:
    await items.write(HOME, [Create(item("m1"))])
    server.drop_connection(after=1, when="after")  # the query about large values comes first
    assert await items.write(HOME, [Delete("m1")]) == [""]
    assert await items.read(HOME, "m1") is None


async def test_an_equal_item_of_another_writer_is_a_conflict_all_the_same(
    server: CosmosServer, items: CosmosItemStore
) -> None:
    [etag] = await items.write(HOME, [Create(item("m1", n=1))])
    server.drop_connection()
    with pytest.raises(ItemExists):
        await items.write(HOME, [Create(item("m1", n=1))])
    server.drop_connection()
    with pytest.raises(ItemChanged):
        await items.write(HOME, [Replace(item("m1", n=1), "stale")])
    assert (await stored(items, "m1")).etag == etag


async def test_a_failed_write_can_be_repeated_later(server: CosmosServer, items: CosmosItemStore) -> None:
    await items.ping()
    server.fail(status=503, times=5)
    with pytest.raises(StoreUnavailable, match="HTTP 503"):
        await items.write(HOME, [Create(item("m1"))])
    await items.write(HOME, [Create(item("m1"))])


async def test_a_refused_write_is_reported_as_such(server: CosmosServer, items: CosmosItemStore) -> None:
    await items.ping()
    server.fail(status=403)
    with pytest.raises(StoreUnavailable, match="refused the credentials"):
        await items.write(HOME, [Create(item("m1"))])


async def test_a_request_that_makes_no_sense_is_no_outage(server: CosmosServer, items: CosmosItemStore) -> None:
    await items.ping()
    server.fail(status=400)
    with pytest.raises(StoreError) as raised:
        await items.query(HOME, "message")
    assert not isinstance(raised.value, StoreUnavailable)


@pytest.mark.req("CS-06")
@pytest.mark.parametrize("batches", [0, 1])
async def test_the_last_item_outlives_an_interrupted_deletion(
    server: CosmosServer, items: CosmosItemStore, batches: int
) -> None:
    await items.write(HOME, [Create(item("conversation", type="conversation", sort="a"))])
    for start in range(0, 150, 50):
        await items.write(HOME, [Create(item(f"m{n}", sort=n)) for n in range(start, start + 50)])
    server.drop_connection(after=1 + batches, times=5)  # the query for what there is comes first
    with pytest.raises(StoreUnavailable):
        await items.delete_partition(HOME, last="conversation")
    assert (await stored(items, "conversation")).body["type"] == "conversation"
    assert (len(await items.query(HOME, "message", limit=1000)) < 150) is bool(batches)
    await items.delete_partition(HOME, last="conversation")
    assert server.items("conversations") == []
