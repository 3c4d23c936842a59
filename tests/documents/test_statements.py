"""Financial statements are known by their rows, and questions by what is read from them."""

import pytest

from orc.documents.search.statements import statements_for

BALANCE = """Consolidated Balance Sheets
At December 31 (Millions) | 2022 | 2021
Cash and cash equivalents | $ 3,655 | $ 4,564
Accounts receivable - net | 4,532 | 4,660
Total inventories | 5,372 | 4,985
Total current assets | 14,688 | 15,403
Goodwill | 12,790 | 13,486
Total assets | $ 46,455 | $ 47,072"""
POLICY = (
    "Cash and cash equivalents are held with several banks. Accounts receivable are stated net of allowances. Total "
    "assets and total current assets of the segments are not reported to the chief operating decision maker."
)


@pytest.mark.parametrize(
    ("question", "first_rows"),
    [
        ("Is Acme's quick ratio healthy?", {"cash and cash equivalents"}),
        ("What was the FY2021 capex of Acme?", {"cash flows from operating activities"}),
        ("How did the operating margin change?", {"net sales"}),
        ("What is the days payable outstanding (DPO)?", {"cash and cash equivalents", "net sales"}),
        ("Who climbs the stairs in the evening?", set()),
    ],
)
def test_a_question_about_figures_names_the_statements_that_have_them(question: str, first_rows: set[str]) -> None:
    assert {statement.captions[0] for statement in statements_for(question)} == first_rows


def test_a_statement_is_known_by_the_rows_that_begin_its_lines() -> None:
    [balance_sheet] = statements_for("What is the working capital?")
    assert balance_sheet.likeness(BALANCE) > 0
    assert balance_sheet.likeness(POLICY) == 0


def test_a_part_of_a_statement_with_the_requested_rows_ranks_higher() -> None:
    [balance_sheet] = statements_for("What is the working capital?")
    without = BALANCE.replace("Total current assets", "Other assets")
    assert balance_sheet.likeness(BALANCE, ["total current assets"]) > balance_sheet.likeness(
        without, ["total current assets"]
    )
