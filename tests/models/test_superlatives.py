"""Questions for the row of a table with the largest or smallest figure."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

SALES = """\
Sales by region (in thousands)

| Region | Q1 | Q4 |
|---|---|---|
| North | 120 | 140 |
| South | 98 | 105 |
| West | 150 | 175 |
| East | 88 | 200 |
| Total | 456 | 620 |
"""
ITEMS = """\
| Item | Price | Quantity |
|---|---|---|
| Oak table | €450.00 | 3 |
| Pine table | €1,220.50 | 5 |
| Steel chair | €89.90 | 40 |
| Sum | €1,760.40 | 48 |
"""
CITIES = """\
| City | Population | Founded |
|---|---|---|
| Alba | 31,000 | 1259 |
| Bruno | 8,400 | 1480 |
| Cento | 52,300 | 1150 |
| Average | 30,567 | |
"""
YEARS = """\
| Year | Product | Revenue | Units |
|---|---|---|---|
| 2022 | Lamp | 500 | 20 |
| 2022 | Chair | 700 | 9 |
| 2023 | Lamp | 900 | 31 |
| 2023 | Chair | 650 | 8 |
"""
PROFIT = """\
| Division | Profit |
|---|---|
| Cars | (120) |
| Trains | 45 |
| Planes | 300 |
"""
MENU = """\
| Dish | Type | Price |
|---|---|---|
| Lentil soup | Starter | 6.50 |
| Lamb shank | Main | 24.00 |
| Pike perch | Main | 26.50 |
| Plum crumble | Dessert | 7.00 |
| Cheese plate | Dessert | 12.00 |
"""
RESPONSE = """\
| Severity | First response |
|---|---|
| High | 1 hour |
| Medium | 4 hours |
| Low | 2 days |
"""


@pytest.mark.req("AN-06")
@pytest.mark.parametrize(
    ("table", "question", "answer"),
    [
        (SALES, "Which region had the highest sales in Q4?", "200 [1]\n- East [1]"),
        (SALES, "Which region had the lowest sales in Q4?", "105 [1]\n- South [1]"),
        (SALES, "Which region had the lowest sales in Q1?", "88 [1]\n- East [1]"),
        (SALES, "Which region sold the most in Q1?", "150 [1]\n- West [1]"),
        (SALES, "What were the total sales in Q4?", "620 [1]\n- Total [1]"),
        (ITEMS, "Which item is the most expensive?", "Pine table"),
        (ITEMS, "Which item is the cheapest?", "Steel chair"),
        (ITEMS, "Which item has the lowest quantity?", "3 [1]\n- Oak table [1]"),
        (ITEMS, "What is the highest price?", "€1,220.50 [1]\n- Pine table [1]"),
        (ITEMS, "What is the total price?", "€1,760.40 [1]\n- Sum [1]"),
        (CITIES, "Which city has the smallest population?", "8,400 [1]\n- Bruno [1]"),
        (CITIES, "Which city is the oldest?", "Cento"),
        (YEARS, "Which product had the highest revenue in 2022?", "Chair"),
        (YEARS, "Which product sold the fewest units in 2023?", "Chair"),
        (MENU, "What is the cheapest dessert?", "Plum crumble"),
        (MENU, "Which dessert is the cheapest?", "Plum crumble"),
        (PROFIT, "Which division had the lowest profit?", "Cars | (120) [1]"),
        (SALES.replace("| Total |", "| All regions |"), "Which region had the highest sales in Q4?", "East"),
    ],
)
async def test_the_row_with_the_extreme_figure_is_the_answer(table: str, question: str, answer: str) -> None:
    said = await ask(question, {"table.md": table})
    assert answer in said
    assert said.count("[1]") <= 3 + ("(in thousands)" in said), "one row"


@pytest.mark.req("AN-06")
@pytest.mark.parametrize(
    ("table", "question", "rows"),
    [
        (RESPONSE, "Which severity has the longest first response?", ("1 hour", "4 hours", "2 days")),  # units differ
        (SALES, "Which region had the second highest sales in Q4?", ("North", "South", "West", "East")),
        (SALES.replace("Total", "Groupe"), "Which region had the highest sales in Q4?", ("East", "Groupe")),  # a sum?
    ],
)
async def test_all_rows_are_quoted_if_the_extreme_is_uncertain(
    table: str, question: str, rows: tuple[str, ...]
) -> None:
    said = await ask(question, {"table.md": table})
    assert all(row in said for row in rows)
    assert "Total" not in said


@pytest.mark.req("AN-06")
async def test_the_extreme_of_some_rows_is_told_with_the_name_of_its_row() -> None:
    answer = await ask("What is the most expensive main?", {"menu.md": MENU})
    assert answer == "26.50 [1]\n- Pike perch [1]\n- Main [1]\n- Price [1]"


@pytest.mark.req("AN-06")
async def test_a_table_without_the_compared_thing_has_no_extreme_of_it() -> None:
    for question in ("Which region had the fewest employees?", "Which region is the oldest?"):
        assert await ask(question, {"table.md": SALES}) == NOT_IN_DOCUMENTS


@pytest.mark.req("AN-06")
async def test_a_sentence_that_states_the_extreme_is_quoted_itself() -> None:
    prose = f"The highest sales of all in Q4 were those of the region of Delft.\n\n{SALES}"
    assert "Delft" in await ask("Which region had the highest sales of all in Q4?", {"sales.md": prose})


@pytest.mark.req("AN-06")
async def test_no_extreme_is_taken_from_a_part_of_a_long_table() -> None:
    rows = "".join(f"| Town{i} | {(i * 7919) % 1009} |\n" for i in range(600))
    said = await ask("Which town has the highest rainfall?", {"rain.md": f"| Town | Rainfall |\n|---|---|\n{rows}"})
    assert f"| {max((i * 7919) % 1009 for i in range(600))} [" in said or said == NOT_IN_DOCUMENTS


BRANCHES = """\
| Branch | Manager | Opened |
|---|---|---|
| Leeds | Amy Hart | 2011 |
| York | Raj Sen | 2019 |
| Hull | Bea Ford | 1998 |
"""
FILIALEN = """\
| Filiale | Eröffnet | Fläche |
|---|---|---|
| Ulm | 03.04.2015 | 300 |
| Gera | 12.09.2008 | 450 |
| Jena | 01.02.2021 | 280 |
"""
EMPLOYEES = "Employee,Joined,Salary\nOla Berg,2012-05-01,45000\nKim Lund,2021-02-01,39000\nPer Dahl,2017-01-01,52000\n"
ANGEBOT = """\
| Pos | Artikel | Menge | Einzelpreis |
|---|---|---|---|
| 1 | Tür Eiche | 3 | 420,00 € |
| 2 | Tür Kiefer | 2 | 260,00 € |
"""


@pytest.mark.req("AN-06")
@pytest.mark.parametrize(
    ("table", "question", "own", "other"),
    [
        (BRANCHES, "Which is the newest branch?", "York", "Hull"),
        (BRANCHES, "Which branch is the oldest?", "Hull", "York"),
        (FILIALEN, "Welche Filiale ist die neueste?", "Jena", "Ulm"),
        (FILIALEN, "Welches ist die älteste Filiale?", "Gera", "Ulm"),
        (FILIALEN, "Welche Filiale ist am größten?", "Gera", "Jena"),
        (EMPLOYEES, "Who is the newest employee?", "Kim Lund", "Ola"),
        (ANGEBOT, "Welche Position ist am teuersten?", "420,00", "260"),
        (ANGEBOT, "Was ist der günstigste Artikel?", "Tür Kiefer", "Eiche"),
    ],
)
async def test_an_extreme_is_read_from_dates_and_compound_headings(
    table: str, question: str, own: str, other: str
) -> None:
    answer = await ask(question, {"table.md": table})
    assert own in answer
    assert other not in answer


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("table", "question"),
    [(BRANCHES, "Which is the largest branch?"), (EMPLOYEES, "Who is the youngest employee?")],
)
async def test_a_year_of_opening_is_neither_a_size_nor_an_age(table: str, question: str) -> None:
    assert await ask(question, {"table.md": table}) == NOT_IN_DOCUMENTS
