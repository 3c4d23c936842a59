"""The local Cosmos server, driven by the SDK: what a test makes it do wrong."""

import asyncio
import json
import signal
import sys
from typing import Any

import pytest
from azure.core.exceptions import AzureError
from azure.cosmos.aio import ContainerProxy, CosmosClient
from azure.cosmos.exceptions import CosmosHttpResponseError, CosmosResourceExistsError

from cosmos_server import CosmosServer

KEY = ["acme", "ann", "c1"]
ITEM: dict[str, Any] = {"id": "m1", "organization_id": "acme", "user_id": "ann", "conversation_id": "c1"}


async def test_a_throttled_request_is_retried_after_the_requested_delay(
    container: ContainerProxy, server: CosmosServer
) -> None:
    server.fail("create", status=429, retry_after_ms=5, times=2)
    await container.create_item(ITEM)
    assert server.count("create") == 3


async def test_a_throttled_request_carries_its_delay(container: ContainerProxy, server: CosmosServer) -> None:
    async with CosmosClient(server.endpoint, server.key, retry_throttle_total=-1) as hasty:
        server.throttle(60)
        with pytest.raises(CosmosHttpResponseError) as refused:
            await hasty.get_database_client("orc").get_container_client("conversations").read_item("m1", KEY)
    assert (refused.value.status_code, refused.value.sub_status) == (429, 3200)
    assert 50_000 < int(refused.value.headers["x-ms-retry-after-ms"]) <= 60_000
    await container.read()


async def test_only_requests_that_match_fail(container: ContainerProxy, server: CosmosServer) -> None:
    server.fail(lambda request: request.path.endswith("/docs/m2"), status=403)
    await container.create_item(ITEM)
    await container.read_item("m1", KEY)
    with pytest.raises(CosmosHttpResponseError) as refused:
        await container.read_item("m2", KEY)
    assert refused.value.status_code == 403


async def test_a_failed_write_changed_nothing(container: ContainerProxy, server: CosmosServer) -> None:
    server.fail("batch", status=503, times=100)
    with pytest.raises(CosmosHttpResponseError) as refused:
        await container.execute_item_batch([("create", (ITEM,))], KEY)
    assert refused.value.status_code == 503
    assert server.items("conversations") == []


async def test_a_connection_cut_before_the_work_is_tried_again(container: ContainerProxy, server: CosmosServer) -> None:
    server.drop_connection(after=1)
    await container.create_item(ITEM)
    assert (await container.read_item("m1", KEY))["id"] == "m1"
    assert server.count("read") == 2


async def test_a_connection_cut_after_the_work_leaves_the_work_done(
    container: ContainerProxy, server: CosmosServer
) -> None:
    server.drop_connection(when="after")
    with pytest.raises(CosmosResourceExistsError):  # the SDK sends a write again when its connection breaks
        await container.create_item(ITEM)
    assert [item["id"] for item in server.items("conversations")] == ["m1"]


async def test_connections_that_are_cut_every_time_end_in_an_error(
    container: ContainerProxy, server: CosmosServer
) -> None:
    server.drop_connection(times=1000)
    with pytest.raises(AzureError):
        await container.create_item(ITEM)
    assert server.items("conversations") == []


async def test_the_requests_that_came_in_are_known(container: ContainerProxy, server: CosmosServer) -> None:
    await container.create_item(ITEM)
    last = server.requests[-1]
    assert (last.method, last.path, last.kind) == ("POST", "dbs/orc/colls/conversations/docs", "create")


async def test_the_server_runs_as_a_process() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "cosmos_server", stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        told = json.loads(await asyncio.wait_for(process.stdout.readline(), 60))
        async with CosmosClient(told["endpoint"], told["key"]) as client:
            assert (await client.create_database("orc")).id == "orc"
    finally:
        process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), 60) == 0
