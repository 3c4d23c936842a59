"""Questions about tables one below the other, such as the same table for two years, without a model."""

import pytest

from orc.documents.text.chunks import chunk_text
from orc.domain import ExtractedText
from tests.models.test_extractive import ask as ask_documents

SHEETS = """\
Stores 31 12 2025

1. Stores |  |  |  |

1.1 Shops |  |  |  |
Takings and costs |  |  |  |

In thousands of EUR |  |  | January–December 2025 |
 | Takings | Gross operating margin (a) | Operating margin (b) | of which rent

Harbour shop | 512 | 71 | 64 | 22
Station shop | 430 | 59 | 51 | 30
Other shops (c) | 12 | -3 | -4 | 2
Total | 954 | 127 | 111 | 54

In thousands of EUR |  |  | January–December 2024 |
 | Takings | Gross operating margin (a) | Operating margin (b) | of which rent

Harbour shop | 498 | 69 | 61 | 21
Station shop | 441 | 62 | 55 | 29
Other shops (c) | 15 | -2 | -3 | 2
Total | 954 | 129 | 113 | 52

(a) Before the costs of the head office.
(b) After the costs of the head office.
(c) Mainly kiosks at markets and fairs in summer. |  |  |  |

Goods 31 12 2025

1.2 Goods |  |  |  |
Losses |  |  |  |

In thousands of EUR |  | January–December 2025 |  |  | January–December 2024
 | Spoiled goods (a) | Stolen goods |  | Spoiled goods (a) | Stolen goods

Bread goods | 5 | 1 |  | 7 | 2
Cheese | 9 | 3 |  | 8 | 4
Total | 14 | 4 |  | 15 | 6

(a) At cost.
"""


def passages(text: str, size: int = 3_000) -> list[str]:
    return [chunk.text for chunk in chunk_text(ExtractedText(text, "title"), size=size, overlap=100)]


async def ask(question: str, text: str) -> str:
    return await ask_documents(question, {"list.xlsx": text})


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("What was the operating margin of the Station shop in 2025?", ["51", "Operating margin (b)"]),
        ("What was the operating margin of the Station shop in 2024?", ["55", "Operating margin (b)"]),
        ("Station shop gross operating margin 2024", ["62", "Gross operating margin (a)"]),
        ("What was the rent of the Harbour shop in 2024?", ["21", "of which rent"]),
        ("How many stolen goods of cheese were there in 2024?", ["4", "January–December 2024"]),
        ("How much was lost by spoiled cheese in 2025?", ["9", "January–December 2025"]),
    ],
)
async def test_gives_the_cell_of_the_table_of_the_year(question: str, parts: list[str]) -> None:
    said = (await ask(question, SHEETS)).replace("\\", "")
    lines = [line.strip("- ").removesuffix(" [1]") for line in said.splitlines()]
    assert lines[0] == parts[0], said
    assert parts[1] in lines


@pytest.mark.req("AN-09")
async def test_a_question_without_a_year_gets_that_of_each_year_and_the_newest_first() -> None:
    said = await ask("What were the takings of the Station shop?", SHEETS)
    assert said.index("430") < said.index("January–December 2025") < said.index("441")
    assert "January–December 2024" in said[said.index("441") :]


@pytest.mark.req("AN-09")
async def test_the_head_of_a_table_is_no_answer() -> None:
    first = SHEETS[: SHEETS.index("Harbour shop | 498")].strip()
    said = await ask("What was the gross operating margin in total in 2025?", first)
    assert said.startswith("127 [1]")
    assert "In thousands of EUR |" not in said


@pytest.mark.req("AN-09")
async def test_all_rows_are_of_the_kind_that_the_title_over_them_names() -> None:
    text = SHEETS[SHEETS.index("Goods 31") :]
    assert (await ask("Which goods had the highest losses of stolen goods in 2025?", text)).startswith(
        "3 [1]\n- Cheese [1]"
    )


@pytest.mark.req("QA-04")
def test_no_passage_begins_within_a_row_that_the_one_before_has_whole() -> None:
    text = SHEETS.replace("of which rent", "of which rent and all other costs of the building, such as heating")
    for size in range(300, 900, 20):
        lines = {line.strip() for line in text.splitlines()}
        assert all(part.split("\n")[0].strip() in lines for part in passages(text, size))


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(("year", "takings", "most"), [("2025", "432", "South"), ("2024", "444", "West")])
async def test_a_title_that_adjoins_the_head_gives_the_year(year: str, takings: str, most: str) -> None:
    text = """\
Sales by region, EUR thousand |  |  |

2025 |  |  |
Region | Units | Takings | Returns
North | 120 | 540 | 3
South | 98 | 432 | 5
West | 77 | 301 | 1

2024 |  |  |
Region | Units | Takings | Returns
North | 110 | 500 | 2
South | 101 | 444 | 4
West | 70 | 290 | 6
"""
    assert (await ask(f"What were the takings in the South in {year}?", text)).startswith(f"{takings} [1]")
    assert f"- {most} [1]" in await ask(f"Which region had the most returns in {year}?", text)
    assert (await ask("How many regions are there?", text)).startswith("3 rows:")
