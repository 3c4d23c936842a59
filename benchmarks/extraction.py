"""Pages a second: extraction in its process and chunking, beside the PDF library alone in this one."""

import asyncio
import time
from collections.abc import Callable

import pypdfium2

from benchmarks.tables import figures, ratio, show
from orc.documents.chunk import chunk_text
from orc.documents.extract import SubprocessExtractor
from tests.support.files import make_pdf

_PAGES = 300
_LINES = 45
_LINE = "The parties keep a copy of these terms in the office on the quay, number {} of the ones that count."


def measure(rounds: int, _turns: int) -> None:
    pdf = make_pdf(["\n".join([_LINE.format(page)] * _LINES) for page in range(_PAGES)])
    ours: list[float] = []
    raw: list[float] = []
    for _ in range(rounds + 1):
        ours.append(_pages_a_second(lambda: asyncio.run(_extract_and_chunk(pdf))))
        raw.append(_pages_a_second(lambda: _raw(pdf)))
    row = ("pages a second", figures(ours[1:]), figures(raw[1:]), ratio(ours[1:], raw[1:]))
    show(f"A PDF of {_PAGES} pages", ("", "orc", "pypdfium2 alone", "ratio"), [row])


def _pages_a_second(work: Callable[[], None]) -> float:
    started = time.perf_counter()
    work()
    return _PAGES / (time.perf_counter() - started)


async def _extract_and_chunk(pdf: bytes) -> None:
    chunk_text(await SubprocessExtractor().extract(pdf, name="terms.pdf"))


def _raw(pdf: bytes) -> None:
    document = pypdfium2.PdfDocument(pdf)
    for page in document:
        page.get_textpage().get_text_range()
    document.close()
