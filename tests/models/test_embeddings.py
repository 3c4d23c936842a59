"""The embedding model over the real client, against a local server."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

import pytest

from orc.errors import ModelRejected, ModelUnavailable
from shared.models.embeddings import OpenAIEmbeddingModel
from tests.models.streams import Waits
from tests.support.embeddings_stub import EmbeddingsStub


@pytest.fixture
async def server() -> AsyncIterator[EmbeddingsStub]:
    async with EmbeddingsStub() as server:
        yield server


@pytest.fixture
async def embedding(server: EmbeddingsStub, waits: Waits) -> AsyncIterator[OpenAIEmbeddingModel]:
    async with aclosing(
        OpenAIEmbeddingModel(model="embed", api_key="sk-secret", base_url=server.base_url, sleep=waits.sleep)
    ) as model:
        yield model


def answer(*vectors: list[Any]) -> dict[str, Any]:
    return {"data": [{"index": i, "embedding": vector} for i, vector in enumerate(vectors)]}


async def test_each_text_gets_its_vector(server: EmbeddingsStub, embedding: OpenAIEmbeddingModel) -> None:
    texts = ["a car", "the doctor", "rent"]
    assert await embedding.embed(texts) == [server.vector(text) for text in texts]
    [request] = server.requests
    assert request.body["model"] == "embed"
    assert request.headers["authorization"] == "Bearer sk-secret"


@pytest.mark.req("RG-05")
async def test_many_texts_go_out_in_batches_of_bounded_size(
    server: EmbeddingsStub, embedding: OpenAIEmbeddingModel
) -> None:
    short = [f"text {n}" for n in range(300)]
    assert await embedding.embed(short) == [server.vector(text) for text in short]
    assert [len(batch) for batch in server.batches] == [128, 128, 44]
    server.requests.clear()
    long = ["word " * 1200] * 40
    await embedding.embed(long)
    assert [len(batch) for batch in server.batches] == [33, 7]


async def test_the_beginning_of_an_overlong_text_counts(
    server: EmbeddingsStub, embedding: OpenAIEmbeddingModel
) -> None:
    await embedding.embed(["x" * 7000, ""])
    assert [len(text) for text in server.batches[0]] == [6000, 1]


@pytest.mark.req("RG-05")
async def test_a_throttled_batch_is_sent_again_no_sooner_than_asked(
    server: EmbeddingsStub, embedding: OpenAIEmbeddingModel, waits: Waits
) -> None:
    server.script = [(429, {"retry-after": "3"}, {"error": {}})]
    assert await embedding.embed(["rent"]) == [server.vector("rent")]
    assert len(server.requests) == 2
    assert waits[0] >= 3


async def test_a_server_that_stays_away_is_given_up(server: EmbeddingsStub, embedding: OpenAIEmbeddingModel) -> None:
    server.script = [(503, {}, {"error": {}})] * 9
    with pytest.raises(ModelUnavailable):
        await embedding.embed(["rent"])
    assert len(server.requests) == 5


@pytest.mark.req("RG-05")
async def test_vectors_of_several_dimensions_in_one_call_are_refused(
    server: EmbeddingsStub, embedding: OpenAIEmbeddingModel
) -> None:
    server.script = [(200, {}, answer([1.0] * 8, [1.0] * 32))]
    with pytest.raises(ModelRejected, match="8 and 32 dimensions") as refused:
        await embedding.embed(["rent", "lease"])
    assert refused.value.code == "embedding_dimensions"
    server.script = [(200, {}, answer(*[[1.0] * 8] * 128))]
    with pytest.raises(ModelRejected, match="8 and 32 dimensions"):
        await embedding.embed(["rent"] * 129)


@pytest.mark.req("RG-05")
async def test_the_dimension_of_a_call_may_differ_from_that_of_the_one_before(
    server: EmbeddingsStub, embedding: OpenAIEmbeddingModel
) -> None:
    await embedding.embed(["rent"])
    server.dimensions = 8
    assert [len(vector) for vector in await embedding.embed(["rent"])] == [8]


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        answer(),
        answer([1.0], [2.0]),
        answer([]),
        answer(["a"]),
        answer([float("nan")]),
        answer([1e39, 1.0]),
        answer([1e308, 1e308]),
        answer([1e-30, 0.0]),
        {"data": [{"index": 1, "embedding": [1.0]}]},
        {"data": [{"index": 0, "embedding": "AAAA"}]},
    ],
    ids=str,
)
async def test_a_response_without_vectors_is_a_protocol_error(
    server: EmbeddingsStub, embedding: OpenAIEmbeddingModel, body: object
) -> None:
    server.script = [(200, {}, body)]
    with pytest.raises(ModelRejected) as refused:
        await embedding.embed(["rent"])
    assert refused.value.code == "model_protocol"


@pytest.mark.req("BX-19")
async def test_tokens_are_told_where_the_server_reports_them(server: EmbeddingsStub) -> None:
    told: list[int] = []
    model = OpenAIEmbeddingModel(model="embed", used=told.append, api_key="sk-secret", base_url=server.base_url)
    async with aclosing(model):
        await model.embed(["a car", "the doctor of the town"])
        assert told == [7]
        for usage in ({"usage": {"prompt_tokens": 3}}, {"usage": {"prompt_tokens": "3"}}, {"usage": None}, {}):
            server.script = [(200, {}, answer([1.0] * 32) | usage)]
            await model.embed(["a car"])
        assert told == [7, 3]


async def test_vectors_of_another_dimension_than_the_setting_are_refused(server: EmbeddingsStub) -> None:
    model = OpenAIEmbeddingModel(model="embed", dimensions=7, api_key="sk-secret", base_url=server.base_url)
    async with aclosing(model):
        with pytest.raises(ModelRejected, match="7 and 32 dimensions"):
            await model.embed(["a car"])
