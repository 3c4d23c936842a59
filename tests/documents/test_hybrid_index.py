"""Search by words and by meaning together, over both stores and the real client of the embedding model."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing

import pytest

from orc.documents.search.fusion import fuse
from orc.documents.search.hybrid_index import HybridIndex
from orc.domain import Caller, Chunk, ScoredChunk
from orc.ports import Embedded
from shared.models.embeddings import OpenAIEmbeddingModel
from shared.stores.sqlite import SqliteDatabase, SqliteDocumentIndex
from tests.models.streams import Waits
from tests.support.embeddings_stub import EmbeddingsStub
from tests.support.waiting import until

OWNER = Caller("org", "user")
TEXTS = ("The physician lives in Lisbon.", "Rent is due monthly.", "The automobile is red.")


class World:
    """One file and one server, as any number of processes see them; now is the clock of the model's pauses."""

    def __init__(self, database: SqliteDatabase, server: EmbeddingsStub) -> None:
        self.database, self.server, self.now = database, server, 0.0
        self.models: list[OpenAIEmbeddingModel] = []

    def index(self, model: str = "embed") -> HybridIndex:
        adapter = OpenAIEmbeddingModel(
            model=model, api_key="", base_url=self.server.base_url, max_tries=1, sleep=Waits().sleep
        )
        self.models.append(adapter)
        return HybridIndex(SqliteDocumentIndex(self.database), adapter, clock=lambda: self.now)


@pytest.fixture
async def world(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    async with (
        EmbeddingsStub() as server,
        aclosing(SqliteDatabase(tmp_path_factory.mktemp("data") / "orc.db")) as database,
    ):
        world = World(database, server)
        yield world
        for model in world.models:
            await model.aclose()


def chunks(*texts: str) -> list[Chunk]:
    return [Chunk(f"chunk_{n}", 0, len(text), text) for n, text in enumerate(texts)]


async def found(index: HybridIndex, query: str) -> list[tuple[str, tuple[str, ...]]]:
    results = await index.search(OWNER, query, content_ids=["c1"], top_k=2)
    return [(result.chunk.chunk_id, result.sources) for result in results]


async def test_a_paraphrase_is_found_by_embeddings(world: World) -> None:
    index = world.index()
    await index.add(OWNER, "c1", chunks(*TEXTS))
    assert (await found(index, "car"))[0] == ("chunk_2", ("embedding",))
    assert (await found(index, "the physician"))[0] == ("chunk_0", ("bm25", "embedding"))


@pytest.mark.req("RG-11")
async def test_vectors_survive_a_restart(world: World) -> None:
    await world.index().add(OWNER, "c1", chunks(*TEXTS))
    world.server.requests.clear()
    assert (await found(world.index(), "car"))[0] == ("chunk_2", ("embedding",))
    assert world.server.batches == [["car"]]


@pytest.mark.req("RG-05")
@pytest.mark.parametrize("change", ["name", "dimensions"])
async def test_a_new_embedding_model_embeds_again_and_mixes_no_vectors(world: World, change: str) -> None:
    await world.index().add(OWNER, "c1", chunks(*TEXTS))
    if change == "dimensions":
        world.server.dimensions = 64
    index = world.index("other" if change == "name" else "embed")
    world.server.requests.clear()
    assert await found(index, "car") == []  # nothing has vectors that may be compared, and no text has the word
    await until(lambda: not index._embedding)
    assert list(TEXTS) in world.server.batches
    assert (await found(index, "car"))[0] == ("chunk_2", ("embedding",))
    await index.drain()


@pytest.mark.req("RG-05")
async def test_a_changed_dimension_is_noticed_and_words_answer_until_all_is_embedded_again(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    index = world.index()
    await index.add(OWNER, "c1", chunks(*TEXTS))
    assert (await found(index, "the physician"))[0] == ("chunk_0", ("bm25", "embedding"))
    world.server.dimensions = 64
    assert await found(index, "the physician") == [("chunk_0", ("bm25",))]
    assert "changed from embed/32 to embed/64" in caplog.text
    await until(lambda: not index._embedding)
    assert (await found(index, "the physician"))[0] == ("chunk_0", ("bm25", "embedding"))
    world.server.requests.clear()
    world.server.dimensions = 32  # as behind two deployments, of which either may answer
    assert await found(index, "the physician") == [("chunk_0", ("bm25",))]
    assert world.server.batches == [["the physician"]], "a content is not embedded again at once"
    for pause in (1, 2, 4):  # each longer, as a content is embedded for each change
        world.now += pause - 0.1
        await found(index, "the physician")
        assert not index._embedding
        world.now += 0.1
        await found(index, "the physician")
        await until(lambda: not index._embedding)
        assert (await found(index, "the physician"))[0] == ("chunk_0", ("bm25", "embedding"))
        world.server.dimensions = 96 - world.server.dimensions


@pytest.mark.req("RG-05")
async def test_a_failing_embedding_model_is_logged_once_and_bm25_answers(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    index = world.index()
    world.server.script = [(401, {}, {"error": {}})] * 2
    with caplog.at_level(logging.WARNING):
        await index.add(OWNER, "c1", chunks(*TEXTS))
        assert await found(index, "the rent") == [("chunk_1", ("bm25",))]
        assert len(world.server.requests) == 1  # it is left alone for a while
        world.now = 1
        assert await found(index, "the rent") == [("chunk_1", ("bm25",))]
    assert [record.message for record in caplog.records].count(caplog.records[0].message) == 1
    assert "retrieval is lexical" in caplog.text
    world.now = 3
    assert await found(index, "car") == []
    await until(lambda: not index._embedding)
    assert (await found(index, "car"))[0] == ("chunk_2", ("embedding",))


@pytest.mark.req("RG-05")
async def test_a_model_whose_key_was_rotated_is_used_again_within_seconds(world: World) -> None:
    index, hybrid = world.index(), ("bm25", "embedding")
    await index.add(OWNER, "c1", chunks(*TEXTS))
    world.server.script = [(401, {}, {"error": {}})]
    assert await found(index, "the rent") == [("chunk_1", ("bm25",))]
    world.now = 1
    assert (await found(index, "the rent"))[0][1] == hybrid


@pytest.mark.req("RG-05")
async def test_a_model_that_refuses_the_key_for_long_is_asked_ever_less(world: World) -> None:
    index = world.index()
    await index.add(OWNER, "c1", chunks(*TEXTS))
    world.server.requests.clear()
    world.server.script = [(401, {}, {"error": {}})] * 1000
    for second in range(600):
        world.now = second
        await asyncio.gather(*(found(index, "the rent") for _ in range(3)))  # they fail together
    assert len(world.server.requests) <= 3 * 16
    del world.server.script[:]
    world.now += 60
    assert (await found(index, "the rent"))[0][1] == ("bm25", "embedding")


@pytest.mark.req("RG-05")
async def test_a_document_without_vectors_leaves_the_others_their_meaning(world: World) -> None:
    await SqliteDocumentIndex(world.database).add(OWNER, "c2", chunks("A car is parked in the street."))
    index = world.index()
    await index.add(OWNER, "c1", chunks(*TEXTS))
    results = await index.search(OWNER, "car", content_ids=["c1", "c2"], top_k=4)
    by_place = {(each.content_id, each.chunk.chunk_id): each.sources for each in results}
    assert by_place["c1", "chunk_2"] == ("embedding",)
    assert by_place["c2", "chunk_0"] == ("bm25",)
    assert results[0].content_id == "c2"
    await until(lambda: not index._embedding)
    results = await index.search(OWNER, "car", content_ids=["c1", "c2"], top_k=4)
    assert results[0].sources == ("bm25", "embedding")


@pytest.mark.req("RG-05")
@pytest.mark.parametrize("status", [400, 500])
async def test_a_document_that_cannot_be_embedded_leaves_the_others_their_meaning(world: World, status: int) -> None:
    index, hybrid = world.index(), ("bm25", "embedding")
    await index.add(OWNER, "c1", chunks(*TEXTS))
    world.server.script = [(status, {}, {"error": {"message": "the input is refused"}})]
    await index.add(OWNER, "c2", chunks("The rent of the car is low."))
    for _ in range(3):
        results = await index.search(OWNER, "the rent", content_ids=["c1", "c2"], top_k=2)
        assert {each.content_id: each.sources for each in results} == {"c1": hybrid, "c2": ("bm25",)}
        await until(lambda: not index._embedding)
    assert world.server.batches.count(["The rent of the car is low."]) == 1  # not again with each search
    world.now = 61
    for _ in range(2):
        results = await index.search(OWNER, "the rent", content_ids=["c1", "c2"], top_k=2)
        await until(lambda: not index._embedding)
    assert {each.content_id: each.sources for each in results} == {"c1": hybrid, "c2": hybrid}


@pytest.mark.req("RG-05")
@pytest.mark.parametrize("status", [400, 500])
@pytest.mark.parametrize(("refused", "requests"), [(1, 4), (2, 4), (3, 3)])
async def test_only_several_failed_questions_in_a_row_pause_the_model(
    world: World, refused: int, requests: int, status: int
) -> None:
    index, hybrid = world.index(), ("bm25", "embedding")
    await index.add(OWNER, "c1", chunks(*TEXTS))
    world.server.requests.clear()
    world.server.script = [(status, {}, {"error": {"message": "the input is refused"}})] * refused
    sources = [(await found(index, "the rent"))[0][1] for _ in range(4)]
    assert sources == [("bm25",)] * refused + [hybrid] * (4 - refused if refused < 3 else 0) + [("bm25",)] * (
        refused == 3
    )
    assert len(world.server.requests) == requests
    world.now = 61
    assert (await found(index, "the rent"))[0][1] == hybrid


class SlowAtFirst:
    """An embedding model that does not answer its first questions; it cannot be had of a server without waiting."""

    name = "slow"

    def __init__(self, slow: int) -> None:
        self.slow, self.asked = slow, 0

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.asked += 1
        if self.asked <= self.slow:
            await asyncio.Event().wait()
        return [[1.0, 0.0] for _ in texts]

    async def ping(self) -> None:
        """Nothing is asked of it."""

    async def aclose(self) -> None:
        """Nothing is open."""


@pytest.mark.parametrize(("slow", "asked"), [(1, 4), (2, 4), (3, 3)])
async def test_only_several_slow_calls_in_a_row_pause_the_model(world: World, slow: int, asked: int) -> None:
    plain, model = SqliteDocumentIndex(world.database), SlowAtFirst(slow)
    await plain.add(OWNER, "c1", chunks(*TEXTS), Embedded("slow/2", [[1.0, 0.0]] * 3))
    index = HybridIndex(plain, model, query_seconds=0.01, clock=lambda: world.now)
    sources = [(await found(index, "the rent"))[0][1] for _ in range(4)]
    hybrid = ("bm25", "embedding")
    assert sources == [("bm25",)] * slow + [hybrid] * (4 - slow if slow < 3 else 0) + [("bm25",)] * (slow == 3)
    assert model.asked == asked
    world.now = 61
    assert (await found(index, "the rent"))[0][1] == hybrid


def zeros(count: int) -> tuple[int, dict[str, str], object]:
    return 200, {}, {"data": [{"index": n, "embedding": [0.0] * 32} for n in range(count)]}


@pytest.mark.req("RG-05")
async def test_a_question_with_a_vector_of_zeros_is_answered_by_words(world: World) -> None:
    index = world.index()
    await index.add(OWNER, "c1", chunks(*TEXTS))
    world.server.script = [zeros(1)] * 5
    assert await found(index, "the physician") == [("chunk_0", ("bm25",))]
    for _ in range(4):
        assert await found(index, "unknown") == []
    assert (await found(index, "car"))[0] == ("chunk_2", ("embedding",))


@pytest.mark.req("RG-05")
async def test_a_document_with_vectors_of_zeros_is_embedded_again(world: World) -> None:
    index = world.index()
    world.server.script = [zeros(3)]
    await index.add(OWNER, "c1", chunks(*TEXTS))
    assert await found(index, "the physician") == [("chunk_0", ("bm25",))]
    world.now += 100

    async def is_embedded() -> bool:
        return (await found(index, "car"))[:1] == [("chunk_2", ("embedding",))]

    await until(is_embedded)


class SlowWithDocuments(SlowAtFirst):
    """An embedding model that answers for several texts once it is released."""

    def __init__(self) -> None:
        super().__init__(0)
        self.released = asyncio.Event()
        self.batches = list[int]()

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.batches.append(len(texts))
        if len(texts) > 1:
            await self.released.wait()
        return [[float("car" in text or "automobile" in text), 1.0] for text in texts]


@pytest.mark.req("RG-05")
async def test_a_document_does_not_wait_for_a_slow_embedding_model(world: World) -> None:
    model = SlowWithDocuments()
    index = HybridIndex(SqliteDocumentIndex(world.database), model, add_seconds=0)
    await index.add(OWNER, "c1", chunks(*TEXTS))
    assert await found(index, "the physician") == [("chunk_0", ("bm25",))]
    model.released.set()
    await until(lambda: not index._embedding)
    assert (await found(index, "car"))[0] == ("chunk_2", ("embedding",))
    assert model.batches.count(len(TEXTS)) == 1


@pytest.mark.req("RG-05")
async def test_a_document_removed_while_its_vectors_are_late_stays_removed(world: World) -> None:
    model = SlowWithDocuments()
    index = HybridIndex(SqliteDocumentIndex(world.database), model, add_seconds=0)
    await index.add(OWNER, "c1", chunks(*TEXTS))
    await index.remove(OWNER, "c1")
    model.released.set()
    await until(lambda: not index._embedding)
    assert await index.chunks(OWNER, "c1") == []


async def test_a_document_removed_during_embedding_stays_removed(world: World) -> None:
    await world.index().add(OWNER, "c1", chunks(*TEXTS))
    index = world.index("other")
    await found(index, "car")
    await index.remove(OWNER, "c1")
    await until(lambda: not index._embedding)
    assert await index.chunks(OWNER, "c1") == []


async def test_nothing_is_asked_of_the_model_for_an_empty_query(world: World) -> None:
    assert await found(world.index(), " ") == []
    assert world.server.batches == []


def scored(name: str, score: float, source: str) -> ScoredChunk:
    return ScoredChunk("c1", Chunk(name, 0, 1, "x"), score, (source,))


MEANING = (scored("b", 0.81, "embedding"), scored("c", 0.8, "embedding"), scored("a", 0.7, "embedding"))


def test_weak_embedding_ranks_do_not_overrule_clear_bm25_ranks() -> None:
    fused = fuse([scored("a", 0.9, "bm25"), scored("b", 0.7, "bm25")], MEANING)
    assert [each.chunk.chunk_id for each in fused] == ["a", "b", "c"]
    assert [each.sources for each in fused] == [("bm25", "embedding"), ("bm25", "embedding"), ("embedding",)]
    assert all(0 <= each.score <= 1 for each in fused)


def test_meaning_decides_between_passages_that_share_few_words_with_the_question() -> None:
    fused = fuse([scored("a", 0.2, "bm25"), scored("b", 0.1, "bm25")], MEANING)
    assert [each.chunk.chunk_id for each in fused] == ["b", "c", "a"]


def test_without_a_word_in_common_the_nearest_comes_first() -> None:
    assert [each.chunk.chunk_id for each in fuse([], MEANING)] == ["b", "c", "a"]
