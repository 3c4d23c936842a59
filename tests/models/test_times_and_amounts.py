"""A sentence with the kind of answer that a question asks for comes before one with its noun alone, without a model."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

SATZUNG = """\
Satzung des Ruderclubs

§ 7 Mitgliederversammlung
Die ordentliche Mitgliederversammlung findet jährlich im ersten Quartal statt. Der Vorstand lädt mit einer Frist ein.
Ausgaben über 5.000 Euro bedürfen der Zustimmung der Mitgliederversammlung.

§ 4 Austritt und Ausschluss
Ein Mitglied kann ausgeschlossen werden, wenn es den Beitrag nicht zahlt. Jedes Mitglied leistet zwölf Stunden im Jahr.

§ 5 Beiträge
Der Beitrag beträgt für Erwachsene 240 Euro und für Jugendliche 120 Euro. Er ist bis zum 15. Februar zu zahlen.
"""
RULES = """\
Rules of the club

The annual meeting is held in the last week of each half. Costs above 500 pounds need the consent of the annual meeting.
A member may be expelled if the fee stays unpaid. Every member works twelve hours a year.
The fee is 60 pounds for juniors and 180 pounds for adults. It is to be paid by 15 February.
"""


@pytest.mark.req("AN-03")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (SATZUNG, "Wann findet die Mitgliederversammlung statt?", "im ersten Quartal"),
        (SATZUNG, "Wann ist die Mitgliederversammlung?", "im ersten Quartal"),
        (SATZUNG, "Wann kann ein Mitglied ausgeschlossen werden?", "wenn es den Beitrag nicht zahlt"),
        (SATZUNG, "Was zahlen Jugendliche?", "für Jugendliche 120 Euro"),
        (SATZUNG, "Wie viel zahlen Erwachsene?", "für Erwachsene 240 Euro"),
        (RULES, "When is the annual meeting?", "in the last week"),
        (RULES, "When can a member be expelled?", "if the fee stays unpaid"),
        (RULES, "What do juniors pay?", "60 pounds for juniors"),
    ],
)
async def test_the_kind_of_answer_decides(text: str, question: str, answer: str) -> None:
    said = await ask(question, {"rules.txt": text})
    assert answer in said
    assert "Zustimmung" not in said
    assert "consent" not in said


@pytest.mark.req("AN-07")
async def test_an_amount_is_no_time() -> None:
    text = "Ausgaben über 5.000 Euro bedürfen der Zustimmung der Versammlung."
    assert NOT_IN_DOCUMENTS.begins(await ask("Wann findet die Versammlung statt?", {"rules.txt": text}))
