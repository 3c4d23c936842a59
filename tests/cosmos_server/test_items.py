"""The local Cosmos server, driven by the SDK: items one by one."""

import base64
from typing import Any

import pytest
from azure.core import MatchConditions
from azure.cosmos.aio import ContainerProxy, CosmosClient
from azure.cosmos.exceptions import (
    CosmosAccessConditionFailedError,
    CosmosBatchOperationError,
    CosmosHttpResponseError,
    CosmosResourceExistsError,
    CosmosResourceNotFoundError,
)

from cosmos_server import CosmosServer

KEY = ["acme", "ann", "c1"]
UNCHANGED = MatchConditions.IfNotModified


def item(item_id: str = "m1", **fields: Any) -> dict[str, Any]:
    return {"id": item_id, "organization_id": "acme", "user_id": "ann", "conversation_id": "c1"} | fields


async def test_an_item_is_read_back_with_its_system_properties(container: ContainerProxy) -> None:
    created = await container.create_item(item(text="grüße 你好"))
    read = await container.read_item("m1", KEY)
    assert read == created
    assert read["text"] == "grüße 你好"
    assert {"_rid", "_self", "_etag", "_ts"} <= read.keys()


async def test_ids_of_any_script_are_kept(container: ContainerProxy) -> None:
    await container.create_item(item("契約 & 100% + größe.pdf"))
    assert (await container.read_item("契約 & 100% + größe.pdf", KEY))["user_id"] == "ann"


async def test_a_taken_id_is_a_conflict_in_its_own_partition_only(container: ContainerProxy) -> None:
    await container.create_item(item())
    with pytest.raises(CosmosResourceExistsError):
        await container.create_item(item())
    await container.create_item(item() | {"conversation_id": "c2"})


async def test_a_missing_resource_is_a_404(container: ContainerProxy, client: CosmosClient) -> None:
    with pytest.raises(CosmosResourceNotFoundError):
        await container.read_item("m1", KEY)
    with pytest.raises(CosmosResourceNotFoundError):
        await container.replace_item("m1", item())
    with pytest.raises(CosmosResourceNotFoundError):
        await container.delete_item("m1", KEY)
    with pytest.raises(CosmosResourceNotFoundError):
        await client.get_database_client("orc").get_container_client("nowhere").read()


async def test_every_write_changes_the_etag_and_an_old_one_is_refused(container: ContainerProxy) -> None:
    first = await container.create_item(item())
    second = await container.replace_item("m1", item(text="b"), etag=first["_etag"], match_condition=UNCHANGED)
    third = await container.upsert_item(item(text="c"), etag=second["_etag"], match_condition=UNCHANGED)
    assert len({first["_etag"], second["_etag"], third["_etag"]}) == 3
    stale = {"etag": second["_etag"], "match_condition": UNCHANGED}
    with pytest.raises(CosmosAccessConditionFailedError):
        await container.replace_item("m1", item(text="d"), **stale)
    with pytest.raises(CosmosAccessConditionFailedError):
        await container.upsert_item(item(text="d"), **stale)
    with pytest.raises(CosmosAccessConditionFailedError):
        await container.delete_item("m1", KEY, **stale)
    assert (await container.read_item("m1", KEY))["text"] == "c"


async def test_an_upsert_of_a_missing_item_creates_it_whatever_its_etag(container: ContainerProxy) -> None:
    await container.upsert_item(item(), etag='"gone"', match_condition=UNCHANGED)
    assert (await container.read_item("m1", KEY))["id"] == "m1"


async def test_a_deleted_item_is_gone(container: ContainerProxy, server: CosmosServer) -> None:
    await container.create_item(item())
    await container.delete_item("m1", KEY)
    assert server.items("conversations") == []


async def test_a_patch_changes_what_it_names(container: ContainerProxy) -> None:
    await container.create_item(item(tags=["a"], count=1, old="x", nested={"a": 1}))
    patched = await container.patch_item(
        "m1",
        KEY,
        [
            {"op": "add", "path": "/tags/-", "value": "b"},
            {"op": "incr", "path": "/count", "value": 4},
            {"op": "set", "path": "/nested/b", "value": 2},
            {"op": "move", "from": "/old", "path": "/new"},
            {"op": "remove", "path": "/nested/a"},
        ],
        filter_predicate="FROM c WHERE c.count = 1",
    )
    assert (patched["tags"], patched["count"], patched["nested"], patched["new"]) == (["a", "b"], 5, {"b": 2}, "x")
    assert "old" not in patched


async def test_a_patch_whose_condition_does_not_hold_changes_nothing(container: ContainerProxy) -> None:
    created = await container.create_item(item(count=1))
    with pytest.raises(CosmosAccessConditionFailedError):
        await container.patch_item(
            "m1", KEY, [{"op": "set", "path": "/count", "value": 2}], filter_predicate="FROM c WHERE c.count > 1"
        )
    assert await container.read_item("m1", KEY) == created


async def test_a_patch_that_fails_halfway_changes_nothing(container: ContainerProxy) -> None:
    created = await container.create_item(item(count=1))
    operations = [{"op": "incr", "path": "/count", "value": 1}, {"op": "replace", "path": "/missing", "value": 1}]
    with pytest.raises(CosmosHttpResponseError, match="leads nowhere"):
        await container.patch_item("m1", KEY, operations)
    assert await container.read_item("m1", KEY) == created


async def test_an_item_over_two_megabytes_is_too_large(container: ContainerProxy) -> None:
    with pytest.raises(CosmosHttpResponseError) as refused:
        await container.create_item(item(text="x" * (2 * 1024 * 1024)))
    assert refused.value.status_code == 413


async def test_an_item_of_another_partition_than_named_is_a_bad_request(container: ContainerProxy) -> None:
    await container.create_item(item())
    with pytest.raises(CosmosHttpResponseError) as refused:
        await container.patch_item("m1", KEY, [{"op": "set", "path": "/user_id", "value": "bob"}])
    assert (refused.value.status_code, refused.value.sub_status) == (400, 1001)


@pytest.mark.parametrize("item_id", ["", "a/b", "a?b", "x" * 256])
async def test_a_bad_id_is_a_bad_request(container: ContainerProxy, item_id: str) -> None:
    """In a batch, since the SDK itself checks the ids of single items."""
    with pytest.raises(CosmosBatchOperationError) as refused:
        await container.execute_item_batch([("create", (item(item_id),))], KEY)
    assert refused.value.status_code == 400


async def test_an_item_expires_after_its_own_lifetime(container: ContainerProxy, server: CosmosServer) -> None:
    await container.create_item(item("brief", ttl=60))
    await container.create_item(item("lasting"))
    server.advance(59)
    assert (await container.read_item("brief", KEY))["ttl"] == 60
    server.advance(2)
    with pytest.raises(CosmosResourceNotFoundError):
        await container.read_item("brief", KEY)
    assert [left["id"] for left in server.items("conversations")] == ["lasting"]
    await container.create_item(item("brief"))


async def test_a_write_restarts_an_items_lifetime(container: ContainerProxy, server: CosmosServer) -> None:
    await container.create_item(item(ttl=60))
    server.advance(40)
    await container.replace_item("m1", item(ttl=60, text="b"))
    server.advance(40)
    assert (await container.read_item("m1", KEY))["text"] == "b"


@pytest.mark.parametrize("ttl", [0, -2, 1.5, "60", True])
async def test_a_lifetime_that_is_none_is_a_bad_request(container: ContainerProxy, ttl: Any) -> None:
    with pytest.raises(CosmosHttpResponseError, match="ttl"):
        await container.create_item(item(ttl=ttl))


async def test_the_charge_of_a_request_grows_with_its_size(container: ContainerProxy) -> None:
    small = await container.create_item(item("small"))
    large = await container.create_item(item("large", text="x" * 100_000))
    charges = [float(created.get_response_headers()["x-ms-request-charge"]) for created in (small, large)]
    assert 0 < charges[0] < charges[1] < 100


async def test_reads_carry_the_session_token_of_the_writes_before(container: ContainerProxy) -> None:
    created = await container.create_item(item())
    read = await container.read_item("m1", KEY)
    assert created.get_response_headers()["x-ms-session-token"] == "0:-1#1"
    assert read.get_response_headers()["x-ms-session-token"] == "0:-1#1"


async def test_a_wrong_key_is_unauthorized(server: CosmosServer) -> None:
    wrong = base64.b64encode(b"another key").decode()
    client = CosmosClient(server.endpoint, wrong)
    try:
        with pytest.raises(CosmosHttpResponseError) as refused:
            await client.create_database("orc")
        assert refused.value.status_code == 401
    finally:
        await client.close()
