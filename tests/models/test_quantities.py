"""Cells that are a number and a unit are below their headings, which names with numbers may be."""

import pytest

from tests.models.test_extractive import ask

DATA = """\
Technical data

Property | Brisa 40 | Brisa 60
Extraction per day (30 °C, 80 %) | 20 litres | 30 litres
Power consumption | 310 W | 440 W
Noise in Quiet mode | 38 dB | 42 dB
Tank | 5.5 litres | 6.5 litres
"""
RATES = """\
Bank | Deposits | Deposits
Rate | 3 months | 12 months
Nordbank | 2.1 | 3.4
Südbank | 1.9 | 3.1
"""


@pytest.mark.req("AN-06")
@pytest.mark.parametrize(
    ("question", "lines"),
    [
        ("How loud is the Brisa 40 on quiet?", ["38 dB", "Noise in Quiet mode", "Brisa 40"]),
        ("What does the tank of the Brisa 60 hold?", ["6.5 litres", "Tank", "Brisa 60"]),
    ],
)
async def test_a_first_row_of_quantities_is_no_heading(question: str, lines: list[str]) -> None:
    answer = await ask(question, {"manual.pdf": DATA})
    assert [line.removeprefix("- ").partition(" [")[0] for line in answer.split("\n")] == lines


@pytest.mark.req("AN-06")
async def test_quantities_below_a_heading_over_several_columns_are_headings() -> None:
    answer = await ask("What is the rate of Nordbank for 12 months?", {"rates.md": RATES})
    assert "3.4" in answer
    assert "12 months" in answer
    assert "2.1" not in answer
