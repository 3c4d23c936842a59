"""Measures retrieval on questions with known evidence: passages of the question's documents, passages of all documents
of its set, and the right document among all; then refusals, and verified statements.
"""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from benchmarks import as_asked, refusals, verified
from benchmarks.before import beside_before
from benchmarks.corpus import SETS, Asked, documents, questions, set_of_document
from benchmarks.made_policies import make_policies
from benchmarks.made_reports import make_reports
from benchmarks.searches import Chunks, Found, Open, Search, fts5_search, index_search, product_search
from benchmarks.tables import show
from orc.documents.text.chunks import chunk_text
from orc.domain import ExtractedText
from shared.evaluate.scoring import RANKS, first_rank, recall, reciprocal_rank


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
    refusals.measure()
    verified.measure(rounds, turns)


async def _compare_made() -> None:
    """Reports and policies made from templates: of FTS5, of the index alone, and as the product searches, with terms of
    accounting and without names."""
    rows = []
    for name, (texts, asked) in (("reports", make_reports()), ("policies", make_policies())):
        chunks = {each: chunk_text(ExtractedText(text, each), size=2000, overlap=200) for each, text in texts.items()}
        for retriever, found in (
            ("SQLite FTS5, porter", await _hits(fts5_search, chunks, asked)),
            ("Orc, the index alone", await _hits(index_search, chunks, asked)),
            ("Orc", await _hits(product_search, chunks, asked)),
        ):
            cells = (f"{recall(found, least):.3f}" for least in RANKS)
            rows.append([f"{name} ({len(asked)}), {retriever}", "/".join(cells)])
    title = "Made reports and policies: passages of one to three documents"
    show(title, ("2000/200", "recall at 1/5/10"), beside_before(title, rows))


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
        show(full, ("", *SETS, "MRR"), beside_before(full, table))
    show("Milliseconds of CPU", ("", "to index a chunk", "to search all documents"), costs)


async def _with_orc(chunks: Chunks, asked: Sequence[Asked]) -> tuple[list[Ranks], float, float]:
    async with index_search(chunks) as (search, indexing):
        return *await ranks_of(search, asked), indexing


async def _with_fts5(chunks: Chunks, asked: Sequence[Asked]) -> tuple[list[Ranks], float, float]:
    async with fts5_search(chunks) as (search, indexing):
        return *await ranks_of(search, asked), indexing


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
