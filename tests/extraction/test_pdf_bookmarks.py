"""The bookmarks of a PDF name its headings."""

import io

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from orc.domain import Heading
from shared.extraction.extractor import SubprocessExtractor
from shared.extraction.formats.pdf import read_pdf

PROSE = "The crew moors with care and waits for the pilot."


def pdf(*headings: tuple[str, str, int], pages: int = 1) -> bytes:
    """A document in which these headings, each with its bookmark and level, are in the middle of a page each."""
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1)
    for number in range(max(pages, len(headings))):
        lines = [PROSE] * 5 + [text for text, _, _ in headings[number : number + 1]] + [PROSE] * 5
        for line, text in enumerate(lines):
            canvas.drawString(60, A4[1] - 60 - 14 * line, text)
        for _, title, level in headings[number : number + 1]:
            canvas.bookmarkPage(f"heading-{number}")
            canvas.addOutlineEntry(title, f"heading-{number}", level=level)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


@pytest.mark.parametrize(
    ("line", "bookmark"),
    [
        ("Strategy of the port", "Strategy of the port"),
        ("2. Strategy of the port", "Strategy of the port"),
        ("Chapter 2 Strategy of the port", "Strategy of the port"),
        ("STRATEGY OF THE PORT", "Strategy of the port:"),
    ],
)
def test_a_line_that_a_bookmark_names_is_a_heading(line: str, bookmark: str) -> None:
    content = read_pdf(pdf(("Overview", "Overview", 0), (line, bookmark, 1)), max_characters=10_000)
    assert [(level, text) for _, level, text in content.headings] == [(1, "Overview"), (2, line)]
    assert [content.text[start : start + len(text)] for start, _, text in content.headings] == ["Overview", line]


@pytest.mark.parametrize("bookmark", ["Risks", "the crew"])
def test_a_bookmark_that_is_printed_in_other_words_is_a_heading_where_its_page_begins(bookmark: str) -> None:
    headings = read_pdf(pdf(("Strategy", bookmark, 0)), max_characters=10_000).headings
    assert headings == ((0, 1, bookmark),)


@pytest.mark.parametrize("bookmark", ["", "x" * 5_000])
def test_a_bookmark_without_a_title_or_with_an_endless_one_is_no_heading(bookmark: str) -> None:
    assert read_pdf(pdf(("Strategy", bookmark, 0)), max_characters=10_000).headings == ()


async def test_a_long_pdf_that_is_read_in_parts_has_the_headings_of_all() -> None:
    headings = [(f"{n}. Berth {n}", f"Berth {n}", 0) for n in range(1, 200)]
    data = pdf(*headings)
    assert len(data) > 1 << 16, "it is read in two parts"
    read = await SubprocessExtractor().extract(data, name="a.pdf")
    assert [heading.text for heading in read.headings] == [text for text, _, _ in headings]
    assert all(read.text.startswith(heading.text, heading.start) for heading in read.headings)
    assert read.headings[0] == Heading(read.text.index("1. Berth 1"), 1, "1. Berth 1")
