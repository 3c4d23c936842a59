"""Measures retrieval on questions with known evidence: passages of the question's documents, passages of all documents
of its set, and the right document among all.
"""

import asyncio
import json
import re
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager, closing
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from pathlib import Path

from benchmarks import as_asked, verified
from benchmarks.as_asked import Pageless
from benchmarks.corpus import SETS, Asked, documents, questions, set_of_document
from benchmarks.made_policies import make_policies
from benchmarks.made_reports import make_reports
from benchmarks.tables import show
from orc.documents.records import Document
from orc.documents.search.retriever import Retriever
from orc.documents.text.chunks import chunk_text
from orc.documents.text.metadata import language_of
from orc.domain import Caller, Chunk, ExtractedText, Passage
from shared.evaluate.scoring import RANKS, first_rank, recall, reciprocal_rank
from shared.stores.sqlite import SqliteDatabase, SqliteDocumentIndex

OWNER = Caller("org", "user")
_BEFORE = Path(__file__).with_name("data") / "before.json"
SEARCHED = 300

type Found = Sequence[tuple[str, Chunk]]
type Search = Callable[[str, Sequence[str]], Awaitable[Found]]
type Chunks = dict[str, list[Chunk]]
type Open = Callable[[Chunks], AbstractAsyncContextManager[tuple[Search, float]]]


@dataclass
class Ranks:
    """The rank, from 1, of the first right result of each question; 0 for none."""

    by_set: dict[str, list[int]] = field(default_factory=lambda: {name: [] for name in SETS})

    def row(self, label: str) -> list[str]:
        cells = ["/".join(f"{recall(self.by_set[name], rank):.3f}" for rank in RANKS) for name in SETS]
        every = [rank for ranks in self.by_set.values() for rank in ranks]
        return [label, *cells, f"{reciprocal_rank(every):.3f}"]


def measure(rounds: int, turns: int) -> None:
    for title, other in (("one half", False), ("the other half", True)):
        asked = [question for question in questions() if question.is_of_other_half is other]
        asyncio.run(_compare(f"{len(asked)} questions, {title}", asked))
    as_asked.measure()
    asyncio.run(_compare_made())
    verified.measure(rounds, turns)


async def _compare_made() -> None:
    """Reports and policies made from templates: of FTS5, of the index alone, and as the product searches, with terms of
    accounting and without names."""
    rows = []
    for name, (texts, asked) in (("reports", make_reports()), ("policies", make_policies())):
        chunks = {each: chunk_text(ExtractedText(text, each), size=2000, overlap=200) for each, text in texts.items()}
        for retriever, found in (
            ("SQLite FTS5, porter", await _hits(_fts5, chunks, asked)),
            ("Orc, the index alone", await _hits(_index, chunks, asked)),
            ("Orc", await _hits(_product, chunks, asked)),
        ):
            cells = (f"{recall(found, least):.3f}" for least in RANKS)
            rows.append([f"{name} ({len(asked)}), {retriever}", "/".join(cells)])
    title = "Made reports and policies: passages of one to three documents"
    show(title, ("2000/200", "recall at 1/5/10"), _beside_before(title, rows))


async def _compare(title: str, asked: Sequence[Asked]) -> None:
    tables: dict[str, list[list[str]]] = {"Passages of one to three documents": [], "Passages of all of a set": []}
    tables["The right document among all"] = []
    costs = []
    for size, overlap in ((1200, 200), (2000, 200)):
        chunks = {
            name: chunk_text(ExtractedText(text, name), size=size, overlap=overlap)
            for name, text in documents().items()
        }
        for retriever, run in (("SQLite FTS5, porter", _with_fts5), ("Orc", _with_orc)):
            label = f"{retriever}, {size}/{overlap}"
            ranks, seconds_a_query, seconds_a_chunk = await run(chunks, asked)
            for table, rows in zip(tables.values(), ranks, strict=True):
                table.append(rows.row(label))
            costs.append([label, f"{seconds_a_chunk * 1000:.2f}", f"{seconds_a_query * 1000:.1f}"])
    for name, table in tables.items():
        full = f"{name} (recall at 1/5/10; {title})"
        show(full, ("", *SETS, "MRR"), _beside_before(full, table))
    show("Milliseconds of CPU", ("", "to index a chunk", "to search all documents"), costs)


def _beside_before(title: str, rows: Sequence[list[str]]) -> list[list[str]]:
    """Each row with that of the same name from before, where one was recorded."""
    known = _before().get(title, {})
    return [
        line for row in rows for line in ([f"{row[0]}, before", *known[row[0]]] if row[0] in known else [], row) if line
    ]


@cache
def _before() -> dict[str, dict[str, list[str]]]:
    """By table and row, the figures of the commit that the file names."""
    figures: dict[str, dict[str, list[str]]] = json.loads(_BEFORE.read_text(encoding="utf-8"))["figures"]
    return figures


async def _with_orc(chunks: Chunks, asked: Sequence[Asked]) -> tuple[list[Ranks], float, float]:
    async with _index(chunks) as (search, indexing):
        return *await ranks_of(search, asked), indexing


async def _with_fts5(chunks: Chunks, asked: Sequence[Asked]) -> tuple[list[Ranks], float, float]:
    async with _fts5(chunks) as (search, indexing):
        return *await ranks_of(search, asked), indexing


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
async def _index(chunks: Chunks) -> AsyncIterator[tuple[Search, float]]:
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
async def _product(chunks: Chunks) -> AsyncIterator[tuple[Search, float]]:
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
async def _fts5(chunks: Chunks) -> AsyncIterator[tuple[Search, float]]:
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
        def ranked(question: str) -> list[tuple[str, int]]:
            match = " OR ".join(f'"{word}"' for word in dict.fromkeys(re.findall(r"\w+", question)))
            return connection.execute("SELECT name, n FROM t WHERE t MATCH ? ORDER BY bm25(t)", (match,)).fetchall()

        async def search(question: str, names: Sequence[str]) -> Found:
            rows = ranked(question)
            wanted = set(names)
            return [(name, chunks[name][n]) for name, n in rows if name in wanted][:SEARCHED]

        yield search, indexing


async def _hits(open_search: Open, chunks: Chunks, asked: Sequence[Asked]) -> list[int]:
    async with open_search(chunks) as (search, _):
        return [_first_hit(await search(question.question, question.documents), question) for question in asked]


async def ranks_of(search: Search, asked: Sequence[Asked]) -> tuple[list[Ranks], float]:
    ranks = [Ranks(), Ranks(), Ranks()]
    everything, sets = list(documents()), set_of_document()
    taken = 0.0
    for question in asked:
        started = time.process_time()
        among_all = await search(question.question, everything)
        taken += time.process_time() - started
        few = await search(question.question, question.documents)
        of_set = [name for name in everything if sets[name] == question.set]
        many = await search(question.question, of_set)
        names = list(dict.fromkeys(name for name, _ in among_all))
        ranks[0].by_set[question.set].append(_first_hit(few, question))
        ranks[1].by_set[question.set].append(_first_hit(many, question))
        ranks[2].by_set[question.set].append(names.index(question.document) + 1 if question.document in names else 0)
    return ranks, taken / len(asked)


def _first_hit(found: Found, question: Asked) -> int:
    return first_rank(question.is_answered_by(name, chunk.start, chunk.end) for name, chunk in found)
