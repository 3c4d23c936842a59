"""Questions for a quarter, a half or a day of a year, and documents with that of another year."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

LETTER = """\
Brightwater Tools plc: Letter to shareholders, second quarter of
fiscal year 2024

Revenue in Q2FY24 rose to $412.6 million.

Revenue by region ($ million)

| Region | Q1FY24 | Q2FY24 | Q3FY23 | Q4FY23 |
|---|---|---|---|---|
| North | 88.1 | 92.4 | 85.0 | 87.7 |
| West | 141.3 | 158.9 | 129.5 | 175.0 |

Cash flows ($ million)

| | H1 FY24 | H1 FY23 |
|---|---|---|
| Net income | 61.7 | 55.2 |

Balance sheet ($ million)

| | 30 June 2024 | 31 December 2023 |
|---|---|---|
| Cash | 118.2 | 102.0 |
| Inventories | 143.3 | 133.7 |
"""
BERICHT = """\
# Quartalsbericht der Falk AG

| Sparte | Q1 2023 | Q2 2023 | Q1 2024 |
|---|---|---|---|
| Sensoren | 12,1 | 13,4 | 14,0 |
| Motoren | 30,2 | 28,8 | 31,9 |

Der Auftragsbestand betrug am 31. März 2024 88 Mio. Euro und am 31. Dezember 2023 91 Mio. Euro.
"""
LOYERS = """\
# Loyers encaissés

| Immeuble | janvier 2023 | février 2023 | janvier 2024 |
|---|---|---|---|
| Lilas | 4 100 | 4 150 | 4 300 |
| Roses | 2 900 | 2 950 | 3 010 |
"""
TRIMESTRES = """\
# Ventes par activité

| Activité | T1 2024 | T2 2024 | T3 2023 |
|---|---|---|---|
| Hôtels | 12,4 | 13,1 | 11,9 |
| Restaurants | 8,2 | 8,8 | 7,7 |
"""
RESULTS = """\
# Second quarter 2024

In the second quarter, sales were 12.1 million, up from 11.0 million in Q2 2023.
"""


@pytest.mark.req("AN-06")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (LETTER, "What was revenue in the West in Q4FY24?"),
        (LETTER, "What was revenue in the North in Q2FY23?"),
        (LETTER, "What were inventories at 30 June 2023?"),
        (LETTER, "What was net income in Q2FY24?"),
        (LETTER, "What was net income in the second half of fiscal 2023?"),
        (BERICHT, "Wie hoch war der Umsatz der Sensoren im zweiten Quartal 2024?"),
        (BERICHT, "Wie hoch war der Gewinn im Q2 2023?"),
        (TRIMESTRES, "Combien de ventes pour les hôtels au quatrième trimestre 2024 ?"),
        (BERICHT, "Wie hoch war der Umsatz der Sensoren im Q2 2024?"),
        (BERICHT, "Wie hoch war der Auftragsbestand am 31. März 2023?"),
        (LOYERS, "Quel était le loyer encaissé pour l'immeuble Lilas en février 2024 ?"),
    ],
)
async def test_a_part_of_another_year_is_no_answer(text: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"report.md": text}))


@pytest.mark.req("AN-06")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (LETTER, "What was revenue in the West in Q2FY24?", "158.9"),
        (LETTER, "What was revenue in the West in the second quarter of fiscal 2024?", "158.9"),
        (LETTER, "What was the West revenue in Q2 FY 2024?", "158.9"),
        (LETTER, "What was revenue in the West in Q2/24?", "158.9"),
        (LETTER, "What was West revenue in the third quarter of fiscal year 2023?", "129.5"),
        (LETTER, "What was net income in the first half of the financial year 2024?", "61.7"),
        (LETTER, "What were inventories at June 30, 2024?", "143.3"),
        (BERICHT, "Wie hoch war der Umsatz mit Motoren im zweiten Quartal 2023?", "28,8"),
        (TRIMESTRES, "Combien pour les restaurants au 1er trimestre 2024 ?", "8,2"),
        (BERICHT, "Wie hoch war der Umsatz der Sensoren im Q2 2023?", "13,4"),
        (BERICHT, "Wie hoch war der Auftragsbestand am 31. Dezember 2023?", "91 Mio."),
        (LOYERS, "Quel était le loyer encaissé pour l'immeuble Roses en janvier 2024 ?", "3 010"),
        (RESULTS, "What were sales in Q2 2024?", "12.1 million"),
    ],
)
async def test_a_part_of_a_year_is_found_in_any_notation(text: str, question: str, answer: str) -> None:
    assert answer in await ask(question, {"report.md": text})
