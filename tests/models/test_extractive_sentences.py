"""The sentence that answers a question about a small document."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from orc.documents.text.questions import Question
from tests.models.test_extractive import ask

STAFF = "Name | Abteilung | Gehalt\nMüller, Eva | Einkauf | 52.000\nSchäfer, Jan | Vertrieb | 61.500\n"
POLICY = (
    "Hausratversicherung der Alpina Versicherung AG\n\nDie Versicherungssumme beträgt 75.000 Euro. "
    "Fahrräder sind bis zu 2.500 Euro mitversichert."
)


@pytest.mark.req("AN-06")
async def test_an_article_before_a_heading_is_no_qualifier() -> None:
    assert (await ask("Wie hoch ist das Gehalt von Schäfer?", {"staff.csv": STAFF})).startswith("61.500 [1]")


@pytest.mark.req("AN-09")
async def test_a_sum_or_a_date_is_no_place() -> None:
    question = "Wo hat die Alpina Versicherung ihren Sitz?"
    assert await ask(question, {"policy.txt": POLICY}) == NOT_IN_DOCUMENTS.to(question)
    prose = "The regatta took place on 14 June. The boats were moored at 41 Mill Road in 2019."
    assert await ask("Where were the boats moored?", {"regatta.txt": prose}) == prose.partition(". ")[2] + " [1]"


def test_a_german_possessive_is_a_function_word() -> None:
    assert Question("Wo hat die Firma ihren Sitz?").words == Question("Wo hat die Firma Sitz?").words
