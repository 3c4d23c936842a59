"""Questions for ranges of years over the columns of tables, without a model."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask as ask_documents

FERRIES = """\
ferry | seat_km_per_week | delays_85_99 | long_delays_85_99 | delays_00_14 | long_delays_00_14
Astrid | 3206 | 22 | 3 | 14 | 1
Birk | 11976 | 76 | 14 | 6 | 0
Clara | 3858 | 6 | 0 | 31 | 2
Dagny | 5968 | 3 | 1 | 5 | 0
"""
DASHED = FERRIES.replace("_85_99", " 85–99").replace("_00_14", " ’00–’14")


async def ask(question: str, text: str) -> str:
    return await ask_documents(question, {"list.xlsx": text})


@pytest.mark.req("AN-09")
@pytest.mark.parametrize("text", [FERRIES, DASHED])
@pytest.mark.parametrize(
    ("question", "value", "column"),
    [
        ("How many delays did Birk have 1985-1999?", "76", "delays"),
        ("How many long delays did Birk have from 1985 to 1999?", "14", "long"),
        ("Clara long delays between 2000 and 2014", "2", "long"),
        ("Which ferry had the most delays between 2000 and 2014?", "31", "delays"),
    ],
)
async def test_finds_the_column_of_the_range(text: str, question: str, value: str, column: str) -> None:
    said = (await ask(question, text)).replace("\\", "")
    assert said.startswith(f"{value} [1]")
    heading = said.splitlines()[-1].strip("- ").removesuffix(" [1]")
    assert heading.startswith(column)
    assert heading in text


@pytest.mark.req("AN-09")
async def test_a_year_without_a_column_has_no_answer() -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask("How many delays did Birk have in 2018?", FERRIES))


@pytest.mark.req("AN-09")
async def test_compares_by_the_column_of_the_range_as_it_is_written() -> None:
    said = (await ask("Compare the delays of Birk and Dagny 1985-1999", FERRIES)).replace("\\", "")
    assert said == "- 76 [1]\n  - Birk [1]\n  - delays_85_99 [1]\n- 3 [1]\n  - Dagny [1]\n  - delays_85_99 [1]"


@pytest.mark.req("AN-09")
async def test_a_question_without_the_range_gets_the_cells_of_both() -> None:
    said = (await ask("Did Dagny have any long delays?", FERRIES)).replace("\\", "")
    assert said.splitlines()[0] == "Dagny [1]"
    assert said.splitlines()[1:] == [
        "- 1 [1]",
        "  - long_delays_85_99 [1]",
        "- 0 [1]",
        "  - long_delays_00_14 [1]",
    ]


@pytest.mark.req("AN-09")
async def test_the_most_of_two_columns_is_that_of_each() -> None:
    said = (await ask("Which ferry had the most delays?", FERRIES)).replace("\\", "")
    assert [line for line in said.splitlines() if not line.startswith(" ")] == ["- Birk [1]", "- Clara [1]"]
    assert "76" in said
    assert "31" in said


@pytest.mark.req("AN-09")
async def test_no_figure_says_why() -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask("Why did Birk have so many delays?", FERRIES))


STATIONS = """\
StationName | MeanTempCelsius | RainDaysPerYear | SunHours1991_2020 | SunHours1961_1990
Alby | 7.4 | 140 | 1620 | 1580
Brod | 9.1 | 120 | 1801 | 1740
Cold Hill | 3.2 | 201 | 1300 | 1290
"""


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "value", "heading"),
    [
        ("How many rain days per year does Cold Hill have?", "201", "RainDaysPerYear"),
        ("Sun hours of Alby 1961-1990", "1580", "SunHours1961_1990"),
        ("Which station has the most rain days?", "201", "RainDaysPerYear"),
        ("RainDaysPerYear of Brod", "120", "RainDaysPerYear"),
    ],
)
async def test_reads_the_words_of_identifiers_over_columns(question: str, value: str, heading: str) -> None:
    said = (await ask(question, STATIONS)).replace("\\", "")
    assert said.startswith(f"{value} [1]")
    assert f"- {heading} [1]" in said


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(("half", "value"), [("first", "31"), ("second", "44")])
async def test_months_over_a_column_are_the_half_year_of_the_question(half: str, value: str) -> None:
    text = "Dock | January–June 2024 | July–December 2024\nEast | 31 | 44\nWest | 25 | 27\n"
    said = await ask(f"What was it for East in the {half} half of 2024?", text)
    assert said.startswith(f"{value} [1]")
