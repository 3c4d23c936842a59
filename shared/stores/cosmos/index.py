"""The document index in Cosmos DB: each chunk is an item; up to a limit, this process ranks them."""

import asyncio
import logging
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from itertools import batched
from typing import Any, cast

from orc.documents.search.bm25 import EXACT_LIMIT, BoundedCache, Scorable, best, scorable
from orc.documents.search.query import parsed
from orc.domain import Caller, Chunk, Json, ScoredChunk
from orc.ports import DOCUMENT_ITEMS, MAX_WRITES_PER_BATCH, Delete, Embedded, Upsert, Write
from shared.batches import in_batches
from shared.stores.cosmos import search
from shared.stores.cosmos.database import CosmosDatabase
from shared.stores.cosmos.documents import to_body
from shared.stores.cosmos.items import CosmosItemStore
from shared.stores.cosmos.keys import decode
from shared.stores.cosmos.large import MAX_BATCH_BYTES, size_of
from shared.stores.cosmos.operations import Document, NotUnderstood
from shared.stores.cosmos.queries import Query
from shared.stores.cosmos.schema import MODEL_FIELD, TEXT_FIELD, VECTOR_FIELD

logger = logging.getLogger(__name__)

_CONTENTS_PER_QUERY = 200
_RANK_OFFSET = 60
_ITEM_OVERHEAD_BYTES = 1_000


@dataclass(frozen=True, slots=True)
class _Head:
    """The first chunk of a content, which represents all: it is written last and deleted first."""

    etag: str
    chunks: int


@dataclass(frozen=True, slots=True)
class _Content:
    """The chunks of a content under this ETag, ready for scoring, and their vectors if each has one of the same
    model."""

    etag: str
    scorable: Scorable
    embedded: Embedded | None = None

    @property
    def weight(self) -> int:
        return self.scorable.characters + sum(4 * len(vector) for vector in self.vectors)

    @property
    def vectors(self) -> Sequence[Sequence[float]]:
        return self.embedded.vectors if self.embedded else ()


class CosmosDocumentIndex:
    """Ranks up to exact_limit chunks exactly, in this process, as every other index does. More are ranked by the
    service's full-text and vector search, where it has them.

    Caches chunks up to cached_characters of text; one small query validates the cache.
    """

    def __init__(
        self, database: CosmosDatabase, *, exact_limit: int = EXACT_LIMIT, cached_characters: int = 8_000_000
    ) -> None:
        self._database = database
        self._items = CosmosItemStore(database, DOCUMENT_ITEMS)
        self._exact_limit = exact_limit
        self._service_has = {"full-text", "vector"}
        self._kept: BoundedCache[tuple[Caller, str], _Content] = BoundedCache(
            cached_characters, lambda _, content: content.weight
        )

    async def add(
        self, owner: Caller, content_id: str, chunks: Sequence[Chunk], embedded: Embedded | None = None
    ) -> None:
        items: list[dict[str, Json]] = []
        for place, chunk in enumerate(chunks):
            item: dict[str, Json] = {
                "id": f"{content_id}:{place:06d}",
                "type": "chunk",
                "schema_version": 1,
                "sort": place,
                "content_id": content_id,
                "position": place,
                "chunks": len(chunks),
                **asdict(chunk),
                TEXT_FIELD: chunk.headed_text,  # what the service searches
            }
            if embedded is not None:
                item |= {MODEL_FIELD: embedded.model, VECTOR_FIELD: list(embedded.vectors[place])}
            items.append(item)
        stale = set(await self._ids(owner, content_id)).difference(str(item["id"]) for item in items)
        await self._write(owner, [Delete(each) for each in sorted(stale)])
        etags = await self._write(owner, [Upsert(item) for item in reversed(items)])
        if etags:
            scored = await asyncio.to_thread(scorable, content_id, chunks)
            self._kept.put((owner, content_id), _Content(etags[-1], scored, embedded))

    async def search(self, owner: Caller, query: str, *, content_ids: Collection[str], top_k: int) -> list[ScoredChunk]:
        if top_k < 1:
            return []
        heads = await self._heads(owner, content_ids)
        if self._leaves_to_service(owner, heads, "full-text") and search.significant_words(query):
            by_text = search.best_by_text(sorted(heads), query, top_k=top_k)
            if (ranked := await self._rank_by_service(owner, by_text, "full-text")) is not None:
                return ranked
        contents = [content.scorable for content in await self._contents(owner, heads)]
        return await asyncio.to_thread(best, parsed(query), contents, top_k=top_k)

    async def nearest(
        self, owner: Caller, vector: Sequence[float], model: str, *, content_ids: Collection[str], top_k: int
    ) -> list[ScoredChunk]:
        if top_k < 1:
            return []
        heads = await self._heads(owner, content_ids)
        if self._leaves_to_service(owner, heads, "vector"):
            by_vector = search.best_by_vector(sorted(heads), vector, model, top_k=top_k)
            if (ranked := await self._rank_by_service(owner, by_vector, "vector")) is not None:
                return ranked
        contents = await self._contents(owner, heads)
        of_model = [content for content in contents if content.embedded and content.embedded.model == model]

        def work() -> list[ScoredChunk]:
            import numpy as np

            query = np.asarray(vector, np.float32)
            near: list[ScoredChunk] = []
            for content in of_model:
                scored, matrix = content.scorable, np.asarray(content.vectors, np.float32)
                if matrix.shape[1:] == query.shape:
                    lengths = np.linalg.norm(matrix, axis=1) * np.linalg.norm(query)
                    cosines = matrix @ query / np.where(lengths, lengths, 1)
                    near += [
                        ScoredChunk(scored.content_ids[i], scored.chunks[i], float(cosines[i]), ("embedding",))
                        for i in np.argsort(-cosines, kind="stable")[:top_k]
                    ]
            return sorted(near, key=lambda found: -found.score)[:top_k]

        return await asyncio.to_thread(work)

    async def without_vectors(self, owner: Caller, content_ids: Collection[str], model: str) -> list[str]:
        found: set[str] = set()
        for ids in batched(sorted(set(content_ids)), _CONTENTS_PER_QUERY, strict=False):
            async for document in self._documents(owner, search.without_vectors(ids, model)):
                found.add(document["content_id"])
        return sorted(found)

    async def chunks(self, owner: Caller, content_id: str) -> list[Chunk]:
        found = [document async for document in self._documents(owner, search.chunks([content_id]))]
        return [_chunk(document) for document in sorted(found, key=_place)]

    async def remove(self, owner: Caller, content_id: str) -> None:
        await self._write(owner, [Delete(each) for each in sorted(await self._ids(owner, content_id))])

    async def remove_all(self, owner: Caller) -> None:
        self._kept.discard_all(lambda key: key[0] == owner)
        chunks = [name.item_id async for name in self._items.names(owner.partition) if name.item_type == "chunk"]
        await self._write(owner, [Delete(each) for each in chunks])

    async def _heads(self, owner: Caller, content_ids: Collection[str]) -> dict[str, _Head]:
        """The heads of those contents that exist."""
        heads: dict[str, _Head] = {}
        for ids in batched(sorted(set(content_ids)), _CONTENTS_PER_QUERY, strict=False):
            async for found in self._documents(owner, search.heads(ids)):
                heads[found["content_id"]] = _Head(found["_etag"], found["chunks"])
        return heads

    def _leaves_to_service(self, owner: Caller, heads: Mapping[str, _Head], kind: str) -> bool:
        """Whether more chunks than the limit would have to be read to rank them in this process."""
        too_many = sum(head.chunks for head in heads.values()) > self._exact_limit
        return kind in self._service_has and too_many and len(self._cached(owner, heads)) < len(heads)

    async def _contents(self, owner: Caller, heads: Mapping[str, _Head]) -> list[_Content]:
        """The contents with these heads, ready for scoring, and cached unless they are being changed."""
        cached = self._cached(owner, heads)
        found: dict[str, list[Document]] = {content_id: [] for content_id in sorted(heads.keys() - cached.keys())}
        for ids in batched(found, _CONTENTS_PER_QUERY, strict=False):
            async for document in self._documents(owner, search.chunks(ids)):
                found[document["content_id"]].append(document)
        contents = [*cached.values()]
        for content_id, documents in found.items():
            documents.sort(key=_place)
            scored = await asyncio.to_thread(scorable, content_id, [_chunk(document) for document in documents])
            etag = documents[0]["_etag"] if documents else ""
            models = {document.get(MODEL_FIELD) for document in documents}
            model = models.pop() if len(models) == 1 else None
            embedded = Embedded(model, [document[VECTOR_FIELD] for document in documents]) if model else None
            contents.append(content := _Content(etag, scored, embedded))
            if heads[content_id] == _Head(etag, len(documents)):
                self._kept.put((owner, content_id), content)
        return contents

    def _cached(self, owner: Caller, heads: Mapping[str, _Head]) -> dict[str, _Content]:
        cached = {content_id: self._kept.get((owner, content_id)) for content_id in heads}
        return {each: content for each, content in cached.items() if content and content.etag == heads[each].etag}

    async def _rank_by_service(self, owner: Caller, query: Query, kind: str) -> list[ScoredChunk] | None:
        """The results of the service's search of this kind; None when it has none."""
        try:
            found = [document async for document in self._documents(owner, query)]
        except NotUnderstood:
            self._service_has.discard(kind)
            logger.warning("This Cosmos DB has no %s search: chunks are ranked in the process", kind)
            return None
        source = "bm25" if kind == "full-text" else "embedding"
        return [
            ScoredChunk(document["content_id"], _chunk(document), _RANK_OFFSET / (_RANK_OFFSET + rank), (source,))
            for rank, document in enumerate(found, 1)
        ]

    async def _ids(self, owner: Caller, content_id: str) -> list[str]:
        return [decode(found["id"]) async for found in self._documents(owner, search.chunk_ids(content_id))]

    async def _documents(self, owner: Caller, query: Query) -> AsyncIterator[Document]:
        container = await self._database.container(DOCUMENT_ITEMS)
        async for document in container.query(list(owner.partition), *query):
            yield document

    async def _write(self, owner: Caller, writes: Sequence[Write]) -> list[str]:
        def size(write: Write) -> int:
            return size_of(write.item) + _ITEM_OVERHEAD_BYTES if isinstance(write, Upsert) else 0

        batches = in_batches(writes, size, most=MAX_WRITES_PER_BATCH, most_together=MAX_BATCH_BYTES)
        return [etag for batch in batches for etag in await self._items.write(owner.partition, batch)]


def _chunk(document: Document) -> Chunk:
    body = cast("dict[str, Any]", to_body(document))
    chunk = Chunk(**{field.name: body[field.name] for field in fields(Chunk) if field.name in body})
    return replace(chunk, text=chunk.text[len(chunk.headed_text) - len(chunk.text) :])


def _place(document: Document) -> int:
    return int(document["position"])
