"""A server, and databases on it that are closed again."""

import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, aclosing
from pathlib import Path
from typing import Any

import pytest

from cosmos_server import CosmosServer, cosmos_server
from orc.ports import CONVERSATION_ITEMS, DOCUMENT_ITEMS, ItemContainer
from shared.blobs.local import LocalBlobStore
from shared.stores.cosmos import CosmosDatabase, CosmosDocumentIndex, CosmosItemStore


@pytest.fixture
async def server() -> AsyncIterator[CosmosServer]:
    async with cosmos_server() as server:
        yield server


@pytest.fixture
def blobs(tmp_path: Path) -> LocalBlobStore:
    return LocalBlobStore(tmp_path / "blobs")


class Cosmos:
    """Opens databases, stores and indexes on the server. Waits between tries are noted, not waited for."""

    def __init__(self, server: CosmosServer, blobs: LocalBlobStore, stack: AsyncExitStack) -> None:
        self.waits: list[float] = []
        self._server = server
        self._blobs = blobs
        self._stack = stack

    async def database(self, **changed: Any) -> CosmosDatabase:
        given: dict[str, Any] = {
            "endpoint": self._server.endpoint,
            "credential": self._server.key,
            "create": True,
            "large_values": self._blobs,
            "sleep": self._wait,
        }
        return await self._stack.enter_async_context(aclosing(CosmosDatabase(**given | changed)))

    async def items(self, container: ItemContainer = CONVERSATION_ITEMS, **changed: Any) -> CosmosItemStore:
        return CosmosItemStore(await self.database(**changed), container)

    async def index(self, *, exact_limit: int = 2000, **changed: Any) -> CosmosDocumentIndex:
        return CosmosDocumentIndex(await self.database(**changed), exact_limit=exact_limit)

    async def _wait(self, seconds: float) -> None:
        self.waits.append(seconds)


@pytest.fixture
def unused_port() -> Iterator[int]:
    """A loopback port that is taken and answers nobody."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]


@pytest.fixture
async def cosmos(server: CosmosServer, blobs: LocalBlobStore) -> AsyncIterator[Cosmos]:
    async with AsyncExitStack() as stack:
        yield Cosmos(server, blobs, stack)


@pytest.fixture
async def items(cosmos: Cosmos) -> CosmosItemStore:
    return await cosmos.items()


@pytest.fixture
async def document_items(cosmos: Cosmos) -> CosmosItemStore:
    return await cosmos.items(DOCUMENT_ITEMS)
