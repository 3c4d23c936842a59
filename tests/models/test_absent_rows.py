"""Questions about a row, a rate or a share that a table lacks, and cells that a question names in other words than the
heading over them, without a model."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

COURSES = """\
Course | Teacher | Day | Fee (EUR) | Places | Enrolled
Watercolour for beginners | Maren Holt | Monday | 145 | 14 | 12
Italian A1 | Giulia Ferri | Tuesday | 180 | 16 | 16
Italian B1 | Giulia Ferri | Thursday | 195 | 12 | 7
Yoga in the morning | Petra Nowak | Friday | 96 | 18 | 15
Choir | Daniel Asare | Wednesday | 60 | 45 | 38
Spanish A2 | Lucía Prado | Tuesday | 185 | 16 | 11
"""
LAKES = """\
Lake | Country | Area km2 | Max depth m | Fish species
Vardsee | Northland | 112.4 | 86 | 19
Lago Miro | Sudonia | 48.9 | 152 | 11
Blauwater | Westmark | 60.3 | 33 | 27
"""
DOSES = """\
Age | Dose | Maximum per day
Adults | 1 tablet | 2 tablets
Children 6 to 11 | half a tablet | half a tablet
Over 70 | half a tablet | 1 tablet
"""
SOIL = """\
Biochar (%) | Nitrate leached (mg) | Final pH
0 | 61.2 | 5.9
1 | 55.7 | 6.2
4 | 38.5 | 6.9
"""
DEVICES = """\
Gegenstand | Inventarnummer | Wert in Euro
Notebook | NB-2207 | 1.480
Oszilloskop | OS-0042 | 2.750
"""
ERRORS = """\
5 Error codes

Code | Meaning | What to do
E1 | No water | Open the tap
E2 | Water does not drain | Clean the filter and the pump
E4 | Leak protection active | Close the tap, call service
"""
PROGRAMMES = """\
Programme | Temperature | Duration
Eco | 50 °C | 3 h 40 min
Quick | 45 °C | 35 min
Glass | 40 °C | 1 h 20 min
"""

FEES = """\
Membership | Annual fee | Guests per month
Basic | £240 | 0
Flex | £396 | 1
"""


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("What is the fee for Italian A2?", COURSES),
        ("Who teaches German B1?", COURSES),
        ("How many people are enrolled in French A1?", COURSES),
        ("When does the yoga course in the evening take place?", COURSES),
        ("What is the dose for children under 6?", DOSES),
        ("What is the maximum per week for adults?", DOSES),
        ("How much nitrate was leached with 3% biochar?", SOIL),
        ("Welche Inventarnummer hat der Drucker?", DEVICES),
    ],
)
async def test_no_neighbouring_row_stands_in_for_one_that_the_table_lacks(question: str, table: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"table.md": table}))


@pytest.mark.req("AN-06")
@pytest.mark.parametrize(
    ("question", "table", "cell", "row"),
    [
        ("What is the fee for Italian B1?", COURSES, "195", "Italian B1"),
        ("When does Yoga in the morning take place?", COURSES, "Friday", "Yoga in the morning"),
        ("How many people are enrolled in the choir?", COURSES, "38", "Choir"),
        ("How deep is Lago Miro?", LAKES, "152", "Lago Miro"),
        ("What is the maximum depth of Vardsee?", LAKES, "86", "Vardsee"),
        ("How many fish species live in Blauwater?", LAKES, "27", "Blauwater"),
        ("What is the dose for children aged 6 to 11?", DOSES, "half a tablet", "Children 6 to 11"),
        ("What was the final pH at 4% biochar?", SOIL, "6.9", "4"),
        ("What does E4 mean?", ERRORS, "Leak protection active", "E4"),
        ("What is the fee for Flex per year?", FEES, "£396", "Flex"),
        ("What is the meaning of code E2?", ERRORS, "Water does not drain", "E2"),
    ],
)
async def test_a_cell_is_found_by_its_row_and_what_its_column_is(
    question: str, table: str, cell: str, row: str
) -> None:
    first, *named = (await ask(question, {"table.md": table})).split("\n")

    assert first == f"{cell} [1]"
    assert f"- {row} [1]" in named


@pytest.mark.req("AN-06")
@pytest.mark.parametrize(
    ("question", "table", "row"),
    [
        (
            "What should I do when error E2 appears?",
            ERRORS,
            "E2 | Water does not drain | Clean the filter and the pump",
        ),
        ("Which programme is the shortest?", PROGRAMMES, "Quick | 45 °C | 35 min"),
        ("What is the deepest lake?", LAKES, "Lago Miro | Sudonia | 48.9 | 152 | 11"),
    ],
)
async def test_a_row_answers_by_its_code_and_by_its_depth_or_duration(question: str, table: str, row: str) -> None:
    assert (await ask(question, {"table.md": table})).split("\n")[0] == f"{row} [1]"


@pytest.mark.req("AN-06")
async def test_all_rows_are_given_where_more_than_three_answer_equally() -> None:
    contract = "Die Arbeitnehmerin arbeitet in Ulm.\n\nAnlage 1: Ausstattung\n\n"
    devices = f"{contract}{DEVICES}Monitor | MO-0001 | 390\nDrucker | DR-0007 | 240\n"

    answer = await ask("Welche Gegenstände bekommt die Arbeitnehmerin?", {"table.md": devices})

    assert all(name in answer for name in ("Notebook", "Oszilloskop", "Monitor", "Drucker"))


SOILS = """\
| Sample | Sand | Clay | Dry |
|---|---|---|---|
| birch root soil of the lower field | 31 | 9 | yes |
| birch bark soil of the lower field | 27 | 12 | no |
| maple root soil of the lower field | 44 | 8 | yes |
| maple bark soil of the lower field | 12 | 30 | no |
"""
SHIFTS = """\
Pay per hour | 2023 |  | 2024 |
 | Day | Night | Day | Night
Baker | 20 | 26 | 21 | 27
Driver | 18 |  | 19 |
"""


@pytest.mark.req("AN-06")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (SOILS, "How much sand is in willow soil?"),  # soil is in the names of all rows
        (SOILS, "How much gravel is in maple root soil?"),
        (SHIFTS, "What is the night pay of a driver in 2024?"),
    ],
)
async def test_a_row_or_cell_that_a_table_lacks_is_no_other(text: str, question: str) -> None:
    assert await ask(question, {"table.md": text}) == NOT_IN_DOCUMENTS


MENUS = """\
# Canteen, week 21

| Day | Soup | Dish |
|---|---|---|
| Monday | leek | curry |
| Tuesday | pea | fish |

# Canteen, week 22

| Day | Soup | Dish |
|---|---|---|
| Monday | onion | stew |
| Tuesday | beet | rice |
"""


@pytest.mark.req("AN-06")
async def test_a_table_with_another_number_in_its_title_is_no_answer() -> None:
    assert await ask("What is the dish on Monday in week 24?", {"menu.md": MENUS}) == NOT_IN_DOCUMENTS
    assert (await ask("What is the dish on Monday in week 22?", {"menu.md": MENUS})).startswith("stew [1]")


@pytest.mark.req("AN-06")
async def test_the_cells_of_such_tables_are_found() -> None:
    assert (await ask("How much sand is in maple root soil?", {"table.md": SOILS})).startswith("44 [1]")
    assert (await ask("What is the night pay of a baker in 2024?", {"table.md": SHIFTS})).startswith("27 [1]")
    assert (await ask("What is the day pay of a driver in 2024?", {"table.md": SHIFTS})).startswith("19 [1]")
