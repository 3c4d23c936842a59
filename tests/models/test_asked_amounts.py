"""Without a model, a question how much or how high something is needs an amount, and one about a person that person."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

CLUB = """\
Rules of the club

The 2022 bonus was lower because of the price of oak. A fee is charged for returned debits. The entry fee is 90 euros.
The town bought the picture of the boathouse in 1902. A reminder costs 20 euros. The site was bought by a dealer from
Plymouth. Notice must be given in writing.

The machine checks the content to the end.

Derek Moxon was the treasurer. Mr Moxon left the committee because he moved to Wales.
"""
LUNDS = "Vera Lund is the chair. Paul Lund works in Leeds."
VEREIN = """\
Ordnung des Vereins

Von der Fähre ist Abstand zu halten. Für Rücklastschriften wird eine Gebühr erhoben. Die Aufnahmegebühr beträgt 90 Euro.
Alle Beschäftigten haben 30 Tage Urlaub. Vom Wehr sind 50 Meter Abstand zu halten.

| Angabe | Wert |
|---|---|
| Presskraft | 420 kN |
| Masse | 1.950 kg |
"""


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("document", "question"),
    [
        (CLUB, "How much was the bonus in 2022?"),
        (CLUB, "How much is the fee for returned debits?"),
        (CLUB, "How much did the town pay for the picture of the boathouse?"),
        (CLUB, "What was the name of the dealer from Plymouth who bought the site?"),
        (CLUB, "How much notice must I give?"),
        (CLUB, "How heavy is the machine?"),  # "ten t" in "content to" is no weight
        (LUNDS, "Where does Vera Lund work?"),
        (VEREIN, "Wie viel Abstand muss man von der Fähre halten?"),
        (VEREIN, "Wie hoch ist die Gebühr für Rücklastschriften?"),
    ],
)
async def test_a_sentence_without_the_amount_or_about_another_is_no_answer(document: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"rules.md": document}))


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("document", "question", "answer"),
    [
        (CLUB, "How much is the entry fee?", "90 euros"),
        (LUNDS, "Where does Paul Lund work?", "Leeds"),
        (CLUB, "Why did Derek Moxon leave the committee?", "moved to Wales"),
        (VEREIN, "Wie viel Abstand muss man vom Wehr halten?", "50 Meter"),
        (VEREIN, "Wie hoch ist die Aufnahmegebühr?", "90 Euro"),
        ("Der Umbau des Hafens kostet 4 Millionen Euro.", "Was kostet der Umbau des Hafens?", "4 Millionen Euro"),
        ("Der Umbau des Hafens kostet 1,2 Mrd. Euro.", "Was kostet der Umbau des Hafens?", "1,2 Mrd. Euro"),
        (
            "The repair of the pier costs 35 thousand euros.",
            "What does the repair of the pier cost?",
            "35 thousand euros",
        ),
        (VEREIN, "Wie viel Urlaub habe ich?", "30 Tage"),
        (VEREIN, "Wie hoch ist die Presskraft?", "420 kN"),
    ],
)
async def test_the_amount_and_the_person_that_are_asked_for_are_found(
    document: str, question: str, answer: str
) -> None:
    assert answer in await ask(question, {"rules.md": document})
