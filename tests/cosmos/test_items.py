"""How items are kept in Cosmos DB: names, partitions, pages, lifetimes and what it all costs."""

from contextlib import AsyncExitStack, aclosing
from pathlib import Path

import pytest

from cosmos_server import CosmosServer
from orc.errors import ItemChanged
from orc.ports import CONVERSATION_ITEMS, DOCUMENT_ITEMS, Create, Delete, Replace, Upsert
from shared.adapters import stores
from shared.settings import Settings
from shared.stores.cosmos import CosmosDatabase, CosmosItemStore
from shared.stores.cosmos.schema import container_definition, definitions
from tests.cosmos.conftest import Cosmos
from tests.cosmos.items import HOME, item, stored

pytestmark = pytest.mark.cloud

ODD_IDS = ["a/b", "a\\b", "a?b", "a#b", "a b", "100%", "~2F", "~", "", "Grüße", "東京 🌍", "half \ud83d", "\x00", ".."]


@pytest.mark.parametrize("item_id", ODD_IDS)
async def test_an_id_may_have_any_character(items: CosmosItemStore, item_id: str) -> None:
    [etag] = await items.write(HOME, [Create(item(item_id, sort=1))])
    assert (await stored(items, item_id)).body["id"] == item_id
    assert [found.body["id"] for found in await items.query(HOME, "message")] == [item_id]
    await items.write(HOME, [Replace(item(item_id, sort=2), etag), Upsert(item("other"))])
    await items.write(HOME, [Delete(item_id)])
    assert await items.read(HOME, item_id) is None


async def test_odd_ids_are_different_items(items: CosmosItemStore) -> None:
    await items.write(HOME, [Create(item(item_id)) for item_id in ODD_IDS])
    found = await items.query(HOME, "message")
    assert {each.body["id"] for each in found} == {*ODD_IDS}


async def test_an_id_that_is_too_long_is_refused_and_never_found(items: CosmosItemStore) -> None:
    with pytest.raises(ValueError, match="at most 255 characters"):
        await items.write(HOME, [Create(item("x" * 256))])
    assert await items.read(HOME, "x" * 256) is None


async def test_properties_added_by_adapter_and_service_are_not_returned(items: CosmosItemStore) -> None:
    await items.write(HOME, [Create(item("m1"))])
    assert set((await stored(items, "m1")).body) == set(item("m1"))


async def test_a_partition_must_be_whole_to_be_written(items: CosmosItemStore) -> None:
    with pytest.raises(ValueError, match="zip"):
        await items.write(HOME[:2], [Create(item("m1"))])


async def test_results_are_complete_over_many_pages(server: CosmosServer, items: CosmosItemStore) -> None:
    server.max_page = 7
    for conversation in range(3):
        writes = [Upsert({**item(f"m{n}", sort=n * 3 + conversation)}) for n in range(20)]
        partition = (*HOME[:2], f"c{conversation}")
        await items.write(partition, [Upsert({**w.item, "conversation_id": partition[2]}) for w in writes])
    for scope in (HOME[:2], HOME[:1], ()):
        found = await items.query(scope, "message", limit=50)
        assert [each.body["sort"] for each in found] == [*range(50)]
        found = await items.query(scope, "message", limit=50, descending=True)
        assert [each.body["sort"] for each in found] == [*range(59, 9, -1)]


@pytest.mark.req("CS-14")
async def test_lifetimes_are_the_services_own(server: CosmosServer, items: CosmosItemStore) -> None:
    [etag] = await items.write(HOME, [Create(item("m1", ttl=60))])
    await items.write(HOME, [Create(item("m2"))])
    server.advance(61)
    assert await items.read(HOME, "m1") is None
    assert [found.body["id"] for found in await items.query(HOME, "message")] == ["m2"]
    with pytest.raises(ItemChanged):
        await items.write(HOME, [Replace(item("m1"), etag)])


async def test_one_write_is_one_operation_and_many_are_one_batch(server: CosmosServer, items: CosmosItemStore) -> None:
    await items.write(HOME, [Create(item("m1"))])
    await items.write(HOME, [Upsert(item("m1")), Create(item("m2"))])
    assert [server.count(kind) for kind in ("create", "upsert", "batch")] == [1, 0, 1]


async def test_charges_are_counted_by_kind(cosmos: Cosmos) -> None:
    database = await cosmos.database()
    items = CosmosItemStore(database, CONVERSATION_ITEMS)
    await items.ping()
    database.charges.reset()
    await items.write(HOME, [Create(item("m1"))])
    await items.write(HOME, [Create(item("m2")), Create(item("m3"))])
    await items.read(HOME, "m1")
    await items.query(HOME, "message")
    counted = database.charges.operations
    assert {kind: counted[kind] for kind in ("write", "read", "query")} == {"write": 2, "read": 1, "query": 1}
    assert database.charges.units["read"] == 1
    assert database.charges.total_units > database.charges.units["write"] > 10
    database.charges.reset()
    assert database.charges.total_units == 0


async def test_a_point_read_costs_one_unit_however_many_items_there_are(cosmos: Cosmos) -> None:
    database = await cosmos.database()
    items = CosmosItemStore(database, CONVERSATION_ITEMS)
    await items.write(HOME, [Create(item(f"m{n}")) for n in range(100)])
    database.charges.reset()
    await items.read(HOME, "m50")
    assert database.charges.units == {"read": 1}


async def test_a_whole_partition_is_deleted_by_batches(server: CosmosServer, items: CosmosItemStore) -> None:
    for start in range(0, 250, 50):
        await items.write(HOME, [Create(item(f"m{n}")) for n in range(start, start + 50)])
    before = server.count("batch")
    await items.delete_partition(HOME)
    assert server.count("batch") - before == 3
    assert server.items("conversations") == []


async def test_the_containers_are_made_as_they_are_defined(server: CosmosServer, cosmos: Cosmos) -> None:
    for container in (CONVERSATION_ITEMS, DOCUMENT_ITEMS):
        await (await cosmos.items(container)).ping()
    database = await cosmos.database()
    for container in (CONVERSATION_ITEMS, DOCUMENT_ITEMS):
        wanted = definitions(container, vector_dimensions=None)[0]
        made = await (await database.container(container))._proxy.read()
        assert {name: made.get(name) for name in wanted} == wanted
        assert made["indexingPolicy"]["excludedPaths"][0] == {"path": "/*"}


async def test_with_an_embedding_model_of_known_dimensions_chunks_are_ranked_by_vectors(
    server: CosmosServer, tmp_path: Path
) -> None:
    settings = Settings.from_environ(
        {
            "COSMOS_CONNECTION_STRING": f"AccountEndpoint={server.endpoint};AccountKey={server.key};",
            "COSMOS_CREATE": "true",
            "ORC_DATA_DIR": str(tmp_path),
            "OPENAI_API_KEY": "sk-secret",
            "OPENAI_EMBEDDING_MODEL": "embed",
            "OPENAI_EMBEDDING_DIMENSIONS": "384",
        }
    )
    opened = stores(settings)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(opened.aclose)
        await opened.document_items.ping()
        database = await stack.enter_async_context(
            aclosing(
                CosmosDatabase(
                    endpoint=server.endpoint,
                    credential=server.key,
                    database="orc",
                    create=False,
                    large_values=opened.blobs,
                )
            )
        )
        made = await (await database.container(DOCUMENT_ITEMS))._proxy.read()
    wanted = container_definition(DOCUMENT_ITEMS, full_text=True, vector_dimensions=384)
    assert made["vectorEmbeddingPolicy"] == wanted["vectorEmbeddingPolicy"]
    assert made["indexingPolicy"]["vectorIndexes"] == wanted["indexingPolicy"]["vectorIndexes"]


async def test_search_is_left_out_where_the_account_does_not_offer_it(server: CosmosServer, cosmos: Cosmos) -> None:
    items = await cosmos.items(DOCUMENT_ITEMS, vector_dimensions=1536)
    server.fail("create_container", status=400, times=2)
    await items.ping()
    assert server.count("create_container") == 3


def test_only_what_is_queried_is_indexed() -> None:
    definition = container_definition(DOCUMENT_ITEMS, full_text=True, vector_dimensions=3)
    policy = definition["indexingPolicy"]
    assert {"path": "/content_id/?"} in policy["includedPaths"]
    assert {"path": "/text/?"} not in policy["includedPaths"]
    assert policy["fullTextIndexes"] == [{"path": "/text"}]
    assert policy["vectorIndexes"][0]["path"] == definition["vectorEmbeddingPolicy"]["vectorEmbeddings"][0]["path"]
    assert definition["partitionKey"]["paths"] == ["/organization_id", "/user_id"]
    assert definition["defaultTtl"] == -1
