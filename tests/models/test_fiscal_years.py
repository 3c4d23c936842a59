"""Questions for a fiscal year, and documents whose years end early in the next one."""

import pytest

from orc.documents.evidence.confidence import ANSWERED
from orc.documents.evidence.judging import confidences
from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

EXTRACT = """\
Harwell Instruments: extract, fiscal year ended January 28, 2023

Statements of income
| FY2022 | FY2021
Net sales | 845,210 | 790,455

Balance sheets
| January 28, 2023 | January 29, 2022
Inventories | 166,908 | 140,277
Total assets | 901,336 | 822,754
"""
STORES = """\
Fiscal 2023 ended on February 3, 2024 and had 53 weeks. On March 15, 2024 the board approved a dividend.

Balance sheet
| February 3, 2024 | January 28, 2023
Cash | 312 | 290
"""
BILANZ = """\
Das Geschäftsjahr 2022 endete am 28. Februar 2023.

Bilanz
Posten | 28.02.2023 | 28.02.2022
Vorräte | 415 | 398
Eigenkapital | 690 | 655
"""
UTILITY = """\
Annual report for the year ended 31 March 2023

| FY23 | FY22
Revenue | 812 | 790

Balance sheet
| 31 March 2023 | 31 March 2022
Net debt | 402 | 380
"""


@pytest.mark.req("RG-07")
@pytest.mark.parametrize(
    ("question", "text", "value", "heading"),
    [
        ("Inventories FY2022", EXTRACT, "166,908", "January 28, 2023"),
        ("What were inventories at the end of fiscal 2022?", EXTRACT, "166,908", "January 28, 2023"),
        ("What were total assets in the fiscal year 2021?", EXTRACT, "822,754", "January 29, 2022"),
        ("Net sales FY2021", EXTRACT, "790,455", "FY2021"),
        ("Cash at the end of fiscal 2023", STORES, "312", "February 3, 2024"),
        ("Cash FY22", STORES, "290", "January 28, 2023"),
        ("Wie hoch war das Eigenkapital am Ende des Geschäftsjahres 2021?", BILANZ, "655", "28.02.2022"),
        ("Net debt FY23", UTILITY, "402", "31 March 2023"),
        ("Net debt FY22", UTILITY, "380", "31 March 2022"),
    ],
)
async def test_fiscal_year_is_answered_by_the_column_of_the_date_at_which_the_document_ends_it(
    question: str, text: str, value: str, heading: str
) -> None:
    answer = await ask(question, {"report.md": text})

    assert answer.startswith(f"{value} [1]\n- ")
    assert f"- {heading} [1]" in answer


@pytest.mark.req("RG-07")
async def test_date_or_calendar_year_still_names_its_own_column() -> None:
    dated = await ask("Total assets at January 29, 2022", {"report.md": EXTRACT})
    plain = await ask("Inventories in 2023", {"report.md": EXTRACT})

    assert (dated.split()[0], plain.split()[0]) == ("822,754", "166,908")


@pytest.mark.req("RG-07")
@pytest.mark.parametrize(
    ("question", "text"), [("Total assets FY2023", EXTRACT), ("Vorräte im Geschäftsjahr 2023", BILANZ)]
)
async def test_fiscal_year_that_no_column_is_about_is_refused(question: str, text: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"report.md": text}))


@pytest.mark.req("RG-07")
def test_balance_sheet_of_a_fiscal_year_is_judged_by_the_date_that_another_passage_states() -> None:
    title, sheet = EXTRACT.split("Balance", maxsplit=1)[0], f"Balance{EXTRACT.split('Balance')[1]}"
    parts = [("report", title), ("report", sheet)]

    known, unknown = (
        max(confidences(f"Total assets FY{year}", parts, parts, {"report": "report.md"})) for year in (2021, 2023)
    )

    assert unknown < ANSWERED <= known
