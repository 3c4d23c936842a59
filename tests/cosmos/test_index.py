"""How documents are found in Cosmos DB, and what it costs."""

from contextlib import aclosing
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from cosmos_server import CosmosServer
from orc.documents.text.chunks import chunk_text
from orc.domain import Caller, Chunk, ExtractedText, Json, ScoredChunk
from orc.ports import DOCUMENT_ITEMS, Embedded, Upsert
from shared.stores.cosmos import CosmosDocumentIndex
from shared.stores.cosmos.items import CosmosItemStore
from shared.stores.cosmos.schema import TEXT_FIELD
from shared.stores.cosmos.search import best_by_text, best_by_vector, significant_words
from shared.stores.sqlite import SqliteDatabase, SqliteDocumentIndex
from tests.cosmos.conftest import Cosmos

pytestmark = pytest.mark.cloud

OWNER = Caller("org", "user")
TOPICS = ("the notice period", "the monthly rent", "termination for cause", "liability of the tenant", "repairs")
QUESTIONS = (
    "What is the notice period?",
    "Who pays for repairs, and how much?",
    "rent",
    "Kündigung wegen Eigenbedarf",
    "to be or not to be",
    "nothing of that kind whatsoever: zebra",
)


def chunks(*texts: str) -> list[Chunk]:
    return [Chunk(f"chunk_{n}", n * 100, n * 100 + len(text), text, None) for n, text in enumerate(texts)]


def contract(number: int) -> list[Chunk]:
    sentences = [
        f"Clause {n} of contract {number} is about {TOPICS[(n * number) % len(TOPICS)]}. It holds for {n % 7} months."
        for n in range(1, 200)
    ]
    return chunk_text(ExtractedText(" ".join(sentences), f"Contract {number}"), size=300, overlap=60)


def places(found: list[ScoredChunk]) -> list[tuple[str, str]]:
    return [(each.content_id, each.chunk.chunk_id) for each in found]


async def test_the_same_documents_are_ranked_alike_in_every_store(cosmos: Cosmos, tmp_path: Path) -> None:
    async with aclosing(SqliteDatabase(tmp_path / "orc.db")) as database:
        cloud, local = await cosmos.index(), SqliteDocumentIndex(database)
        for number in (1, 2, 3):
            await cloud.add(OWNER, f"c{number}", contract(number))
            await local.add(OWNER, f"c{number}", contract(number))
        for question in QUESTIONS:
            here = await local.search(OWNER, question, content_ids=["c3", "c1", "c2"], top_k=12)
            assert await cloud.search(OWNER, question, content_ids=["c3", "c1", "c2"], top_k=12) == here


@pytest.mark.req("RG-11")
async def test_a_second_question_reads_no_chunk_again(cosmos: Cosmos) -> None:
    for number in (1, 2):
        await (await cosmos.index()).add(OWNER, f"c{number}", contract(number))
    database = await cosmos.database()
    index = CosmosDocumentIndex(database)
    first = await index.search(OWNER, "notice period", content_ids=["c1", "c2"], top_k=5)
    cold = database.charges.units["query"]
    database.charges.reset()
    assert await index.search(OWNER, "notice period", content_ids=["c1", "c2"], top_k=5) == first
    assert database.charges.operations == {"query": 1}
    assert database.charges.units["query"] < min(5, cold / 5)


async def test_changes_by_another_process_are_seen(cosmos: Cosmos) -> None:
    here, there = await cosmos.index(), await cosmos.index()
    await here.add(OWNER, "c1", chunks("apple", "banana"))
    assert len(await here.search(OWNER, "apple", content_ids=["c1"], top_k=5)) == 1
    await there.add(OWNER, "c1", chunks("cherry", "damson"))
    assert await here.search(OWNER, "apple", content_ids=["c1"], top_k=5) == []
    assert len(await here.search(OWNER, "damson", content_ids=["c1"], top_k=5)) == 1
    await there.remove(OWNER, "c1")
    assert await here.search(OWNER, "damson", content_ids=["c1"], top_k=5) == []


@pytest.mark.req("AN-06")
async def test_the_service_searches_a_chunk_with_the_head_of_its_table(server: CosmosServer, cosmos: Cosmos) -> None:
    headed = replace(chunks("Antwerp | 2 | 45")[0], table_head="Port | Tugs | Barges")
    await (await cosmos.index()).add(OWNER, "c1", [headed])
    [item] = server.items(DOCUMENT_ITEMS.name)
    assert item[TEXT_FIELD] == "Port | Tugs | Barges\nAntwerp | 2 | 45"
    assert await (await cosmos.index()).chunks(OWNER, "c1") == [headed]


async def test_chunks_that_were_stored_before_tables_had_heads_are_found(cosmos: Cosmos) -> None:
    [chunk] = chunks("apple")
    before: dict[str, Json] = {name: value for name, value in asdict(chunk).items() if name != "table_head"}
    kept: dict[str, Json] = {
        "id": "c1:000000",
        "type": "chunk",
        "schema_version": 1,
        "sort": 0,
        "position": 0,
        "chunks": 1,
    }
    items = CosmosItemStore(await cosmos.database(), DOCUMENT_ITEMS)
    await items.write(OWNER.partition, [Upsert({**before, **kept, "content_id": "c1"})])
    [result] = await (await cosmos.index()).search(OWNER, "apple", content_ids=["c1"], top_k=5)
    assert result.chunk == chunk


async def test_kept_chunks_are_bounded(cosmos: Cosmos) -> None:
    database = await cosmos.database()
    index = CosmosDocumentIndex(database, cached_characters=150)
    for name in ("c1", "c2", "c3"):
        await index.add(OWNER, name, chunks(f"{name} apple " + "x" * 100))
    for name in ("c1", "c2", "c3", "c1"):
        assert len(await index.search(OWNER, "apple", content_ids=[name], top_k=5)) == 1
    database.charges.reset()
    await index.search(OWNER, "apple", content_ids=["c1"], top_k=5)
    assert database.charges.operations["query"] == 1
    await index.search(OWNER, "apple", content_ids=["c2"], top_k=5)
    assert database.charges.operations["query"] == 3


async def test_a_long_document_is_written_in_batches_and_can_shrink(server: CosmosServer, cosmos: Cosmos) -> None:
    index = await cosmos.index()
    long = chunks(*(f"word{n} " * 20 for n in range(250)))
    await index.add(OWNER, "c1", long)
    assert await index.chunks(OWNER, "c1") == long
    assert server.count("batch") == 3
    await index.add(OWNER, "c1", long[:3])
    assert await index.chunks(OWNER, "c1") == long[:3]
    assert len(server.items(DOCUMENT_ITEMS.name)) == 3
    await index.remove(OWNER, "c1")
    assert server.items(DOCUMENT_ITEMS.name) == []


@pytest.mark.req("RE-04")
async def test_no_batch_of_chunks_is_too_large_for_the_service(
    server: CosmosServer, cosmos: Cosmos, tmp_path: Path
) -> None:
    index = await cosmos.index()
    heavy = chunks(*(f"{n} " + "語" * 8000 for n in range(200)))
    await index.add(OWNER, "c1", heavy)
    assert await index.chunks(OWNER, "c1") == heavy
    assert not (tmp_path / "blobs").exists()


async def test_more_chunks_than_the_limit_are_asked_of_the_service_first(server: CosmosServer, cosmos: Cosmos) -> None:
    await (await cosmos.index()).add(OWNER, "c1", contract(1))
    index = await cosmos.index(exact_limit=10)
    exact = await (await cosmos.index()).search(OWNER, "notice period", content_ids=["c1"], top_k=5)
    before = server.count("query")
    # This server has no full-text search: what it refuses once is not asked of it again.
    assert await index.search(OWNER, "notice period", content_ids=["c1"], top_k=5) == exact
    assert server.count("query") - before == 3
    assert await index.search(OWNER, "notice period", content_ids=["c1"], top_k=5) == exact
    assert server.count("query") - before == 4


async def test_a_document_that_changes_while_it_is_read_is_not_kept(cosmos: Cosmos) -> None:
    index, writer = await cosmos.index(), await cosmos.index()
    await writer.add(OWNER, "c1", chunks("apple"))
    heads = await index._heads(OWNER, ["c1"])
    await writer.add(OWNER, "c1", chunks("apple", "banana"))
    assert [len(content.scorable.chunks) for content in await index._contents(OWNER, heads)] == [2]
    assert index._cached(OWNER, await index._heads(OWNER, ["c1"])) == {}


def test_the_service_is_queried_for_significant_words() -> None:
    query = best_by_text(["c1", "c2"], 'What is the "notice period"?', top_k=5)
    assert 'ORDER BY RANK FullTextScore(c.text, "notice", "period")' in query.sql
    assert 'FullTextContainsAny(c.text, "notice", "period")' in query.sql
    assert "c.content_id IN (@one0, @one1)" in query.sql
    assert query.parameters == {"one0": "c1", "one1": "c2", "top_k": 5}


def test_no_word_of_a_question_is_part_of_the_query_language() -> None:
    assert significant_words("""x") FROM c --' \\ "; DROP notice_period\n""") == ["x", "c", "drop", "notice", "period"]


def test_vectors_are_ranked_by_distance_among_those_of_one_model() -> None:
    by_vector = best_by_vector(["c1"], [0.1, 0.2], "model", top_k=3)
    assert by_vector.sql.endswith("AND c.vector_model = @model ORDER BY VectorDistance(c.vector, @vector)")
    assert by_vector.parameters["vector"] == [0.1, 0.2]
    assert by_vector.parameters["model"] == "model"


async def test_vectors_that_the_service_cannot_compare_are_compared_here(server: CosmosServer, cosmos: Cosmos) -> None:
    vectors = [[1.0, 0.0], [0.0, 1.0]]
    await (await cosmos.index()).add(OWNER, "c1", chunks("apple", "banana"), Embedded("model", vectors))
    index = await cosmos.index(exact_limit=1)
    found = await index.nearest(OWNER, [0.1, 0.9], "model", content_ids=["c1"], top_k=1)
    assert [(each.chunk.text, each.sources) for each in found] == [("banana", ("embedding",))]
    before = server.count("query")
    assert await index.nearest(OWNER, [0.1, 0.9], "model", content_ids=["c1"], top_k=1) == found
    assert server.count("query") - before == 1
