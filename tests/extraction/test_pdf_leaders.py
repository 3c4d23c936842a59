"""Entries of a table of contents in a PDF are lines of text; dots before other figures belong to the label."""

import io
from collections.abc import Sequence

import pytest
from reportlab.pdfgen.canvas import Canvas

from orc.documents.text.tables import read_table
from shared.extraction.formats.pdf import read_pdf

pytestmark = pytest.mark.req("AN-04")

CHAPTERS = [
    ("I De la asociación en general", "", "3"),
    ("1 La denominación", ". . . . . . . . . . . . . . . . . . . .", "3"),
    ("2 El domicilio social", ". . . . . . . . . . . . . . . . . .", "3"),
    ("II De los socios", "", "6"),
    ("18.3.4 Facultades del tesorero/a", ". . . . . . .", "17"),
    ("18.3.5 Facultades de los vocales", ". . . . . .", "17"),
]


def contents(entries: Sequence[tuple[str, str, str]], *further: str) -> str:
    """The text of a page with these entries below each other: a heading, dots up to the same edge, and figures."""
    target = io.BytesIO()
    canvas = Canvas(target)
    for number, (heading, dots, page) in enumerate(entries):
        height = 700 - 16 * number
        canvas.drawString(72, height, heading)
        canvas.drawRightString(400, height, dots)
        for place, figure in enumerate((page, *further)):
            canvas.drawRightString(430 + 60 * place, height, figure)
    canvas.save()
    return read_pdf(target.getvalue(), max_characters=10_000).text


def test_an_entry_of_a_table_of_contents_is_a_line_of_text() -> None:
    expected = [" ".join(filter(None, entry)) for entry in CHAPTERS]
    assert contents(CHAPTERS).split("\n") == expected


def test_dots_before_several_figures_belong_to_the_label_of_a_row() -> None:
    rows = [("Revenue from sales", ". . . . . .", "1,204"), ("Cost of sales", ". . . . . . . . .", "804")]
    read = contents(rows, "1,100").split("\n")
    assert read == ["Revenue from sales . . . . . . | 1,204 | 1,100", "Cost of sales . . . . . . . . . | 804 | 1,100"]
    assert [row and row.cells for row in read_table(read)] == [
        ("Revenue from sales", "1,204", "1,100"),
        ("Cost of sales", "804", "1,100"),
    ]


def test_dots_before_an_amount_lead_from_its_label_in_a_price_list() -> None:
    rows = [("Coffee", ". . . . . .", "2.50"), ("Chocolate cake", ". . . .", "4.80"), ("Tea", ". . . . . . .", "2.10")]
    read = read_table(contents(rows).split("\n"))
    assert [row and row.cells for row in read] == [("Coffee", "2.50"), ("Chocolate cake", "4.80"), ("Tea", "2.10")]
