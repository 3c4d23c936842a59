"""Reading files, compared with the library alone in this process: PDF pages per second, and milliseconds per small
file."""

import asyncio
import io
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pypdfium2
from lxml import etree
from python_calamine import CalamineWorkbook

from benchmarks.tables import figures, ratio, show
from orc.documents.text.chunks import chunk_text
from orc.domain import Caller
from shared.extraction.extractor import SubprocessExtractor
from shared.stores.sqlite import SqliteDatabase, SqliteDocumentIndex
from tests.support.files import Slide, make_docx, make_pdf, make_pptx, make_xlsx

_PAGES = 300
_LINES = 45
_LINE = "The parties keep a copy of these terms in the office on the quay, number {} of the ones that count."


def measure(rounds: int, _turns: int) -> None:
    asyncio.run(_measure(rounds))


async def _measure(rounds: int) -> None:
    await _measure_pdf(rounds)
    extractor = SubprocessExtractor()
    files = small_files().items()
    rows = [(name, *await _compare(rounds, extractor, data, name, alone)) for name, (data, alone) in files]
    show("Other files, ms", ("", "orc", "library alone", "ratio"), rows)
    await extractor.aclose()


async def _measure_pdf(rounds: int) -> None:
    reading, indexing = SubprocessExtractor(), SubprocessExtractor()
    pdf = make_pdf(["\n".join([_LINE.format(page)] * _LINES) for page in range(_PAGES)])
    ours: list[float] = []
    indexed: list[float] = []
    raw: list[float] = []
    own_cpu: list[float] = []
    raw_cpu: list[float] = []
    before = _seconds_of_children()
    for _ in range(rounds + 1):
        started = time.process_time()
        ours.append(_PAGES / await _seconds_to_chunks(reading, pdf, "terms.pdf"))
        own_cpu.append(time.process_time() - started)
        raw.append(_PAGES / seconds_of(lambda: pdf_alone(pdf)))
        raw_cpu.append(time.process_time() - started - own_cpu[-1])
        indexed.append(_PAGES / await _seconds_to_index(indexing, pdf))
    await reading.aclose()
    cpu = (_seconds_of_children() - before + sum(own_cpu)) / len(ours)
    await indexing.aclose()
    rows = [
        ("read and chunked, pages a second", figures(ours[1:]), figures(raw[1:]), ratio(ours[1:], raw[1:])),
        ("indexed too, pages a second", figures(indexed[1:]), figures(raw[1:]), ratio(indexed[1:], raw[1:])),
        ("seconds of CPU to read and chunk", figures([cpu], 2), figures(raw_cpu, 2), ratio([cpu], raw_cpu)),
    ]
    show(f"A PDF of {_PAGES} pages", ("", "orc", "pypdfium2 alone", "ratio"), rows)


def _seconds_of_children() -> float:
    """The CPU time of all ended child processes, and of their ended children."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def small_files() -> dict[str, tuple[bytes, Callable[[bytes], object]]]:
    """Small files, each with the work that its library must do in any case."""
    rows: list[list[object]] = [["Item", "Price", "Sold"], *([f"Part {i}", i * 0.5, i] for i in range(5000))]
    slides = [Slide(f"Part {i}", [_LINE.format(i)] * 6, notes="Say this.") for i in range(100)]
    return {
        "note.txt": (b"A short note.\n", bytes.decode),
        "page.html": (f"<p>{_LINE}</p>".encode() * 2000, lambda data: etree.fromstring(data, etree.HTMLParser())),
        "report.docx": (make_docx([_LINE.format(i) for i in range(2000)]), _xml_alone),
        "deck.pptx": (make_pptx(slides), _xml_alone),
        "prices.xlsx": (make_xlsx({"Prices": rows}), _workbook_alone),
    }


async def _compare(
    rounds: int, extractor: SubprocessExtractor, data: bytes, name: str, alone: Callable[[bytes], object]
) -> tuple[str, str, str]:
    ours: list[float] = []
    raw: list[float] = []
    for _ in range(rounds + 1):
        ours.append(1000 * await _seconds_to_chunks(extractor, data, name))
        raw.append(1000 * seconds_of(lambda: alone(data)))
    return figures(ours[1:]), figures(raw[1:]), ratio(ours[1:], raw[1:])


async def _seconds_to_chunks(extractor: SubprocessExtractor, data: bytes, name: str) -> float:
    started = time.perf_counter()
    chunk_text(await extractor.extract(data, name=name))
    return time.perf_counter() - started


async def _seconds_to_index(extractor: SubprocessExtractor, data: bytes) -> float:
    with tempfile.TemporaryDirectory() as directory:
        database = SqliteDatabase(Path(directory) / "orc.db")
        index = SqliteDocumentIndex(database)
        started = time.perf_counter()
        chunks = chunk_text(await extractor.extract(data, name="terms.pdf"))
        await index.add(Caller("organization", "user"), "content-1", chunks)
        seconds = time.perf_counter() - started
        await database.aclose()
    return seconds


def seconds_of(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def pdf_alone(pdf: bytes) -> None:
    document = pypdfium2.PdfDocument(pdf)
    for page in document:
        page.get_textpage().get_text_range()
    document.close()


def _xml_alone(data: bytes) -> None:
    with ZipFile(io.BytesIO(data)) as package:
        for name in package.namelist():
            if name.startswith(("word/document", "ppt/slides/slide", "ppt/notesSlides/notes")):
                etree.fromstring(package.read(name))


def _workbook_alone(data: bytes) -> None:
    workbook = CalamineWorkbook.from_filelike(io.BytesIO(data))
    for name in workbook.sheet_names:
        workbook.get_sheet_by_name(name).to_python()
