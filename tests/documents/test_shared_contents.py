"""Contents that one process removes while another comes to refer to them: no document is ready without its chunks."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from pathlib import Path

import pytest

from orc.documents.contents import content_id_of
from orc.ports import ChatChunk, ChatRequest, Finished, TextDelta
from shared.stores.sqlite import SqliteDatabase
from tests.documents.processes import CALLER, KEY, TEXT, Gate, Process
from tests.support.waiting import until


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
    await until(lambda: _was_claimed(there, "b.txt"))
    here.index.gate.open()
    await deleting
    assert await there.has_all_of(await registering)


async def _was_claimed(process: Process, name: str) -> bool:
    document = await process.registry.find(KEY, name)
    return document is not None and document.attempts == 1


@pytest.mark.req("RE-03", "QA-10")
async def test_a_content_removed_before_registration_ends_is_processed_again(
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
    document = await here.registry.find(KEY, "a.txt")
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


async def test_a_description_survives_another_document_sharing_the_content(tmp_path: Path) -> None:
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
