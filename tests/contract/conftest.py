"""The adapters over which the suites of the store ports run. Each opens the same stored data any number of times."""

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cosmos_server import CosmosServer, cosmos_server
from orc.ports import CONVERSATION_ITEMS, DOCUMENT_ITEMS, BlobStore, DocumentIndex, ItemContainer, ItemStore
from shared.blobs.azure import AzureBlobStore
from shared.blobs.local import LocalBlobStore
from shared.stores.cosmos import CosmosDatabase, CosmosDocumentIndex, CosmosItemStore
from shared.stores.sqlite import SqliteDatabase, SqliteDocumentIndex, SqliteItemStore
from tests.support.emulators import Azurite

type Request = pytest.FixtureRequest
type Open[T] = Callable[[], AbstractAsyncContextManager[T]]
type OpenItemStore = Callable[[ItemContainer], AbstractAsyncContextManager[ItemStore]]


def adapters(names: Iterable[str]) -> list[Any]:
    """Fixture parameters. Those of adapters that are not local are marked as cloud."""
    local = ("sqlite", "sqlite-fts", "local")
    return [name if name in local else pytest.param(name, marks=pytest.mark.cloud) for name in names]


@asynccontextmanager
async def sqlite_items(place: Path, container: ItemContainer) -> AsyncIterator[ItemStore]:
    async with aclosing(SqliteDatabase(place / "orc.db")) as database:
        yield SqliteItemStore(database, container)


@asynccontextmanager
async def sqlite_index(place: Path) -> AsyncIterator[DocumentIndex]:
    async with aclosing(SqliteDatabase(place / "orc.db")) as database:
        yield SqliteDocumentIndex(database)


@asynccontextmanager
async def sqlite_full_text_index(place: Path) -> AsyncIterator[DocumentIndex]:
    async with aclosing(SqliteDatabase(place / "orc.db")) as database:
        yield SqliteDocumentIndex(database, exact_limit=0)


@asynccontextmanager
async def local_blobs(place: Path) -> AsyncIterator[BlobStore]:
    async with aclosing(LocalBlobStore(place / "blobs")) as store:
        yield store


@asynccontextmanager
async def azure_blobs(account: Azurite) -> AsyncIterator[BlobStore]:
    async with aclosing(AzureBlobStore(connection_string=account.connection_string, create_containers=True)) as store:
        yield store


@asynccontextmanager
async def cosmos_database(server: CosmosServer, place: Path) -> AsyncIterator[CosmosDatabase]:
    """A database whose name belongs to the place."""
    async with local_blobs(place) as blobs:
        database = CosmosDatabase(
            endpoint=server.endpoint, credential=server.key, database=place.name, create=True, large_values=blobs
        )
        async with aclosing(database):
            yield database


@asynccontextmanager
async def cosmos_items(server: CosmosServer, place: Path, container: ItemContainer) -> AsyncIterator[ItemStore]:
    async with cosmos_database(server, place) as database:
        yield CosmosItemStore(database, container)


@asynccontextmanager
async def cosmos_index(server: CosmosServer, place: Path) -> AsyncIterator[DocumentIndex]:
    async with cosmos_database(server, place) as database:
        yield CosmosDocumentIndex(database)


@asynccontextmanager
async def in_directory[T](opener: Callable[..., T], place: Path, _: Request) -> AsyncIterator[Callable[..., T]]:
    yield partial(opener, place)


@asynccontextmanager
async def on_cosmos_server[T](opener: Callable[..., T], place: Path, _: Request) -> AsyncIterator[Callable[..., T]]:
    async with cosmos_server() as server:
        yield partial(opener, server, place)


ITEM_STORES = {
    "sqlite": partial(in_directory, sqlite_items),
    "cosmos": partial(on_cosmos_server, cosmos_items),
}
DOCUMENT_INDEXES = {
    "sqlite": partial(in_directory, sqlite_index),
    "sqlite-fts": partial(in_directory, sqlite_full_text_index),
    "cosmos": partial(on_cosmos_server, cosmos_index),
}


@pytest.fixture(params=adapters(ITEM_STORES))
async def open_item_store(request: Request, tmp_path: Path) -> AsyncIterator[OpenItemStore]:
    """Opens a container. Data that was written before is there when it is opened again."""
    async with ITEM_STORES[request.param](tmp_path, request) as opener:
        yield opener


@pytest.fixture
async def item_store(open_item_store: OpenItemStore) -> AsyncIterator[ItemStore]:
    async with open_item_store(CONVERSATION_ITEMS) as store:
        yield store


@pytest.fixture
async def document_items(open_item_store: OpenItemStore) -> AsyncIterator[ItemStore]:
    async with open_item_store(DOCUMENT_ITEMS) as store:
        yield store


@pytest.fixture(params=adapters(DOCUMENT_INDEXES))
async def open_document_index(request: Request, tmp_path: Path) -> AsyncIterator[Open[DocumentIndex]]:
    async with DOCUMENT_INDEXES[request.param](tmp_path, request) as opener:
        yield opener


@pytest.fixture
async def document_index(open_document_index: Open[DocumentIndex]) -> AsyncIterator[DocumentIndex]:
    async with open_document_index() as index:
        yield index


@pytest.fixture(params=adapters(["local", "azure"]))
def open_blob_store(request: Request, tmp_path: Path) -> Open[BlobStore]:
    if request.param == "local":
        return partial(local_blobs, tmp_path)
    return partial(azure_blobs, request.getfixturevalue("blob_account"))


@pytest.fixture
async def blob_store(open_blob_store: Open[BlobStore]) -> AsyncIterator[BlobStore]:
    async with open_blob_store() as store:
        yield store
