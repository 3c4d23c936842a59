"""Questions for the rows of a table whose figure lies within bounds, without a model."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

MEMBERS = """\
Member | Name | Sport | Joined | Fee
1 | Anna Berg | football | 2019 | 120
2 | Tom Hill | tennis | 2020 | 90
3 | Ida Lund | football | 2021 | 100
4 | Max Horn | football | 2018 | 150
"""
ROOMS = """\
Room | Seats | Floor | Projector | Price per day (EUR)
Alpha | 12 | 1 | yes | 80
Beta | 30 | 2 | no | 150
Gamma | 8 | 2 | yes | 60
"""
TOOLS = """\
Gerät | Hersteller | Preis in Euro | Gewicht in kg | Kaufdatum
Säge | Bosch | 1.189,90 | 2,4 | 12.03.2019
Bohrer | Makita | 89,50 | 1,8 | 01.07.2021
Schleifer | Bosch | 75,00 | 1,2 | 20.02.2023
"""
HIRE = """\
Appareil | Marque | Prix par jour (€) | Poids (kg)
Perceuse | Bosch | 12 | 2,5
Scie | Makita | 25 | 4,2
"""


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "text", "names"),
    [
        ("Which members pay more than 100?", MEMBERS, ["Anna Berg", "Max Horn"]),
        ("Which members pay at least 100?", MEMBERS, ["Anna Berg", "Ida Lund", "Max Horn"]),
        ("Who pays not more than 100?", MEMBERS, ["Tom Hill", "Ida Lund"]),
        ("Which members pay between 100 and 120?", MEMBERS, ["Anna Berg", "Ida Lund"]),
        ("Which members joined after 2019?", MEMBERS, ["Tom Hill", "Ida Lund"]),
        ("Who joined in 2019 or earlier?", MEMBERS, ["Anna Berg", "Max Horn"]),
        ("Which football members joined since 2019?", MEMBERS, ["Anna Berg", "Ida Lund"]),
        ("Which rooms are cheaper than 100 euros?", ROOMS, ["Alpha", "Gamma"]),
        ("How many rooms have more than 10 seats?", ROOMS, ["Alpha", "Beta"]),
        ("Which rooms on floor 2 have less than 10 seats?", ROOMS, ["Gamma"]),
        ("Which rooms with a projector have 10 or more seats?", ROOMS, ["Alpha"]),
        ("Welche Geräte kosten mehr als 1.000 Euro?", TOOLS, ["Säge"]),
        ("Welche Geräte von Bosch kosten unter 100 Euro?", TOOLS, ["Schleifer"]),
        ("Welche Geräte wiegen weniger als 2 kg?", TOOLS, ["Bohrer", "Schleifer"]),
        ("Welche Geräte wurden nach 2019 gekauft?", TOOLS, ["Bohrer", "Schleifer"]),
        ("Welche Geräte wurden vor dem 01.07.2021 gekauft?", TOOLS, ["Säge"]),
        ("Quels appareils coûtent plus de 20 euros par jour ?", HIRE, ["Scie"]),
        ("Quels appareils pèsent moins de 3 kg ?", HIRE, ["Perceuse"]),
    ],
)
async def test_rows_within_the_bounds_of_a_question_are_listed(question: str, text: str, names: list[str]) -> None:
    answer = await ask(question, {"table.md": text})

    assert [line.removeprefix("- ").removesuffix(" [1]") for line in answer.splitlines() if line[0] == "-"] == names


@pytest.mark.req("AN-06")
async def test_a_row_within_bounds_is_given_with_its_figure_and_the_heading_over_it() -> None:
    answer = await ask("Which rooms cost more than 100 euros?", {"rooms.md": ROOMS})

    assert answer == "- Beta [1]\n  - 150 [1]\n  - Price per day (EUR) [1]"


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Which members pay more than 500?", MEMBERS),
        ("Which members are older than 30?", MEMBERS),
        ("Which rooms have over 100 seats?", ROOMS),
        ("Welche Geräte wurden nach 2023 gekauft?", TOOLS),
    ],
)
async def test_no_row_is_given_when_none_is_within_the_bounds(question: str, text: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"table.md": text}))


@pytest.mark.req("AN-09")
async def test_a_question_how_many_gets_all_rows_that_fit() -> None:
    players = "\n".join(f"Player {letter} | football" for letter in "ABCDE")
    answer = await ask("How many players play football?", {"players.md": f"Player | Sport\n{players}\nMona | tennis\n"})

    assert [line for line in answer.splitlines() if line[0] == "-"] == [f"- Player {letter} [1]" for letter in "ABCDE"]


BALANCE = """\
Month,Income,Costs,Balance
Jan,4000,3100,900
Feb,4000,4300,-300
Mar,4200,4250,-50
Total,12200,11650,550
"""


@pytest.mark.req("AN-09")
async def test_the_rows_with_a_negative_figure_are_listed() -> None:
    table = BALANCE.replace(",", " | ")
    answer = await ask("In which months was the balance negative?", {"cash.csv": table})
    assert answer == "- Feb [1]\n  - -300 [1]\n  - Balance [1]\n- Mar [1]\n  - -50 [1]\n  - Balance [1]"
    assert (await ask("In which month was the balance positive?", {"cash.csv": table})).startswith("- Jan [1]")
