"""The vectors of chunks, and the search by them."""

import json
import sqlite3
import threading
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from orc.documents.search.bm25 import BoundedCache
from orc.domain import Caller, Chunk, ScoredChunk
from orc.ports import Embedded
from shared.stores.sqlite.database import SqliteDatabase, partition_text

if TYPE_CHECKING:
    import numpy as np

    type Matrix = np.ndarray[tuple[int, int], np.dtype[np.float32]]

_PUT = """
    INSERT INTO chunk_vectors (id, model, vector)
    SELECT id, ?, ? FROM chunks WHERE owner = ? AND content_id = ? AND position = ?"""
_MISSING = """
    SELECT DISTINCT content_id FROM chunks LEFT JOIN chunk_vectors ON chunk_vectors.id = chunks.id AND model = :model
    WHERE owner = :owner AND content_id IN (SELECT value FROM json_each(:content_ids)) AND chunk_vectors.id IS NULL"""
_HEADS = """
    SELECT content_id, min(chunks.id), count(*) FROM chunks JOIN chunk_vectors USING (id)
    WHERE owner = :owner AND content_id IN (SELECT value FROM json_each(:content_ids)) AND model = :model
    GROUP BY content_id"""
_VECTORS = """
    SELECT chunks.id, vector FROM chunks JOIN chunk_vectors USING (id)
    WHERE owner = ? AND content_id = ? AND model = ? ORDER BY position"""
_BY_ID = """
    SELECT id, content_id, chunk_id, start, end, text, page, table_head FROM chunks
    WHERE id IN (SELECT value FROM json_each(?))"""


class SqliteVectors:
    """Stores vectors as float32 of length one, each with the name of its model; a search considers one model's only.

    Caches up to 256 MB of vectors.
    """

    def __init__(self, database: SqliteDatabase) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._matrices: BoundedCache[tuple[str, str, str], tuple[tuple[int, int], Sequence[int], Matrix]] = (
            BoundedCache(256 << 20, lambda _, cached: int(cached[2].nbytes))
        )

    async def without_vectors(self, owner: Caller, content_ids: Collection[str], model: str) -> list[str]:
        """The contents of which a chunk has no vector of this model."""
        wanted = _wanted(owner, content_ids, model)
        return await self._database.read(
            lambda connection: [row[0] for row in connection.execute(_MISSING, wanted)],
        )

    async def nearest(
        self, owner: Caller, vector: Sequence[float], model: str, *, content_ids: Collection[str], top_k: int
    ) -> list[ScoredChunk]:
        """The chunks whose vectors have the largest cosine with this one, best first."""
        wanted = _wanted(owner, content_ids, model)

        def work(connection: sqlite3.Connection) -> list[ScoredChunk]:
            import numpy as np

            [query] = _unit([vector])
            near: list[tuple[float, int]] = []
            for content_id, first, count in connection.execute(_HEADS, wanted).fetchall():
                key = (wanted["owner"], content_id, model)
                with self._lock:
                    cached = self._matrices.get(key)
                if cached is None or cached[0] != (first, count):  # another version of the content
                    stored = connection.execute(_VECTORS, key).fetchall()
                    read = np.frombuffer(b"".join(row[1] for row in stored), np.float32).reshape(len(stored), -1)
                    cached = ((first, count), [row[0] for row in stored], read)
                    with self._lock:
                        self._matrices.put(key, cached)
                _, ids, matrix = cached
                if matrix.shape[1] == len(query):
                    scores = matrix @ query
                    near += [(float(scores[i]), ids[i]) for i in np.argsort(-scores, kind="stable")[:top_k]]
            best = {chunk: score for score, chunk in sorted(near, key=lambda entry: (-entry[0], entry[1]))[:top_k]}
            rows = {row[0]: row[1:] for row in connection.execute(_BY_ID, (json.dumps(list(best)),))}
            return [
                ScoredChunk(rows[i][0], Chunk(*rows[i][1:]), score, ("embedding",))
                for i, score in best.items()
                if i in rows
            ]

        return await self._database.read(work)


def put_vectors(connection: sqlite3.Connection, key: tuple[str, str], embedded: Embedded) -> None:
    """Stores the vectors of all chunks of a content, in their order."""
    rows = [(embedded.model, row.tobytes(), *key, i) for i, row in enumerate(_unit(embedded.vectors))]
    connection.executemany(_PUT, rows)


def _wanted(owner: Caller, content_ids: Collection[str], model: str) -> dict[str, str]:
    ids = json.dumps(list(content_ids))
    return {"owner": partition_text(owner.partition), "content_ids": ids, "model": model}


def _unit(vectors: Sequence[Sequence[float]]) -> "Matrix":
    import numpy as np

    matrix = np.asarray(vectors, np.float32).reshape(len(vectors), -1)
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    unit: Matrix = (matrix / np.where(lengths, lengths, 1)).astype(np.float32)
    return unit
