"""Cells that span rows, tables beside each other, and numbers as a sheet shows them."""

from collections.abc import Mapping, Sequence
from datetime import date
from io import BytesIO

import docx
import openpyxl
import pytest

from shared.extraction.formats.html import read_html
from shared.extraction.formats.package import Package
from shared.extraction.formats.sheets import read_xlsx
from shared.extraction.formats.word import read_docx

type Rows = Sequence[Sequence[object]]

FARES: Rows = [
    ["Vehicle", "Season", "Fare"],
    ["Car", "Low", 21],
    [None, "High", 33],
    ["Van", "Low", 38],
    [None, "High", 56],
]
READ = ["Vehicle | Season | Fare", "Car | Low | 21", "Car | High | 33", "Van | Low | 38", "Van | High | 56"]


def sheet(rows: Rows, formats: Mapping[str, str] | None = None, *merged: str) -> list[str]:
    """The lines below the name of a sheet with these rows, number formats of columns, and merged cells."""
    workbook = openpyxl.Workbook()
    page = workbook.worksheets[0]
    for row in rows:
        page.append(list(row))
    for column, code in (formats or {}).items():
        for cell in page[column]:
            cell.number_format = code
    for cells in merged:
        page.merge_cells(cells)
    workbook.save(out := BytesIO())
    return read_xlsx(Package(out.getvalue()), out.getvalue()).text.split("\n")[2:]


@pytest.mark.req("RG-03")
@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (0.75, "0%", "75%"),
        (0.0525, "0.00%", "5.25%"),
        (-0.0125, '0.0%;[Red]"minus "0.0%', "-1.2%"),
        (49.9, '#,##0.00 "€"', "49.90 €"),
        (1250, "[$£-809]#,##0", "£1250"),
        (-3.5, '"CHF" #,##0.00', "-CHF 3.50"),
        (12.345, "$0.00", "$12.345"),
        (1250000, "#,##0", "1250000"),
        (0.75, '0.00" % of all"', "0.75"),
        (date(2024, 3, 1), "dd/mm/yyyy", "2024-03-01"),
        (True, "0%", "TRUE"),
    ],
)
def test_a_number_is_read_as_percentage_or_money_as_it_is_shown(value: object, code: str, shown: str) -> None:
    assert sheet([["Alpha", value], ["Beta", value]], {"B": code}) == [f"Alpha | {shown}", f"Beta | {shown}"]


@pytest.mark.req("AN-06")
def test_a_cell_over_several_rows_of_a_sheet_is_in_each() -> None:
    assert sheet(FARES, None, "A2:A3", "A4:A5") == READ


@pytest.mark.req("AN-06")
def test_a_cell_over_several_rows_of_a_word_table_is_in_each() -> None:
    document = docx.Document()
    table = document.add_table(len(FARES), 3)
    for row, values in enumerate(FARES):
        for column, value in enumerate(values):
            table.cell(row, column).text = str(value or "")
    for first in (1, 3):
        table.cell(first, 0).merge(table.cell(first + 1, 0))
    document.save(out := BytesIO())
    assert read_docx(Package(out.getvalue())).text.split("\n") == READ


@pytest.mark.req("AN-06")
def test_a_cell_over_several_rows_of_an_html_table_is_in_each() -> None:
    html = """<table><tr><th>Vehicle<th>Season<th>Fare<th>Note</tr>
        <tr><td rowspan="2">Car<td>Low<td>21<td rowspan="3">booked</tr><tr><td>High<td>33</tr>
        <tr><td rowspan="2">Van<td>Low<td>38</tr><tr><td>High<td>56<td></tr></table>"""
    rows = [*(f"{row} | booked" for row in READ[1:4]), f"{READ[4]} |"]
    assert read_html(html.encode()).text.split("\n") == [f"{READ[0]} | Note", *rows]


@pytest.mark.req("SE-04")
def test_repeated_cells_do_not_fill_the_memory() -> None:
    spanning = "<td rowspan=999>1234567890" * 999
    html = f"<table><tr>{spanning}</tr>{'<tr><td>a</tr>' * 990}</table>"
    assert len(read_html(html.encode()).text) < 1_000_000


@pytest.mark.req("AN-06")
def test_tables_beside_each_other_on_a_sheet_are_read_one_by_one() -> None:
    rows: Rows = [
        ["Spending", None, None, "Members"],
        ["Item", 2023, None, "Section", "Adults"],
        ["Rent", 5100, None, "Chess", 88],
        ["Power", 1240, None, "Judo", 61],
    ]
    assert sheet(rows) == [
        *("Spending", "", "Item | 2023", "Rent | 5100", "Power | 1240"),
        *("", "Members", "", "Section | Adults", "Chess | 88", "Judo | 61"),
    ]


@pytest.mark.req("AN-06")
@pytest.mark.parametrize("last", [["Lost", "Level"], ["Coach", "City"]])
def test_a_blank_column_within_a_table_does_not_divide_it(last: list[str]) -> None:
    rows: Rows = [["Team", "Won", None, *last], ["Reds", 5, None, "Kim", 4], ["Blues", 7, None, "Lou", 1]]
    assert sheet(rows)[1] == "Reds | 5 |  | Kim | 4"
