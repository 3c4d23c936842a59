"""A server and a container in it, both reached by the SDK as it is."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from azure.cosmos import PartitionKey
from azure.cosmos.aio import ContainerProxy, CosmosClient

from cosmos_server import CosmosServer, cosmos_server

KEY_PATHS = ["/organization_id", "/user_id", "/conversation_id"]
INDEXING: dict[str, Any] = {
    "includedPaths": [{"path": "/*"}],
    "excludedPaths": [{"path": "/content/?"}],
    "compositeIndexes": [[{"path": "/type", "order": "ascending"}, {"path": "/sort", "order": "ascending"}]],
}


@pytest.fixture
async def server() -> AsyncIterator[CosmosServer]:
    async with cosmos_server() as server:
        yield server


@pytest.fixture
async def client(server: CosmosServer) -> AsyncIterator[CosmosClient]:
    async with CosmosClient(server.endpoint, server.key) as client:
        yield client


@pytest.fixture
async def container(client: CosmosClient) -> ContainerProxy:
    """Keyed by organisation, user and conversation; item lifetimes are on, without a default."""
    database = await client.create_database_if_not_exists("orc")
    return await database.create_container(
        "conversations",
        PartitionKey(path=KEY_PATHS, kind="MultiHash"),
        default_ttl=-1,
        indexing_policy=INDEXING,
    )
