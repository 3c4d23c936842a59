"""Counts over the whole file for searches, cached until any process writes or removes a content."""

import json
import sqlite3
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from orc.documents.search.bm25 import BoundedCache

_TOTALS = "SELECT version, chunks, words FROM index_totals"
_HEADS = """
    SELECT content_id, first_id, chunks FROM contents
    WHERE owner = :owner AND content_id IN (SELECT value FROM json_each(:content_ids))"""
_WORD_SPREAD = "SELECT term, doc FROM chunk_words WHERE term IN (SELECT value FROM json_each(?))"
_BEGINNING_SPREAD = "SELECT sum(doc) FROM chunk_words WHERE term >= ? AND term < ?"
_MOST_WORDS = 10_000
_LONGEST_WORD = 64
_MOST_HEADS = 4_000


@dataclass(frozen=True, slots=True)
class Head:
    """Identifies one version of a content: row numbers are never reused."""

    first_id: int
    chunks: int


@dataclass(frozen=True, slots=True)
class Scope:
    """The contents of a search, by id, and the range of their row numbers."""

    heads: Mapping[str, Head]
    chunks: int
    first: int
    last: int


class Statistics:
    """The counts of one version of the index. Counts read during a concurrent change may be newer; they are discarded
    with this version. Caches the document frequencies of up to 10,000 words and prefixes, and up to 4,000 heads of
    contents."""

    def __init__(self, version: int, chunks: int, words: int) -> None:
        self.version = version
        self.chunks = chunks
        self.average = words / max(chunks, 1)
        self._lock = threading.Lock()
        self._spread: BoundedCache[tuple[str, bool], int] = BoundedCache(_MOST_WORDS, lambda _, __: 1)
        self._scopes: BoundedCache[tuple[str, str], Scope] = BoundedCache(
            _MOST_HEADS, lambda _, scope: 1 + len(scope.heads)
        )

    def scope(self, connection: sqlite3.Connection, wanted: Mapping[str, str]) -> Scope:
        """The existing contents of the owner among these content_ids, which are a JSON text."""
        key = wanted["owner"], wanted["content_ids"]
        with self._lock:
            scope = self._scopes.get(key)
        if scope is None:
            rows = connection.execute(_HEADS, wanted)
            heads = {content_id: Head(first, count) for content_id, first, count in rows}
            scope = Scope(
                heads,
                sum(head.chunks for head in heads.values()),
                min((head.first_id for head in heads.values()), default=0),
                max((head.first_id + head.chunks for head in heads.values()), default=0),
            )
            with self._lock:
                self._scopes.put(key, scope)
        return scope

    def of_words(self, connection: sqlite3.Connection, words: Iterable[str]) -> dict[str, int]:
        """The number of chunks of the file that contain each of these words, without words that no chunk contains."""

        def read(missing: list[str]) -> dict[str, int]:
            return dict(connection.execute(_WORD_SPREAD, (json.dumps(missing),)).fetchall())

        return self._known(words, False, read)

    def of_beginnings(self, connection: sqlite3.Connection, beginnings: Iterable[str]) -> dict[str, int]:
        """The number of chunks with a word of each prefix, without prefixes that no chunk has."""

        def read(missing: list[str]) -> dict[str, int]:
            spans = ((each, connection.execute(_BEGINNING_SPREAD, (each, each + "\U0010ffff"))) for each in missing)
            return {each: found.fetchone()[0] or 0 for each, found in spans}

        return self._known(beginnings, True, read)

    def _known(self, words: Iterable[str], begin: bool, read: Callable[[list[str]], dict[str, int]]) -> dict[str, int]:
        with self._lock:
            current = {word: self._spread.get((word, begin)) for word in words}
        if missing := [word for word, spread in current.items() if spread is None]:
            found = read(missing)
            current |= {word: found.get(word, 0) for word in missing}
            with self._lock:
                for word in missing:
                    if len(word) <= _LONGEST_WORD:
                        self._spread.put((word, begin), found.get(word, 0))
        return {word: spread for word, spread in current.items() if spread}


class CurrentStatistics:
    """The statistics of the current version of the index."""

    def __init__(self) -> None:
        self._known = Statistics(-1, 0, 0)

    def read(self, connection: sqlite3.Connection) -> Statistics:
        """The cached statistics, unless the version of the index has changed."""
        version, chunks, words = connection.execute(_TOTALS).fetchone()
        current = self._known
        if current.version != version:
            current = self._known = Statistics(version, chunks, words)
        return current
