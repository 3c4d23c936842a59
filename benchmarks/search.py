"""Milliseconds of searches in catalogues in SQLite: of the index alone, and of POST /api/search."""

import asyncio
import random
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from benchmarks.corpus import Asked, documents, questions
from benchmarks.made_policies import make_policies
from benchmarks.made_reports import make_reports
from benchmarks.searches import OWNER, pageless_retriever
from benchmarks.tables import figures, judged, show
from orc.documents.text.chunks import chunk_text
from orc.domain import Chunk, ExtractedText
from shared.stores.sqlite import SqliteDatabase, SqliteDocumentIndex

_CATALOGUES = ((295, 7_000, 15, 30), (500, 96_000, 40, 100))
"""Documents, passages, and the goals in milliseconds for the median and the 95th percentile."""

_WARM_UP = 5


@dataclass
class _Taken:
    """The wall and CPU milliseconds of each search."""

    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    async def add(self, search: Callable[[], Awaitable[object]]) -> None:
        started, used = time.perf_counter(), time.process_time()
        await search()
        self.wall.append((time.perf_counter() - started) * 1000)
        self.cpu.append((time.process_time() - used) * 1000)

    def rows(self, name: str, median_goal: int, high_goal: int) -> list[tuple[str, ...]]:
        return [
            (f"{name}, {label}", f"{_at(self.wall, share):.1f}", f"{_at(self.cpu, share):.1f}", ratio, met)
            for label, share, goal in (("median", 0.5, median_goal), ("95th percentile", 0.95, high_goal))
            for reached in [_at(self.wall, share)]
            for ratio, met in [(f"{reached / goal:.2f} x", judged(reached, goal))]
        ]


def measure(rounds: int, _turns: int) -> None:
    made = [make_reports(), make_policies()]
    texts = {**documents(), **made[0][0], **made[1][0]}
    asked = [*questions(), *made[0][1], *made[1][1]]
    chunks = {name: chunk_text(ExtractedText(text, name), size=2000, overlap=200) for name, text in texts.items()}
    for count, passages, *goals in _CATALOGUES:
        catalogue = _enlarged(chunks, count, passages)
        with tempfile.TemporaryDirectory() as directory:
            adding, index, product = asyncio.run(_measure(Path(directory), catalogue, asked, rounds * 20))
        rows = [*index.rows("the index", *goals), *product.rows("with names, related terms, confidence", *goals)]
        rows.append(("to index a passage", "", figures([adding], 2), "", ""))
        title = f"A search in {sum(map(len, catalogue.values())):,} passages of {count} documents in SQLite, ms"
        show(title, ("", "clock", "CPU", "ratio", "goal"), rows)


async def _measure(
    directory: Path, chunks: Mapping[str, Sequence[Chunk]], asked: Sequence[Asked], searches: int
) -> tuple[float, _Taken, _Taken]:
    names = list(chunks)
    async with aclosing(SqliteDatabase(directory / "orc.db")) as database:
        index = SqliteDocumentIndex(database)
        started = time.process_time()
        for name, parts in chunks.items():
            await index.add(OWNER, name, parts)
        adding = (time.process_time() - started) * 1000 / sum(map(len, chunks.values()))
        passages_of = pageless_retriever(index)
        alone, product = _Taken(), _Taken()
        chosen = random.Random(1).sample(asked, min(searches + _WARM_UP, len(asked)))
        for number, each in enumerate(chosen):
            if number == _WARM_UP:
                alone, product = _Taken(), _Taken()
            await alone.add(partial(index.search, OWNER, each.question, content_ids=names, top_k=10))
            await product.add(partial(passages_of, each.question, names, 5))
    return adding, alone, product


def _enlarged(chunks: Mapping[str, Sequence[Chunk]], count: int, passages: int) -> dict[str, Sequence[Chunk]]:
    """These documents and others, which are assembled at random from their passages, up to these numbers of documents
    and passages."""
    chosen = random.Random(7)
    pool = [chunk.text for parts in chunks.values() for chunk in parts]
    more = count - len(chunks)
    enlarged = dict(chunks)
    for number in range(more):
        size = (passages - len(pool)) * (number + 1) // more - (passages - len(pool)) * number // more
        texts = chosen.choices(pool, k=size)
        enlarged[f"made-{number}"] = [
            Chunk(f"chunk_{n}", n * 2000, n * 2000 + len(text), text) for n, text in enumerate(texts)
        ]
    return enlarged


def _at(values: Sequence[float], share: float) -> float:
    return sorted(values)[int(len(values) * share)]
