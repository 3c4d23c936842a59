"""A heading over several columns of a PDF's table belongs to each of them, and adds no column."""

import io
from collections.abc import Sequence
from typing import Any

import pytest
from reportlab.lib.colors import black
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Table

from tests.extraction.test_ruled_tables import _STYLE, PAY, lines_of
from tests.extraction.test_tables_beside_each_other import answer

HOURS = [
    ["", "2023", "", "2024", ""],
    ["Plant", "Day", "Night", "Day", "Night"],
    ["Bergen", "1,201", "640", "1,310", "655"],
    ["Malmo", "998", "502", "1,004", "517"],
    ["Turku", "745", "330", "801", "352"],
]
LABELLED = [["Plant", *HOURS[0][1:]], ["", *HOURS[1][1:]], *HOURS[2:]]
MONTHS = [
    ["", "First quarter", "", "", "Second quarter", "", ""],
    ["Shop", "Jan", "Feb", "Mar", "Apr", "May", "Jun"],
    ["Bergen", "12", "13", "14", "15", "16", "17"],
    ["Malmo", "1,234", "1,345", "1,456", "1,567", "1,678", "1,789"],
]
UNEQUAL = [
    ["", "Sales", "", "", "Staff", ""],
    ["Shop", "Books", "Maps", "Total", "Men", "Women"],
    ["Bergen", "120", "80", "200", "4", "5"],
    ["Malmo", "90", "30", "120", "2", "6"],
]
LAST_ALONE = [
    ["", "2023", "", "2024", "", ""],
    ["Plant", "Day", "Night", "Day", "Night", "Change"],
    ["Bergen", "1,201", "640", "1,310", "655", "6 %"],
    ["Malmo", "998", "502", "1,004", "517", "1 %"],
]
ALIGNED = ["LEFT", "CENTER", "RIGHT"]


def table(rows: Sequence[list[str]], *style: Any, width: int = 60) -> Table:
    """A table in which a heading spans the empty cells to its right."""
    spans = []
    for first, cell in enumerate(rows[0]):
        end = next((n for n in range(first + 1, len(rows[0])) if rows[0][n]), len(rows[0]))
        if first and cell and not any(rows[1][n] == "Change" for n in range(first, end)):
            spans.append(("SPAN", (first, 0), (end - 1, 0)))
    return Table(rows, colWidths=[80, *[width] * (len(rows[0]) - 1)], style=[*spans, *style])


def pdf(*parts: str | Table) -> bytes:
    out = io.BytesIO()
    story: list[Flowable] = [Paragraph(part, _STYLE) if isinstance(part, str) else part for part in parts]
    SimpleDocTemplate(out, invariant=1).build(story)
    return out.getvalue()


@pytest.mark.req("AN-06")
@pytest.mark.parametrize("aligned", ALIGNED)
@pytest.mark.parametrize("rows", [HOURS, LABELLED, MONTHS, UNEQUAL], ids=["two", "labelled", "three", "unequal"])
def test_a_heading_is_above_the_first_of_its_columns(rows: list[list[str]], aligned: str) -> None:
    style = ("ALIGN", (1, 0), (-1, 0), "CENTER"), ("ALIGN", (1, 1), (-1, -1), aligned)
    lines = lines_of(pdf("Hours", table(rows, *style), "End."))
    assert lines[1:-1] == [" | ".join(row).strip() for row in rows]


@pytest.mark.req("AN-06")
@pytest.mark.parametrize("aligned", ALIGNED)
def test_headings_that_are_repeated_show_what_is_above_them(aligned: str) -> None:
    lines = lines_of(pdf("Hours", table(HOURS, ("ALIGN", (1, 0), (-1, -1), aligned)), "End."))
    assert lines[1:-1] == [" | ".join(row).strip() for row in HOURS]


@pytest.mark.req("AN-06")
@pytest.mark.parametrize("frame", ["GRID", "TEXTCOLOR"])
@pytest.mark.parametrize(
    ("question", "hours", "other"),
    [
        ("How many day hours did Bergen work in 2023?", "1,201", "1,310"),
        ("How many night hours did Bergen work in 2024?", "655", "640"),
        ("Turku day 2023", "745", "801"),
    ],
)
def test_a_figure_has_the_year_that_is_above_its_columns(frame: str, question: str, hours: str, other: str) -> None:
    style = ("ALIGN", (1, 0), (-1, -1), "CENTER"), (frame, (0, 0), (-1, -1), 0.5, black)
    told = answer(pdf("Operating hours", table(HOURS, *style), "End."), question)
    assert hours in told
    assert other not in told


@pytest.mark.req("AN-06")
def test_a_row_is_whole_below_a_table_with_other_columns() -> None:
    cells = [[Paragraph(cell, _STYLE) if len(cell) > 15 else cell for cell in row] for row in PAY]
    pay = Table(cells, colWidths=[80, 160, 80], hAlign="LEFT")
    hours = table(HOURS, ("ALIGN", (1, 0), (-1, -1), "CENTER"))
    lines = lines_of(pdf("Operating hours", hours, "Pay", pay, "All pay is a year."))
    assert lines[-5:] == [*(" | ".join(row) for row in PAY), "All pay is a year."]
