"""Rows in groups below one head: each is of its own group, whose unit its figures have."""

import pytest

from orc.documents.text.tables import read_table
from tests.models.test_extractive import ask

TABLE = """Weekly Farm Prices
 | W/E 03/01/19 | Last Week | Year Ago | Report
Wool ($/kg)
Arnsby | 4.10 - 4.20 | 4.35 - 4.40 | 3.90 - 4.00 | Northern Report
Belford | 3.90 - 4.00 | 3.70 - 3.80 | 3.50 - 3.60 | Northern Report
Raw Honey ($/lb)
Arnsby | 8.85 | 8.99 | 9.85 | Honey Report
Central District | 8.10 | unq | 9.75 | Honey Report
"""
AGES = """Fees | 18 - 25 | 26 - 40
Single | 70 | 80
Family | 90 | 99
"""


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "cell"),
    [
        ("How much was wool in Belford a year ago?", "3.50 - 3.60"),
        ("What did wool cost in Belford last week?", "3.70 - 3.80"),
        ("price of raw honey in Arnsby last week", "8.99"),
        ("What is the wool price in Arnsby?", "Arnsby | 4.10 - 4.20"),
        ("What is the honey price in Arnsby?", "Arnsby | 8.85"),
    ],
)
async def test_a_row_of_ranges_answers_with_its_group(question: str, cell: str) -> None:
    given = await ask(question, {"prices.txt": TABLE})
    own, other = ("Wool", "Honey") if "wool" in question else ("Honey", "Wool")
    assert given.startswith(cell)
    assert own in given
    assert other not in given


@pytest.mark.req("AN-09")
async def test_this_week_is_not_under_last_week() -> None:
    given = await ask("What's the price of wool in Arnsby this week?", {"prices.txt": TABLE})
    assert given.startswith("Arnsby | 4.10 - 4.20 | ")


@pytest.mark.req("AN-09")
def test_the_label_of_the_first_group_is_not_over_the_others() -> None:
    rows = [row for row in read_table(TABLE.split("\n")) if row]
    assert [row.captions for row in rows] == 2 * [("Wool ($/kg)",)] + 2 * [("Raw Honey ($/lb)",)]
    assert [heading for heading, _ in rows[-1].columns] == ["W/E 03/01/19", "Last Week", "Year Ago", "Report"]
    assert not any("Wool" in line for line in rows[-1].above)


@pytest.mark.req("AN-09")
def test_a_label_with_only_a_source_begins_a_group() -> None:
    hay = "Fodder (North) |  |  |  | Fodder Report\nHay | 41.25 | 39.38 | 52.00 |\n"
    rows = [row for row in read_table(f"{TABLE}{hay}".split("\n")) if row]
    assert rows[-1].captions == ("Fodder (North)",)


@pytest.mark.req("AN-09")
def test_ages_may_head_columns() -> None:
    assert [row and row.columns for row in read_table(AGES.split("\n"))][1] == (("18 - 25", "70"), ("26 - 40", "80"))
