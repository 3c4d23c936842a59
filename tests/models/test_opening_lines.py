"""The title, the authors and the parties that the beginning of a document states are found without a model."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

PAPER = """\
# Moss growth on north-facing roofs

Research article

Anna Lee1,2, Tom Ray2* and Maria de Vries1

University of Leeds, Delft Institute
Corresponding author: Tom Ray, ray@delft.example

## Abstract

We measured moss on 40 roofs. Growth was 3 mm a year.
"""
ARBEIT = """\
Moos auf Norddächern

Petra Huber, Jonas Weiß und Lena Kramer

Zusammenfassung
Wir haben 40 Dächer vermessen. Das Moos wächst 3 mm im Jahr.
"""
RULES = "House rules\n\nQuiet hours are from 10 pm to 7 am. Guests of the house, Ann Lee and Tom Ray, use it.\n"
CONTRACT = (
    'Employment Contract\n\nThis contract is made on 14 March between Brightwater Ltd, Bristol ("the Company") and '
    'Ms Helena Marsh, Bath ("the Employee").\n\nFor six months the Employee shall not work for a competitor.\n'
)
VERTRAG = (
    "Mietvertrag\n\nZwischen Frau Erika Ott (Vermieterin) und Herrn Paul Lang (Mieter) wird folgender Vertrag "
    "geschlossen.\n\n§ 1 Die Miete beträgt 800 Euro. Die Kündigungsfrist beträgt für beide Parteien drei Monate.\n"
)


@pytest.mark.req("AN-03")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (PAPER, "Who wrote the paper?", "Anna Lee1,2, Tom Ray2* and Maria de Vries1"),
        (PAPER, "Who are the authors?", "Anna Lee1,2, Tom Ray2* and Maria de Vries1"),
        (PAPER, "What is the title of the paper?", "Moss growth on north-facing roofs"),
        (PAPER, "Who is the corresponding author?", "Corresponding author: Tom Ray"),
        (ARBEIT, "Wer hat die Studie verfasst?", "Petra Huber, Jonas Weiß und Lena Kramer"),
        (ARBEIT, "Wie lautet der Titel der Arbeit?", "Moos auf Norddächern"),
        (CONTRACT, "Who are the parties to this contract?", "between Brightwater Ltd"),
        (CONTRACT, "Who is the employer?", "between Brightwater Ltd"),
        (VERTRAG, "Wer sind die Vertragsparteien?", "Zwischen Frau Erika Ott (Vermieterin) und Herrn Paul Lang"),
        (VERTRAG, "Zwischen wem wurde der Vertrag geschlossen?", "Zwischen Frau Erika Ott"),
    ],
)
async def test_the_beginning_answers(text: str, question: str, answer: str) -> None:
    said = await ask(question, {"rules.txt": text})
    assert answer in said
    assert "Research article" not in said


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (RULES, "Who wrote the document?"),
        (RULES, "Who are the authors?"),
        (RULES, "Who are the parties?"),
        (CONTRACT, "Who is the landlord?"),
        (CONTRACT, "Who are the authors?"),
        (ARBEIT, "Who is the corresponding author?"),
        (VERTRAG, "Wer ist der Verkäufer?"),
    ],
)
async def test_a_beginning_without_them_is_refused(text: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"rules.txt": text}))


NOTICE = "# Privacy notice\n\nNovember 5, 2025\n\nThis notice applies to our websites. We delete logs after 30 days.\n"
TERMS = "Conditions of use\n\nUpdated on 24 March 2026\n\nThe service is free. It was founded on 1 May 2019 in Lyon.\n"
CLAUSE = "Contract\n\nLeeds, 3 April 2024\n\nThe rent is 900 euros. The contract takes effect on 1 May 2024.\n"


@pytest.mark.req("AN-03")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (NOTICE, "When did this notice take effect?", "November 5, 2025 [1]"),
        (NOTICE, "Since when does the privacy notice apply?", "November 5, 2025 [1]"),
        (TERMS, "When were the conditions last updated?", "Updated on 24 March 2026 [1]"),
        ("Zasady\n\n5 listopada 2025 r.\n\nUsuwamy dane.\n", "Od kiedy obowiązują zasady?", "5 listopada 2025 r. [1]"),
        (CLAUSE, "When does the contract take effect?", "The contract takes effect on 1 May 2024. [1]"),
    ],
)
async def test_the_date_below_the_title_says_since_when_a_document_is_in_force(
    text: str, question: str, answer: str
) -> None:
    assert await ask(question, {"text.md": text}) == answer


@pytest.mark.req("AN-07")
async def test_a_document_without_a_date_does_not_say_since_when_it_is_in_force() -> None:
    text = "Employment contract\n\nThe employer is Ann Lee. The trial period is three months.\n"
    assert NOT_IN_DOCUMENTS.begins(await ask("When does the contract take effect?", {"text.md": text}))


MAIL = (
    "From: Ann Lee <ann@lee.example>\nTo: Tom Ray <tom@ray.example>\nDate: Mon, 3 Mar 2025 11:15:04 +0000\n"
    "Subject: Keys of the boathouse\n\nDear Tom,\n\nthe keys are with the porter. Please send this e-mail on to Jo.\n"
)
AGENDA = (
    "Welcome to the meeting. Please turn off your phone before the meeting starts.\n\nSpecial Meeting\n\nAGENDA\n\n"
    "Town Library\n\n13 N. Mill Road\n\nEaston, CA 94087\n\n7:30 p.m.\n\n1. Roof\n2. Fees\n"
)
EINLADUNG = "Einladung zur Versammlung\n\nVereinsheim\nMühlenstraße 4\n12345 Ostheim\n\n19.30 Uhr\n\nTOP 1: Dach\n"
FLYER = "Spring concert\n\nTown Library\n13 N. Mill Road\nEaston, CA 94087\n7:30 p.m.\n\nBring a cushion to sit on.\n"
TIMED = "Special Meeting\n\nAGENDA\n\n7:30 p.m.\n\nThe meeting starts at 8 p.m., after a walk round the hall.\n"


@pytest.mark.req("AN-03")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (MAIL, "Who sent it?", "From: Ann Lee"),
        (MAIL, "Who is the sender of the e-mail?", "From: Ann Lee"),
        (MAIL, "Von wem ist die Mail?", "From: Ann Lee"),
        (MAIL, "When was this email sent?", "Date: Mon, 3 Mar 2025"),
        (MAIL, "To whom was it sent?", "To: Tom Ray"),
        (MAIL, "What is the subject of the message?", "Subject: Keys"),
        (AGENDA, "What time does the meeting start?", "7:30 p.m. [1]"),
        (AGENDA, "Where is the meeting held?", "13 N. Mill Road [1] Easton, CA 94087 [1]"),
        (EINLADUNG, "Wann beginnt die Versammlung?", "19.30 Uhr [1]"),
        (EINLADUNG, "Wo ist die Versammlung?", "Vereinsheim Mühlenstraße 4 12345 Ostheim [1]"),
        (FLYER, "What time is the concert?", "Town Library 13 N. Mill Road Easton, CA 94087 7:30 p.m. [1]"),
        (TIMED, "When does the meeting start?", "The meeting starts at 8 p.m., after a walk round the hall. [1]"),
    ],
)
async def test_the_lines_over_a_text_answer(text: str, question: str, answer: str) -> None:
    assert (await ask(question, {"note.txt": text})).startswith(answer)


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (AGENDA, "Who sent it?"),
        (AGENDA, "When was this email sent?"),
        (RULES, "What time does the meeting start?"),
        (RULES, "Where is the meeting held?"),
    ],
)
async def test_a_text_without_such_lines_is_no_mail_and_no_agenda(text: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"note.txt": text}))
