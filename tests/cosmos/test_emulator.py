"""A second opinion on the adapter: the Cosmos DB emulator of the npm registry, made by others.

It has hierarchical keys, ETags and ordered queries. Its queries see every partition and use no composite index
backwards, its batches undo nothing, its items live for ever and have any size, and it fails where an item of a
hierarchical key is missing: of all that, the suites over the server in tests/support are the proof.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing

import pytest

from orc.errors import ItemChanged, ItemExists
from orc.ports import CONVERSATION_ITEMS, Create, Delete, Replace, StoredItem, Upsert
from shared.blobs.local import LocalBlobStore
from shared.stores.cosmos import CosmosDatabase, CosmosItemStore
from tests.cosmos.items import HOME, item, stored
from tests.support.emulators import CosmosEmulator, cosmos_emulator

pytestmark = pytest.mark.cloud


@pytest.fixture(scope="module")
def emulator() -> Iterator[CosmosEmulator]:
    with cosmos_emulator() as emulator:
        yield emulator


@pytest.fixture
async def items(
    emulator: CosmosEmulator, blobs: LocalBlobStore, request: pytest.FixtureRequest
) -> AsyncIterator[CosmosItemStore]:
    database = CosmosDatabase(
        endpoint=emulator.endpoint,
        credential=emulator.key,
        database=request.node.name,
        create=True,
        large_values=blobs,
    )
    async with aclosing(database):
        yield CosmosItemStore(database, CONVERSATION_ITEMS)
    await connections_ended()


async def connections_ended() -> None:
    """Returns when the TLS connections, each of which the emulator ends after its answer, are closed here too."""
    transports = asyncio.get_running_loop()._transports  # type: ignore[attr-defined]  # asyncio shows them nowhere
    async with asyncio.timeout(10):
        while len(transports):  # noqa: ASYNC110  their end sets no event
            await asyncio.sleep(0.01)


async def test_an_item_is_created_once_and_read_again(items: CosmosItemStore) -> None:
    body = item("a/b é")
    [etag] = await items.write(HOME, [Create(body)])
    assert await items.read(HOME, "a/b é") == StoredItem(body, etag)
    with pytest.raises(ItemExists):
        await items.write(HOME, [Create(body)])


async def test_an_item_is_replaced_under_its_etag_only(items: CosmosItemStore) -> None:
    [first] = await items.write(HOME, [Create(item("m1", n=1))])
    [second] = await items.write(HOME, [Replace(item("m1", n=2), first)])
    with pytest.raises(ItemChanged):
        await items.write(HOME, [Replace(item("m1", n=3), first)])
    assert await items.read(HOME, "m1") == StoredItem(item("m1", n=2), second)


async def test_a_deleted_item_is_listed_no_more(items: CosmosItemStore) -> None:
    await items.write(HOME, [Upsert(item("m1", sort=1))])
    assert await items.write(HOME, [Delete("m1")]) == [""]
    assert await items.write(HOME, [Delete("m1")]) == [""]
    assert await items.query(HOME, "message") == []


@pytest.mark.parametrize("scope", [HOME, HOME[:2], HOME[:1], ()])
async def test_items_are_listed_in_order(items: CosmosItemStore, scope: tuple[str, ...]) -> None:
    for n in (3, 1, 4, 2):
        await items.write(HOME, [Upsert(item(f"m{n}", sort=n, even=n % 2 == 0))])
    assert [found.body["sort"] for found in await items.query(scope, "message")] == [1, 2, 3, 4]
    found = await items.query(scope, "message", after=1, before=4, limit=1)
    assert [each.body["sort"] for each in found] == [2]
    found = await items.query(scope, "message", where={"even": True})
    assert [each.body["sort"] for each in found] == [2, 4]


@pytest.mark.req("RE-03")
async def test_concurrent_writers_lose_no_update(items: CosmosItemStore) -> None:
    await items.write(HOME, [Create(item("counter", n=0))])

    async def add_one() -> None:
        while True:
            found = await stored(items, "counter")
            n = found.body["n"]
            assert isinstance(n, int)
            try:
                await items.write(HOME, [Replace(item("counter", n=n + 1), found.etag)])
            except ItemChanged:
                continue
            return

    await asyncio.gather(*(add_one() for _ in range(20)))
    assert (await stored(items, "counter")).body["n"] == 20
