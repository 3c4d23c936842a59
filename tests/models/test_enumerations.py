"""The member of an enumeration, or the line of a list, with the office that a question asks for."""

import pytest

from tests.models.test_extractive import ask

BOARD = "Der Vorstand: 1. Vorsitzende: Anna Krug; Stellvertreter: Jan Moll; Schriftführer: Paul Reh; Kasse: Ute Falk."
OFFICERS = "Officers: Ina Bell (chair), Omar Said (vice chair), Lou Hart (treasurer) and Max Dean (member)."


SEATS = "Berth 22D (up), 9A (down)."
METERS = "Counters of the house: 8812-C (gas), 8812-D (cold water) and 51-E (hot water)."
LESSONS = "Training: dienstags 17 Uhr (Anfänger), donnerstags 19 Uhr (Fortgeschrittene)."


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        ("Which berth is it for the way down?", SEATS, "9A (down)"),
        ("What is the counter number of the cold water?", METERS, "8812-D (cold water)"),
        ("Wann ist Training für Anfänger?", LESSONS, "dienstags 17 Uhr (Anfänger)"),
        ("Wann ist Training für Fortgeschrittene?", LESSONS, "donnerstags 19 Uhr (Fortgeschrittene)"),
        ("Wer ist der Schriftführer?", BOARD, "Schriftführer: Paul Reh"),
        ("Wer ist Schriftführerin?", BOARD, "Schriftführer: Paul Reh"),
        ("Wer ist die Vorsitzende?", BOARD, "1. Vorsitzende: Anna Krug"),
        ("Who is the treasurer?", OFFICERS, "Lou Hart (treasurer)"),
        ("Who is the chair?", OFFICERS, "Ina Bell (chair)"),
        ("Qui est le trésorier ?", "Présidente : Claire Morel ; trésorier : Hugo Blanc.", "trésorier : Hugo Blanc."),
        ("Which locker does Rossi have?", "Bike locker 3: Marin; locker 5: Rossi.", "locker 5: Rossi."),
        (
            "What is the fax number?",
            "Contact: phone: 0171 555 100, fax: 0171 555 101, email: hi@x.example.",
            "fax: 0171 555 101",
        ),
    ],
)
async def test_only_the_asked_member_of_an_enumeration_is_quoted(question: str, text: str, answer: str) -> None:
    assert await ask(question, {"club.txt": text}) == f"{answer} [1]"


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Wer ist im Vorstand?", BOARD),
        ("Who are the officers?", OFFICERS),
        ("Wann ist Training für Anfänger?", f"{LESSONS[:-1]}, nicht in den Ferien."),
        ("Wer sind Schriftführer und Stellvertreter?", BOARD),
        ("How do I cancel a programme?", "To cancel a programme, hold Start: the water is pumped out."),
    ],
)
async def test_a_sentence_is_whole_if_no_single_member_is_asked_for(question: str, text: str) -> None:
    assert await ask(question, {"club.txt": text}) == f"{text} [1]"


RULING = """\
In the case of Ingrid Summers against Fernside Homes Ltd, Judge Alan Poole has decided:

1. Fernside Homes Ltd pays 1,860 pounds.
2. Fernside Homes Ltd bears the costs.
"""


@pytest.mark.req("AN-09")
async def test_the_list_behind_a_sentence_is_no_part_of_the_name_that_it_has() -> None:
    assert await ask("Who is the judge?", {"ruling.txt": RULING}) == f"{RULING.partition('\n')[0]} [1]"
    assert "bears the costs" in await ask("What has the judge decided?", {"ruling.txt": RULING})


LINES = """\
Protokoll der Versammlung

Gewählt wurden:
Vorsitzende: Anna Krug
Schriftführer: Paul Reh
Kassenwart: Ute Falk

Der Schriftführer führt das Protokoll der Sitzungen. Der Vorstand besteht aus dem Schriftführer und dem Kassenwart.
"""
NAMES_FIRST = """\
Musikverein

Anna Krug, Vorsitzende
Jan Moll, stellvertretender Vorsitzender
Paul Reh, Schriftführer
Ute Falk, Kassenwartin
"""


@pytest.mark.req("AN-09")
async def test_a_question_for_the_holder_of_an_office_gets_the_line_with_a_name() -> None:
    assert await ask("Wer ist der Schriftführer?", {"protokoll.txt": LINES}) == "Schriftführer: Paul Reh [1]"
    assert await ask("Wer ist der Schriftführer?", {"verein.txt": NAMES_FIRST}) == "Paul Reh, Schriftführer [1]"


@pytest.mark.req("AN-09")
async def test_a_line_with_a_label_answers_in_spanish() -> None:
    text = "Junta\n\nPresidenta: Carmen Vega\nSecretario: Diego Ríos\nTesorera: Lola Prado\n\nLa cuota es alta.\n"
    assert await ask("¿Quién es el secretario?", {"junta.txt": text}) == "Secretario: Diego Ríos [1]"
    assert await ask("¿Quién es la tesorera?", {"junta.txt": text}) == "Tesorera: Lola Prado [1]"


NOTICE = """\
Privacy notice

7. Your rights
You may correct or delete your data. Send a request to privacy@reader.example; we answer within one month.

8. Children
The app is not meant for children under 16.
"""


@pytest.mark.req("AN-09")
async def test_a_heading_that_repeats_the_question_is_answered_by_its_section() -> None:
    section = (
        "You may correct or delete your data. [1] Send a request to privacy@reader.example; we answer within one month."
    )
    assert await ask("What are my rights?", {"notice.txt": NOTICE}) == f"{section} [1]"


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        ("What is the contact e-mail?", NOTICE, "privacy@reader.example"),
        ("Wie lautet die E-Mail-Adresse?", "Den Service erreichen Sie per E-Mail an hilfe@nord.example.", "hilfe@nord"),
    ],
)
async def test_an_address_answers_whatever_the_sentence_around_it_says(question: str, text: str, answer: str) -> None:
    assert answer in await ask(question, {"notice.txt": text})
