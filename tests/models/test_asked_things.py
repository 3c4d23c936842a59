"""A question for the existence, the price or the amount of a thing that a document does not mention is refused without
a model, although the document says something of its other words."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

HOTEL = """\
Hotel Seeblick – Information for guests

The hotel has 42 rooms. A double room costs 140 euros per night. Breakfast costs 16 euros per person. There is a heated
pool behind the house. Wireless internet is free in all rooms. Parking costs 12 euros a day.

Dogs are welcome for a fee of 15 euros a night. The cleaning fee for the flats is 60 euros. We offer a shuttle.
"""
BETRIEB = """\
Betriebsvereinbarung der Nordfjord Logistik GmbH

Der Urlaub beträgt 30 Tage im Jahr. Bei der Geburt eines Kindes gibt es zwei Tage Sonderurlaub. Im Pausenraum steht eine
Kaffeemaschine. Für Fahrräder steht ein überdachter Stellplatz bereit. Das Weihnachtsgeld beträgt 800 Euro.
"""
TICKET = "Your ticket\n\nThe ticket costs 120 pounds in 1st class. Bicycles need a reservation for 9 pounds."
TICKETS = "Tickets\n\nA ticket in first class costs 120 pounds. A ticket in 2nd class costs 80 pounds."
FAHRKARTE = "Fahrkarte\n\nDer Zug fährt um 8:21 Uhr. Ein Ticket in der 2. Klasse kostet 64,80 Euro."
CLUB = """\
Budget

Item | January | February | March | Total
Fees | 4200 | 4150 | 4300 | 12650
Total income | 5050 | 11070 | 5080 | 21200

Item | January | February | March | Total
Electricity | 420 | 395 | 310 | 1125
Total spending | 2070 | 2045 | 2940 | 7055
"""
MONTHS = "Use\n\nMonth | Water | Gas\nJanuary | 30 | 410\nFebruary | 32 | 380\nMarch | 31 | 290\n"
SEASONS = "Office\n\nSeason | Fee\nJanuary to March | 40\nApril to June | 55\n"
KASSE = (
    "Kasse\n\nPosten | Januar | Februar | Summe\nBeiträge | 4200 | 4150 | 8350\nSumme Einnahmen | 4200 | 4750 | 8950\n"
)
PISCINE = """\
La piscine

La consultation a lieu 48 heures avant l'examen. Un cours coûte 12 euros par élève. Il y a 6 bassins.
"""
GASTOS = "Gastos\n\nConcepto | Enero | Febrero\nElectricidad | 420 | 395\nTotal gastos | 2945 | 2470\n"
HALF = """\
Half-year report

Revenue rose by 6.4% to £148.9 million (H1 2024: £139.9 million). Operating profit was £17.2 million.

£ million | Revenue H1 2025 | Revenue H1 2024 | Operating profit H1 2025 | Operating profit H1 2024
Hand tools | 62.4 | 61.0 | 8.1 | 8.0
Central costs | – | – | (1.2) | (1.2)
Group | 148.9 | 139.9 | 17.2 | 14.8
"""
BANK = """\
Conditions of the giro account

Withdrawals at cash dispensers are free of charge. The nominal rate of the home loan is 3.4 percent. The credit rating
is examined every year by Ms Orlando.
"""
COURT = """\
Report on the break-in of 3 May

The defendant ran away on a bicycle. Taken into custody was Leo Marsh by Sergeant Dunn. The ruling was announced on
9 June.
"""
JUNIOR = """\
Accounts for children

A Junior account comes with a card. Until they are 16, a parent sees the transfers too.
"""
BAUSTELLE = """\
Hinweise zur Baustelle

Der Polier Hans Kern ist ab 7 Uhr vor Ort. Das Baugerüst bleibt bis Oktober stehen. Die Armatur im Waschraum ist defekt.
"""


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (HOTEL, "Does the hotel have family rooms?"),
        (HOTEL, "Does the hotel offer a babysitting service?"),
        (HOTEL, "How much is the fee for late checkout?"),
        (BETRIEB, "Gibt es im Pausenraum einen Kühlschrank?"),
        (BETRIEB, "Wie viele Tage Bildungsurlaub gibt es?"),
        (TICKET, "How much is a ticket in 2nd class?"),
        (FAHRKARTE, "Wie viel kostet ein Ticket in der 1. Klasse?"),
        (FAHRKARTE, "Hat der Zug ein Bordrestaurant?"),
        (CLUB, "What was the income in April?"),
        (CLUB, "What were the fees in May?"),
        (MONTHS, "How much gas was used in June?"),
        (KASSE, "Wie hoch waren die Einnahmen im April?"),
        (PISCINE, "Combien d'examens y a-t-il par an ?"),
        (PISCINE, "Combien d'élèves y a-t-il ?"),
        (GASTOS, "¿Cuánto se gastó en calefacción?"),
        (HALF, "What was gross profit in H1 2025?"),
        (BANK, "How much is the prepayment penalty?"),
        (HOTEL, "How much do we pay if we lose a key?"),
        (JUNIOR, "How much does a Junior account cost?"),
        (COURT, "How long is the prison sentence?"),
        (BAUSTELLE, "Wo ist der Feuerlöscher?"),
    ],
)
async def test_a_thing_that_the_document_does_not_mention_is_refused(text: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"rules.txt": text}))


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (HOTEL, "Is there a swimming pool?", "heated pool"),
        (HOTEL, "Does the hotel have Wi-Fi?", "Wireless internet"),
        (HOTEL, "Is there a free car park?", "12 euros a day"),
        (HOTEL, "How much is the charge for dogs?", "15 euros"),
        (BETRIEB, "Wie viele Tage Urlaub gibt es?", "30 Tage"),
        (BETRIEB, "Gibt es Sonderurlaub?", "zwei Tage"),
        (BETRIEB, "Gibt es einen Fahrradstellplatz?", "Stellplatz"),
        (TICKETS, "How much is a ticket in 1st class?", "120 pounds"),
        (CLUB, "What was the income in February?", "11070"),
        (CLUB, "How much was electricity in March?", "310"),
        (MONTHS, "How much gas was used in March?", "290"),
        (SEASONS, "What is the fee in February?", "40"),
        (PISCINE, "Combien de bassins y a-t-il ?", "6 bassins"),
        (HALF, "What was operating profit of hand tools in H1 2025?", "8.1"),
        (BANK, "What does it cost to withdraw at an ATM?", "free of charge"),
        (BANK, "What is the interest rate of the mortgage?", "3.4 percent"),
        (COURT, "How did the suspect flee?", "bicycle"),
        (COURT, "Who was arrested?", "Leo Marsh"),
        (COURT, "When was the verdict?", "9 June"),
        (BAUSTELLE, "Wer ist der Bauleiter?", "Hans Kern"),
        (BAUSTELLE, "Welcher Wasserhahn ist kaputt?", "Waschraum"),
    ],
)
async def test_a_thing_in_other_words_is_answered(text: str, question: str, answer: str) -> None:
    assert answer in await ask(question, {"rules.txt": text})
