"""Search over chunks: exact up to a limit; beyond it, FTS5 finds the candidates (D-080)."""

import asyncio
import json
import sqlite3
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from orc.documents.search.bm25 import EXACT_LIMIT, BoundedCache, Scorable, Spread, best, places_of, scorable
from orc.documents.search.query import Query, beginning_of
from orc.documents.text.tokens import content_words
from orc.domain import Caller, Chunk, ScoredChunk
from orc.ports import Embedded
from shared.stores.sqlite.database import COUNT_CONTENTS, SqliteDatabase, partition_text
from shared.stores.sqlite.vectors import SqliteVectors, put_vectors

_CANDIDATES = 200
_MOST_MATCHES = 6_000
_MIN_TERMS = 2

_ADD = """
    INSERT INTO chunks (owner, content_id, position, chunk_id, start, end, page, text, table_head, terms)
    VALUES (?,?,?,?,?,?,?,?,?,?)"""
_ADD_TEXT = """
    INSERT INTO chunk_text (rowid, terms) SELECT id, terms FROM chunks WHERE owner = ? AND content_id = ?"""
_REMOVE_TEXT = """
    INSERT INTO chunk_text (chunk_text, rowid, terms)
    SELECT 'delete', id, terms FROM chunks WHERE owner = ? AND content_id = ?"""
_REMOVE_VECTORS = """
    DELETE FROM chunk_vectors WHERE id IN (SELECT id FROM chunks WHERE owner = ? AND content_id = ?)"""
_REMOVE = "DELETE FROM chunks WHERE owner = ? AND content_id = ?"
_CHUNKS = """
    SELECT chunk_id, start, end, text, page, table_head FROM chunks
    WHERE owner = ? AND content_id = ? ORDER BY position"""
_TERMS = """
    SELECT terms, chunk_id, start, end, text, page, table_head FROM chunks
    WHERE owner = ? AND content_id = ? ORDER BY position"""
_REMOVE_HEAD = "DELETE FROM contents WHERE owner = ? AND content_id = ?"
_ADD_HEAD = f"{COUNT_CONTENTS} WHERE owner = ? AND content_id = ? GROUP BY owner, content_id"
_HEADS = """
    SELECT content_id, first_id, chunks FROM contents
    WHERE owner = :owner AND content_id IN (SELECT value FROM json_each(:content_ids))"""
_WHOLE = "SELECT sum(chunks), sum(words) FROM contents"
# The chunks of a content are written together, so their rowids are neighbours and bound what FTS5 has to visit.
# The + prevents one query of FTS5 for every wanted rowid.
# Word frequencies count over the whole file: a score depends on all owners' texts, the matches do not.
_CANDIDATE_IDS = """
    SELECT rowid FROM chunk_text WHERE chunk_text MATCH :match AND rowid BETWEEN :first AND :last
    AND (:every OR +rowid IN (
        SELECT id FROM chunks WHERE owner = :owner AND content_id IN (SELECT value FROM json_each(:content_ids))))
    ORDER BY rank LIMIT :limit"""
_PLAIN_IDS = """
    SELECT id FROM chunks WHERE owner = :owner AND content_id IN (SELECT value FROM json_each(:content_ids))
    AND instr(lower(table_head || text), :match) LIMIT :limit"""
_BY_ID = """
    SELECT content_id, position, terms, chunk_id, start, end, text, page, table_head FROM chunks
    WHERE id IN (SELECT value FROM json_each(?)) ORDER BY content_id, position"""
_WORD_SPREAD = "SELECT term, doc FROM chunk_words WHERE term IN (SELECT value FROM json_each(?))"
_BEGINNING_SPREAD = "SELECT sum(doc) FROM chunk_words WHERE term >= ? AND term < ?"


@dataclass(frozen=True, slots=True)
class Head:
    """Identifies one version of a content: row numbers are never reused."""

    first_id: int
    chunks: int


class SqliteDocumentIndex(SqliteVectors):
    """Finds chunks by their words, and by their vectors where there are any.

    Up to exact_limit chunks are all ranked, as in every other index; of more, the best candidates that FTS5 finds.
    Caches chunks up to cached_characters of text.
    """

    def __init__(
        self, database: SqliteDatabase, *, exact_limit: int = EXACT_LIMIT, cached_characters: int = 8_000_000
    ) -> None:
        super().__init__(database)
        self._exact_limit = exact_limit
        self._kept: BoundedCache[tuple[str, str], tuple[Head, Scorable]] = BoundedCache(
            cached_characters, lambda _, kept: kept[1].characters
        )

    async def add(
        self, owner: Caller, content_id: str, chunks: Sequence[Chunk], embedded: Embedded | None = None
    ) -> None:
        key = _key(owner, content_id)
        terms = await asyncio.to_thread(lambda: [content_words(chunk.headed_text) for chunk in chunks])
        rows = [
            (*key, i, c.chunk_id, c.start, c.end, c.page, c.text, c.table_head, " ".join(words))
            for i, (c, words) in enumerate(zip(chunks, terms, strict=True))
        ]

        def work(connection: sqlite3.Connection) -> None:
            _delete(connection, key)
            connection.executemany(_ADD, rows)
            connection.execute(_ADD_TEXT, key)
            connection.execute(_ADD_HEAD, key)
            if embedded is not None:
                put_vectors(connection, key, embedded)

        await self._database.write(work)

    async def search(self, owner: Caller, query: str, *, content_ids: Collection[str], top_k: int) -> list[ScoredChunk]:
        if not content_ids or top_k < 1:
            return []
        parsed = Query(query)
        wanted = {"owner": partition_text(owner.partition), "content_ids": json.dumps(list(content_ids))}
        rows = await self._database.read(lambda connection: connection.execute(_HEADS, wanted).fetchall())
        heads = {content_id: Head(first, count) for content_id, first, count in rows}
        if sum(head.chunks for head in heads.values()) > self._exact_limit:
            return await self._database.read(
                lambda connection: _search_candidates(connection, parsed, wanted, heads, top_k)
            )
        contents = [await self._load((wanted["owner"], content_id), head) for content_id, head in heads.items()]
        return await asyncio.to_thread(best, parsed, contents, top_k=top_k)

    async def _load(self, key: tuple[str, str], head: Head) -> Scorable:
        """The chunks of a content, from the cache unless it was written again."""
        kept = self._kept.get(key)
        if kept is not None and kept[0] == head:
            return kept[1]

        def work(connection: sqlite3.Connection) -> Scorable:
            rows = connection.execute(_TERMS, key).fetchall()
            return scorable(key[1], [Chunk(*row[1:]) for row in rows], terms=[_words(row[0]) for row in rows])

        read = await self._database.read(work)
        self._kept.put(key, (head, read))
        return read

    async def chunks(self, owner: Caller, content_id: str) -> list[Chunk]:
        key = _key(owner, content_id)
        return await self._database.read(
            lambda connection: [Chunk(*row) for row in connection.execute(_CHUNKS, key)],
        )

    async def remove(self, owner: Caller, content_id: str) -> None:
        key = _key(owner, content_id)
        self._kept.discard(key)
        await self._database.write(lambda connection: _delete(connection, key))


def _key(owner: Caller, content_id: str) -> tuple[str, str]:
    return partition_text(owner.partition), content_id


def _delete(connection: sqlite3.Connection, key: tuple[str, str]) -> None:
    for statement in (_REMOVE_TEXT, _REMOVE_VECTORS, _REMOVE_HEAD, _REMOVE):
        connection.execute(statement, key)


def _words(terms: str) -> list[str]:
    return terms.split(" ") if terms else []


def _search_candidates(
    connection: sqlite3.Connection, query: Query, wanted: Mapping[str, str], heads: Mapping[str, Head], top_k: int
) -> list[ScoredChunk]:
    """The best of the candidates that have the significant words of the query, or any word if it has none of those."""
    words = dict(connection.execute(_WORD_SPREAD, (json.dumps(list(query.words)),)).fetchall())
    beginnings = {
        each: connection.execute(_BEGINNING_SPREAD, (each, each + "\U0010ffff")).fetchone()[0] or 0
        for each in query.beginnings
    }
    count, length = connection.execute(_WHOLE).fetchone()
    spread = Spread(count, length / count, words, beginnings)
    match = max(query.words, key=len, default="") if query.plain else _fts_query(query, spread)
    if not match:
        return []
    parameters = {
        **wanted,
        "match": match,
        "first": min(head.first_id for head in heads.values()),
        "last": max(head.first_id + head.chunks for head in heads.values()),
        "every": sum(head.chunks for head in heads.values()) == spread.chunks,
        "limit": max(_CANDIDATES, top_k),
    }
    ids = [row[0] for row in connection.execute(_PLAIN_IDS if query.plain else _CANDIDATE_IDS, parameters)]
    rows = connection.execute(_BY_ID, (json.dumps(ids),)).fetchall()
    chunks = [Chunk(*row[3:]) for row in rows]
    places = places_of(chunks, (_words(row[2]) for row in rows), query)
    candidates = Scorable([row[0] for row in rows], chunks, [row[1] for row in rows], *places)
    return best(query, [candidates], top_k=top_k, spread=spread)


def _fts_query(query: Query, spread: Spread) -> str:
    """An FTS5 query for any of the rarer words, which are significant and cheap, or for other forms of words that no
    chunk has. Each is quoted, so none is an operator."""
    by_rarity = sorted(spread.words, key=lambda word: spread.words[word])
    matches = list(accumulate(spread.words[word] for word in by_rarity))
    words = [word for i, word in enumerate(by_rarity) if i < _MIN_TERMS or matches[i] <= _MOST_MATCHES]
    missing = [word for word in query.words if word not in spread.words]
    forms = dict.fromkeys(beginning for word in missing if (beginning := beginning_of(word)))
    return " OR ".join([*map(_quoted, words), *(f"{_quoted(beginning)} *" for beginning in forms)])


def _quoted(word: str) -> str:
    return '"' + word.replace('"', '""') + '"'
