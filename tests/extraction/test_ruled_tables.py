"""Tables with lines between their cells, as word processors draw them: a cell of several lines stays in its row."""

import io
from collections.abc import Sequence
from typing import Any

import pytest
from reportlab.lib.colors import black
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph, SimpleDocTemplate, Table, TableStyle

from orc.documents.search.synonyms import Synonyms
from orc.documents.text.chunks import chunk_text
from orc.domain import ExtractedText, Passage
from orc.ports import Grounding
from shared.extraction.formats.pdf import read_pdf
from shared.extraction.formats.pdf_page import lay_out
from shared.models.extractive import answer_question

_STYLE = getSampleStyleSheet()["BodyText"]
PAY = [
    ["Grade", "Duties", "Pay"],
    ["Grade 1", "Cleans the halls, and shows visitors to their seats", "£22,100"],
    ["Grade 2", "Sells tickets at the desk, in person and by telephone, and counts the takings", "£24,900"],
    ["Grade 3", "Leads a shift", "£28,300"],
]
WRITTEN = ["Pay of the theatre", *(" | ".join(row) for row in PAY), "All pay is a year."]


def ruled(
    rows: Sequence[Sequence[str]],
    *style: tuple[Any, ...],
    frame: str = "GRID",
    title: str = "BodyText",
    below: str = "All pay is a year.",
) -> bytes:
    """A page with a table between two lines of text, its long cells of several lines. title is the style of the first
    line, below the last one."""
    out = io.BytesIO()
    cells = [[Paragraph(cell, _STYLE) if len(cell) > 15 else cell for cell in row] for row in rows]
    widths = [80] + [160] * (len(rows[0]) - 2) + [80]
    table = Table(cells, colWidths=widths, style=TableStyle([(frame, (0, 0), (-1, -1), 0.5, black), *style]))
    SimpleDocTemplate(out, invariant=1).build(
        [Paragraph("Pay of the theatre", getSampleStyleSheet()[title]), table, Paragraph(below, _STYLE)]
    )
    return out.getvalue()


def lines_of(pdf: bytes) -> list[str]:
    return read_pdf(pdf, max_characters=100_000).text.split("\n")


@pytest.mark.req("AN-06")
@pytest.mark.parametrize("aligned", ["TOP", "MIDDLE", "BOTTOM"])
def test_a_cell_of_several_lines_stays_in_its_row(aligned: str) -> None:
    assert lines_of(ruled(PAY, ("VALIGN", (0, 0), (-1, -1), aligned))) == WRITTEN


@pytest.mark.req("AN-06")
def test_a_question_for_a_row_is_answered_by_its_cell() -> None:
    text = "\n".join(lines_of(ruled(PAY)))
    [chunk] = chunk_text(ExtractedText(text, "t", (0,)), size=1_200, overlap=200)
    question = "What is the pay of Grade 2?"
    told = answer_question(
        Grounding(question, (Passage("file-1", "pay.pdf", chunk, 1.0, ("bm25",), (0,)),), ("pay.pdf",)),
        Synonyms.with_built_in(),
    )
    assert told.startswith("£24,900")


@pytest.mark.req("AN-06")
def test_a_cell_over_several_rows_or_columns_is_in_the_first() -> None:
    rows = [["", "2023", ""], ["Line", "First half", "Second half"], ["Coast", "410", "398"], ["", "205", "211"]]
    lines = lines_of(ruled(rows, ("SPAN", (1, 0), (2, 0)), ("SPAN", (0, 2), (0, 3))))
    assert lines[1:-1] == ["| 2023 |", "Line | First half | Second half", "Coast | 410 | 398", "| 205 | 211"]


@pytest.mark.req("AN-06")
def test_outer_edges_of_a_table_need_no_lines() -> None:
    assert lines_of(ruled(PAY, frame="INNERGRID")) == WRITTEN


@pytest.mark.req("AN-06")
def test_cells_that_each_have_a_border_are_a_table() -> None:
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1)
    for row, lines in enumerate(
        [("Part", ["Description"], "Price"), ("A-1", ["Hinge of steel,", "with screws"], "12.50")]
    ):
        high = 700 - 40 * row
        for left, width in ((50, 60), (112, 120), (234, 60)):
            canvas.rect(left, high, width, 38)
        canvas.drawString(54, high + 12, lines[0])
        for number, line in enumerate(lines[1]):
            canvas.drawString(116, high + 22 - 14 * number, line)
        canvas.drawString(238, high + 12, lines[2])
    canvas.save()
    assert lines_of(out.getvalue()) == ["Part | Description | Price", "A-1 | Hinge of steel, with screws | 12.50"]


def test_the_rows_of_two_tables_that_touch_are_not_mixed() -> None:
    days: list[list[Any]] = [["Day", "Open"], [Paragraph("Monday to Thursday", _STYLE), "9-17"], ["Friday", "9-12"]]
    desks: list[list[Any]] = [
        ["Desk", "Phone"],
        ["Events", "555 0199"],
        [Paragraph("Loans and returns of books", _STYLE), "555 0101"],
    ]
    grid = [("GRID", (0, 0), (-1, -1), 0.5, black)]
    both = Table([[Table(rows, colWidths=[70, 60], style=grid) for rows in (days, desks)]], colWidths=[130, 130])
    both.setStyle(TableStyle([(f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")]))
    out = io.BytesIO()
    SimpleDocTemplate(out, invariant=1).build([both])
    text = "\n".join(lines_of(out.getvalue()))
    assert text.index("Day") < text.index("Thursday") < text.index("Friday") < text.index("Desk") < text.index("Loans")


def test_text_in_a_frame_is_no_table() -> None:
    long = "The office is closed on Fridays after noon, and nobody answers the telephone then. " * 6
    lines = lines_of(ruled([["Note", long], ["Hours", "9 to 5"]]))
    assert not any("Note |" in line for line in lines)
    assert "nobody answers the telephone" in " ".join(lines)


def test_characters_of_a_cell_of_several_lines_are_found_on_the_page() -> None:
    pdf = ruled(PAY)
    text = "\n".join(lines_of(pdf))
    _, _, boxes = lay_out(pdf, 0, text)
    start = text.index("Sells tickets")
    cell = [box for box in boxes[start : text.index(" | £24,900")] if box is not None]
    assert len({box[1] for box in cell}) > 1  # several lines
    assert not [place for place, box in enumerate(boxes) if text[place] not in " \n|" and box is None]


def test_a_drawing_of_many_lines_leaves_the_text_as_it_is() -> None:
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1)
    canvas.drawString(20, 20, "Depth")
    canvas.drawString(300, 20, "in metres")
    for number in range(1_000):
        canvas.line(20 + number % 2, 40 + number / 2, 500, 40 + number / 2)
        canvas.line(20 + number / 3, 40, 20 + number / 3, 540)
    canvas.save()
    assert lines_of(out.getvalue()) == ["Depth in metres"]
