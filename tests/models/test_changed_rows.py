"""Questions which rows of a table rose or fell, and how many there are, without a model."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

SEGMENTS = """\
Calder Foods: third quarter 2024

Table 1: Revenue by segment (in millions of dollars)
Segment | Q2 2024 | Q3 2024 | Q3 2023
Frozen meals | 163.9 | 171.5 | 152.0
Dairy | 119.4 | 117.3 | 118.8
Pet food | 34.2 | 35.4 | 33.6
Total | 317.5 | 324.2 | 304.4
"""
SPARTEN = """\
Sparte | 2023 | 2024
Sensoren | 12,1 | 14,0
Motoren | 30,2 | 28,8
Summe | 42,3 | 42,8
"""
MITGLIEDER = """\
Nummer | Name | Ort
1001 | Jürgen Müller | Köln
1002 | Anna Schäfer | Bonn
1003 | Cem Özdemir | Köln
"""


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "text", "rows"),
    [
        (
            "Which segments declined compared with Q3 2023?",
            SEGMENTS,
            [("Dairy", "117.3", "Q3 2024", "118.8", "Q3 2023")],
        ),
        (
            "Which segments grew compared with the third quarter of 2023?",
            SEGMENTS,
            [
                ("Frozen meals", "171.5", "Q3 2024", "152.0", "Q3 2023"),
                ("Pet food", "35.4", "Q3 2024", "33.6", "Q3 2023"),
            ],
        ),
        ("Welche Sparten sind gewachsen?", SPARTEN, [("Sensoren", "14,0", "2024", "12,1", "2023")]),
        ("Welche Sparten sind 2024 gesunken?", SPARTEN, [("Motoren", "28,8", "2024", "30,2", "2023")]),
    ],
)
async def test_rows_that_changed_as_the_question_says_are_listed_with_both_figures(
    question: str, text: str, rows: list[tuple[str, ...]]
) -> None:
    expected = "\n".join("- " + "\n  - ".join(f"{part} [1]" for part in row) for row in rows)

    assert await ask(question, {"report.md": text}) == expected


@pytest.mark.req("RG-07")
@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Which segments grew?", SEGMENTS),
        ("Which segments declined compared with Q1 2024?", SEGMENTS),
        ("Welche Sparten stiegen 2023?", SPARTEN),
        ("Wie viele Mitglieder gibt es?", f"# Liste der Mitglieder\n\n{MITGLIEDER}"),
    ],
)
async def test_rows_are_no_answer_if_no_two_columns_are_meant_or_if_they_are_to_be_counted(
    question: str, text: str
) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"report.md": text}))


@pytest.mark.req("RG-07")
async def test_prose_and_columns_that_state_a_change_still_answer() -> None:
    prose = await ask("Which segments grew?", {"report.md": f"{SEGMENTS}\nThe segments dairy and pet food grew.\n"})
    count = "Club | Members | Hall\nLions | 210 | yes\nBears | 340 | no\n"

    assert prose == "The segments dairy and pet food grew. [1]"
    assert (await ask("How many members do the Lions have?", {"clubs.md": count})).startswith("210 [1]")
