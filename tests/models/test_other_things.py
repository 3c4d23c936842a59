"""Questions about another thing than the document's, and about the exact thing, without a model."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

LEASE = "LEASE OF 14 KILN LANE\n\nThe premises at 14 Kiln Lane have a floor area of 86 square metres."
INVOICE = "INVOICE 2024-0877\n\nThe total of invoice 2024-0877 is 2,472 euros."
LOG = "At 10:02 pump 3 stopped because its filter was blocked. At 10:05 pump 4 was started."
ORBIT = (
    "The warranty of the Orbit 5 is two years. The warranty of the Orbit 5 Pro is three years. The warranty of the "
    "Orbit 6 is four years."
)
HOUSES = "The cactus house is kept at 20 per cent humidity. The orchid house is kept at 70 per cent humidity."
PAY = "A baker earns 19.50 euros an hour. An apprentice earns 12 euros an hour."
TANKS = (
    "The Aurelio 300 makes two cups at a time. Its water tank holds 1.8 litres.\n\n"
    "The Aurelio 200 is a smaller model. Its water tank holds 1.1 litres."
)
BOOKS = "Pinto Books keeps account data for 90 days.\n\nPinta Books keeps account data for 60 days."
MIETE = "Die Rechnung Nr. 2024-118 beträgt 900 Euro. Zimmer 12 kostet 80 Euro, Zimmer 14 kostet 95 Euro."


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (LEASE, "What is the floor area of 16 Kiln Lane?"),
        (INVOICE, "What is the total of invoice 2024-0878?"),
        (LOG, "Why did pump 9 stop?"),
        (ORBIT, "What is the warranty of the Orbit 7?"),
        (HOUSES, "What is the humidity of the tomato house?"),
        (PAY, "What does the head baker earn?"),
        (MIETE, "Was kostet Zimmer 13?"),
        (MIETE, "Wie hoch ist die Rechnung Nr. 2024-119?"),
    ],
)
async def test_another_one_of_a_kind_is_no_answer(text: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"note.txt": text}))


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (LEASE, "What is the floor area of 14 Kiln Lane?", "86 square metres"),
        (INVOICE, "What is the total of invoice 2024-0877?", "2,472 euros"),
        (LOG, "Why did pump 3 stop?", "its filter was blocked"),
        (ORBIT, "What is the warranty of the Orbit 5?", "two years"),
        (ORBIT, "What is the warranty of the Orbit 5 Pro?", "three years"),
        (HOUSES, "What is the humidity of the orchid house?", "70 per cent"),
        (PAY, "What does a baker earn?", "19.50"),
        (TANKS, "How much water does the tank of the Aurelio 300 hold?", "1.8 litres"),
        (BOOKS, "How long does Pinta Books keep my account data?", "60 days"),
        (MIETE, "Was kostet Zimmer 14?", "95 Euro"),
    ],
)
async def test_the_exact_one_is_the_answer_alone(text: str, question: str, answer: str) -> None:
    said = await ask(question, {"note.txt": text})
    assert answer in said
    others = {"two years", "three years", "four years", "20 per cent", "1.1 litres", "90 days"} - {answer}
    assert not any(other in said for other in others)
