"""Documents that are deleted while others upload, read and delete: what is new stays, and nothing of the old does."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from orc.documents.paths import blob_path
from orc.documents.records import Document
from orc.errors import NotFound, StoreUnavailable
from shared.stores.sqlite import SqliteDatabase
from tests.documents.processes import CALLER, KEY, TEXT, Gate, Process
from tests.support.waiting import until

NEW = "The warranty is 36 months."


@dataclass
class Clock:
    now: datetime = field(default_factory=lambda: datetime.now(UTC))

    def __call__(self) -> datetime:
        self.now += timedelta(microseconds=10)
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def both(tmp_path: Path, clock: Clock) -> AsyncIterator[tuple[Process, Process]]:
    async with aclosing(SqliteDatabase(tmp_path / "orc.db")) as database:
        yield Process(database, tmp_path, now=clock), Process(database, tmp_path, now=clock)


async def is_not_there(process: Process, file_id: str) -> bool:
    try:
        await process.registry.get(CALLER, file_id)
    except NotFound:
        return True
    return False


async def log_of(process: Process, document: Document) -> list[str]:
    return [event.name for event in await process.registry.events(CALLER, document)]


async def held_up(deleting: Awaitable[None], gate: Gate) -> "asyncio.Task[None]":
    """The deletion, once it has come to the gate."""
    gate.shut()
    task = asyncio.ensure_future(deleting)
    await until(lambda: gate.waiting)
    return task


type GateOf = Callable[[Process], Gate]
PLACES: dict[str, GateOf] = {
    "before the blob": lambda process: process.blobs.gate,
    "before the text": lambda process: process.index.gate,
}


@pytest.mark.req("QA-10")
@pytest.mark.parametrize("text", [NEW, TEXT], ids=["other bytes", "the same bytes"])
@pytest.mark.parametrize("place", PLACES)
async def test_a_file_that_is_uploaded_while_its_name_is_deleted_stays(
    both: tuple[Process, Process], place: str, text: str
) -> None:
    here, there = both
    old = await here.register("a.txt")
    gate = PLACES[place](here)
    deleting = await held_up(here.registry.delete(CALLER, old.file_id), gate)
    blob = await there.put("a.txt", text)
    new = await there.registry.note_upload(KEY, "a.txt", blob)
    gate.open()
    await deleting
    read, _ = await there.registry.ensure_registered(KEY, "a.txt")
    assert read.file_id == new.file_id
    assert await there.has_all_of(read, text)
    assert await there.texts() == [text]
    assert await is_not_there(here, old.file_id)
    assert await log_of(here, read) == ["processed", "registered", "uploaded", "deleted"]
    assert (read.generation, read.created_at == old.created_at) == (1, False)


@pytest.mark.req("QA-10")
async def test_a_file_that_is_read_again_while_its_name_is_deleted_stays(both: tuple[Process, Process]) -> None:
    here, there = both
    old = await here.register("a.txt")
    deleting = await held_up(here.registry.delete(CALLER, old.file_id), here.blobs.gate)
    new = await there.register("a.txt", NEW)
    here.blobs.gate.open()
    await deleting
    assert await there.has_all_of(await here.registry.get(CALLER, new.file_id), NEW)
    assert await there.texts() == [NEW]


@pytest.mark.req("QA-10")
async def test_a_file_uploaded_while_its_name_is_deleted_stays(
    both: tuple[Process, Process],
) -> None:
    here, there = both
    old = await here.register("a.txt")
    deleting = await held_up(here.registry.delete(CALLER, old.file_id), here.blobs.gate)
    blob = await there.put("a.txt", NEW)
    here.blobs.gate.open()
    await deleting
    assert await here.registry.of_caller(CALLER) == []
    await there.registry.note_upload(KEY, "a.txt", blob)
    new, _ = await here.registry.ensure_registered(KEY, "a.txt")
    assert await here.has_all_of(new, NEW)
    assert await here.texts() == [NEW]


@pytest.mark.req("QA-10")
async def test_a_slow_concurrent_deletion_removes_nothing_newer(both: tuple[Process, Process]) -> None:
    here, there = both
    old = await here.register("a.txt")
    deleting = await held_up(here.registry.delete(CALLER, old.file_id), here.blobs.gate)
    await there.registry.delete(CALLER, old.file_id)
    new = await there.register("a.txt")
    here.blobs.gate.open()
    await deleting
    assert await here.has_all_of(await here.registry.get(CALLER, new.file_id))


@pytest.mark.req("QA-10", "RE-03")
async def test_a_file_that_is_deleted_before_it_is_noted_becomes_no_document(both: tuple[Process, Process]) -> None:
    here, there = both
    old = await here.register("a.txt")
    noting = await held_up(_read(there), there.blobs.seen)
    await here.registry.delete(CALLER, old.file_id)
    there.blobs.seen.open()
    with pytest.raises(NotFound):
        await noting
    assert await here.registry.of_caller(CALLER) == []
    assert await here.texts() == []


async def _read(process: Process) -> None:
    await process.registry.ensure_registered(KEY, "a.txt")


@pytest.mark.req("RE-03", "QA-10")
async def test_a_content_removed_by_two_processes_is_processed_again_afterwards(
    both: tuple[Process, Process],
) -> None:
    here, there = both
    old = await here.register("a.txt")
    deleting = await held_up(here.registry.delete(CALLER, old.file_id), here.index.gate)
    also = asyncio.create_task(there.registry.delete(CALLER, old.file_id))
    await until(lambda: also.done() or there.items.contents_read > 3)
    registering = asyncio.create_task(there.register("b.txt"))
    await until(lambda: registering.done() or there.items.contents_read > 9)
    here.index.gate.open()
    _, _, new = await asyncio.gather(deleting, also, registering)
    assert await there.has_all_of(new)


@pytest.mark.req("QA-10", "CS-06")
async def test_a_deletion_whose_last_write_fails_can_be_repeated_at_once(
    both: tuple[Process, Process],
) -> None:
    here, _ = both
    document = await here.register("a.txt")
    here.items.contents_stay = True
    with pytest.raises(StoreUnavailable):
        await here.registry.delete(CALLER, document.file_id)
    here.items.contents_stay = False
    await here.registry.delete(CALLER, document.file_id)
    assert await here.registry.of_caller(CALLER) == []
    assert await here.items.read(CALLER.partition, document.content_id or "") is None


@pytest.mark.req("QA-10")
async def test_an_outage_during_replacement_does_not_keep_the_old_text(both: tuple[Process, Process]) -> None:
    here, there = both
    await here.register("a.txt")
    here.index.is_away = True
    with pytest.raises(StoreUnavailable):
        await here.register("a.txt", NEW)
    here.index.is_away = False
    new, _ = await there.registry.ensure_registered(KEY, "a.txt")
    assert await there.has_all_of(new, NEW)
    assert await there.texts() == [NEW]


@pytest.mark.req("QA-10", "CS-13")
async def test_the_sweep_removes_a_dead_processes_work_on_a_deleted_file(
    both: tuple[Process, Process], clock: Clock
) -> None:
    dying, there = both
    dying.items.gate.shut()
    reading = asyncio.create_task(dying.register("a.txt"))
    await until(lambda: dying.items.gate.waiting)
    for task in [each for each in asyncio.all_tasks() if each is not asyncio.current_task()]:
        task.cancel()
    await asyncio.wait([reading])
    document = await there.registry.find(KEY, "a.txt")
    assert document is not None
    await there.registry.delete(CALLER, document.file_id)
    assert await there.texts() == [TEXT]
    await there.registry.resume_deletions("", limit=50)
    assert await there.texts() == [TEXT]
    clock.now += timedelta(hours=2)
    await there.registry.resume_deletions("", limit=50)
    assert await there.texts() == []
    assert [blob.path async for blob in there.blobs.list(blob_path(KEY, "a.txt"))] == []
