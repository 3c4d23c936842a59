"""The registry over real stores: each document is read once, whoever asks, and every end is told."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from orc.documents.labels import NewFile, UploadInfo
from orc.documents.paths import blob_path
from orc.documents.records import Document
from orc.documents.registry import DocumentRegistry, ProcessingSettings
from orc.domain import Caller, ExtractedText
from orc.errors import DocumentFailure, NotFound, OrcError
from orc.items import timestamp
from orc.ports import DOCUMENT_ITEMS, PagesRead, Upsert
from shared import triggers
from shared.blobs.local import LocalBlobStore
from shared.composition.documents import build_registry
from shared.stores.sqlite import SqliteDatabase, SqliteDocumentIndex, SqliteItemStore
from tests.support.waiting import until

CALLER = Caller("org", "user")
KEY = CALLER.conversation("conversation")
WARRANTY = b"The warranty is 24 months."


class CountingExtractor:
    """Stands for the extraction process: counts, and fails or waits when told to."""

    def __init__(self) -> None:
        self.calls = 0
        self.failure: OrcError | None = None
        self.gate = asyncio.Event()
        self.gate.set()
        self.pages: tuple[int, int] | None = None
        self.prefix = ""

    async def extract(
        self,
        data: bytes,
        *,
        name: str,
        read: Callable[[], None] = lambda: None,
        pages_read: PagesRead = lambda _, __: None,
    ) -> ExtractedText:
        self.calls += 1
        if self.pages is not None:
            pages_read(*self.pages)
        await self.gate.wait()
        if self.failure is not None:
            raise self.failure
        return ExtractedText(f"{self.prefix}{data.decode()}", title=name)


class World:
    """One data directory, as any number of processes see it; now can be set. dead are processes to
    be thought dead, with what they do."""

    def __init__(self, place: Path, lease_seconds: float = 20) -> None:
        self.lease_seconds = lease_seconds
        self.dead: dict[DocumentRegistry, asyncio.Task[Document]] = {}
        self.database = SqliteDatabase(place / "orc.db")
        self.blobs = LocalBlobStore(place / "blobs")
        self.extractor = CountingExtractor()
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def registry(self, *, lease_seconds: float | None = None, extraction: int = 1) -> DocumentRegistry:
        return build_registry(
            SqliteItemStore(self.database, DOCUMENT_ITEMS),
            self.blobs,
            SqliteDocumentIndex(self.database),
            self.extractor,
            ProcessingSettings(chunk_size=1200, chunk_overlap=200, ttl_seconds=3600, extraction=extraction),
            now=lambda: self.now,
            lease_seconds=lease_seconds or self.lease_seconds,
        )

    def moment(self, later: timedelta) -> str:
        return timestamp(self.now + later)

    async def edit(self, document: Document, **fields: Any) -> None:
        item = replace(document, **fields).to_item()
        await SqliteItemStore(self.database, DOCUMENT_ITEMS).write(CALLER.partition, [Upsert(item)])

    async def put(self, name: str, text: str = "The warranty is 24 months.") -> None:
        await self.blobs.put(blob_path(KEY, name), text.encode(), content_type="text/plain")

    async def aclose(self) -> None:
        for registry in self.dead:
            await registry.aclose()
        await asyncio.gather(*self.dead.values(), return_exceptions=True)
        await self.database.aclose()


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with aclosing(World(tmp_path)) as opened:
        yield opened


async def test_a_document_is_read_once(world: World) -> None:
    await world.put("a.txt")
    registry = world.registry()

    first, work = await registry.ensure_registered(KEY, "a.txt")
    again, nothing = await registry.ensure_registered(KEY, "a.txt")

    assert (first.status, work.downloads, work.extractions, work.chunks) == ("ready", 1, 1, 1)
    assert again == first
    assert (nothing.downloads, nothing.extractions, nothing.chunks) == (0, 0, 0)


@pytest.mark.req("DC-22")
async def test_an_upload_of_bytes_that_an_older_release_has_read_is_read_again_under_its_id(world: World) -> None:
    file = NewFile("a.txt", "text/plain", WARRANTY, UploadInfo(sha256(WARRANTY).hexdigest()))
    before = world.registry()
    read = await before.take(KEY, file)
    read, _ = await before.ensure_registered(KEY, "a.txt")
    other = replace(file, name="copy.txt")
    await before.take(KEY, other)
    await before.ensure_registered(KEY, "copy.txt")

    released = world.registry(extraction=2)
    world.extractor.prefix = "Warranty\n\n"
    asked, work = await released.ensure_registered(KEY, "a.txt")
    assert (asked, work.extractions) == (read, 0), "a question does not read it again"
    queued = await released.take(KEY, file)
    assert (queued.file_id, queued.status) == (read.file_id, "queued")
    again, _ = await released.ensure_registered(KEY, "a.txt")
    assert (again.status, again.file_id, again.characters) == ("ready", read.file_id, len(WARRANTY) + 10)
    assert await released.text(CALLER, again) == f"Warranty\n\n{WARRANTY.decode()}"
    assert await released.chunks(CALLER, again) != []
    assert await released.take(KEY, file) == again, "once"
    assert world.extractor.calls == 2

    await released.take(KEY, other)
    copy, _ = await released.ensure_registered(KEY, "copy.txt")
    assert (copy.characters, world.extractor.calls) == (again.characters, 2)
    await before.aclose()
    await released.aclose()


async def test_a_long_document_reports_its_reading_progress(world: World) -> None:
    await world.put("a.pdf")
    registry, told = world.registry(), list[str]()
    world.extractor.pages = (512, 1024)
    world.extractor.gate.clear()

    async def progress(status: str) -> None:
        told.append(status)

    reading = asyncio.create_task(registry.ensure_registered(KEY, "a.pdf", progress))

    async def is_told() -> bool:
        document = await registry.find(KEY, "a.pdf")
        return document is not None and (document.pages_read, document.pages) == (512, 1024)

    await until(is_told)
    await until(lambda: told[-1:] == ["Reading a.pdf: 512 of 1,024 pages"])
    world.extractor.gate.set()
    document, _ = await reading
    assert (document.status, document.pages_read, document.pages) == ("ready", None, None)


@pytest.mark.req("BX-04")
async def test_all_who_ask_at_once_share_one_registration_over_processes(world: World) -> None:
    await world.put("a.txt")
    registries = [world.registry(), world.registry()]
    told: list[str] = []

    async def progress(message: str) -> None:
        told.append(message)

    world.extractor.gate.clear()
    asking = [asyncio.create_task(registry.ensure_registered(KEY, "a.txt", progress)) for registry in registries * 5]
    await until(lambda: len(told) == len(asking))
    world.extractor.gate.set()
    documents = [(await task)[0] for task in asking]

    assert world.extractor.calls == 1
    assert {document.status for document in documents} == {"ready"}
    assert len({document.file_id for document in documents}) == 1
    waiting = "Waiting for a.txt, which is being read"
    assert sorted(set(told)) == ["Reading a.txt", waiting, f"{waiting} by another process"]


@pytest.mark.req("SE-14")
async def test_a_delivery_that_waits_for_long_is_given_back_and_joined_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.put("a.txt")
    registry = world.registry()

    async def services() -> SimpleNamespace:
        return SimpleNamespace(registry=registry)

    monkeypatch.setattr(triggers, "get_services", services)
    monkeypatch.setattr(triggers, "_REGISTRATION_SECONDS", 0.01)
    world.extractor.gate.clear()
    with pytest.raises(OrcError, match="still waits"):
        await triggers.register(blob_path(KEY, "a.txt"))

    monkeypatch.setattr(triggers, "_REGISTRATION_SECONDS", 60)
    world.extractor.gate.set()
    await triggers.register(blob_path(KEY, "a.txt"))
    document = await registry.find(KEY, "a.txt")
    assert document is not None
    assert (document.status, document.attempts, world.extractor.calls) == ("ready", 1, 1)


@pytest.mark.req("BX-04", "SE-14")
async def test_a_document_is_queued_until_it_is_its_turn(world: World) -> None:
    registry = world.registry()
    names = ["a.txt", "b.txt", "c.txt"]
    for name in names:
        await world.put(name, f"The text of {name}.")
    told: list[str] = []

    async def progress(message: str) -> None:
        told.append(message)

    world.extractor.gate.clear()
    asking = [asyncio.create_task(registry.ensure_registered(KEY, name, progress)) for name in [*names, names[-1]]]
    await until(lambda: world.extractor.calls == 2 and len(told) == 4)
    states = {document.blob_name: document.status for document in await registry.of_conversation(KEY)}
    world.extractor.gate.set()
    await asyncio.gather(*asking)

    assert sorted(states.values()) == ["processing", "processing", "queued"]
    [waiting] = (name for name, state in states.items() if state == "queued")
    assert f"Waiting for {waiting}, which is queued behind other files" in told
    assert told[-1] == f"Reading {waiting}"


@pytest.mark.req("BX-10")
async def test_the_same_bytes_under_another_name_are_not_read_again(world: World) -> None:
    registry = world.registry()
    await world.put("a.txt")
    await world.put("b.txt")

    one, _ = await registry.ensure_registered(KEY, "a.txt")
    other, work = await registry.ensure_registered(KEY, "b.txt")

    assert (work.extractions, work.chunks) == (0, 0)
    assert one.content_id == other.content_id
    assert one.file_id != other.file_id


@pytest.mark.req("DC-15")
async def test_an_expired_document_is_read_afresh_under_a_new_id(world: World) -> None:
    registry = world.registry()
    await world.put("a.txt")
    before, _ = await registry.ensure_registered(KEY, "a.txt")
    world.now += timedelta(seconds=3601)

    assert await registry.fresh(CALLER, before.file_id) is None
    after, work = await registry.ensure_registered(KEY, "a.txt")

    assert work.extractions == 1
    assert after.file_id != before.file_id
    with pytest.raises(NotFound):
        await registry.get(CALLER, before.file_id)


async def test_a_replaced_file_is_another_registration(world: World) -> None:
    registry = world.registry()
    await world.put("a.txt")
    before, _ = await registry.ensure_registered(KEY, "a.txt")
    await world.put("a.txt", "The warranty is 36 months.")

    after, _ = await registry.ensure_registered(KEY, "a.txt")

    assert after.file_id != before.file_id
    assert "36 months" in await registry.text(CALLER, after)


async def test_a_file_that_cannot_be_read_fails_once_with_its_reason(world: World) -> None:
    registry = world.registry()
    await world.put("a.txt")
    world.extractor.failure = DocumentFailure("The file is damaged.", code="document_damaged")

    for _ in range(2):
        document, _ = await registry.ensure_registered(KEY, "a.txt")
        assert document.status == "failed"
        assert document.error is not None
        assert document.error.code == "document_damaged"
    assert world.extractor.calls == 1


@pytest.mark.req("RE-05")
async def test_after_five_outages_a_document_has_failed_and_says_so(world: World) -> None:
    registry = world.registry()
    await world.put("a.txt")
    world.extractor.failure = OrcError("The text extraction did not start.")

    for _ in range(5):
        with pytest.raises(OrcError, match="did not start"):
            await registry.ensure_registered(KEY, "a.txt")
    document, _ = await registry.ensure_registered(KEY, "a.txt")

    assert document.status == "failed"
    assert document.error is not None
    assert document.error.code == "document_processing_failed"
    assert world.extractor.calls == 5


async def test_an_outage_leaves_nobody_waiting_for_a_lease(world: World) -> None:
    registry = world.registry()
    await world.put("a.txt")
    world.extractor.failure = OrcError("The text extraction did not start.")
    with pytest.raises(OrcError, match="did not start"):
        await registry.ensure_registered(KEY, "a.txt")
    world.extractor.failure = None

    document, _ = await registry.ensure_registered(KEY, "a.txt")
    assert document.status == "ready"


async def test_a_dead_readers_document_is_processed_after_its_lease_expires(world: World) -> None:
    await world.put("a.txt")
    world.extractor.gate.clear()
    dying = asyncio.create_task(world.registry().ensure_registered(KEY, "a.txt"))
    await until(lambda: world.extractor.calls == 1)
    world.now += timedelta(minutes=6)
    next_reader = asyncio.create_task(world.registry().ensure_registered(KEY, "a.txt"))
    await until(lambda: world.extractor.calls == 2)
    world.extractor.gate.set()

    document, _ = await next_reader
    assert document.status == "ready"
    assert (await dying)[0].file_id == document.file_id


async def test_a_blob_that_is_gone_is_not_found(world: World) -> None:
    with pytest.raises(NotFound):
        await world.registry().ensure_registered(KEY, "a.txt")


@pytest.mark.req("BX-13")
async def test_a_copy_that_is_read_again_stays_the_copy_of_its_file(world: World) -> None:
    registry = world.registry()
    await world.put("a.txt")
    blob = await world.blobs.properties(blob_path(KEY, "a.txt"))
    assert blob is not None
    copied = await registry.note_upload(KEY, "a.txt", blob, UploadInfo(source_id="file-of-the-caller"))
    await registry.ensure_registered(KEY, "a.txt")
    world.now += timedelta(seconds=3601)
    document, _ = await registry.ensure_registered(KEY, "a.txt")
    assert document.file_id != copied.file_id
    assert document.source_id == "file-of-the-caller"


@pytest.mark.req("SE-02")
async def test_another_user_of_the_organisation_finds_nothing(world: World) -> None:
    registry = world.registry()
    await world.put("a.txt")
    document, _ = await registry.ensure_registered(KEY, "a.txt")
    other = Caller("org", "other")

    assert await registry.of_conversation(other.conversation("conversation")) == []
    with pytest.raises(NotFound):
        await registry.get(other, document.file_id)
    with pytest.raises(NotFound):
        await registry.ensure_registered(other.conversation("conversation"), "a.txt")


async def again(world: World, registry: DocumentRegistry, text: str) -> Document:
    """The document of a file that is uploaded by who knows its bytes."""
    await world.put("a.txt", text)
    blob = await world.blobs.properties(blob_path(KEY, "a.txt"))
    assert blob is not None
    sent = UploadInfo(sha256(text.encode()).hexdigest(), tags=("new",), metadata={"client": "Acme"})
    return await registry.note_upload(KEY, "a.txt", blob, sent)


@pytest.mark.req("DC-22")
async def test_an_upload_during_processing_updates_labels_without_a_second_pass(world: World) -> None:
    registry, text = world.registry(), "The warranty is 24 months."
    first = await again(world, registry, text)
    world.extractor.gate.clear()
    reading = asyncio.create_task(registry.ensure_registered(KEY, "a.txt"))
    await until(lambda: world.extractor.calls == 1)
    second = await again(world, registry, text)
    await registry.relabel(CALLER, second.file_id, {"client": "Beta", "matter": "7"})
    world.extractor.gate.set()
    document, _ = await reading
    found = await registry.get(CALLER, document.file_id)
    assert first.file_id == second.file_id == found.file_id
    assert (found.status, found.tags, found.metadata) == ("ready", ("new",), {"client": "Beta", "matter": "7"})
    assert world.extractor.calls == 1
    _, work = await registry.ensure_registered(KEY, "a.txt")
    assert (work.downloads, work.extractions) == (0, 0)
    await registry.delete(CALLER, found.file_id)
    assert await world.blobs.properties(blob_path(KEY, "a.txt")) is None


@pytest.mark.req("DC-22")
async def test_other_bytes_while_a_file_is_read_make_another_document(world: World) -> None:
    registry = world.registry()
    first = await again(world, registry, "The warranty is 24 months.")
    world.extractor.gate.clear()
    reading = asyncio.create_task(registry.ensure_registered(KEY, "a.txt"))
    await until(lambda: world.extractor.calls == 1)
    second = await again(world, registry, "The warranty is 36 months.")
    world.extractor.gate.set()
    document, _ = await reading
    assert document.file_id == second.file_id != first.file_id
    assert await registry.text(CALLER, document) == "The warranty is 36 months."
