"""Embeddings by OpenAI, Azure OpenAI and every server with their API."""

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Unpack

from orc.errors import ModelRejected
from shared.batches import in_batches
from shared.models.connection import Connection, ConnectionOptions, translated

_TEXTS_A_REQUEST = 128
_CHARACTERS_A_REQUEST = 200_000
_LONGEST_TEXT = 6_000
_SHORTEST, _LONGEST = 1e-18, 1e18  # single precision has no squares of other lengths


class OpenAIEmbeddingModel:
    """Embeds texts in batches over one pooled client; see Connection for its parameters. A batch that fails transiently
    is retried.

    Only the first 6,000 characters of a text count, as models accept about 8,000 tokens. Vectors of another dimension
    than dimensions, or of several in one call, and vectors too long or too short to compare raise ModelRejected; a
    vector of zeros does not. used is called with the tokens of each response, if the server reports them.
    """

    def __init__(
        self,
        *,
        model: str,
        dimensions: int | None = None,
        used: Callable[[int], None] | None = None,
        **connection: Unpack[ConnectionOptions],
    ) -> None:
        self.name = model
        self._dimensions = dimensions
        self._used = used
        self._connection = Connection(**connection)

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector for each text, in their order. Raises ModelError."""
        vectors: list[list[float]] = []
        sent = [text[:_LONGEST_TEXT] or " " for text in texts]
        for batch in in_batches(sent, len, most=_TEXTS_A_REQUEST, most_together=_CHARACTERS_A_REQUEST):
            vectors += await self._connection.retrying()(self._request, batch)
        dimensions = {len(vector) for vector in vectors} | ({self._dimensions} if self._dimensions else set())
        if len(dimensions) > 1:
            counts = " and ".join(map(str, sorted(dimensions)))
            raise ModelRejected(
                f"The embedding model {self.name} returned vectors of {counts} dimensions.", code="embedding_dimensions"
            )
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
        vectors: list[list[float]] = []
        with suppress(ValueError, TypeError, KeyError, RecursionError):
            answer = response.json()
            usage = answer.get("usage") if isinstance(answer, dict) else None
            tokens = usage.get("prompt_tokens") if isinstance(usage, dict) else None
            if self._used is not None and type(tokens) is int and tokens >= 0:
                self._used(tokens)
            by_index = {entry["index"]: entry["embedding"] for entry in answer["data"]}
            if by_index.keys() == set(range(len(batch))) and all(isinstance(v, list) for v in by_index.values()):
                vectors = [[float(value) for value in by_index[i]] for i in range(len(batch))]
        if not (vectors and all(vectors) and all(not any(v) or _SHORTEST < math.hypot(*v) < _LONGEST for v in vectors)):
            raise ModelRejected(
                "The model's server sent something that is not a list of embeddings.", code="model_protocol"
            )
        return vectors
