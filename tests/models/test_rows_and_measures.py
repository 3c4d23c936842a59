"""Questions for a number, a column, a size, a speed, a material or a reason: what answers them, and what does not."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

COURSES = """Booking | Course | Participant | Date | Fee (GBP) | Teacher
B-1 | Pottery | Salma Iqbal | 2026-01-10 | 65 | Moira Keane
B-2 | Bookbinding | Ulrike Stamm | 2026-01-17 | 80 | Oscar Lind
B-3 | Candle making | Beatrice Hume | 2026-02-28 | 58 | Lotte Brand
"""
TIMBER = """Code | Product | Length (m) | Price per piece | In stock
T-1 | Larch decking board, grooved | 4 | 17.90 | 412
T-2 | Cedar cladding, tongue and groove | 3.6 | 21.40 | 305
T-3 | Oak beam, air dried | 3 | 138.00 | 22

Delivery

Zone | Area | Charge | Delivery days
1 | up to 10 miles | 15 | Monday to Friday
2 | 10 to 30 miles | 35 | Tuesday, Thursday
"""
LEASE = """Tenancy agreement

The landlord lets the second-floor flat. The floor area is 71 square metres. Noise that can be heard in other flats must
be avoided between 10 p.m. and 7 a.m. The rent is GBP 1,385 a month, in advance, no later than the fifth day.
"""
CREW = """River rescue: induction training 2026

Training takes place every Wednesday evening. When the pager goes off you must reach the station within eight minutes.
The Kingfisher has a crew of four. Shivering stops when the body gets very cold.
"""
MANUAL = """Dryer: instructions

When it is full, a red lamp lights, the appliance beeps ten times and stops. Passwords for the app are at least fourteen
characters long. The service line is open on weekdays: 0800 555 0142.
"""
CLOCK = """The clock

Under the cloth stood a tall clock with three hands. The first hand was silver, the second was brass, and the third was
made of bone. Edda sold her ring and bought paint. Overtime is made up by time off, not by pay.
"""
BANDS = """Pay bands 2026

Band | Typical role | From (GBP) | To (GBP)
A | Assembler | 24,800 | 29,500
B | Technician | 29,000 | 38,200
"""
ACCOUNTS = """Income statement

Item | 2024 | 2023
Personnel expenses | 412 | 396
Finance costs | 41 | 33
"""
PUMP = """Pump: technical data

Property | Pump 40 | Pump 60
Extraction per day (30 °C, 80 %) | 20 litres | 30 litres
Power consumption | 310 W | 440 W
"""
ESAME = """Programma del corso di statistica

Esame

L'esame è scritto e dura due ore. Vale il 70 per cento del voto. Ci si iscrive almeno cinque giorni prima.
"""
HAUSRAT = """Versicherungsbedingungen

Sache | Grenze
Bargeld | 1.500 Euro
Urkunden und Sparbücher | 3.000 Euro
"""


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (COURSES, "When is the candle making course?", "2026-02-28"),
        (COURSES, "Who gives the candle making class?", "Lotte Brand"),
        (TIMBER, "How many cedar cladding boards are in stock?", "305"),
        (TIMBER, "How many oak beams do they have?", "22"),
        (TIMBER, "What does delivery to zone 2 cost?", "35"),
        (TIMBER, "On which days do you deliver to zone 2?", "Tuesday, Thursday"),
        (ACCOUNTS, "What were the personnel costs in 2023?", "396"),
    ],
)
async def test_a_row_answers_with_the_cell_of_the_kind_that_is_asked_for(text: str, question: str, answer: str) -> None:
    given = await ask(question, {"table.txt": text})
    assert given.startswith(answer), given


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (LEASE, "How big is the flat?", "71 square metres"),
        (LEASE, "How large is the apartment?", "71 square metres"),
        (CREW, "When do we train?", "every Wednesday evening"),
        (CREW, "How quickly do I have to get to the station?", "within eight minutes"),
        (MANUAL, "Why did it stop and beep?", "When it is full"),
        (MANUAL, "How long must passwords be?", "fourteen characters"),
        (MANUAL, "What is the helpline's number?", "0800 555 0142"),
        (CLOCK, "What was the third hand of the tall clock made of?", "made of bone"),
        (CLOCK, "Do I get paid for overtime?", "not by pay"),
        (ESAME, "Quanto dura l'esame?", "due ore"),
    ],
)
async def test_a_sentence_answers_with_the_measure_that_is_asked_for(text: str, question: str, answer: str) -> None:
    assert answer in await ask(question, {"text.txt": text})


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (TIMBER, "How many pine boards are in stock?"),
        (CREW, "How long is the Kingfisher in metres?"),
        (CLOCK, "How much did Edda get for her ring?"),
        (BANDS, "What is the pay range of band F?"),
        (ACCOUNTS, "How many employees work in finance?"),
        (LEASE, "How big is the garden?"),
        (LEASE, "Why is the rent so high?"),
        (HAUSRAT, "Wie viele Kunden hat die Versicherung?"),
        (PUMP, "How much does the Pump 40 cost?"),
    ],
)
async def test_what_only_looks_like_the_number_or_reason_asked_for_is_no_answer(text: str, question: str) -> None:
    given = await ask(question, {"text.txt": text})
    assert NOT_IN_DOCUMENTS.begins(given), given


@pytest.mark.req("AN-09")
async def test_one_sentence_can_answer_both_of_two_questions() -> None:
    given = await ask("What is the rent and when is it due?", {"lease.txt": LEASE})
    assert "1,385" in given
    assert "do not answer" not in given


LEAGUE = """\
Club | Played | Won | Lost
Ashby Rovers | 10 | 8 | 1
Carrow Town | 10 | 3 | 6
"""
SURVEY = """\
Statement | Agree | Neutral | Disagree
I am paid fairly | 41% | 27% | 32%
My team works well | 82% | 10% | 8%
"""
SALON = """\
Service | Short hair | Long hair | Duration
Highlights | £70 | £95 | 2 h
Colour | £45 | £60 | 90 min
"""
INVOICE = """\
Item | Quantity | Price | Amount
Radiator valve | 6 | 18.50 | 111.00
Pump | 1 | 240.00 | 240.00
"""
TALKS = """\
Time | Room 1 | Room 2
10:30 | Cycling lanes | Trees and shade
12:00 | Quiet streets | Parking
"""
DEPARTURES = """\
Stop | Bus 12 | Bus 14
Museum | 07:12 | -
Harbour | 07:20 | 08:20
"""


@pytest.mark.req("AN-06")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (LEAGUE, "How many games has Carrow Town lost?", "6"),
        (LEAGUE, "How many matches did Ashby Rovers win?", "8"),
        (SURVEY, "How many agree that they are paid fairly?", "41%"),
        (SURVEY, "How many disagree that their team works well?", "8%"),
        (SALON, "How long do highlights take?", "2 h"),
        (SALON, "How much are highlights for long hair?", "£95"),
        (INVOICE, "How many radiator valves were fitted?", "6"),
        (TALKS, "When is the talk about cycling lanes?", "10:30"),
    ],
)
async def test_a_heading_says_what_its_cells_count_or_measure(text: str, question: str, answer: str) -> None:
    said = (await ask(question, {"table.md": text})).replace(" [1]", "").replace(" | ", "\n- ").split("\n- ")
    assert answer in said


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (LEAGUE, "How many goals has Carrow Town scored?"),
        (LEAGUE, "How many games has Milton United lost?"),
        (SURVEY, "How many agree that the canteen is good?"),
        (INVOICE, "How many boilers were fitted?"),
        (TALKS, "When is the talk about buses?"),
    ],
)
async def test_a_heading_says_nothing_of_other_rows(text: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"table.md": text}))


@pytest.mark.req("AN-06")
async def test_a_dash_is_quoted_with_its_row() -> None:
    assert "Museum | 07:12 | -" in await ask("When does bus 14 stop at the museum?", {"bus.md": DEPARTURES})
