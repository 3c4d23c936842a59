"""The local Cosmos server, driven by the SDK: queries within a partition, under a prefix and over all."""

from typing import Any

import pytest
from azure.cosmos import PartitionKey
from azure.cosmos.aio import ContainerProxy, CosmosClient
from azure.cosmos.exceptions import CosmosHttpResponseError

from cosmos_server import CosmosServer

KEY = ["acme", "ann", "c1"]
LIST = "SELECT * FROM c WHERE c.type = @type"


def item(item_id: str, key: list[str] = KEY, **fields: Any) -> dict[str, Any]:
    names = ("organization_id", "user_id", "conversation_id")
    return {"id": item_id, "type": "message"} | dict(zip(names, key, strict=True)) | fields


def parameters(**values: Any) -> list[dict[str, Any]]:
    return [{"name": f"@{name}", "value": value} for name, value in values.items()]


async def ids(container: ContainerProxy, query: str, key: list[str] | None = KEY, **values: Any) -> list[str]:
    found = container.query_items(query, partition_key=key, parameters=parameters(**values))
    return [each["id"] async for each in found]


@pytest.fixture
async def messages(container: ContainerProxy) -> ContainerProxy:
    for number in range(5):
        await container.create_item(item(f"m{number}", sort=number, tags=["odd" if number % 2 else "even"]))
    await container.create_item(item("r1", type="run", sort="z"))
    await container.create_item(item("m9", ["acme", "ann", "c2"], sort=9))
    await container.create_item(item("m7", ["acme", "bob", "c3"], sort=7))
    return container


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("c.type = 'run'", ["r1"]),
        ('c.type != "message"', ["r1"]),
        ("c.sort > @two", ["m3", "m4"]),
        ("c.sort >= 1 AND c.sort <= @two", ["m1", "m2"]),
        ("c.sort < 1 OR c['sort'] = 4", ["m0", "m4"]),
        ("NOT (c.sort < 3)", ["m3", "m4"]),
        ("c.id IN ('m1', \"m2\", @absent)", ["m1", "m2"]),
        ("ARRAY_CONTAINS(@wanted, c.id)", ["m0", "r1"]),
        ("ARRAY_CONTAINS(c.tags, 'odd')", ["m1", "m3"]),
        ("STARTSWITH(c.id, 'R', true)", ["r1"]),
        ("IS_DEFINED(c.tags) = false", ["r1"]),
        ("c.missing = null", []),
    ],
)
async def test_a_condition_chooses_items(messages: ContainerProxy, condition: str, expected: list[str]) -> None:
    query = f"SELECT * FROM c WHERE {condition}"
    assert await ids(messages, query, two=2, absent="no", wanted=["m0", "r1"]) == expected


async def test_items_are_ordered_by_type_and_value(messages: ContainerProxy) -> None:
    await messages.create_item(item("none"))
    order = ["m4", "m3", "m2", "m1", "m0"]
    assert await ids(messages, "SELECT * FROM c ORDER BY c.sort DESC") == ["r1", *order, "none"]
    assert await ids(messages, "SELECT * FROM c WHERE c.type = 'message' ORDER BY c.type, c.sort") == [
        "none",
        *reversed(order),
    ]


async def test_an_order_that_no_index_serves_is_refused(messages: ContainerProxy) -> None:
    for order in ("c.content", "c.sort, c.type", "c.type, c.sort DESC"):
        with pytest.raises(CosmosHttpResponseError, match="index"):
            await ids(messages, f"SELECT * FROM c ORDER BY {order}")


async def test_fields_values_and_counts_are_projected(messages: ContainerProxy) -> None:
    async def first(query: str) -> Any:
        return await anext(aiter(messages.query_items(query, partition_key=KEY)))

    assert await first("SELECT c.id, c.sort AS place, c.missing FROM c") == {"id": "m0", "place": 0}
    assert await first("SELECT VALUE c.id FROM c ORDER BY c.sort DESC OFFSET 1 LIMIT 1") == "m4"
    assert await first("SELECT VALUE COUNT(1) FROM c WHERE c.type = 'message'") == 5


@pytest.mark.parametrize("query", ["SELECT * FROM c", "SELECT * FROM c ORDER BY c.sort DESC"])
async def test_a_query_is_paged_and_resumed_from_its_continuation(messages: ContainerProxy, query: str) -> None:
    whole = await ids(messages, query)
    pages: Any = messages.query_items(query, partition_key=KEY, max_item_count=2).by_page()
    first = [each["id"] async for each in await anext(pages)]
    token = pages.continuation_token
    rest = messages.query_items(query, partition_key=KEY, max_item_count=2).by_page(token)
    later = [[each["id"] async for each in page] async for page in rest]
    assert [first, *later] == [whole[:2], whole[2:4], whole[4:6]]


async def test_deleting_what_a_page_returned_hides_nothing_from_the_next(messages: ContainerProxy) -> None:
    seen = []
    async for page in messages.query_items("SELECT c.id FROM c", partition_key=KEY, max_item_count=2).by_page():
        for each in [each async for each in page]:
            seen.append(each["id"])
            await messages.delete_item(each["id"], KEY)
    assert seen == ["m0", "m1", "m2", "m3", "m4", "r1"]


async def test_the_server_may_return_shorter_pages_than_asked_for(
    messages: ContainerProxy, server: CosmosServer
) -> None:
    server.max_page = 1
    assert len(await ids(messages, "SELECT TOP 4 * FROM c")) == 4
    assert server.count("query") == 4


async def test_a_key_prefix_finds_all_partitions_under_it(messages: ContainerProxy) -> None:
    of_ann = await ids(messages, LIST, ["acme", "ann"], type="message")
    of_all = await ids(messages, f"{LIST} ORDER BY c.sort DESC", ["acme"], type="message")
    assert of_ann == ["m0", "m1", "m2", "m3", "m4", "m9"]
    assert of_all == ["m9", "m7", "m4", "m3", "m2", "m1", "m0"]
    assert await ids(messages, LIST, ["other"], type="message") == []


async def test_a_prefix_query_is_paged(messages: ContainerProxy, server: CosmosServer) -> None:
    server.max_page = 2
    assert len(await ids(messages, LIST, ["acme"], type="message")) == 7


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("SELECT VALUE c.id FROM c WHERE c.type = 'message'", ["m0", "m1", "m2", "m3", "m4", "m9", "m7"]),
        ("SELECT VALUE c.id FROM c WHERE c.sort > @least ORDER BY c.sort DESC", ["m9", "m7", "m4", "m3"]),
        ("SELECT TOP 2 VALUE c.id FROM c WHERE c.sort > @least ORDER BY c.sort DESC", ["m9", "m7"]),
        ("SELECT VALUE c.id FROM c WHERE c.sort > 2 ORDER BY c.sort OFFSET 1 LIMIT 2", ["m4", "m7"]),
        ("SELECT VALUE c.id FROM c OFFSET 6 LIMIT 1", ["m9"]),
        ("SELECT TOP 1 c.id, c.sort AS at FROM c ORDER BY c.sort", [{"id": "m0", "at": 0}]),
        ("SELECT VALUE COUNT(1) FROM c WHERE c.type = @type", [7]),
    ],
)
async def test_a_query_over_all_partitions_goes_through_the_clients_own_pipeline(
    messages: ContainerProxy, query: str, expected: list[Any]
) -> None:
    found = messages.query_items(query, parameters=parameters(least=2, type="message"), max_item_count=3)
    assert [each async for each in found] == expected


async def test_several_items_are_read_at_once(messages: ContainerProxy) -> None:
    wanted: list[tuple[str, Any]] = [("m0", KEY), ("m9", ["acme", "ann", "c2"]), ("m1", ["nobody", "x", "y"])]
    assert [each["id"] for each in await messages.read_items(wanted)] == ["m0", "m9"]
    assert len([each async for each in messages.read_all_items()]) == 8


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * FROM c WHERE",
        "SELECT * FROM c WHERE c.a = 'open",
        "SELECT * FROM c WHERE d.a = 1",
        "SELECT * FROM c WHERE c.a = @unknown",
        "SELECT DISTINCT c.a FROM c",
        "SELECT * FROM c JOIN t IN c.tags",
        "SELECT c.a, COUNT(1) AS n FROM c GROUP BY c.a",
        "SELECT TOP 3 * FROM c WHERE FullTextContains(c.text, 'word')",
        "SELECT TOP 3 c.id FROM c ORDER BY VectorDistance(c.vector, [1, 2])",
        "SELECT TOP 3 * FROM c ORDER BY RANK FullTextScore(c.text, 'word')",
    ],
)
async def test_unsupported_requests_are_bad_requests(messages: ContainerProxy, query: str) -> None:
    with pytest.raises(CosmosHttpResponseError) as refused:
        await ids(messages, query)
    assert refused.value.status_code == 400


async def test_a_container_keeps_and_returns_its_definition(client: CosmosClient, container: ContainerProxy) -> None:
    definition = await container.read()
    assert definition["partitionKey"] == {
        "paths": ["/organization_id", "/user_id", "/conversation_id"],
        "kind": "MultiHash",
        "version": 2,
    }
    assert definition["defaultTtl"] == -1
    assert definition["indexingPolicy"]["excludedPaths"] == [{"path": "/content/?"}]
    database = client.get_database_client("orc")
    again = await database.create_container_if_not_exists("conversations", PartitionKey(path="/other"))
    assert await again.read() == definition


async def test_a_container_of_one_key_is_queried_by_it(client: CosmosClient, container: ContainerProxy) -> None:
    plain = await client.get_database_client("orc").create_container("plain", PartitionKey(path="/team"))
    for number, team in enumerate("aab"):
        await plain.create_item({"id": f"t{number}", "team": team})
    found = plain.query_items("SELECT * FROM c", partition_key="a")
    assert [each["id"] async for each in found] == ["t0", "t1"]
