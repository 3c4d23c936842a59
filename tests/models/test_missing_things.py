"""A question about what a document does not have is refused without a model, although the document says something of
its words."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

CLUB = """\
# Marlow Tennis Club – Rules

The club has 214 members and six hard courts. Guests pay 8 pounds per visit. The committee is chaired by Ms Irene Falk.
Accounts are checked by two trainers of another club. Staff get 25 days of paid annual leave and a bonus of 5%.
Notice of resignation is three months for both parties. The growth came from the new hall in Leeds.
Our data about members is kept for two years. We use a model of the courts for planning.

Income | 2024 | 2025
Visitor fees | 9620 € | 10100 €
"""
VEREIN = """\
Satzung des Turnvereins Grünau

Der Verein wird durch zwei Vorstandsmitglieder vertreten. In der Halle gibt es drei Umkleiden.
Frau Thoma ist im Lager Kiel beschäftigt. Nachts wird die Halle von 40 Leuchten erhellt.
"""
PENSION = """\
# Pensión La Brisa – Normas

La pensión tiene 12 balcones. Está prohibido fumar en las habitaciones; la multa es de 100 €.
La piscina abre de 10:00 a 20:00. Los perros pagan 10 € por noche.
"""
ROWING = """\
Members may borrow two boats for three hours. The fee is 140 pounds. The deposit can be repaid on request.
Last year, 37 rowers took part in the regatta. The boathouse stands on Mill Lane. Price list: badge 4 pounds.
"""
NOTICE = """\
The fee rises to 6 pounds in May. Our branch in Park Street closes on 30 June.
If you do not agree with the changes, you can close your account free of charge. If the filter is full, the red light
flashes.
"""
STAY = """\
Booking confirmation 771-330-55

Hotel Vega, Lund. Room: double room with breakfast, 3 nights. Your customer number is 88120.
"""
KLUBB = """\
Protokoll årsmöte – Kanotklubben Uttern

Klubben äger nio kanoter. Medlem 17 har anmält en skadad kanot. Antal styrelseledamöter: 5.
"""


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (CLUB, "How many employees does the club have?"),  # the notice is three months for both parties
        (CLUB, "How many trainers does the club have?"),
        (CLUB, "How many visitors does the club have?"),  # fees are no number of visitors
        (CLUB, "How many members live in Leeds?"),
        (CLUB, "How many days of parental leave do staff get?"),
        (CLUB, "How much is the Christmas bonus?"),
        (CLUB, "Do you use my data to train AI models?"),
        (CLUB, "How long do you boil an egg?"),
        (VEREIN, "Wie viele Mitglieder hat der Verein?"),
        (VEREIN, "Wie viele Mitarbeiter arbeiten im Lager Kiel?"),
        (PENSION, "¿Cuántas habitaciones tiene la pensión?"),
        (PENSION, "¿Cuántas piscinas tiene la pensión?"),
        (PENSION, "¿Cuántos perros hay en la pensión?"),
        (KLUBB, "Hur många medlemmar har klubben?"),
        (ROWING, "How many boats does the club have?"),  # may borrow is a limit
        ("Man får låna fem böcker i en månad.", "Hur många böcker har biblioteket?"),
        ("Un libro perso si paga. Si possono prendere cinque libri.", "Quanti libri ha la biblioteca?"),
        (ROWING, "Can the fee be increased?"),
        (NOTICE, "Why is the fee rising?"),
        (NOTICE, "Why does the branch close?"),
        (STAY, "What is the room number?"),
        (STAY, "What is the phone number of the hotel?"),
        ("Le loyer est de 520 euros. Le chauffage est compris.", "Le loyer peut-il augmenter ?"),
        ("Hyran är 7 850 kronor i månaden.", "Kan hyran höjas?"),
        (ROWING, "Where is the regatta?"),
        (ROWING, "How many women took part in the regatta?"),
    ],
)
async def test_what_is_not_there_is_refused(text: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"rules.txt": text}))


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (CLUB, "How many members does the club have?", "214 members"),
        (CLUB, "How many days of annual leave do staff get?", "25 days"),
        (CLUB, "How many holidays do I get?", "25 days"),
        (CLUB, "How much is the bonus?", "5%"),
        (CLUB, "How long do you keep data about members?", "two years"),
        (VEREIN, "Wie viele Umkleiden gibt es?", "drei Umkleiden"),
        (VEREIN, "Wie viele Leuchten hat die Halle?", "40 Leuchten"),
        (PENSION, "¿Cuántos balcones tiene la pensión?", "12 balcones"),
        (ROWING, "How many boats may I borrow?", "two boats"),
        (NOTICE, "Why does the red light flash?", "filter"),
        (STAY, "What is the customer number?", "88120"),
        ("Sit in seat 14C, please. Dinner is at 7.", "What is the seat number?", "14C"),
        (ROWING, "Can the deposit be repaid?", "on request"),
        (ROWING, "Where is the boathouse?", "Mill Lane"),
        (ROWING, "How many rowers took part in the regatta?", "37"),
        ("La casa tiene un baño.", "¿Cuántos baños tiene la casa?", "un baño"),
        ("Hyran kan höjas i januari.", "Kan hyran höjas?", "januari"),
        (KLUBB, "Hur många kanoter äger klubben?", "nio kanoter"),
        (KLUBB, "Hur många styrelseledamöter har klubben?", "styrelseledamöter: 5"),
    ],
)
async def test_what_is_there_is_answered(text: str, question: str, answer: str) -> None:
    assert answer in await ask(question, {"rules.txt": text})
