"""The cells of an HTML row stand in the columns that they span."""

import pytest

from shared.extraction.formats.html import read_html

pytestmark = pytest.mark.req("AN-04")


@pytest.mark.parametrize(
    ("rows", "text"),
    [
        (
            "<tr><th rowspan=2>Class<th colspan=2>North<th colspan=2>South<tr><th>Min<th>Max<th>Min<th>Max"
            "<tr><td>K1<td>21<td>26<td>17<td>22",
            "Class | North | | South |\nClass | Min | Max | Min | Max\nK1 | 21 | 26 | 17 | 22",
        ),
        (
            "<tr><th><th>Sat<th>Sun<tr><td>Baths<td colspan=2>7 to 20<tr><td>Quay<td>9<td>8",
            "| Sat | Sun\nBaths | 7 to 20 | 7 to 20\nQuay | 9 | 8",
        ),
        ("<tr><td colspan=3>Prices<tr><td>a<td colspan=2>b<td>c", "Prices\na | b | | c"),
        ("<tr><td colspan=2 rowspan=2>a<td>b<tr><td>c", "a | | b\na | | c"),
        ("<tr><td colspan=0>a<td colspan=x>b<td>c", "a | b | c"),
    ],
)
def test_a_cell_over_several_columns_is_followed_by_blank_ones(rows: str, text: str) -> None:
    assert read_html(f"<table>{rows}</table>".encode()).text == text


def test_the_blank_cells_of_a_page_are_limited() -> None:
    rows = "<tr><td>a<td colspan=999>b" * 2_000
    assert len(read_html(f"<table>{rows}</table>".encode()).text) < 100_000
