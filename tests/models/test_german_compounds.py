"""German compounds: a question has the parts of one in the document, or one of parts in the document."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

RULES = """\
Hausordnung

Rasenmähen ist nur werktags von 8 bis 18 Uhr erlaubt. Grillen auf dem Balkon ist verboten.

Müllabholung: dienstags
Treppenhausreinigung: freitags
Schlüsselübergabe: beim Verwalter
Ölheizungswartung: im Mai
"""
OFFER = """\
| Pos | Artikel | Menge | Einzelpreis |
|---|---|---|---|
| 1 | Tür Eiche | 3 | 420,00 € |
| 2 | Fensterbank Marmor | 5 | 95,00 € |
| 3 | Glastür | 1 | 310,00 € |
"""


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        ("Darf ich den Rasen mähen?", RULES, "Rasenmähen ist nur werktags"),
        ("Wann wird der Müll abgeholt?", RULES, "Müllabholung: dienstags"),
        ("Wann wird das Treppenhaus gereinigt?", RULES, "Treppenhausreinigung: freitags"),
        ("Wo werden die Schlüssel übergeben?", RULES, "Schlüsselübergabe: beim Verwalter"),
        ("Was kostet eine Eichentür?", OFFER, "420,00"),
        ("Wie viel kostet eine Marmorfensterbank?", OFFER, "95,00"),
        ("Was kostet eine Tür aus Glas?", OFFER, "310,00"),
    ],
)
async def test_a_compound_and_its_parts_are_the_same(question: str, text: str, answer: str) -> None:
    said = await ask(question, {"text.md": text})
    assert answer in said.partition(" [1]")[0]
    assert [price for price in ("420,00", "95,00", "310,00") if price in said] in ([answer], [])


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Was kostet eine Buchentür?", OFFER),
        ("Wann wird das Laub abgeholt?", RULES),
        ("Wann werden die Fenster gereinigt?", RULES),
    ],
)
async def test_one_part_of_a_compound_is_not_enough(question: str, text: str) -> None:
    assert await ask(question, {"text.md": text}) == NOT_IN_DOCUMENTS.to(question)
