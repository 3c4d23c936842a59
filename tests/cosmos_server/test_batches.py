"""The local Cosmos server, driven by the SDK: transactional batches."""

from typing import Any

import pytest
from azure.cosmos.aio import ContainerProxy
from azure.cosmos.exceptions import CosmosBatchOperationError, CosmosHttpResponseError

from cosmos_server import CosmosServer

KEY = ["acme", "ann", "c1"]


def item(item_id: str, **fields: Any) -> dict[str, Any]:
    return {"id": item_id, "organization_id": "acme", "user_id": "ann", "conversation_id": "c1"} | fields


async def test_a_batch_does_all_its_operations_and_answers_each(container: ContainerProxy) -> None:
    old = await container.create_item(item("old"))
    await container.create_item(item("doomed"))
    answers = await container.execute_item_batch(
        [
            ("create", (item("new"),)),
            ("upsert", (item("other"),)),
            ("replace", ("old", item("old", text="b")), {"if_match_etag": old["_etag"]}),
            ("patch", ("new", [{"op": "set", "path": "/text", "value": "c"}])),
            ("read", ("new",)),
            ("delete", ("doomed",)),
        ],
        KEY,
    )
    assert [answer["statusCode"] for answer in answers] == [201, 201, 200, 200, 200, 204]
    assert answers[4]["resourceBody"]["text"] == "c"
    assert answers[2]["eTag"] == (await container.read_item("old", KEY))["_etag"] != old["_etag"]


async def test_a_batch_that_fails_leaves_everything_as_it_was(container: ContainerProxy, server: CosmosServer) -> None:
    await container.create_item(item("old", text="a"))
    before = server.items("conversations")
    with pytest.raises(CosmosBatchOperationError) as refused:
        await container.execute_item_batch(
            [
                ("create", (item("new"),)),
                ("upsert", (item("old", text="b"),)),
                ("create", (item("old"),)),
                ("delete", ("old",)),
            ],
            KEY,
        )
    assert (refused.value.status_code, refused.value.error_index) == (409, 2)
    statuses = [answer["statusCode"] for answer in refused.value.operation_responses]
    assert statuses == [424, 424, 409, 424]
    assert server.items("conversations") == before


@pytest.mark.parametrize(
    ("operation", "status"),
    [
        (("replace", ("old", item("old")), {"if_match_etag": '"stale"'}), 412),
        (("replace", ("missing", item("missing"))), 404),
        (("delete", ("missing",)), 404),
        (("create", (item("new") | {"user_id": "bob"},)), 400),
    ],
)
async def test_the_failed_operation_of_a_batch_says_why(
    container: ContainerProxy, operation: tuple[Any, ...], status: int
) -> None:
    await container.create_item(item("old"))
    with pytest.raises(CosmosBatchOperationError) as refused:
        await container.execute_item_batch([("create", (item("new"),)), operation], KEY)
    assert [answer["statusCode"] for answer in refused.value.operation_responses] == [424, status]


async def test_a_batch_has_at_most_a_hundred_operations(container: ContainerProxy, server: CosmosServer) -> None:
    hundred = [("create", (item(f"m{number}"),)) for number in range(100)]
    with pytest.raises(CosmosHttpResponseError, match="more operations than what is supported") as refused:
        await container.execute_item_batch([*hundred, ("create", (item("last"),))], KEY)
    assert refused.value.status_code == 400
    await container.execute_item_batch(hundred, KEY)
    assert len(server.items("conversations")) == 100


async def test_a_batch_over_two_megabytes_is_too_large(container: ContainerProxy, server: CosmosServer) -> None:
    halves = [("create", (item(f"m{number}", text="x" * 1_050_000),)) for number in range(2)]
    with pytest.raises(CosmosHttpResponseError) as refused:
        await container.execute_item_batch(halves, KEY)
    assert refused.value.status_code == 413
    assert server.items("conversations") == []
