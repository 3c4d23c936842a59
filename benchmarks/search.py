"""Milliseconds a search over a whole catalogue of many chunks takes in SQLite, and what it takes to index them."""

import asyncio
import random
import tempfile
import time
from contextlib import aclosing
from pathlib import Path

from benchmarks.corpus import documents, questions
from benchmarks.tables import figures, show
from orc.documents.text.chunks import chunk_text
from orc.domain import Caller, Chunk, ExtractedText
from shared.stores.sqlite import SqliteDatabase, SqliteDocumentIndex

_OWNER = Caller("org", "user")
_CONTENTS, _CHUNKS = 500, 200


def measure(rounds: int, _turns: int) -> None:
    with tempfile.TemporaryDirectory() as directory:
        adding, searching, cpu = asyncio.run(_measure(Path(directory), rounds * 20))
    rows = [
        ("milliseconds a search", figures(searching)),
        ("of them, 95th percentile", figures([sorted(searching)[int(len(searching) * 0.95)]])),
        ("milliseconds of CPU a search", figures(cpu)),
        ("milliseconds of CPU to index a chunk", figures([adding], 2)),
    ]
    show(f"A catalogue of {_CONTENTS * _CHUNKS:,} chunks in SQLite", ("", "orc"), rows)


async def _measure(directory: Path, searches: int) -> tuple[float, list[float], list[float]]:
    names = [f"content-{n}" for n in range(_CONTENTS)]
    async with aclosing(SqliteDatabase(directory / "orc.db")) as database:
        index = SqliteDocumentIndex(database)
        started = time.process_time()
        for name, chunks in zip(names, _contents(), strict=True):
            await index.add(_OWNER, name, chunks)
        adding = (time.process_time() - started) * 1000 / (_CONTENTS * _CHUNKS)
        taken, cpu = [], []
        for asked in random.Random(1).sample(questions(), searches + 3):
            started, used = time.perf_counter(), time.process_time()
            await index.search(_OWNER, asked.question, content_ids=names, top_k=10)
            taken.append((time.perf_counter() - started) * 1000)
            cpu.append((time.process_time() - used) * 1000)
    return adding, taken[3:], cpu[3:]


def _contents() -> list[list[Chunk]]:
    """Chunks of the documents, each drawn many times, in documents put together at random."""
    chosen = random.Random(7)
    texts = [c.text for text in documents().values() for c in chunk_text(ExtractedText(text, ""), size=1200)]
    return [[_chunk(n, chosen.choice(texts)) for n in range(_CHUNKS)] for _ in range(_CONTENTS)]


def _chunk(number: int, text: str) -> Chunk:
    return Chunk(f"chunk_{number}", number * 1200, number * 1200 + len(text), text)
