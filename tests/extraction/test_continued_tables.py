"""A row of a table that is alone at the top of the next page is a row of that table."""

import io
from collections.abc import Sequence

import pytest
from reportlab.pdfgen.canvas import Canvas

from orc.documents.search.synonyms import Synonyms
from orc.documents.text.chunks import chunk_text
from orc.domain import ExtractedText, Passage
from orc.ports import Grounding
from shared.extraction.formats.pdf import read_pdf
from shared.models.extractive import answer_question

HEADINGS = ["Director", "Role", "Since", "Meetings attended"]
ROWS = [
    ["Eleanor Voss", "Chair", "2018", "9 of 9"],
    ["Anders Halvorsen", "Chief executive", "2015", "8 of 9"],
    ["Samuel Oyelaran", "Chair of the audit committee", "2020", "7 of 9"],
]
LAST = ["Ruth Feldman", "Non-executive director", "2022", "6 of 9"]
AFTER = "The auditor is Brandt Whitley LLP."
HEAD = ["Halvorsen plc", "Report", "2024", "page 1"]


def pages(*pages: Sequence[str | Sequence[str]], shift: float = 0) -> bytes:
    """A page for each of these lists of lines, whose cells have columns; the second page may be shifted."""
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1)
    for number, lines in enumerate(pages):
        canvas.setFont("Helvetica", 10)
        for line, content in enumerate(lines):
            cells = [content] if isinstance(content, str) else content
            for left, cell in zip((72, 190, 370, 430), cells, strict=False):
                canvas.drawString(left + number * shift, 740 - 18 * line, cell)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def last_page(pdf: bytes) -> list[str]:
    return read_pdf(pdf, max_characters=10_000).text.split("\n\n")[-1].split("\n")


def answer(pdf: bytes, question: str) -> str:
    content = read_pdf(pdf, max_characters=10_000)
    [chunk] = chunk_text(ExtractedText(content.text, "t", content.page_starts), size=1_200, overlap=200)
    passage = Passage("file-1", "report.pdf", chunk, 1.0, ("bm25",), content.page_starts)
    return answer_question(Grounding(question, (passage,), ("report.pdf",)), Synonyms.with_built_in())


@pytest.mark.req("AN-06")
@pytest.mark.parametrize("shift", [0, -30])
def test_the_last_row_of_a_table_after_a_page_break_keeps_its_cells(shift: float) -> None:
    pdf = pages(["The board", HEADINGS, *ROWS], [LAST, AFTER], shift=shift)
    assert last_page(pdf) == [" | ".join(LAST), AFTER]
    assert answer(pdf, "Since when is Ruth Feldman a director?").startswith("2022")
    assert answer(pdf, "How many meetings did Ruth Feldman attend?").startswith("6 of 9")


@pytest.mark.req("AN-06")
def test_a_part_that_begins_after_the_page_break_reads_the_row_alike() -> None:
    pdf = pages(["The board", HEADINGS, *ROWS], [LAST, AFTER])
    parts = [read_pdf(pdf, max_characters=10_000, part=part, parts=2).text for part in range(2)]
    assert "\n\n".join(parts) == read_pdf(pdf, max_characters=10_000).text


def test_a_running_head_is_no_row() -> None:
    pdf = pages([HEAD, HEADINGS, *ROWS], [[*HEAD[:-1], "page 2"], AFTER])
    assert last_page(pdf) == ["Halvorsen plc Report 2024 page 2", AFTER]


@pytest.mark.req("AN-06")
def test_a_row_of_figures_alone_is_no_running_head() -> None:
    years = [["Year", "Lapwing", "Snipe", "Redshank"], ["2010", "14", "0", "3"], ["2015", "39", "8", "11"]]
    assert last_page(pages(years, [["2020", "71", "27", "19"], AFTER])) == ["2020 | 71 | 27 | 19", AFTER]


def test_a_line_that_does_not_align_with_the_table_is_no_row() -> None:
    assert last_page(pages([HEADINGS, *ROWS], [[LAST[0], "", "", LAST[3]], AFTER]))[0] == "Ruth Feldman 6 of 9"
    assert last_page(pages([HEADINGS, *ROWS, AFTER, *[AFTER] * 4], [LAST, AFTER]))[0] == " ".join(LAST)
