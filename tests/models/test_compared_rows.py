"""Questions that compare the rows of a table, without a model."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

LOANS = """\
Item | Loan period | Fine per day
Book | 21 days | 0.20 EUR
DVD | 7 days | 1.00 EUR
Board game | 14 days | 0.50 EUR
"""
PHONES = """\
Phone | Screen (in) | Battery (mAh) | Price EUR | 5G
Orbit X | 6.1 | 4200 | 549 | yes
Orbit Mini | 5.4 | 3100 | 449 | yes
Halo 3 | 6.7 | 5000 | 399 | no
Halo 3 Pro | 6.7 | 5200 | 599 | yes
"""


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "text", "rows"),
    [
        (
            "What is the difference between a book and a DVD?",
            LOANS,
            [
                ("Book", "21 days", "Loan period", "0.20 EUR", "Fine per day"),
                ("DVD", "7 days", "Loan period", "1.00 EUR", "Fine per day"),
            ],
        ),
        (
            "Compare the fines for books and DVDs",
            LOANS,
            [("0.20 EUR", "Book", "Fine per day"), ("1.00 EUR", "DVD", "Fine per day")],
        ),
        (
            "Compare the loan periods",
            LOANS,
            [
                ("21 days", "Book", "Loan period"),
                ("7 days", "DVD", "Loan period"),
                ("14 days", "Board game", "Loan period"),
            ],
        ),
        (
            "Vergleiche die Battery von Orbit X und Halo 3",
            PHONES,
            [("4200", "Orbit X", "Battery (mAh)"), ("5000", "Halo 3", "Battery (mAh)")],
        ),
        (
            "Which has the larger battery, the Orbit X or the Halo 3 Pro?",
            PHONES,
            [("4200", "Orbit X", "Battery (mAh)"), ("5200", "Halo 3 Pro", "Battery (mAh)")],
        ),
        (
            "Is the Orbit Mini cheaper than the Halo 3?",
            PHONES,
            [("449", "Orbit Mini", "Price EUR"), ("399", "Halo 3", "Price EUR")],
        ),
        (
            "Is the Cedro cheaper than the Alma?",
            "Hotel | Price\nAlma | 90\nBorea | 120\nCedro | 75\n",
            [("90", "Alma", "Price"), ("75", "Cedro", "Price")],
        ),
        (
            "Vergleiche die Gebühren für Fernleihe und Vorbestellung.",
            "Leistung | Gebühr | Frist\nFernleihe | 3,00 € | 14 Tage\nVorbestellung | 1,50 € | 7 Tage\n",
            [("3,00 €", "Fernleihe", "Gebühr"), ("1,50 €", "Vorbestellung", "Gebühr")],
        ),
    ],
)
async def test_compared_rows_are_given_by_the_cells_that_the_question_names(
    question: str, text: str, rows: list[tuple[str, ...]]
) -> None:
    expected = "\n".join("- " + "\n  - ".join(f"{part} [1]" for part in row) for row in rows)

    assert await ask(question, {"table.md": text}) == expected


@pytest.mark.req("AN-09")
async def test_rows_whose_names_say_more_than_the_question_are_compared_by_themselves() -> None:
    fees = "Leistung | Gebühr\nFernleihe je Bestellung | 2,50 €\nVorbestellung je Medium | 1,00 €\n"
    question = "Was ist der Unterschied zwischen der Gebühr für eine Fernleihe und der für eine Vorbestellung?"
    answer = await ask(question, {"fees.md": fees})
    assert "2,50 €" in answer
    assert "1,00 €" in answer


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    "question",
    [
        "Compare the cameras of Orbit X and Halo 3",
        "Compare Orbit X with Nova 2",
        "Which phone is louder, the Orbit X or the Halo 3?",
    ],
)
async def test_what_a_table_lacks_is_not_compared(question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"phones.md": PHONES}))


@pytest.mark.req("AN-06")
async def test_a_heading_with_a_digit_in_its_name_heads_its_column() -> None:
    answer = await ask("Which phones have 5G?", {"phones.md": PHONES})
    assert [line for line in answer.splitlines() if line.startswith("- ")] == [
        "- Orbit X [1]",
        "- Orbit Mini [1]",
        "- Halo 3 Pro [1]",
    ]
