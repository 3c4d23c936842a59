"""What is made of pages: taken in turns by callers, and never left behind by a document that is gone."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from orc.documents.pages import Pages
from orc.documents.paths import blob_path
from orc.documents.records import Document
from orc.documents.registry import ProcessingSettings
from orc.domain import Caller, ExtractedText, PageLayout
from orc.errors import NotFound
from orc.ports import DOCUMENT_ITEMS
from shared.blobs.local import LocalBlobStore
from shared.composition.documents import build_registry
from shared.stores.sqlite import SqliteDatabase, SqliteDocumentIndex, SqliteItemStore
from tests.support.waiting import until

ADA, BOB = (Caller("organization", name) for name in ("ada", "bob"))


class SlowReader:
    """Reads one page of text; draws it when it is told to, and counts."""

    def __init__(self) -> None:
        self.drawn: list[bytes] = []
        self.gate = asyncio.Event()

    async def extract(self, data: bytes, *, name: str, **_: object) -> ExtractedText:
        return ExtractedText(data.decode(), name, (0,))

    async def layout(self, data: bytes, page: int, text: str) -> PageLayout:
        return PageLayout(600, 800, (None,) * len(text))

    async def image(self, data: bytes, page: int, width: int) -> bytes:
        self.drawn.append(data)
        if b"slow" in data:
            await self.gate.wait()
        return b"an image"


class World:
    def __init__(self, place: Path) -> None:
        self.database = SqliteDatabase(place / "orc.db")
        self.blobs = LocalBlobStore(place / "blobs")
        self.reader = SlowReader()
        items, index = SqliteItemStore(self.database, DOCUMENT_ITEMS), SqliteDocumentIndex(self.database)
        settings = ProcessingSettings(chunk_size=1200, chunk_overlap=200, ttl_seconds=3600)
        self.registry = build_registry(items, self.blobs, index, self.reader, settings)
        self.pages = Pages(self.registry, self.blobs, self.reader)

    async def document(self, caller: Caller, text: str) -> Document:
        key = caller.conversation("conversation")
        await self.blobs.put(blob_path(key, f"{text}.pdf"), text.encode(), content_type="application/pdf")
        document, _ = await self.registry.ensure_registered(key, f"{text}.pdf")
        return document

    async def kept(self) -> list[str]:
        return [blob.path async for blob in self.blobs.list("extracted")]


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    world = World(tmp_path)
    yield world
    await world.registry.aclose()
    await world.database.aclose()


@pytest.mark.req("SE-14", "BX-11")
async def test_one_callers_slow_pages_leave_room_for_anothers(world: World) -> None:
    slow, quick = await world.document(ADA, "slow"), await world.document(BOB, "quick")
    drawing = [asyncio.create_task(world.pages.image(ADA, slow, 1, width)) for width in range(100, 500, 100)]
    await until(lambda: len(world.reader.drawn) == 2)

    assert await world.pages.image(BOB, quick, 1, 800) == b"an image"

    assert world.reader.drawn == [b"slow", b"slow", b"quick"]
    world.reader.gate.set()
    assert await asyncio.gather(*drawing) == [b"an image"] * 4


@pytest.mark.req("BX-11")
async def test_who_asks_for_the_same_page_at_once_shares_one_drawing(world: World) -> None:
    slow = await world.document(ADA, "slow")
    drawing = [asyncio.create_task(world.pages.image(ADA, slow, 1, 800)) for _ in range(3)]
    await until(lambda: world.reader.drawn)
    world.reader.gate.set()
    assert await asyncio.gather(*drawing) == [b"an image"] * 3
    assert len(world.reader.drawn) == 1


@pytest.mark.req("BX-11")
async def test_image_finished_after_its_document_was_deleted_is_not_stored(world: World) -> None:
    slow = await world.document(ADA, "slow")
    drawing = asyncio.create_task(world.pages.image(ADA, slow, 1, 800))
    await until(lambda: world.reader.drawn)
    await world.registry.delete(ADA, slow.file_id)

    world.reader.gate.set()
    await drawing

    assert await world.kept() == []


@pytest.mark.req("BX-11")
async def test_replaced_file_shows_no_page_of_the_new_file(world: World) -> None:
    document = await world.document(ADA, "old")
    key = ADA.conversation("conversation")
    await world.blobs.put(blob_path(key, "old.pdf"), b"new", content_type="application/pdf")

    with pytest.raises(NotFound):
        await world.pages.image(ADA, document, 1, 800)
    assert world.reader.drawn == []
