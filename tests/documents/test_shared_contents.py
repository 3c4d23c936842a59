"""Contents that one process removes while another comes to refer to them: no document is ready without its chunks."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing
from pathlib import Path

import pytest

from orc.documents.contents import content_id_of
from orc.documents.document import Document
from orc.documents.names import blob_path
from orc.documents.registry import DocumentRegistry, ProcessingSettings
from orc.domain import Caller, ExtractedText
from orc.ports import (
    DOCUMENT_ITEMS,
    ChatChunk,
    ChatModel,
    ChatRequest,
    Finished,
    PartitionKey,
    Replace,
    TextDelta,
    Write,
)
from shared.blobs.local import LocalBlobStore
from shared.stores.sqlite import SqliteDatabase, SqliteDocumentIndex, SqliteItemStore
from tests.support.waiting import until

CALLER = Caller("org", "user")
TEXT = "The warranty is 24 months."


class Gate:
    """Who comes to it while it is shut waits there."""

    def __init__(self) -> None:
        self.waiting = 0
        self._open = asyncio.Event()
        self._open.set()

    def shut(self) -> None:
        self._open.clear()

    def open(self) -> None:
        self._open.set()

    async def passed(self) -> None:
        self.waiting += 1
        await self._open.wait()


class Items(SqliteItemStore):
    """Items where nothing becomes ready while the gate is shut."""

    def __init__(self, database: SqliteDatabase) -> None:
        super().__init__(database, DOCUMENT_ITEMS)
        self.gate = Gate()

    async def write(self, partition: PartitionKey, writes: Sequence[Write]) -> list[str]:
        if any(isinstance(write, Replace) and write.item.get("status") == "ready" for write in writes):
            await self.gate.passed()
        return await super().write(partition, writes)


class Index(SqliteDocumentIndex):
    """An index from which nothing is removed while the gate is shut."""

    def __init__(self, database: SqliteDatabase) -> None:
        super().__init__(database)
        self.gate = Gate()

    async def remove(self, owner: Caller, content_id: str) -> None:
        await self.gate.passed()
        await super().remove(owner, content_id)


class PlainText:
    async def extract(self, data: bytes, *, name: str) -> ExtractedText:
        return ExtractedText(data.decode(), title=name)


class Describing:
    """A model that describes every document alike, while its gate is open."""

    name = "describing"
    generative = True

    def __init__(self) -> None:
        self.gate = Gate()

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ChatChunk]:
        await self.gate.passed()
        yield TextDelta('{"summary": "What is warranted.", "keywords": ["warranty"]}')
        yield Finished("stop")

    async def ping(self) -> None: ...

    async def aclose(self) -> None: ...


class Process:
    """One of the processes over a data directory, each with its own locks."""

    def __init__(self, database: SqliteDatabase, place: Path, model: ChatModel | None = None) -> None:
        self.items, self.index, self.blobs = Items(database), Index(database), LocalBlobStore(place / "blobs")
        settings = ProcessingSettings(chunk_size=1200, chunk_overlap=200, ttl_seconds=3600)
        parts = self.items, self.blobs, self.index, PlainText(), settings
        self.registry = DocumentRegistry(*parts, describing_model=model)

    async def register(self, name: str) -> Document:
        await self.blobs.put(blob_path(CALLER, "conversation", name), TEXT.encode(), content_type="text/plain")
        document, _ = await self.registry.ensure_registered(CALLER, "conversation", name)
        return document

    async def has_all_of(self, document: Document) -> bool:
        chunks = await self.registry.chunks(CALLER, document)
        text = await self.registry.text(CALLER, document)
        return (document.status, len(chunks), text) == ("ready", document.chunks, TEXT)


@pytest.fixture
async def both(tmp_path: Path) -> AsyncIterator[tuple[Process, Process]]:
    async with aclosing(SqliteDatabase(tmp_path / "orc.db")) as database:
        yield Process(database, tmp_path), Process(database, tmp_path)


@pytest.mark.req("RE-03", "QA-10")
async def test_a_content_that_is_being_removed_is_made_again_after_that(both: tuple[Process, Process]) -> None:
    here, there = both
    old = await here.register("a.txt")
    here.index.gate.shut()
    deleting = asyncio.create_task(here.registry.delete(CALLER, old.file_id))
    await until(lambda: here.index.gate.waiting)
    registering = asyncio.create_task(there.register("b.txt"))
    await until(lambda: _is_claimed(there, "b.txt"))
    here.index.gate.open()
    await deleting
    assert await there.has_all_of(await registering)


async def _is_claimed(process: Process, name: str) -> bool:
    document = await process.registry.find(CALLER, "conversation", name)
    return document is not None and document.status == "processing"


@pytest.mark.req("RE-03", "QA-10")
async def test_a_content_that_goes_before_its_new_document_is_ready_is_made_again(
    both: tuple[Process, Process],
) -> None:
    here, there = both
    old = await here.register("a.txt")
    there.items.gate.shut()
    registering = asyncio.create_task(there.register("b.txt"))
    await until(lambda: there.items.gate.waiting)
    await here.registry.delete(CALLER, old.file_id)
    there.items.gate.open()
    assert await there.has_all_of(await registering)


@pytest.mark.req("RE-03", "QA-10")
async def test_a_document_that_is_deleted_while_another_process_reads_it_leaves_nothing(
    both: tuple[Process, Process],
) -> None:
    here, there = both
    there.items.gate.shut()
    registering = asyncio.create_task(there.register("a.txt"))
    await until(lambda: there.items.gate.waiting)
    document = await here.registry.find(CALLER, "conversation", "a.txt")
    assert document is not None
    await here.registry.delete(CALLER, document.file_id)
    there.items.gate.open()
    await asyncio.wait([registering])
    assert await here.registry.of_caller(CALLER) == []
    assert await here.items.read(CALLER.partition, content_id_of(TEXT.encode(), "a.txt")) is None
    assert [blob.path async for blob in here.blobs.list("extracted")] == []


async def test_the_same_bytes_that_two_processes_read_at_once_are_there_once(both: tuple[Process, Process]) -> None:
    here, there = both
    one, other = await asyncio.gather(here.register("a.txt"), there.register("b.txt"))
    assert one.content_id == other.content_id
    assert await here.has_all_of(one)
    assert await there.has_all_of(other)
    await here.registry.delete(CALLER, one.file_id)
    assert await there.has_all_of(other)


async def test_a_description_is_kept_though_another_document_comes_to_share_the_content(tmp_path: Path) -> None:
    model = Describing()
    model.gate.shut()
    async with aclosing(SqliteDatabase(tmp_path / "orc.db")) as database:
        here, there = Process(database, tmp_path, model), Process(database, tmp_path)
        document = await here.register("a.txt")
        await until(lambda: model.gate.waiting)
        await there.register("b.txt")
        model.gate.open()

        async def is_described() -> bool:
            return (await here.registry.get(CALLER, document.file_id)).summary == "What is warranted."

        await until(is_described)
        await here.registry.aclose()
    assert model.gate.waiting == 1
