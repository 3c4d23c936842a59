"""Reading files, beside the library alone in this process: pages of PDF a second, and milliseconds a small file."""

import asyncio
import io
import resource
import time
from collections.abc import Callable
from zipfile import ZipFile

import pypdfium2
from lxml import etree
from python_calamine import CalamineWorkbook

from benchmarks.tables import figures, ratio, show
from orc.documents.chunk import chunk_text
from orc.documents.extract import SubprocessExtractor
from tests.support.files import Slide, make_docx, make_pdf, make_pptx, make_xlsx

_PAGES = 300
_LINES = 45
_LINE = "The parties keep a copy of these terms in the office on the quay, number {} of the ones that count."


def measure(rounds: int, _turns: int) -> None:
    asyncio.run(_measure(rounds))


async def _measure(rounds: int) -> None:
    await _measure_pdf(rounds)
    extractor = SubprocessExtractor()
    files = _other_files().items()
    rows = [(name, *await _compare(rounds, extractor, data, name, alone)) for name, (data, alone) in files]
    show("Other files, ms", ("", "orc", "library alone", "ratio"), rows)
    await extractor.aclose()


async def _measure_pdf(rounds: int) -> None:
    extractor = SubprocessExtractor()
    pdf = make_pdf(["\n".join([_LINE.format(page)] * _LINES) for page in range(_PAGES)])
    ours: list[float] = []
    raw: list[float] = []
    raw_cpu: list[float] = []
    before = _cpu_seconds()
    for _ in range(rounds + 1):
        ours.append(_PAGES / await _seconds_to_chunks(extractor, pdf, "terms.pdf"))
        cpu = time.process_time()
        raw.append(_PAGES / _seconds(lambda: _pdf_alone(pdf)))
        raw_cpu.append(time.process_time() - cpu)
    await extractor.aclose()
    cpu = (_cpu_seconds() - before - sum(raw_cpu)) / len(ours)
    rows = [
        ("pages a second", figures(ours[1:]), figures(raw[1:]), ratio(ours[1:], raw[1:])),
        ("seconds of CPU", figures([cpu]), figures(raw_cpu), ratio([cpu], raw_cpu)),
    ]
    show(f"A PDF of {_PAGES} pages", ("", "orc", "pypdfium2 alone", "ratio"), rows)


def _cpu_seconds() -> float:
    """Of this process, and of all that it has waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + used.ru_utime + used.ru_stime


def _other_files() -> dict[str, tuple[bytes, Callable[[bytes], object]]]:
    """Each with the work of its library that cannot be done without."""
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
        raw.append(1000 * _seconds(lambda: alone(data)))
    return figures(ours[1:]), figures(raw[1:]), ratio(ours[1:], raw[1:])


async def _seconds_to_chunks(extractor: SubprocessExtractor, data: bytes, name: str) -> float:
    started = time.perf_counter()
    chunk_text(await extractor.extract(data, name=name))
    return time.perf_counter() - started


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _pdf_alone(pdf: bytes) -> None:
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
