"""Tables whose borders are drawn with characters are read like others."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

BOXES = """\
Meter readings

┌──────┬────────────┬───────────┐
│ Flat │ Heat (kWh) │ Hot water │
├──────┼────────────┼───────────┤
│ B-01 │ 4,812      │ 31.2 m3   │
│ B-02 │ 3,977      │ 22.8 m3   │
│ B-03 │ 5,130      │ 40.5 m3   │
└──────┴────────────┴───────────┘

Readings were taken by Delphi.
"""
UNBORDERED = """\
Meter readings

 Flat │ Heat (kWh) │ Hot water
──────┼────────────┼───────────
 B-01 │ 4,812      │ 31.2 m3
 B-02 │ 3,977      │ 22.8 m3
 B-03 │ 5,130      │ 40.5 m3
"""
SIGNS = """\
Meter readings
+------+------------+-----------+
| Flat | Heat (kWh) | Hot water |
+======+============+===========+
| B-01 | 4,812      | 31.2 m3   |
+------+------------+-----------+
| B-02 | 3,977      | 22.8 m3   |
+------+------------+-----------+
| B-03 | 5,130      | 40.5 m3   |
+------+------------+-----------+
"""
DOUBLED = BOXES.translate(str.maketrans("│─┌┬┐├┼┤└┴┘", "║═╔╦╗╠╬╣╚╩╝"))
TREE = """\
The project has three folders:

project
├── src
│   └── main 3
└── tests 12

The tests take 12 minutes.
"""


@pytest.mark.req("AN-06")
@pytest.mark.parametrize("text", [BOXES, UNBORDERED, SIGNS, DOUBLED])
async def test_a_cell_of_a_drawn_table_is_quoted_with_its_row_and_column(text: str) -> None:
    documents = {"meters.txt": text}
    assert await ask("How much hot water did B-03 use?", documents) == "40.5 m3 [1]\n- B-03 [1]\n- Hot water [1]"
    assert await ask("Heat of flat B-02", documents) == "3,977 [1]\n- B-02 [1]\n- Heat (kWh) [1]"
    assert (await ask("Which flat used the most heat?", documents)).startswith("5,130 [1]")


@pytest.mark.req("AN-06")
async def test_a_whole_row_of_a_drawn_table_is_quoted_without_its_border() -> None:
    answer = await ask("What is B-02?", {"meters.txt": BOXES})
    assert answer == "B-02 │ 3,977 │ 22.8 m3 [1]\n- Flat │ Heat (kWh) │ Hot water [1]"


@pytest.mark.req("AN-06")
async def test_a_tree_of_folders_is_no_table() -> None:
    assert await ask("How long do the tests take?", {"readme.txt": TREE}) == "The tests take 12 minutes. [1]"


@pytest.mark.req("AN-06")
async def test_a_table_after_a_blank_line_has_its_own_headings() -> None:
    guests, leave = (
        "| Guests | Price |\n|---|---|\n| 1 | 60 |\n| 2 | 80 |\n",
        "| Years | Days |\n|---|---|\n| 2 | 25 |\n",
    )
    answer = await ask("What is the price for 2 guests?", {"hotel.md": f"{guests}\n{leave}"})
    assert answer == "2 | 80 [1]\n- Guests | Price [1]"


@pytest.mark.req("AN-07")
async def test_a_flat_that_a_drawn_table_lacks_is_refused() -> None:
    assert await ask("Hot water of B-05", {"meters.txt": BOXES}) == NOT_IN_DOCUMENTS.to("Hot water of B-05")
