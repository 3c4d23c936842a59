"""A second opinion on the adapter: the Cosmos DB emulator of the npm registry, made by others.

The suites of the store ports run over it too, as far as it goes (tests/contract/emulator.py). Here is what they ask of
the service in batches, asked one by one.
"""

from collections.abc import AsyncIterator
from contextlib import aclosing

import pytest

from orc.errors import ItemChanged, ItemExists
from orc.ports import CONVERSATION_ITEMS, Create, Delete, Replace, StoredItem, Upsert
from shared.blobs.local import LocalBlobStore
from shared.stores.cosmos import CosmosDatabase, CosmosItemStore
from tests.cosmos.items import HOME, item
from tests.support.emulators import CosmosEmulator, connections_ended

pytestmark = pytest.mark.cloud


@pytest.fixture
async def items(
    running_cosmos_emulator: CosmosEmulator, blobs: LocalBlobStore, request: pytest.FixtureRequest
) -> AsyncIterator[CosmosItemStore]:
    database = CosmosDatabase(
        endpoint=running_cosmos_emulator.endpoint,
        credential=running_cosmos_emulator.key,
        database=request.node.name,
        create=True,
        large_values=blobs,
    )
    async with aclosing(database):
        yield CosmosItemStore(database, CONVERSATION_ITEMS)
    await connections_ended()


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
