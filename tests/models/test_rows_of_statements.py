"""Questions about rows of financial statements, whose tables share their headings and words of their names, without a
model."""

import re
from dataclasses import replace

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from orc.documents.text.tables import read_table
from orc.ports import Grounding
from tests.models.test_extractive import ask, passages_of, say

MARKER = re.compile(r" \[\d\]")
REPORT = """\
Orrin Instruments makes balances. Revenue rose in 2023 because of the new models.

CONSOLIDATED STATEMENTS OF OPERATIONS
(In thousands)
| 2023 | 2022 | 2021
Product revenue | 60,294 | 74,370 | 62,033
Service revenue | 60,222 | 67,563 | 77,989
Total revenue | 120,516 | 141,933 | 140,022
Total cost of revenue | 40,767 | 19,585 | 12,884
Gross profit | 71,607 | 91,890 | 84,158
Total operating expenses | 9,279 | 8,805 | 5,673
Operating income | 25,930 | 32,711 | 79,593
Income before taxes | 24,042 | 31,624 | 74,924
Income taxes | 3,955 | 6,650 | 1,602

CONSOLIDATED BALANCE SHEETS
(In thousands)
| September 30, 2023 | September 30, 2022
Short-term investments | 38,885 | 4,899
Total current assets | 51,661 | 9,759
Property and equipment, net | 3,213 | 90,770
Total assets | 93,916 | 53,091
Deferred revenue, current | 27,016 | 89,461
Total current liabilities | 36,360 | 45,157

CONSOLIDATED STATEMENTS OF CASH FLOWS
(In thousands)
| 2023 | 2022 | 2021
Net cash provided by operating activities | 56,149 | 28,900 | 1,061
Purchases of property and equipment | (36,362) | (78,691) | (40,864)
Purchases of short-term investments | (3,573) | (28,618) | (25,550)

Note 12. Revenue by geography
| 2023 | 2022 | 2021
Germany | 32,852 | 3,032 | 79,811
Japan | 60,402 | 17,675 | 77,974
"""
QUARTERS = """\
Segment information
Net sales by segment and quarter for 2023:
Segment | Q1 | Q2 | Q3 | Q4
Valves | 402.1 | 418.8 | 431.0 | 455.3
Pumps | 388.4 | 391.7 | 399.9 | 410.2
Net sales by segment and quarter for 2022:
Segment | Q1 | Q2 | Q3 | Q4
Valves | 371.5 | 380.2 | 388.1 | 401.7
Pumps | 360.3 | 366.4 | 370.9 | 377.0
"""
ITEMS = "Item | 2023 | 2021\nTotal operating expenses | 9279 | 5673\nOperating income | 259 | 795\nInterest | 58 | 26\n"


async def ask_found(question: str, text: str) -> str:
    """The answer from passages that a search, which knows the terms of accounting, has judged to answer."""
    passages = (replace(each, confidence=0.9) for each in passages_of({"report.txt": text}))
    return await say(Grounding(question, tuple(passages), ("report.txt",)))


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "cell"),
    [
        ("What was product revenue in 2022?", "74,370"),
        ("What was service revenue in 2022?", "67,563"),
        ("What was total revenue in fiscal year 2023?", "120,516"),
        ("total cost of revenue 2022", "19,585"),
        ("What was revenue in Japan in 2022?", "17,675"),
        ("What were total operating expenses in 2021?", "5,673"),
        ("What were total current assets in 2023?", "51,661"),
        ("total current liabilities 2023", "36,360"),
        ("short-term investments 2023", "38,885"),
        ("Income taxes 2022", "6,650"),
        ("How much income tax was there in 2022?", "6,650"),
        ("Income before taxes 2022", "31,624"),
        ("capital expenditures in 2022", "(78,691)"),
    ],
)
async def test_the_row_that_has_exactly_the_name_asked_for_answers_alone(question: str, cell: str) -> None:
    given = await ask(question, {"report.txt": REPORT})
    assert MARKER.sub("", given.splitlines()[0]) == cell


@pytest.mark.req("AN-09")
async def test_a_total_that_a_question_names_is_no_absent_row() -> None:
    assert (await ask("total operating expenses 2021", {"items.txt": ITEMS})).startswith("5673")
    assert await ask("total advertising expenses 2021", {"items.txt": ITEMS}) == NOT_IN_DOCUMENTS


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "cells"),
    [
        ("What was free cash flow in 2023?", ["56,149", "(36,362)"]),
        ("working capital 2022", ["9,759", "45,157"]),
        ("What was the gross margin in 2022?", ["91,890", "141,933"]),
        ("What was the fixed asset turnover ratio for FY2022?", ["141,933", "90,770"]),
        ("What was the effective tax rate in 2022?", ["6,650", "31,624"]),
    ],
)
async def test_a_figure_that_is_calculated_comes_with_all_figures_that_it_is_calculated_from(
    question: str, cells: list[str]
) -> None:
    given = await ask_found(question, REPORT)
    quoted = [line.removeprefix("- ") for line in MARKER.sub("", given).splitlines() if line.startswith("- ")]
    assert quoted == cells


@pytest.mark.req("AN-09")
async def test_a_calculated_figure_that_the_document_states_is_quoted_alone() -> None:
    given = await ask_found("What was free cash flow in 2023?", f"{REPORT}\nFree cash flow was 19,787 in 2023.")
    assert MARKER.sub("", given) == "Free cash flow was 19,787 in 2023."


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "cell", "year"),
    [
        ("Valves net sales in Q3 2023", "431.0", "2023"),
        ("Valves net sales in Q3 2022", "388.1", "2022"),
        ("What were net sales of Pumps in Q1 2022?", "360.3", "2022"),
    ],
)
async def test_a_cell_comes_with_the_line_over_its_table_that_alone_says_its_year(
    question: str, cell: str, year: str
) -> None:
    given = (await ask(question, {"segments.txt": QUARTERS})).splitlines()
    assert given[0] == f"{cell} [1]"
    assert given[-1] == f"- Net sales by segment and quarter for {year}: [1]"


@pytest.mark.req("AN-09")
async def test_cells_of_two_years_each_come_with_their_year() -> None:
    given = await ask("What were net sales of Valves in Q3?", {"segments.txt": QUARTERS})
    assert all(f"for {year}: [1]" in given for year in (2022, 2023))


@pytest.mark.req("AN-09")
def test_a_result_per_share_is_in_no_group_of_expenses() -> None:
    lines = ["| 2023 | 2022", "Operating expenses:", "Sales | 31 | 29", "Net loss per share | (0.04) | (0.09)"]
    *_, sales, loss = read_table(lines)
    assert sales is not None
    assert loss is not None
    assert (sales.captions, loss.captions) == (("Operating expenses:",), ())
    lines[1] = "Earnings per share:"
    (*_, loss) = read_table(lines)
    assert loss is not None
    assert loss.captions == ("Earnings per share:",)
