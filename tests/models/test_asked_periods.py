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


COMPARED = """\
Calder Foods: quarterly report, third quarter 2024

Revenue for the third quarter was $412.6 million, an increase of 6.3% over the same quarter of 2023. Operating profit
was $38.4 million (Q3 2023: $41.0 million). Headcount rose to 5,840, compared with 5,720 in 2023. Rainfall over 2023
was 800 mm.
"""
VERGLICHEN = """\
Quartalsbericht 2024

Der Umsatz stieg um 6,3 % gegenüber 2023 auf 412,6 Mio. Euro. Der Gewinn betrug 27,9 Mio. Euro (2023: 29,7 Mio. Euro).
"""


@pytest.mark.req("RG-07")
@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Calder Foods revenue Q3 2023", COMPARED),
        ("What was the revenue in 2023?", COMPARED),
        ("Wie hoch war der Umsatz 2023?", VERGLICHEN),
    ],
)
async def test_sentence_that_only_compares_with_the_year_does_not_answer_for_it(question: str, text: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"report.md": text}))


@pytest.mark.req("RG-07")
async def test_row_of_the_year_answers_without_the_sentence_that_compares_with_it() -> None:
    text = f"{COMPARED}\nIncome statement\n| Q3 2024 | Q3 2023\nRevenue | 412.6 | 388.1\nNet income | 27.9 | 29.7\n"

    answer = await ask("What was the revenue in the third quarter of 2023?", {"report.md": text})

    assert answer == "388.1 [1]\n- Revenue [1]\n- Q3 2023 [1]"


@pytest.mark.req("RG-07")
@pytest.mark.parametrize(
    ("question", "text", "part"),
    [
        ("How much did revenue increase over 2023?", COMPARED, "6.3%"),
        ("What was the operating profit in Q3 2023?", COMPARED, "$41.0 million"),
        ("What was the headcount in 2023?", COMPARED, "5,720 in 2023"),
        ("What was the rainfall in 2023?", COMPARED, "800 mm"),
        ("Um wie viel stieg der Umsatz gegenüber 2023?", VERGLICHEN, "6,3 %"),
        ("Wie hoch war der Gewinn 2023?", VERGLICHEN, "29,7 Mio. Euro"),
    ],
)
async def test_comparison_answers_a_question_for_it_or_with_the_figure_of_the_year(
    question: str, text: str, part: str
) -> None:
    assert part in await ask(question, {"report.md": text})


GROUP = """\
Half-year report

£ million | Revenue H1 2025 | Revenue H1 2024 | Operating profit H1 2025
Hand tools | 62.4 | 61.0 | 8.1
Garden machines | 57.3 | 49.6 | 6.7
Storage | 29.2 | 29.3 | 3.6
Group | 148.9 | 139.9 | 17.2

Revenue by region
£ million | H1 2025 | H1 2024 | Full year 2024
Europe | 110.5 | 104.6 | 212.5
America | 38.4 | 35.3 | 70.7
Total | 148.9 | 139.9 | 283.2
"""
KONZERN = """\
Halbjahresbericht

Mio. Euro | Umsatz H1 2025 | Umsatz H1 2024 | Ergebnis H1 2025
Werkzeuge | 62,4 | 61,0 | 8,1
Gartengeräte | 57,3 | 49,6 | 6,7
Lager | 29,2 | 29,3 | 3,6
Konzern | 148,9 | 139,9 | 17,2
"""


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question", "answer", "other"),
    [
        (GROUP, "What was operating profit in the first half of 2025?", "17.2", "8.1"),
        (GROUP, "What was operating profit of storage in the first half of 2025?", "3.6", "17.2"),
        (GROUP, "What was group revenue in the full year 2024?", "283.2", "139.9"),
        (KONZERN, "Wie hoch war das Ergebnis im ersten Halbjahr 2025?", "17,2", "8,1"),
    ],
)
async def test_the_group_is_the_total_of_its_segments_and_no_half_the_full_year(
    text: str, question: str, answer: str, other: str
) -> None:
    said = await ask(question, {"report.txt": text})
    assert answer in said
    assert other not in said


@pytest.mark.req("AN-07")
async def test_a_half_is_not_the_full_year() -> None:
    segments = GROUP.partition("Revenue by region")[0]
    assert NOT_IN_DOCUMENTS.begins(await ask("What was group revenue in the full year 2024?", {"report.txt": segments}))


SOLD = "The bakery sold 900 loaves in March. It closed for a week. The owner is Tom Orr."


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (SOLD, "How many loaves were sold in April?"),
        ("In March, 900 loaves were sold. In June, 1,100 loaves were sold.", "How many loaves were sold in April?"),
        ("Anna Lee left in March. Tom Orr left in June.", "Who left in April?"),
        ("The revenue was 40,000 euros in March 2023.", "How high was the revenue in April 2023?"),
        ("Im März wurden 900 Brote verkauft.", "Wie viele Brote wurden im April verkauft?"),
        ("En mars, 900 pains ont été vendus.", "Combien de pains ont été vendus en avril ?"),
    ],
)
async def test_a_sentence_about_another_month_is_no_answer(text: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"notes.txt": text}))


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (SOLD, "How many loaves were sold in March?", "900"),
        (f"{SOLD} In April, 1,100 loaves were sold.", "How many loaves were sold in April?", "1,100"),
        ("# April\n\nThe bakery sold 900 loaves, some in March.", "How many loaves were sold in April?", "900"),
        ("April was dry.\nThe bakery sold 900 loaves in March.", "How many loaves were sold in April?", "900"),
        ("The bakery sold 900 loaves, more than in March.", "How many loaves were sold in April?", "900"),
        ("From March 1, the price is 20 euros.", "What is the price in April?", "20 euros"),
        ("The pool is open from March to October.", "Is the pool open in April?", "March to October"),
        ("The rent for April, paid in March, was 700 euros.", "How high was the rent in April?", "700 euros"),
        ("The course starts in March.", "When does the course in April start?", "March"),
    ],
)
async def test_a_sentence_about_the_month_or_a_time_around_it_is_an_answer(
    text: str, question: str, answer: str
) -> None:
    assert answer in await ask(question, {"notes.md": text})
