"""Questions about a thing with a number, a code or a letter, without a model: only that thing answers them."""

import pytest

from orc.documents.evidence.identifiers import Identifiers
from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

PUMPS = (
    "The plant has five pumps. Pump 3 stopped on Monday because a bearing ran hot. Pump 4 was started by Vera Okonkwo. "
    "Pump 5 runs at 12 bar."
)
PUMPEN = (
    "Das Werk hat fünf Pumpen. Pumpe 3 hielt am Montag an, weil ein Lager heiß lief. "
    "Pumpe 4 wurde von Vera Okonkwo gestartet."
)
INVOICE = (
    "INVOICE 2024-0877\nSeller: Tidewell Joinery\n\n"
    "The total of the invoice is 2,472.00 euros. It is due on 25 June 2024.\n"
)
RECHNUNG = "RECHNUNG 2024-0877\n\nDer Gesamtbetrag der Rechnung ist 2.472 Euro. Sie ist am 25. Juni 2024 fällig.\n"
FACTURE = "FACTURE 2024-0877\n\nLe montant total de la facture est de 2 472 euros. Elle est payable le 25 juin 2024.\n"
LEASE = "LEASE OF 14 KILN LANE\n\nThe studio has a floor area of 86 square metres. The rent is 1,340 pounds a month.\n"
BAIL = "BAIL DU 14 RUE DES LILAS\n\nLe studio a une surface de 86 mètres carrés. Le loyer est de 940 euros par mois.\n"
MIETE = (
    "MIETVERTRAG LINDENSTRASSE 14\n\n"
    "Die Wohnung hat eine Fläche von 86 Quadratmetern. Die Miete beträgt 940 Euro im Monat.\n"
)
ROOMS = (
    "Rooms 101 to 120 have a balcony. Rooms 201 and 203 face the yard. Room 305 costs 90 euros a night. "
    "Breakfast costs 9 euros."
)
MACHINE = """\
Warranty of the Aurelio 300 coffee machine

The machine is covered for three years. The water tank holds 1.8 litres. The machine weighs 7.4 kilograms.

The Aurelio 200 is a smaller model; its water tank holds 1.1 litres. It weighs 5.2 kilograms.
"""
MASCHINE = """\
Garantie der Kaffeemaschine Aurelio 300

Der Wassertank fasst 1,8 Liter. Die Maschine wiegt 7,4 Kilogramm.

Die Aurelio 200 ist ein kleineres Modell; ihr Wassertank fasst 1,1 Liter. Sie wiegt 5,2 Kilogramm.
"""
GATES = "Gate A opens at 9. Gate B opens at 11."
AUTOBUSES = "El autobús 12 sale a las 9:00. El autobús 14 sale a las 10:30."
TRENI = "Il treno 120 parte alle 9:00. Il treno 140 parte alle 10:30."
LOG = "".join(
    f"2024-07-{day:02} {hour:02}:14:00 INFO pump {hour % 5} pressure 2.{hour % 7} bar\n"
    for day in range(1, 15)
    for hour in range(24)
)


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question", "there", "missing"),
    [
        (PUMPS, "Why did pump {} stop?", "3: bearing", "9"),
        (PUMPS, "Who started pump {}?", "4: Okonkwo", "7"),
        (PUMPEN, "Warum hielt Pumpe {} an?", "3: Lager", "9"),
        (PUMPEN, "Wer hat Pumpe {} gestartet?", "4: Okonkwo", "7"),
        (INVOICE, "What is the total of invoice {}?", "2024-0877: 2,472", "2024-0878"),
        (INVOICE, "When is invoice no. {} due?", "2024-0877: 25 June", "2024-0878"),
        (RECHNUNG, "Wann ist die Rechnung Nr. {} fällig?", "2024-0877: 25. Juni", "2024-0878"),
        (RECHNUNG, "Wie hoch ist der Gesamtbetrag der Rechnung {}?", "2024-0877: 2.472", "2024-0878"),
        (FACTURE, "Quel est le montant de la facture {} ?", "2024-0877: 2 472", "2024-0878"),
        (LEASE, "What is the floor area of {} Kiln Lane?", "14: 86", "16"),
        (BAIL, "Quelle est la surface du studio du {} rue des Lilas ?", "14: 86", "16"),
        (MIETE, "Wie hoch ist die Miete der Lindenstraße {}?", "14: 940", "16"),
        (MACHINE, "How heavy is the Aurelio {}?", "200: 5.2", "400"),
        (MASCHINE, "Wie schwer ist die Aurelio {}?", "200: 5,2", "400"),
        (ROOMS, "How much does room {} cost?", "305: 90", "306"),
        (GATES, "When does gate {} open?", "B: 11", "C"),
        (AUTOBUSES, "¿Cuándo sale el autobús {}?", "14: 10:30", "16"),
        (TRENI, "A che ora parte il treno {}?", "140: 10:30", "160"),
    ],
)
async def test_a_thing_is_answered_for_by_its_own_number(text: str, question: str, there: str, missing: str) -> None:
    number, answer = there.split(": ", 1)
    assert answer in await ask(question.format(number), {"note.txt": text})
    assert NOT_IN_DOCUMENTS.begins(await ask(question.format(missing), {"note.txt": text}))


@pytest.mark.req("AN-07")
async def test_a_long_log_answers_for_none_but_its_own_pumps() -> None:
    log = {"service.log": f"{LOG}2024-07-15 03:14:00 ERROR pump 3 stopped: bearing temperature 118 C\n"}
    assert "bearing" in await ask("Why did pump 3 stop?", log)
    assert "bearing" in await ask("Why did pump 3 stop?", {"service.log": log["service.log"][-70:]})
    assert await ask("Why did pump 9 stop?", log) == NOT_IN_DOCUMENTS


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question", "answer", "other"),
    [
        (MACHINE, "How much water fits in the Aurelio 300?", "1.8", "1.1"),
        (MACHINE, "How big is the tank of the Aurelio 200?", "1.1", "1.8"),
        (MACHINE, "How heavy is the Aurelio 300?", "7.4", "5.2"),
        (MASCHINE, "Wie viel Wasser fasst die Aurelio 300?", "1,8", "1,1"),
        (MASCHINE, "Wie schwer ist die Aurelio 300?", "7,4", "5,2"),
        ("# Pump 3\n\nIt runs at 9 bar.\n\n# Pump 4\n\nIt runs at 7 bar.\n", "How many bar has pump 4?", "7", "9"),
    ],
)
async def test_the_thing_named_last_is_what_a_pronoun_stands_for(
    text: str, question: str, answer: str, other: str
) -> None:
    said = await ask(question, {"note.txt": text})
    assert answer in said
    assert other not in said


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (ROOMS, "Does room 105 have a balcony?", "Rooms 101 to 120"),
        (ROOMS, "What does room 201 face?", "yard"),
        ("The tool runs with Python 3.10 or later.", "Does it run with Python 3.12?", "3.10"),
        ("Step 1: Unplug it. Step 2: Open it. The device weighs 4 kg.", "How heavy is the device?", "4 kg"),
        ("Orders of 30 euros or more are sent free of charge.", "Is postage free for an order of 50 euros?", "30"),
        ("Suitcases of up to 20 kg travel free.", "Can I take a suitcase of 18 kg?", "20 kg"),
        ("Das Zimmer kostet 90 Euro. Es hat zwei Betten.", "Kostet das Zimmer mehr als 80 Euro?", "90"),
    ],
)
async def test_a_number_in_a_question_need_not_identify_a_thing(text: str, question: str, answer: str) -> None:
    assert answer in await ask(question, {"note.txt": text})


@pytest.mark.parametrize(
    ("question", "text", "about"),
    [
        ("Is flat TX-12 let?", "Flat TX12 is let.", True),
        ("Is room 5 free?", "Rooms 3, 4 and 5 are free.", True),
        ("Is room 5 free?", "Rooms 3 and 4 are free.", False),
        ("Is room 5 free?", "The rooms are free.", None),
        ("Who wrote chapter 4?", "Chapter IV is by Ann Lee.", True),
        ("Can I pay 50 in cash?", "You pay 30 in cash.", None),
        ("What was said in report 2023?", "Report 2022 says it.", None),
        ("¿Qué pasó en los años 80?", "En los años 70 pasó poco.", None),
        ("What do I do in week 3?", "In week 4 you rest.", None),
        ("What credit is given below 97%?", "The credit below 95% is a tenth.", None),
        ("Do I need 3 eggs?", "You need 2 eggs.", None),
        ("What was West in Q4?", "West was 5 in Q3.", None),
        ("Who founded the V&A?", "The V&B was founded by Ann.", None),
    ],
)
def test_a_number_identifies_the_noun_before_it(question: str, text: str, about: bool | None) -> None:
    assert Identifiers(question).is_about(text) is about
