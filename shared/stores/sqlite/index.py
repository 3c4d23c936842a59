"""Full-text search over chunks: exact while there are few, with FTS5 and its BM25 beyond."""

import json
import re
import sqlite3
import unicodedata
from collections.abc import Collection, Mapping, Sequence

from orc.documents.scoring import WordCounter, best
from orc.domain import Caller, Chunk, ScoredChunk
from shared.stores.sqlite.database import SqliteDatabase, partition_text

_MAX_TERMS = 40
_STOP_WORDS = """
    a about above after again all also am an and any are as at be because been before being below between both but
    by can could did do does doing down during each few for from further had has have having he her here hers him his
    how i if in into is it its itself just me more most my no nor not now of off on once only or other our ours out
    over own please same she should so some such tell than that the their theirs them then there these they this those
    through to too under until up very was we were what when where which while who whom why will with would you
    your yours"""
_IGNORED = frozenset(_STOP_WORDS.split())
_WORD = re.compile(r"[^\W_]+")

_ADD = "INSERT INTO chunks (owner, content_id, position, chunk_id, start, end, page, text) VALUES (?,?,?,?,?,?,?,?)"
_ADD_TEXT = """
    INSERT INTO chunk_text (rowid, text) SELECT id, text FROM chunks WHERE owner = ? AND content_id = ?"""
_REMOVE_TEXT = """
    INSERT INTO chunk_text (chunk_text, rowid, text)
    SELECT 'delete', id, text FROM chunks WHERE owner = ? AND content_id = ?"""
_REMOVE = "DELETE FROM chunks WHERE owner = ? AND content_id = ?"
_CHUNKS = """
    SELECT chunk_id, start, end, text, page FROM chunks WHERE owner = ? AND content_id = ? ORDER BY position"""
_WANTED = """
    SELECT content_id, position, chunk_id, start, end, text, page FROM chunks
    WHERE owner = :owner AND content_id IN (SELECT value FROM json_each(:content_ids)) LIMIT :limit"""
# The chunks of a content were written together, so their rowids are neighbours and bound what FTS5 has to visit.
# The + keeps FTS5 from being asked anew for every wanted rowid.
# How rare a word is counts over the whole file: a score depends on all owners' texts, what is found does not.
_SEARCH = """
    WITH wanted AS MATERIALIZED (
        SELECT id FROM chunks WHERE owner = :owner AND content_id IN (SELECT value FROM json_each(:content_ids))),
    best AS MATERIALIZED (
        SELECT rowid AS id, -bm25(chunk_text) AS score FROM chunk_text
        WHERE chunk_text MATCH :match
        AND rowid BETWEEN (SELECT min(id) FROM wanted) AND (SELECT max(id) FROM wanted)
        AND +rowid IN wanted)
    SELECT content_id, chunk_id, start, end, text, page, score
    FROM best CROSS JOIN chunks USING (id)
    ORDER BY score DESC, content_id, position LIMIT :top_k"""


class SqliteDocumentIndex:
    """Finds chunks by their words, English ones also by their stem; case and accents do not matter.

    Up to exact_limit chunks are ranked as every other index ranks them; of more, FTS5 finds the best.
    """

    def __init__(self, database: SqliteDatabase, *, exact_limit: int = 2000) -> None:
        self._database = database
        self._exact_limit = exact_limit
        self._counter = WordCounter()

    async def add(self, owner: Caller, content_id: str, chunks: Sequence[Chunk]) -> None:
        key = _key(owner, content_id)
        rows = [(*key, i, c.chunk_id, c.start, c.end, c.page, c.text) for i, c in enumerate(chunks)]

        def work(connection: sqlite3.Connection) -> None:
            _delete(connection, key)
            connection.executemany(_ADD, rows)
            connection.execute(_ADD_TEXT, key)

        await self._database.write(work)
        await self._counter.candidates(
            [(content_id, i, chunk) for i, chunk in enumerate(chunks)]
        )  # for the first search

    async def search(self, owner: Caller, query: str, *, content_ids: Collection[str], top_k: int) -> list[ScoredChunk]:
        if not content_ids or top_k < 1:
            return []
        wanted = {"owner": partition_text(owner.partition), "content_ids": json.dumps(list(content_ids))}
        limit = self._exact_limit + 1
        rows = await self._database.read(
            lambda connection: connection.execute(_WANTED, {**wanted, "limit": limit}).fetchall()
        )
        if len(rows) == limit:
            return await self._full_text_search(query, wanted, top_k)
        found = await self._counter.candidates([(row[0], row[1], Chunk(*row[2:])) for row in rows])
        return best(query, found, top_k=top_k)

    async def _full_text_search(self, query: str, wanted: Mapping[str, str], top_k: int) -> list[ScoredChunk]:
        match = match_expression(query)
        if not match:
            return []
        parameters = {**wanted, "match": match, "top_k": top_k}

        def work(connection: sqlite3.Connection) -> list[ScoredChunk]:
            return [
                ScoredChunk(content_id, Chunk(*chunk), score, ("bm25",))
                for content_id, *chunk, score in connection.execute(_SEARCH, parameters)
            ]

        return await self._database.read(work)

    async def chunks(self, owner: Caller, content_id: str) -> list[Chunk]:
        key = _key(owner, content_id)
        return await self._database.read(
            lambda connection: [Chunk(*row) for row in connection.execute(_CHUNKS, key)],
        )

    async def remove(self, owner: Caller, content_id: str) -> None:
        key = _key(owner, content_id)
        await self._database.write(lambda connection: _delete(connection, key))


def _key(owner: Caller, content_id: str) -> tuple[str, str]:
    return partition_text(owner.partition), content_id


def _delete(connection: sqlite3.Connection, key: tuple[str, str]) -> None:
    connection.execute(_REMOVE_TEXT, key)
    connection.execute(_REMOVE, key)


def match_expression(query: str) -> str:
    """The user's words as an FTS5 query that finds any of them; "" when there is no word. Every word is quoted, so
    none is an operator."""
    words = list(dict.fromkeys(_WORD.findall(unicodedata.normalize("NFC", query).lower())))
    telling = [word for word in words if word not in _IGNORED]
    return " OR ".join(f'"{word}"' for word in (telling or words)[:_MAX_TERMS])
