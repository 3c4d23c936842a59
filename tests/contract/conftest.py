"""The adapters that the suites of the store ports run over: each opens what a place holds, again and again."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from orc.ports import CONVERSATION_ITEMS, DOCUMENT_ITEMS, BlobStore, DocumentIndex, ItemContainer, ItemStore
from shared.blobs.local import LocalBlobStore
from shared.stores.sqlite import SqliteDatabase, SqliteDocumentIndex, SqliteItemStore

type Open[T] = Callable[[], AbstractAsyncContextManager[T]]
type OpenItemStore = Callable[[ItemContainer], AbstractAsyncContextManager[ItemStore]]


@asynccontextmanager
async def sqlite_items(place: Path, container: ItemContainer) -> AsyncIterator[ItemStore]:
    async with aclosing(SqliteDatabase(place / "orc.db")) as database:
        yield SqliteItemStore(database, container)


@asynccontextmanager
async def sqlite_index(place: Path) -> AsyncIterator[DocumentIndex]:
    async with aclosing(SqliteDatabase(place / "orc.db")) as database:
        yield SqliteDocumentIndex(database)


@asynccontextmanager
async def local_blobs(place: Path) -> AsyncIterator[BlobStore]:
    async with aclosing(LocalBlobStore(place / "blobs")) as store:
        yield store


ITEM_STORES = {"sqlite": sqlite_items}
DOCUMENT_INDEXES = {"sqlite": sqlite_index}
BLOB_STORES = {"local": local_blobs}


@pytest.fixture(params=ITEM_STORES)
def open_item_store(request: pytest.FixtureRequest, tmp_path: Path) -> OpenItemStore:
    """Opens a container; what was written is there when it is opened again."""
    return partial(ITEM_STORES[request.param], tmp_path)


@pytest.fixture
async def item_store(open_item_store: OpenItemStore) -> AsyncIterator[ItemStore]:
    async with open_item_store(CONVERSATION_ITEMS) as store:
        yield store


@pytest.fixture
async def document_items(open_item_store: OpenItemStore) -> AsyncIterator[ItemStore]:
    async with open_item_store(DOCUMENT_ITEMS) as store:
        yield store


@pytest.fixture(params=DOCUMENT_INDEXES)
def open_document_index(request: pytest.FixtureRequest, tmp_path: Path) -> Open[DocumentIndex]:
    return partial(DOCUMENT_INDEXES[request.param], tmp_path)


@pytest.fixture
async def document_index(open_document_index: Open[DocumentIndex]) -> AsyncIterator[DocumentIndex]:
    async with open_document_index() as index:
        yield index


@pytest.fixture(params=BLOB_STORES)
def open_blob_store(request: pytest.FixtureRequest, tmp_path: Path) -> Open[BlobStore]:
    return partial(BLOB_STORES[request.param], tmp_path)


@pytest.fixture
async def blob_store(open_blob_store: Open[BlobStore]) -> AsyncIterator[BlobStore]:
    async with open_blob_store() as store:
        yield store
