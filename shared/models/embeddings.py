"""Embeddings by OpenAI, Azure OpenAI and every server with their API."""

import asyncio
import math
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any

from orc.errors import ModelRejected
from shared.models.connection import Connection, translated

_TEXTS_A_REQUEST = 128
_CHARACTERS_A_REQUEST = 200_000
_LONGEST_TEXT = 6_000


class OpenAIEmbeddingModel:
    """Embeds texts in batches over one pooled client; see Connection for its parameters. A batch that fails transiently
    is retried.

    Only the first 6,000 characters of a text count, as models accept about 8,000 tokens. Vectors of another dimension
    than dimensions, or than earlier ones, raise ModelRejected.
    """

    def __init__(
        self,
        *,
        model: str,
        dimensions: int | None = None,
        api_key: str | Callable[[], Awaitable[str]],
        base_url: str | None = None,
        timeout_seconds: float = 60,
        retry_budget_seconds: float = 30,
        max_tries: int = 5,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.name = model
        self._dimensions = dimensions
        self._connection = Connection(
            api_key=api_key,
            base_url=base_url,
            timeout_seconds=timeout_seconds,
            retry_budget_seconds=retry_budget_seconds,
            max_tries=max_tries,
            sleep=sleep,
        )

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector for each text, in their order. Raises ModelError."""
        vectors: list[list[float]] = []
        for batch in _batches([text[:_LONGEST_TEXT] or " " for text in texts]):
            vectors += await self._connection.retrying()(self._request, batch)
        return vectors

    async def ping(self) -> None:
        """Returns when the server answers; raises ModelError otherwise."""
        await self._connection.ping()

    async def aclose(self) -> None:
        """Closes the client."""
        await self._connection.aclose()

    async def _request(self, batch: Sequence[str]) -> list[list[float]]:
        import httpx2

        body = {"model": self.name, "input": batch, "encoding_format": "float"}
        with translated():
            response = await self._connection.client().post("/embeddings", cast_to=httpx2.Response, body=body)
        try:
            vectors = _parse_vectors(response.json(), len(batch))
        except (ValueError, TypeError, KeyError, RecursionError):
            raise ModelRejected(
                "The model's server sent something that is not a list of embeddings.", code="model_protocol"
            ) from None
        dimensions = {len(vector) for vector in vectors} | ({self._dimensions} if self._dimensions else set())
        if len(dimensions) > 1:
            counts = " and ".join(map(str, sorted(dimensions)))
            raise ModelRejected(
                f"The embedding model {self.name} returned vectors of {counts} dimensions.", code="embedding_dimensions"
            )
        [self._dimensions] = dimensions
        return vectors


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    """The texts in order, in batches that a server accepts."""
    batch: list[str] = []
    characters = 0
    for text in texts:
        if len(batch) == _TEXTS_A_REQUEST or (batch and characters + len(text) > _CHARACTERS_A_REQUEST):
            yield batch
            batch, characters = [], 0
        batch.append(text)
        characters += len(text)
    if batch:
        yield batch


def _parse_vectors(answer: Any, count: int) -> list[list[float]]:
    """The vectors in the order of the texts. Raises ValueError, TypeError or KeyError for any other answer."""
    by_index = {entry["index"]: entry["embedding"] for entry in answer["data"]}
    if by_index.keys() != set(range(count)):
        raise ValueError("not one vector a text")
    if not all(isinstance(vector, list) for vector in by_index.values()):
        raise TypeError("not a list")
    vectors = [[float(value) for value in by_index[i]] for i in range(count)]
    if not all(vectors) or not all(math.isfinite(value) for vector in vectors for value in vector):
        raise ValueError("an empty vector, or a value that is not finite")
    return vectors
