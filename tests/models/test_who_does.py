"""Plain questions whose answer has another form of their words, without a model."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

CLASSES = "Class | Day | Time | Trainer\nPilates | Thursday | 17:15 | Ruth\nYoga | Monday | 18:00 | Sam\n"


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("The tenant of the studio is Brightwater Pottery.", "Who rents the studio?", "Brightwater Pottery"),
        (CLASSES, "Who teaches Pilates?", "Ruth"),
        ("The budget was approved by the governors on 2 February.", "Who approved the budget?", "the governors"),
        ("Vermieterin der Wohnung ist Frau Hildegard Baumann.", "Wer vermietet die Wohnung?", "Hildegard Baumann"),
        ("As of December 31, 2023, we employed 7,292 people.", "How many employees are there?", "7,292"),
        ("The cake serves 12.", "How many people does the cake feed?", "12"),
        ("The bell tower dates from 1412.", "How old is the bell tower?", "1412"),
        ("Bake the cake at 180 °C for 40 minutes.", "How hot must the oven be for the cake?", "180 °C"),
        ("Net total  2,060.00\nVAT 20%  412.00\nTotal  2,472.00\n", "How much is the total?", "2,472.00"),
        ("We operate 69 distribution centres.", "How many distribution centers are operated?", "69"),
    ],
)
async def test_a_plain_question_finds_the_answer_in_other_words(text: str, question: str, answer: str) -> None:
    assert answer in await ask(question, {"note.txt": text})


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("The tenant of the studio pays 900 euros.", "Who rents the garage?"),
        (CLASSES, "Who teaches judo?"),
        ("The budget was approved on 2 February.", "Who audited the budget?"),
        ("The bell tower is 40 metres high.", "How old is the bell tower?"),
        ("The cake is cut in slices.", "How many people does the cake feed?"),
    ],
)
async def test_what_the_text_does_not_say_is_refused(text: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"note.txt": text}))
