"""From upload to ready in one process over SQLite and a directory: milliseconds per small file, compared with its
library alone, and pages per second of PDF reports, compared with pypdfium2 alone. Needs Linux for /proc."""

import asyncio
import io
import os
import tempfile
import textwrap
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager
from functools import partial
from pathlib import Path
from statistics import median
from zipfile import ZipFile

from benchmarks.extraction import pdf_alone, seconds_of, small_files
from benchmarks.made_reports import make_reports
from benchmarks.tables import figures, judged, ratio, show
from orc.documents.contents import ProcessingSettings
from orc.documents.labels import NewFile, UploadInfo
from orc.documents.registry import DocumentRegistry
from orc.domain import Caller
from orc.ports import DOCUMENT_ITEMS
from shared.blobs.local import LocalBlobStore
from shared.composition.documents import build_registry
from shared.extraction.extractor import SubprocessExtractor
from shared.stores.sqlite import SqliteDatabase, SqliteDocumentIndex, SqliteItemStore
from tests.support.files import make_pdf

_GOALS = {"note.txt": 5, "page.html": 12, "report.docx": 20}
"""Milliseconds from upload to ready."""

_PDF_GOAL = 1.3
_KEY = Caller("organization", "user").conversation("conversation")
_LINES, _WIDTH = 45, 95
_REPORTS = 20
_TICKS = os.sysconf("SC_CLK_TCK")


def measure(rounds: int, _turns: int) -> None:
    asyncio.run(_measure(rounds))


async def _measure(rounds: int) -> None:
    async with _opened() as registry:
        rows = []
        for name, (data, alone) in small_files().items():
            if name not in _GOALS:
                continue
            ours: list[float] = []
            cpu: list[float] = []
            raw: list[float] = []
            for number in range(3 * rounds + 1):
                seconds, used = await _ready(registry, {f"{number}-{name}": _varied(data, name, number)})
                ours.append(seconds * 1000)
                cpu.append(used * 1000)
                raw.append(seconds_of(partial(alone, data)) * 1000)
            goal = _GOALS[name]
            rows.append(
                (
                    name,
                    *map(figures, (ours[1:], cpu[1:], raw[1:])),
                    ratio(ours[1:], [goal]),
                    judged(median(ours[1:]), goal),
                )
            )
        show(
            "A small file from upload to ready, ms",
            ("", "orc", "CPU", "library alone", "ratio to the goal", "goal"),
            rows,
        )
        await _measure_reports(registry, rounds)


async def _measure_reports(registry: DocumentRegistry, rounds: int) -> None:
    pages = {name: _pages(text) for name, text in list(make_reports()[0].items())[:_REPORTS]}
    count = sum(map(len, pages.values()))
    ours: list[float] = []
    cpu: list[float] = []
    raw: list[float] = []
    raw_cpu: list[float] = []
    for number in range(rounds + 1):
        reports = {f"{number}-{i}.pdf": make_pdf(parts, title=f"{number}") for i, parts in enumerate(pages.values())}
        seconds, used = await _ready(registry, reports)
        ours.append(count / seconds)
        cpu.append(count / used)
        before = time.process_time()
        raw.append(count / sum(seconds_of(partial(pdf_alone, pdf)) for pdf in reports.values()))
        raw_cpu.append(count / (time.process_time() - before))
    met = judged(median(ours[1:]) / median(raw[1:]), _PDF_GOAL, " x", at_least=True)
    rows = [
        ("by the clock", figures(ours[1:]), figures(raw[1:]), ratio(ours[1:], raw[1:]), met),
        ("a second of CPU", figures(cpu[1:]), figures(raw_cpu[1:]), ratio(cpu[1:], raw_cpu[1:]), ""),
    ]
    title = f"{len(pages)} PDF reports of {count:,} pages from upload to ready, pages a second"
    show(title, ("", "orc", "pypdfium2 alone", "ratio", "goal"), rows)


@asynccontextmanager
async def _opened() -> AsyncIterator[DocumentRegistry]:
    with tempfile.TemporaryDirectory() as directory:
        place = Path(directory)
        async with (
            aclosing(SubprocessExtractor()) as extractor,
            aclosing(SqliteDatabase(place / "orc.db")) as database,
            aclosing(
                build_registry(
                    SqliteItemStore(database, DOCUMENT_ITEMS),
                    LocalBlobStore(place / "blobs"),
                    SqliteDocumentIndex(database),
                    extractor,
                    ProcessingSettings(chunk_size=2000, chunk_overlap=200, ttl_seconds=3600),
                )
            ) as registry,
        ):
            yield registry


async def _ready(registry: DocumentRegistry, files: dict[str, bytes]) -> tuple[float, float]:
    """The wall and CPU seconds until all files, sent at the same time, are ready."""

    async def register(name: str, data: bytes) -> None:
        await registry.take(_KEY, NewFile(name, "application/octet-stream", data, UploadInfo()))
        document, _ = await registry.ensure_registered(_KEY, name)
        if document.status != "ready":
            raise SystemExit(f"{name} could not be read: {document.error}")

    used, started = _cpu_seconds(), time.perf_counter()  # in this order: looking through all processes takes time
    await asyncio.gather(*(register(name, data) for name, data in files.items()))
    return time.perf_counter() - started, _cpu_seconds() - used


def _cpu_seconds() -> float:
    """The CPU time of this process, its children, and their ended children."""
    used = time.process_time()
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(fields[1]) == os.getpid():
            used += sum(map(int, fields[11:15])) / _TICKS
    return used


def _varied(data: bytes, name: str, number: int) -> bytes:
    """The file with other bytes, because the same bytes are not read again."""
    if not name.endswith(".docx"):
        return data + b" %d" % number
    package = io.BytesIO(data)
    with ZipFile(package, "a") as parts:
        parts.comment = b"%d" % number
    return package.getvalue()


def _pages(text: str) -> Sequence[str]:
    lines = [part for line in text.split("\n") for part in textwrap.wrap(line, _WIDTH) or [""]]
    return ["\n".join(lines[at : at + _LINES]) for at in range(0, len(lines), _LINES)]
