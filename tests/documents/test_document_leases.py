"""LeaseStore on documents: renewed while a reader works, taken over when it died, and in nobody's way meanwhile."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest

from orc.documents.paths import blob_path
from orc.documents.records import Document
from orc.documents.registry import DocumentRegistry
from orc.errors import ShuttingDown
from shared import triggers
from tests.documents.test_registry import CALLER, KEY, World
from tests.support.waiting import until

LEASE = timedelta(seconds=0.3)  # by a clock that stands still, while the heart beats in real time


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with aclosing(World(tmp_path, lease_seconds=LEASE.total_seconds())) as opened:
        yield opened


async def found(registry: DocumentRegistry) -> Document:
    document = await registry.find(KEY, "a.txt")
    assert document is not None
    return document


def reading(registry: DocumentRegistry) -> "asyncio.Task[Document]":
    async def read() -> Document:
        return (await registry.ensure_registered(KEY, "a.txt"))[0]

    return asyncio.create_task(read())


async def left_by_a_dead_reader(world: World) -> None:
    """A document whose reader got as far as the extraction and was never heard of again."""
    if not await world.registry().exists(KEY, "a.txt"):
        await world.put("a.txt")
    world.extractor.gate.clear()
    registry, calls = world.registry(lease_seconds=10_000), world.extractor.calls  # whose heart does not beat here
    world.dead[registry] = reading(registry)
    await until(lambda: world.extractor.calls > calls)
    await world.edit(await found(registry), lease_until=world.moment(LEASE))
    world.extractor.gate = asyncio.Event()
    world.extractor.gate.set()


@pytest.mark.req("RE-09")
async def test_the_lease_of_a_living_reader_is_renewed_and_not_taken_over(world: World) -> None:
    await world.put("a.txt")
    world.extractor.gate.clear()
    here, there = world.registry(), world.registry()
    first = reading(here)
    await until(lambda: world.extractor.calls == 1)
    second = reading(there)
    for _ in range(5):
        world.now += LEASE * 2 / 3

        async def is_renewed() -> bool:
            return (await found(here)).lease_until == world.moment(LEASE)

        await until(is_renewed)
    world.extractor.gate.set()
    assert await first == await second
    assert (world.extractor.calls, (await first).attempts) == (1, 1)


@pytest.mark.req("RE-09")
async def test_a_waiting_question_says_so_and_takes_over_after_the_lease(world: World) -> None:
    await left_by_a_dead_reader(world)
    registry, told = world.registry(), list[str]()

    async def progress(message: str) -> None:
        told.append(message)

    asking = asyncio.create_task(registry.ensure_registered(KEY, "a.txt", progress))
    await until(lambda: told)
    assert (await found(registry)).status == "processing"
    world.now += LEASE
    document, _ = await asking
    assert (document.status, document.attempts) == ("ready", 2)
    assert told == ["Waiting for a.txt, which is being read by another process", "Reading a.txt"]


@pytest.mark.req("RE-09")
async def test_a_delivery_does_not_wait_for_a_lease_and_is_finished_behind(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await left_by_a_dead_reader(world)
    registry = world.registry()

    async def services() -> SimpleNamespace:
        return SimpleNamespace(registry=registry)

    monkeypatch.setattr(triggers, "get_services", services)
    await triggers.register(blob_path(KEY, "a.txt"))
    assert (await found(registry)).status == "processing"
    world.now += LEASE
    await until(lambda: is_ready(registry))


async def is_ready(registry: DocumentRegistry) -> bool:
    return (await found(registry)).status == "ready"


@pytest.mark.req("RE-09")
@pytest.mark.parametrize("meets", ["sweep", "request"])
async def test_any_process_takes_over_a_dead_readers_document(world: World, meets: str) -> None:
    await left_by_a_dead_reader(world)
    registry = world.registry()

    async def meet() -> None:
        if meets == "sweep":
            await registry.take_over_abandoned(limit=50)
        else:
            registry.ensure_progress(CALLER, await registry.of_conversation(KEY))

    await meet()
    assert (await found(registry)).status == "processing"
    world.now += LEASE
    await meet()
    await until(lambda: is_ready(registry))


@pytest.mark.req("RE-09")
async def test_the_sweep_processes_documents_nobody_has_started(world: World) -> None:
    await world.put("a.txt")
    registry = world.registry()
    blob = await world.blobs.properties(blob_path(KEY, "a.txt"))
    assert blob is not None
    await registry.note_upload(KEY, "a.txt", blob)
    await registry.take_over_abandoned(limit=50)
    assert (await found(registry)).status == "queued"
    world.now += timedelta(minutes=2)
    await registry.take_over_abandoned(limit=50)
    await until(lambda: is_ready(registry))


@pytest.mark.req("RE-09", "RE-05")
async def test_a_file_that_kills_every_reader_fails_in_the_end(world: World) -> None:
    for _ in range(5):
        await left_by_a_dead_reader(world)
        world.now += LEASE
    calls = world.extractor.calls
    document = await reading(world.registry())
    assert document.error is not None
    assert (document.status, document.error.code) == ("failed", "document_processing_failed")
    assert world.extractor.calls == calls
    events = await world.registry().events(CALLER, document)
    assert sorted(event.name for event in events) == ["failed", "registered", "uploaded"]


@pytest.mark.req("RE-09", "RE-08")
async def test_a_process_that_stops_gives_back_what_it_reads(world: World) -> None:
    await world.put("a.txt")
    world.extractor.gate.clear()
    stopping, other = world.registry(), world.registry()
    asking = reading(stopping)
    await until(lambda: world.extractor.calls == 1)
    await stopping.aclose()
    with pytest.raises(ShuttingDown):
        await asking
    assert (await found(other)).status == "queued"
    world.extractor.gate.set()
    assert (await reading(other)).status == "ready"


@pytest.mark.req("RE-09")
async def test_a_reader_whose_document_is_deleted_stops_before_the_end(world: World) -> None:
    await world.put("a.txt")
    world.extractor.gate.clear()
    registry = world.registry()
    asking = reading(registry)
    await until(lambda: world.extractor.calls == 1)
    await world.registry().delete(CALLER, (await found(registry)).file_id)
    with pytest.raises(Exception, match="was not uploaded"):
        await asking
    assert await registry.of_caller(CALLER) == []
