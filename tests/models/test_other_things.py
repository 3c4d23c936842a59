"""Rows and sentences about another thing, which share a word with the question, are no answer without a model."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

BUDGET = """\
Community centre, budget

Income | 2024 actual | 2025 plan
Membership fees | 9620 € | 10100 €
Council grant | 15000 € | 12500 €

Expenses | 2024 actual | 2025 plan
Staff | 24800 € | 25600 €
Heating and electricity | 9150 € | 8400 €
Repairs | 6020 € | 9500 €

Room | Seats | Price per day
Oak Room | 60 | €160.00
Kitchen | 8 | €80.00
Room hire | 5 | €10.00
"""
KEY_FIGURES = """\
Waterworks

Key figures | 2024 | 2023
Revenue (million) | 684.0 | 651.2
Operating profit (million) | 142.7 | 150.3
Net debt (million) | 1,870 | 1,795
"""
CONTI = """\
Conto economico

Voce | 2024 | 2023
Ricavi | 500 | 480
Utile operativo | 60 | 55
Debito netto | 90 | 95
"""
SEGMENTS = """\
Calder Foods plc – Report, Third Quarter 2024
Growth in the third quarter was 6.3% and came from the north of Europe.

Revenue by segment (in millions)

Segment | Q1 2024 | Q2 2024
Frozen meals | 158.2 | 163.9
Pet food | 33.0 | 34.2
Total | 191.2 | 198.1
"""
MEMBERS = """\
Name | Vorname | Ort | Beitrag
Müller | Jürgen | Köln | 96,00 €
Schäfer | Anna | Bonn | 72,00 €
König | Paul | Hürth | 120,00 €
"""
BEES = """\
Bees of the hedges

The most common species was Bombus terrestris with 1,148 individuals. Twelve species were found in Lyon.
"""


@pytest.mark.parametrize(
    ("document", "question", "answer"),
    [
        pytest.param(BUDGET, "heating costs planned 2025", "8400 €", id="what the costs are of"),
        pytest.param(BUDGET, "What are the staff costs planned for 2025?", "25600 €", id="in a block of expenses"),
        pytest.param(BUDGET, "membership fees 2025 plan", "10100 €", id="fees by their name"),
        pytest.param(KEY_FIGURES, "What was the net debt in 2024?", "1,870", id="the term itself"),
        pytest.param(KEY_FIGURES, "operating income 2023", "150.3", id="the same term in another word"),
        pytest.param(CONTI, "debito netto 2023", "95", id="the term in Italian"),
        pytest.param(SEGMENTS, "Revenue of Calder Foods in Q2 2024", "198.1", id="the company, not its pet food"),
        pytest.param(SEGMENTS, "Pet food revenue Q2 2024", "34.2", id="the pet food"),
        pytest.param(MEMBERS, "Wie hoch ist der Beitrag von Anna Schäfer?", "72,00 €", id="both names"),
        pytest.param(MEMBERS, "Wie hoch ist der Beitrag von Frau Schäfer?", "72,00 €", id="one name"),
        pytest.param(BEES, "Which species was the most common?", "Bombus", id="the extreme that is stated"),
    ],
)
async def test_the_thing_itself_is_found(document: str, question: str, answer: str) -> None:
    assert answer in (await ask(question, {"document.txt": document})).split("[1]")[0]


@pytest.mark.parametrize(
    ("document", "question"),
    [
        pytest.param(KEY_FIGURES, "What was net income in 2024?", id="net debt for net income"),
        pytest.param(KEY_FIGURES, "Gross profit 2024?", id="operating profit for gross profit"),
        pytest.param(CONTI, "Qual è l'utile netto 2024?", id="in Italian"),
        pytest.param(MEMBERS, "Wie hoch ist der Beitrag von Peter Schäfer?", id="another first name"),
        pytest.param(MEMBERS, "Beitrag Paul Schäfer", id="one name of each of two people"),
        pytest.param(BEES, "Which species is the rarest?", id="the opposite extreme"),
    ],
)
async def test_another_thing_is_no_answer(document: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"document.txt": document}))


async def test_the_number_of_things_answers_how_many_there_are() -> None:
    sections = "\n\n".join(
        f"{name}: investment and projects\n\nInvestment in {name} amounted to £{amount} million.\n\n"
        f"{'The control room monitors flow and pressure day and night. ' * 25}\n\n"
        f"The number of bursts was {bursts} in 2024."
        for name, amount, bursts in (("Westmoor", 11.8, 82), ("Eastvale", 8.6, 294), ("Kingsmead", 21.2, 330))
    )
    answer = await ask("How many bursts were there in Westmoor?", {"report.txt": sections})
    assert "82" in answer
    assert "11.8" not in answer


@pytest.mark.req("AN-09")
async def test_a_total_is_told_without_the_rows_that_it_adds_up() -> None:
    document = {"document.txt": SEGMENTS}
    told = "198.1 [1]\n- Total [1]\n- Q2 2024 [1]\n- Revenue by segment (in millions) [1]"
    assert await ask("Revenue of Calder Foods in Q2 2024", document) == told
    assert "163.9" in await ask("What was the revenue of each segment in Q2 2024?", document)
