"""Searches in chunks: SQLite's FTS5, Orc's index alone, and the search of the product."""

import re
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager, closing, contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from benchmarks.as_asked import Pageless
from orc.documents.records import Document
from orc.documents.search.retriever import Retriever
from orc.documents.text.metadata import language_of
from orc.domain import Caller, Chunk, Passage
from shared.evaluate.scoring import RANKS
from shared.stores.sqlite import SqliteDatabase, SqliteDocumentIndex

OWNER = Caller("org", "user")
SEARCHED = 300

type Found = Sequence[tuple[str, Chunk]]
type Search = Callable[[str, Sequence[str]], Awaitable[Found]]
type Chunks = dict[str, list[Chunk]]
type Open = Callable[[Chunks], AbstractAsyncContextManager[tuple[Search, float]]]


@asynccontextmanager
async def _filled(chunks: Chunks) -> AsyncIterator[tuple[SqliteDocumentIndex, float]]:
    """An index with these chunks, and the seconds of CPU that one took."""
    with tempfile.TemporaryDirectory() as directory:
        async with aclosing(SqliteDatabase(Path(directory) / "orc.db")) as database:
            index = SqliteDocumentIndex(database)
            started = time.process_time()
            for name, parts in chunks.items():
                await index.add(OWNER, name, parts)
            yield index, (time.process_time() - started) / sum(map(len, chunks.values()))


@asynccontextmanager
async def index_search(chunks: Chunks) -> AsyncIterator[tuple[Search, float]]:
    async with _filled(chunks) as (index, indexing):

        async def search(question: str, names: Sequence[str]) -> Found:
            found = await index.search(OWNER, question, content_ids=names, top_k=SEARCHED)
            return [(each.content_id, each.chunk) for each in found]

        yield search, indexing


@asynccontextmanager
async def searching(chunks: Chunks) -> AsyncIterator[tuple[Retriever, Callable[[str], Document]]]:
    """The product's search in these chunks, and the documents that it is asked to look in, by name."""
    async with _filled(chunks) as (index, _):
        languages = {name: language_of(parts[0].text) for name, parts in chunks.items()}
        yield (
            Retriever(index, Pageless()),
            lambda name: replace(_document(name), chunks=len(chunks[name]), language=languages[name]),
        )


@asynccontextmanager
async def product_search(chunks: Chunks) -> AsyncIterator[tuple[Search, float]]:
    async with _filled(chunks) as (index, indexing):
        passages_of = pageless_retriever(index)

        async def search(question: str, names: Sequence[str]) -> Found:
            return [(each.file_id, each.chunk) for each in await passages_of(question, names, max(RANKS))]

        yield search, indexing


def pageless_retriever(index: SqliteDocumentIndex) -> Callable[[str, Sequence[str], int], Awaitable[list[Passage]]]:
    """The product's search in an index: of a question, in documents by name, for so many passages."""
    retriever = Retriever(index, Pageless())

    async def search(question: str, names: Sequence[str], top_k: int) -> list[Passage]:
        return await retriever.passages(OWNER, question, [_document(name) for name in names], top_k=top_k)

    return search


def _document(name: str) -> Document:
    """A ready document whose name and title say nothing."""
    return Document(name, "", "document.txt", "", 0, "text/plain", "ready", "", "", content_id=name)


@asynccontextmanager
async def fts5_search(chunks: Chunks) -> AsyncIterator[tuple[Search, float]]:
    with _fts5_table(chunks) as (ranked, indexing):

        async def search(question: str, names: Sequence[str]) -> Found:
            rows = ranked(question)
            wanted = set(names)
            return [(name, chunks[name][n]) for name, n, _ in rows if name in wanted][:SEARCHED]

        yield search, indexing


@contextmanager
def fts5_scores(chunks: Chunks) -> Iterator[Callable[[str, Collection[str]], float]]:
    """Gives the score by BM25 of a question's best chunk in documents by name; 0 if no chunk has a word of it."""
    with _fts5_table(chunks) as (ranked, _):
        yield lambda question, names: max((score for name, _, score in ranked(question) if name in names), default=0.0)


@contextmanager
def _fts5_table(chunks: Chunks) -> Iterator[tuple[Callable[[str], list[tuple[str, int, float]]], float]]:
    """Gives all chunks with a word of a question, best first, as name, number and score, and the seconds of CPU that a
    chunk took."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(
            "CREATE VIRTUAL TABLE t USING fts5(name UNINDEXED, n UNINDEXED, text, tokenize='porter unicode61')"
        )
        started = time.process_time()
        for name, parts in chunks.items():
            rows = [(name, n, chunk.text) for n, chunk in enumerate(parts)]
            connection.executemany("INSERT INTO t VALUES (?, ?, ?)", rows)
        indexing = (time.process_time() - started) / sum(map(len, chunks.values()))

        @lru_cache(maxsize=1)
        def ranked(question: str) -> list[tuple[str, int, float]]:
            match = " OR ".join(f'"{word}"' for word in dict.fromkeys(re.findall(r"\w+", question)))
            query = "SELECT name, n, -bm25(t) FROM t WHERE t MATCH ? ORDER BY bm25(t)"
            return connection.execute(query, (match,)).fetchall() if match else []

        yield ranked, indexing
