"""Search over chunks: exact up to a limit; beyond it, FTS5 finds the candidates (D-080)."""

import asyncio
import json
import sqlite3
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate

from orc.documents.search.asked_rows import READ, with_asked_rows
from orc.documents.search.bm25 import (
    EXACT_LIMIT,
    SOURCES,
    BoundedCache,
    Scorable,
    Spread,
    best,
    ranked,
    scorable,
)
from orc.documents.search.query import Places, Query, beginning_of, parsed
from orc.documents.text.tokens import index_words
from orc.domain import Caller, Chunk, ScoredChunk
from orc.ports import Embedded
from shared.stores.sqlite.database import COUNT_CONTENTS, SqliteDatabase, partition_text
from shared.stores.sqlite.statistics import CurrentStatistics, Head, Scope, Statistics
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
_CONTENTS = "SELECT DISTINCT content_id FROM chunks WHERE owner = ?"
_REMOVE_HEAD = "DELETE FROM contents WHERE owner = ? AND content_id = ?"
_ADD_HEAD = f"{COUNT_CONTENTS} WHERE owner = ? AND content_id = ? GROUP BY owner, content_id"
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
_TERMS_BY_ID = """
    SELECT id, content_id, position, table_head, terms FROM chunks
    WHERE id IN (SELECT value FROM json_each(?)) ORDER BY content_id, position"""
_BY_ID = """
    SELECT id, content_id, position, chunk_id, start, end, text, page, table_head FROM chunks
    WHERE id IN (SELECT value FROM json_each(?)) ORDER BY content_id, position"""


class SqliteDocumentIndex(SqliteVectors):
    """Finds chunks by their words, and by their vectors if there are any. Up to exact_limit chunks are all ranked, as
    in every other index; with more, FTS5 selects the best candidates. Caches chunks up to cached_characters of text."""

    def __init__(
        self, database: SqliteDatabase, *, exact_limit: int = EXACT_LIMIT, cached_characters: int = 8_000_000
    ) -> None:
        super().__init__(database)
        self._exact_limit = exact_limit
        self._kept: BoundedCache[tuple[str, str], tuple[Head, Scorable]] = BoundedCache(
            cached_characters, lambda _, cached: cached[1].characters
        )
        self._statistics = CurrentStatistics()

    async def add(
        self, owner: Caller, content_id: str, chunks: Sequence[Chunk], embedded: Embedded | None = None
    ) -> None:
        key = _key(owner, content_id)
        terms = await asyncio.to_thread(lambda: [index_words(chunk.headed_text) for chunk in chunks])
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
        parsed_query = parsed(query)
        wanted = {"owner": partition_text(owner.partition), "content_ids": json.dumps(list(content_ids))}

        def work(connection: sqlite3.Connection) -> tuple[Scope, list[ScoredChunk] | None]:
            statistics = self._statistics.read(connection)
            scope = statistics.scope(connection, wanted)
            if scope.chunks <= self._exact_limit:
                return scope, None
            return scope, _search_candidates(connection, parsed_query, wanted, scope, statistics, top_k)

        scope, found = await self._database.read(work)
        if found is not None:
            return found
        contents = [await self._load((wanted["owner"], content_id), head) for content_id, head in scope.heads.items()]
        return await asyncio.to_thread(best, parsed_query, contents, top_k=top_k)

    async def _load(self, key: tuple[str, str], head: Head) -> Scorable:
        """The chunks of a content, from the cache unless it was written again."""
        cached = self._kept.get(key)
        if cached is not None and cached[0] == head:
            return cached[1]

        def work(connection: sqlite3.Connection) -> Scorable:
            rows = connection.execute(_TERMS, key).fetchall()
            return scorable(
                key[1], [Chunk(*row[1:]) for row in rows], terms=[row[0].split(" ") if row[0] else [] for row in rows]
            )

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

    async def remove_all(self, owner: Caller) -> None:
        text = partition_text(owner.partition)

        def work(connection: sqlite3.Connection) -> None:
            for (content_id,) in connection.execute(_CONTENTS, (text,)).fetchall():
                _delete(connection, (text, content_id))

        self._kept.discard_all(lambda key: key[0] == text)
        with self._lock:
            self._matrices.discard_all(lambda key: key[0] == text)
        await self._database.write(work)


def _key(owner: Caller, content_id: str) -> tuple[str, str]:
    return partition_text(owner.partition), content_id


def _delete(connection: sqlite3.Connection, key: tuple[str, str]) -> None:
    for statement in (_REMOVE_TEXT, _REMOVE_VECTORS, _REMOVE_HEAD, _REMOVE):
        connection.execute(statement, key)


def _search_candidates(
    connection: sqlite3.Connection,
    query: Query,
    wanted: Mapping[str, str],
    scope: Scope,
    statistics: Statistics,
    top_k: int,
) -> list[ScoredChunk]:
    """The best of the candidates that have the significant words of the query, or any word if it has none of those."""
    words = statistics.of_words(connection, query.words)
    spread = Spread(
        statistics.chunks, statistics.average, words, statistics.of_beginnings(connection, query.beginnings)
    )
    if query.plain:
        match = max(query.words, key=len, default="")
    else:  # any of the rarer words, which are significant and cheap, or other forms of words that no chunk has
        by_rarity = sorted(words, key=lambda word: (words[word], word))
        matches = list(accumulate(words[word] for word in by_rarity))
        rare = [word for i, word in enumerate(by_rarity) if i < _MIN_TERMS or matches[i] <= _MOST_MATCHES]
        missing = [word for word in query.words if word not in words]
        forms = dict.fromkeys(beginning for word in missing if (beginning := beginning_of(word)))
        match = " OR ".join([*map(_quoted, rare), *(f"{_quoted(beginning)} *" for beginning in forms)])
    if not match:
        return []
    parameters = {
        **wanted,
        "match": match,
        "first": scope.first,
        "last": scope.last,
        "every": scope.chunks == spread.chunks,
        "limit": max(_CANDIDATES, top_k),
    }
    ids = [row[0] for row in connection.execute(_PLAIN_IDS if query.plain else _CANDIDATE_IDS, parameters)]
    if query.plain:
        rows = connection.execute(_BY_ID, (json.dumps(ids),)).fetchall()
        chunks, heads, terms = [Chunk(*row[3:]) for row in rows], [""] * len(rows), [""] * len(rows)
    else:  # the texts are long, so only those of the best are read
        rows = connection.execute(_TERMS_BY_ID, (json.dumps(ids),)).fetchall()
        chunks, heads, terms = [], [_head_terms(row[3]) for row in rows], []
        for row, head in zip(rows, heads, strict=True):  # without the first terms, which are those of the head
            count = head.count(" ") + 1 if head else 0
            terms.append("".join(row[4].split(" ", count)[count:]))
    candidates = Scorable(
        [row[1] for row in rows],
        chunks,
        [row[2] for row in rows],
        Places.asked(terms, query),
        Places.asked(heads, query),
    )
    read = max(top_k, READ)
    best_of_them = [(score, rows[n][0]) for score, _, n in ranked(query, [candidates], top_k=read, spread=spread)]
    found = connection.execute(_BY_ID, (json.dumps([row_id for _, row_id in best_of_them]),))
    by_id = {row[0]: (row[1], Chunk(*row[3:])) for row in found}
    chunks_found = [ScoredChunk(*by_id[row_id], score, SOURCES) for score, row_id in best_of_them if row_id in by_id]
    return with_asked_rows(query, chunks_found)[:top_k]


@lru_cache(maxsize=256)
def _head_terms(head: str) -> str:
    """A table's head as the words at the beginning of a chunk's terms."""
    return " ".join(index_words(head))


def _quoted(word: str) -> str:
    """A word of an FTS5 query that is no operator."""
    return '"' + word.replace('"', '""') + '"'
