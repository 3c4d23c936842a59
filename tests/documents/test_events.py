"""Event logs when their store fails, when many things happen, and when the process ends."""

import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from orc.document_qa.service import DocumentQuestions
from orc.documents.paths import blob_path
from orc.documents.records import Document
from orc.documents.registry import DocumentRegistry, ProcessingSettings
from orc.documents.search.catalogue import Catalogue
from orc.documents.search.hybrid_index import HybridIndex
from orc.documents.search.retriever import Retriever
from orc.domain import Caller, ExtractedText
from orc.errors import StoreUnavailable
from orc.ports import DOCUMENT_ITEMS, DocumentIndex, PartitionKey, StoredItem, Write
from shared.blobs.local import LocalBlobStore
from shared.composition.documents import build_registry
from shared.models.embeddings import OpenAIEmbeddingModel
from shared.models.extractive import ExtractiveChatModel
from shared.stores.sqlite import SqliteDatabase, SqliteDocumentIndex, SqliteItemStore
from tests.support.embeddings_stub import EmbeddingsStub

CALLER = Caller("org", "user")
TEXT = "Visitors park in row seven behind the depot.\n" + "The gates of the harbour open at seven. " * 60


class Items(SqliteItemStore):
    """Items of which the events cannot be read while forgetful is set, and none written while read_only is."""

    forgetful = False
    read_only = False

    async def write(self, partition: PartitionKey, writes: Sequence[Write]) -> list[str]:
        if self.read_only:
            raise StoreUnavailable("The store does not answer.")
        return await super().write(partition, writes)

    async def query(self, partition: PartitionKey, item_type: str, **options: Any) -> list[StoredItem]:
        if self.forgetful and item_type == "document_event":
            raise StoreUnavailable("The store does not answer.")
        return await super().query(partition, item_type, **options)


class PlainText:
    async def extract(self, data: bytes, *, name: str, **_: object) -> ExtractedText:
        return ExtractedText(data.decode(), title=name, page_starts=(0, 45))


@dataclass
class World:
    items: Items
    registry: DocumentRegistry
    index: DocumentIndex
    blobs: LocalBlobStore

    async def document(self) -> Document:
        await self.blobs.put(
            blob_path(CALLER.conversation("conversation"), "a.txt"), TEXT.encode(), content_type="text/plain"
        )
        document, _ = await self.registry.ensure_registered(CALLER.conversation("conversation"), "a.txt")
        return document

    async def told(self, document: Document) -> list[str]:
        return [event.name for event in await self.registry.events(CALLER, document)]


@asynccontextmanager
async def opened(place: Path, embedding: OpenAIEmbeddingModel | None = None) -> AsyncIterator[World]:
    async with aclosing(SqliteDatabase(place / "orc.db")) as database:
        items, blobs = Items(database, DOCUMENT_ITEMS), LocalBlobStore(place / "blobs")
        plain = SqliteDocumentIndex(database)
        index = HybridIndex(plain, embedding, add_seconds=60) if embedding else plain  # a busy machine is slow
        settings = ProcessingSettings(chunk_size=600, chunk_overlap=100, ttl_seconds=3600)
        registry = build_registry(items, blobs, index, PlainText(), settings)
        yield World(items, registry, index, blobs)
        await registry.aclose()


@pytest.mark.req("QA-02")
async def test_an_answer_continues_without_an_unreadable_history(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(tmp_path) as world:
        document = await world.document()
        catalogue = Catalogue(world.registry, Retriever(world.index, world.registry), now=lambda: datetime.now(UTC))
        asking = DocumentQuestions(world.registry, catalogue, ExtractiveChatModel(), (), max_tool_calls=8)
        world.items.forgetful = True
        with caplog.at_level(logging.WARNING):
            found = await asking.ask(CALLER, document.file_id, "Where do visitors park?", include_history=True)
        world.items.forgetful = False
    assert "row seven" in found.answer
    assert [record.levelname for record in caplog.records if "events" in record.message] == ["WARNING"]


@pytest.mark.req("QA-13")
async def test_noted_events_are_stored_when_the_process_ends(tmp_path: Path) -> None:
    async with opened(tmp_path) as world:
        document = await world.document()
        for number in range(150):
            world.registry.note_question(CALLER, [document], f"Question {number}?")
    async with opened(tmp_path) as world:
        events = await world.registry.events(CALLER, document, limit=1000)
        assert [event.name for event in events].count("question_asked") == 150
        assert [event.name for event in events[-3:]] == ["processed", "registered", "uploaded"]
        assert len(await world.registry.events(CALLER, document, limit=10)) == 10


@pytest.mark.req("QA-13")
async def test_noted_events_outlive_a_store_failure(tmp_path: Path) -> None:
    async with opened(tmp_path) as world:
        document = await world.document()
        world.items.read_only = True
        world.registry.note_question(CALLER, [document], "Where do visitors park?")
        assert "question_asked" not in await world.told(document)
        world.items.read_only = False
        assert await world.told(document) == ["question_asked", "processed", "registered", "uploaded"]


@pytest.mark.req("QA-13")
async def test_events_are_of_one_document(tmp_path: Path) -> None:
    async with opened(tmp_path) as world:
        document = await world.document()
        await world.blobs.put(
            blob_path(CALLER.conversation("conversation"), "b.txt"), b"Another text.", content_type="text/plain"
        )
        other, _ = await world.registry.ensure_registered(CALLER.conversation("conversation"), "b.txt")
        world.registry.note_question(CALLER, [other], "Where?")
        assert await world.told(document) == ["processed", "registered", "uploaded"]
        assert await world.told(other) == ["question_asked", "processed", "registered", "uploaded"]


@pytest.mark.req("QA-09")
async def test_every_chunk_is_stored_with_its_place_and_its_embedding(tmp_path: Path) -> None:
    async with EmbeddingsStub() as server:
        model = OpenAIEmbeddingModel(model="embed", api_key="", base_url=server.base_url)
        async with aclosing(model), opened(tmp_path, model) as world:
            document = await world.document()
            chunks = await world.registry.chunks(CALLER, document)
            text = await world.registry.text(CALLER, document)
            [vector] = await model.embed(["harbour"])
            content_ids = [str(document.content_id)]
            label = f"embed/{len(vector)}"
            near = await world.index.nearest(CALLER, vector, label, content_ids=content_ids, top_k=100)
            assert await world.index.without_vectors(CALLER, content_ids, label) == []
    assert [chunk.chunk_id for chunk in chunks] == [f"chunk_{n}" for n in range(len(chunks))]
    assert len(chunks) == document.chunks
    assert all(text[chunk.start : chunk.end] == chunk.text for chunk in chunks)
    assert {chunk.page for chunk in chunks} == {1, 2}
    assert {found.chunk.chunk_id for found in near} == {chunk.chunk_id for chunk in chunks}
    assert (document.language, document.pages, document.characters) == ("en", 2, len(TEXT))
