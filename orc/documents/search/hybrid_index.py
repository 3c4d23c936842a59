"""Lexical and vector search: a document index whose chunks are embedded by a model."""

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Sequence
from functools import partial

from orc.documents.search.fusion import fuse
from orc.domain import Caller, Chunk, ScoredChunk
from orc.errors import ModelError, ModelRejected
from orc.ports import DocumentIndex, Embedded, EmbeddingModel

logger = logging.getLogger(__name__)

_LEAST_CANDIDATES = 50
_QUERY_SECONDS = 2.0
_ADD_SECONDS = 3.0
_IN_A_ROW = 3
_FIRST_PAUSE_SECONDS, _LONGEST_PAUSE_SECONDS = 1.0, 60.0
_NO_CREDENTIALS = "model_auth"


class _Pauses[Key]:
    """Each pause of a key is twice as long as the one before it, up to the longest. After longest_seconds without a
    pause, a key begins again with the shortest."""

    def __init__(self, longest_seconds: float, clock: Callable[[], float]) -> None:
        self._longest = longest_seconds
        self._clock = clock
        self._pauses: dict[Key, tuple[float, float]] = {}  # its end and its length

    def begin(self, key: Key) -> None:
        now = self._clock()
        self._pauses = {each: (end, s) for each, (end, s) in self._pauses.items() if end + self._longest > now}
        _, last = self._pauses.get(key, (now, _FIRST_PAUSE_SECONDS / 2))
        seconds = min(2 * last, self._longest)
        self._pauses[key] = now + seconds, seconds

    def is_over(self, key: Key) -> bool:
        return key not in self._pauses or self._clock() >= self._pauses[key][0]

    def forget(self, key: Key) -> None:
        self._pauses.pop(key, None)


class HybridIndex:
    """Stores vectors with all chunks and adds the vector results to the lexical ones. Contents without vectors of this
    model are found lexically and embedded in the background; so are all while the model fails. The vector of a question
    may take query_seconds; after that, and for a vector of zeros, lexical results answer. Contents whose vectors take
    longer than add_seconds are added without them, and get them in the background. After three failed calls in a row,
    or one without valid credentials, the model is not called for a pause, which grows from one second to pause_seconds
    while the calls fail. A document whose chunks could not be embedded, or have vectors of zeros only, waits alone for
    such a pause, as does one that was just embedded: a model whose vectors change their dimension embeds all again
    (D-419)."""

    def __init__(
        self,
        index: DocumentIndex,
        model: EmbeddingModel,
        *,
        query_seconds: float = _QUERY_SECONDS,
        add_seconds: float = _ADD_SECONDS,
        pause_seconds: float = _LONGEST_PAUSE_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._index = index
        self._model = model
        self._query_seconds = query_seconds
        self._add_seconds = add_seconds
        self._model_pauses = _Pauses[str](pause_seconds, clock)
        self._document_pauses = _Pauses[tuple[Caller, str]](pause_seconds, clock)
        self._failing = False
        self._failures = 0
        self._embedding: dict[tuple[Caller, str], asyncio.Task[None]] = {}
        self._asked_with = ""

    async def add(
        self, owner: Caller, content_id: str, chunks: Sequence[Chunk], embedded: Embedded | None = None
    ) -> None:
        if embedded is not None or not chunks or not self._may_call_model():
            await self._index.add(owner, content_id, chunks, embedded)
            return
        embedding = asyncio.create_task(self._embed_chunks((owner, content_id), chunks))
        goes_on = False
        try:
            await asyncio.wait([embedding], timeout=self._add_seconds)
            is_late = not embedding.done()
            await self._index.add(owner, content_id, chunks, None if is_late else embedding.result())
            goes_on = is_late
        finally:
            if not goes_on:
                embedding.cancel()
        if goes_on:
            self._embed_in_background(owner, content_id, embedding)

    async def search(self, owner: Caller, query: str, *, content_ids: Collection[str], top_k: int) -> list[ScoredChunk]:
        count = max(top_k, _LEAST_CANDIDATES)
        by_words, vector = await asyncio.gather(
            self._index.search(owner, query, content_ids=content_ids, top_k=count), self._embed_query(query)
        )
        if vector is None or top_k < 1:
            return by_words[: max(top_k, 0)]
        model, before = _label(self._model, vector), self._asked_with
        self._asked_with = model
        if before not in ("", model):
            logger.warning(
                "The embedding model's vectors changed from %s to %s: documents are embedded again", before, model
            )
        missing = await self._index.without_vectors(owner, content_ids, model)
        for content_id in missing:
            key = owner, content_id
            if key not in self._embedding and self._document_pauses.is_over(key):
                self._embed_in_background(owner, content_id)
        embedded = set(content_ids).difference(missing)
        by_meaning = await self._index.nearest(owner, vector, model, content_ids=embedded, top_k=count)
        return fuse(by_words, by_meaning, unseen=frozenset(missing))[:top_k]

    async def nearest(
        self, owner: Caller, vector: Sequence[float], model: str, *, content_ids: Collection[str], top_k: int
    ) -> list[ScoredChunk]:
        return await self._index.nearest(owner, vector, model, content_ids=content_ids, top_k=top_k)

    async def without_vectors(self, owner: Caller, content_ids: Collection[str], model: str) -> list[str]:
        return await self._index.without_vectors(owner, content_ids, model)

    async def chunks(self, owner: Caller, content_id: str) -> list[Chunk]:
        return await self._index.chunks(owner, content_id)

    async def remove(self, owner: Caller, content_id: str) -> None:
        if (embedding := self._embedding.get((owner, content_id))) is not None:
            embedding.cancel()  # otherwise it could store vectors after the removal
            await asyncio.wait([embedding])
        await self._index.remove(owner, content_id)

    async def remove_all(self, owner: Caller) -> None:
        embedding = [task for (each, _), task in self._embedding.items() if each == owner]
        for task in embedding:
            task.cancel()
        await asyncio.gather(*embedding, return_exceptions=True)
        await self._index.remove_all(owner)

    async def drain(self) -> None:
        """Ends the background embedding; the next search starts it again."""
        tasks = list(self._embedding.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _may_call_model(self) -> bool:
        """Whether the model is not paused."""
        return self._model_pauses.is_over(self._model.name)

    async def _embed_query(self, query: str) -> list[float] | None:
        """The vector of a question. None while the model is paused, if it fails or is late, and for zeros only."""
        if not query.strip() or not self._may_call_model():
            return None
        try:
            async with asyncio.timeout(self._query_seconds):
                [vector] = await self._model.embed([query])
        except (TimeoutError, ModelError) as error:
            self._note_failure(error)
            return None
        self._note_success()
        return vector if any(vector) else None

    async def _embed_chunks(self, key: tuple[Caller, str], chunks: Sequence[Chunk]) -> Embedded | None:
        """The vectors of a content's chunks. None if the model cannot create them now."""
        try:
            vectors = await self._model.embed([chunk.headed_text for chunk in chunks])
            if not any(map(any, vectors)):
                raise ModelRejected("The embedding model returned only zeros.", code="model_protocol")
        except ModelError as error:
            # The failure may concern these chunks alone, and each search asks for them again.
            self._document_pauses.begin(key)
            logger.warning("The chunks of %s have no vectors: %s", key[1], error)
            if error.code == _NO_CREDENTIALS or not isinstance(error, ModelRejected):
                self._note_failure(error)
            return None
        self._note_success()
        return Embedded(_label(self._model, vectors[0]), vectors)

    def _note_success(self) -> None:
        self._failing, self._failures = False, 0
        self._model_pauses.forget(self._model.name)

    def _note_failure(self, error: ModelError | TimeoutError) -> None:
        """Counts a failure, of which the text may be the reason, and pauses the model after several or if it has no
        valid credentials. Logs a pause once, until the model answers again."""
        self._failures += 1
        is_refused = isinstance(error, ModelError) and error.code == _NO_CREDENTIALS
        if not self._may_call_model() or (self._failures < _IN_A_ROW and not is_refused):
            return  # calls that fail together are one reason for a pause
        self._model_pauses.begin(self._model.name)
        if not self._failing:
            reason = str(error) or "it took too long"
            logger.warning("The embedding model cannot be used, retrieval is lexical until it can: %s", reason)
        self._failing = True

    def _embed_in_background(
        self, owner: Caller, content_id: str, embedding: asyncio.Task[Embedded | None] | None = None
    ) -> None:
        """Adds the vectors of a stored content when they are there; embedding creates them if that has begun."""

        async def embed() -> None:
            chunks = await self._index.chunks(owner, content_id)
            if embedding is not None:
                embedded = await embedding
            else:
                embedded = (
                    await self._embed_chunks((owner, content_id), chunks) if chunks and self._may_call_model() else None
                )
            # Contents that were removed or replaced in the meantime must not come back.
            if embedded is not None and await self._index.chunks(owner, content_id) == chunks:
                await self._index.add(owner, content_id, chunks, embedded)
                self._document_pauses.begin((owner, content_id))
                logger.info("The chunks of %s were embedded by %s", content_id, embedded.model)

        task = self._embedding[owner, content_id] = asyncio.create_task(embed())
        task.add_done_callback(partial(self._embedding.pop, (owner, content_id)))
        if embedding is not None:
            task.add_done_callback(lambda _: embedding.cancel())


def _label(model: EmbeddingModel, vector: Sequence[float]) -> str:
    """Identifies comparable vectors: those of one model and dimension."""
    return f"{model.name}/{len(vector)}"
