"""Tables below each other on a page, or on two pages, each have the columns of their own headings."""

import io
from collections.abc import Sequence
from typing import Literal

import pytest
from reportlab.lib.colors import black
from reportlab.platypus import Flowable, PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

from tests.extraction.test_ruled_tables import _STYLE, lines_of
from tests.extraction.test_tables_beside_each_other import answer

TARIFFS = [
    ["Leistung", "Grundpreis", "Arbeitspreis", "Zähler", "Gültig ab"],
    ["Strom Öko", "9,80 €", "31,2 ct", "1,10 €", "01.01.2025"],
    ["Wärmepumpe", "7,20 €", "24,4 ct", "2,30 €", "01.02.2025"],
]
USED = [
    ["Monat", "Verbrauch 2024", "Verbrauch 2023"],
    *([month, f"{300 + 7 * n} kWh", f"{320 + 9 * n} kWh"] for n, month in enumerate(("Januar", "Februar", "März"))),
]
INCOME = [
    ["£ thousand", "FY2023", "FY2022", "FY2021"],
    ["Revenue", "48,210", "44,905", "41,377"],
    ["Cost of sales", "(29,640)", "(27,980)", "(26,115)"],
    ["Profit for the year", "4,790", "4,360", "3,560"],
]
BALANCE = [
    ["£ thousand", "31 March 2023", "31 March 2022"],
    ["Property, plant and equipment", "15,220", "14,870"],
    ["Inventories", "7,930", "6,480"],
    ["Cash and cash equivalents", "3,905", "4,120"],
    ["Total equity", "21,450", "19,660"],
]
PLAIN = TableStyle()
STYLES = [
    PLAIN,
    TableStyle([("ALIGN", (1, 0), (-1, -1), "RIGHT")]),
    TableStyle([("GRID", (0, 0), (-1, -1), 0.5, black)]),
]
type Side = Literal["LEFT", "CENTER", "RIGHT"]


def below(*parts: str | Sequence[list[str]] | Flowable, style: TableStyle = PLAIN, at: Side = "CENTER") -> bytes:
    """A page with these headings and tables."""
    out = io.BytesIO()
    story = [
        Paragraph(part, _STYLE)
        if isinstance(part, str)
        else part
        if isinstance(part, Flowable)
        else Table(part, style=style, hAlign=at)
        for part in parts
    ]
    SimpleDocTemplate(out, invariant=1).build(story)
    return out.getvalue()


def written(table: Sequence[list[str]]) -> list[str]:
    return [" | ".join(row) for row in table]


@pytest.mark.req("AN-06")
@pytest.mark.parametrize("at", ["CENTER", "LEFT", "RIGHT"])
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(("first", "second"), [(TARIFFS, USED), (USED, TARIFFS), (INCOME, BALANCE), (BALANCE, INCOME)])
def test_tables_with_a_heading_between_them_keep_their_own_columns(
    first: list[list[str]], second: list[list[str]], style: TableStyle, at: Side
) -> None:
    pdf = below("Summary", first, "Details", second, style=style, at=at)
    assert lines_of(pdf) == ["Summary", *written(first), "Details", *written(second)]


@pytest.mark.req("AN-06")
@pytest.mark.parametrize(
    ("question", "right", "wrong"),
    [
        ("Wie hoch war der Verbrauch im Januar 2024?", "300 kWh", "320 kWh"),
        ("Wie hoch war der Verbrauch im Februar 2023?", "329 kWh", "307 kWh"),
        ("Was ist der Grundpreis für Wärmepumpe?", "7,20", "24,4"),
    ],
)
def test_a_figure_has_the_heading_of_its_own_table(question: str, right: str, wrong: str) -> None:
    told = answer(below("Preise", TARIFFS, "Verbrauch", USED), question)
    assert right in told
    assert wrong not in told


@pytest.mark.req("AN-06")
@pytest.mark.parametrize(
    "parts",
    [
        (Spacer(1, 514), "Income", INCOME, "Balance sheet", BALANCE),
        ("Income", INCOME, PageBreak(), "Balance sheet", BALANCE),
    ],
    ids=["continued", "next"],
)
@pytest.mark.parametrize(
    ("question", "right", "wrong"),
    [
        ("What was total equity at 31 March 2022?", "19,660", "21,450"),
        ("What was cash in 2022?", "4,120", "3,905"),
        ("What were inventories at 31 March 2023?", "7,930", "6,480"),
    ],
)
def test_a_year_on_the_next_page_is_that_of_its_heading(
    parts: tuple[str | list[list[str]] | Flowable, ...], question: str, right: str, wrong: str
) -> None:
    pdf = below(*parts)
    assert pdf.count(b"/Type /Page\n") == 2
    told = answer(pdf, question)
    assert right in told
    assert wrong not in told


@pytest.mark.req("AN-06")
def test_a_part_of_a_table_with_empty_cells_keeps_them() -> None:
    rooms = [
        ["Name", "Phone", "Mail", "Floor area"],
        ["Ground floor", "", "", ""],
        ["Meeting room", "417", "m@x.org", "32"],
        ["Library", "418", "l@x.org", "90"],
        ["First floor", "", "", ""],
        ["Archive", "", "open", "none"],
        ["Studio", "", "open", "40"],
    ]
    assert lines_of(below(rooms))[-2:] == ["Archive |  | open | none", "Studio |  | open | 40"]
