"""Answers in another sentence, or under another heading, than the one with the words of the question."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

LIBRARY = """\
# Riverside Library

Riverside Library is a public library in the old town.

## Opening hours

Monday to Friday from 9 to 17. Saturday from 10 to 14.

## Getting here

Bus 12 and tram 4 stop at the door.
"""
HOTEL = """\
The parking garage is behind the hotel. A day costs 12 euros. Guests can book bicycles at the desk.

Breakfast is served in the winter garden. It starts at 7. The price is 14 euros.

The sauna is in the basement. Lunch costs 9 euros.
"""
NEWS = """\
The annual staff party has a date at last. It takes place on 12 June in the Rose Garden.

You asked about the deadline for expenses. Please send them by the fifth of each month.
"""
HAUS = (
    "## Öffnungszeiten\n\nMontag bis Freitag von 9 bis 17 Uhr.\n\n## Parken\n\n"
    "Die Tiefgarage ist hell. Ein Tag kostet 12 Euro.\n"
)


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (LIBRARY, "What are the opening hours?", "Monday to Friday from 9 to 17."),
        (LIBRARY, "How do I get there?", "Bus 12 and tram 4 stop at the door."),
        (HAUS, "Wann ist geöffnet?", "Montag bis Freitag von 9 bis 17 Uhr."),
        (HAUS, "Was kostet die Tiefgarage?", "Ein Tag kostet 12 Euro."),
        (HOTEL, "How much does parking cost?", "A day costs 12 euros."),
        (HOTEL, "How much does breakfast cost?", "The price is 14 euros."),
        (NEWS, "Where is the staff party?", "It takes place on 12 June in the Rose Garden."),
        (NEWS, "What is the deadline for expenses?", "Please send them by the fifth of each month."),
    ],
)
async def test_the_answer_may_stand_after_the_words_of_the_question(text: str, question: str, answer: str) -> None:
    assert answer in await ask(question, {"note.md": text})


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    "question",
    [
        "How much does the sauna cost?",  # lunch does
        "How much do bicycles cost?",  # they are named after the price
        "When does the parking garage close?",
    ],
)
async def test_a_figure_with_a_subject_of_its_own_does_not_answer(question: str) -> None:
    assert await ask(question, {"hotel.md": HOTEL}) == NOT_IN_DOCUMENTS
