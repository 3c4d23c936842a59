"""Questions about forms and other documents that state facts behind labels, without a model."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

LOAN = (
    "LOAN AGREEMENT\n\nLender: Kestrel Bank. Borrower: Amy Poole.\nAmount: £7,500. Purpose: a new boiler.\n"
    "Interest: 5.9% fixed for the whole term. Term: 36 months.\n"
    "The borrower may repay early at any time; a fee of one month's interest applies.\n"
    "A charge of £20 is made for late payment.\n"
)
COURSE = (
    "# PHY 110: Optics, Autumn 2026\n\nLecturer: Dr Ines Falk, office 2.04\nOffice hours: Tuesdays 13:00-14:00\n"
    "Lectures: Mondays 9:15, Room A7\nRequired text: Hecht, Optics.\nPrerequisite: PHY 100.\n\n"
    "The exam is on 3 February. Reports lose 5% per day.\n"
)
INVOICE = (
    "INVOICE 77\n\nBrook Heating\nBill to: Cafe Lux\nInvoice date: 2 May 2025\nDue date: 1 June 2025\n\n"
    "Please pay to Brook Heating, sort code 20-44-91, account 73310085.\n"
)
DOG = (
    "PET RECORD\n\nName: Biscuit. Species: dog. Breed: whippet.\nDate of birth: 4 August 2019.\n"
    "Owner: Hannah Pryce, 12 Dock Lane, Swansea.\nFood: 180 g dry food at 7:00 and 18:00; no chicken.\n"
)
SYRUP = (
    "Hustol cough syrup\n\nDose: adults 10 ml three times a day\nStorage: below 25 °C, out of the reach of children\n"
    "Manufacturer: Pharmax GmbH, Ulm\n"
)
CREDIT = (
    "Kreditvertrag\n\nDarlehensgeber: Sparbank Jena. Darlehensnehmer: Uwe Roth.\nBetrag: 6.000 Euro. "
    "Verwendungszweck: Kauf eines Motorrads.\nZinssatz: 4,9 %. Laufzeit: 60 Monate.\n"
    "Bei Verzug wird eine Gebühr von 10 Euro fällig.\n"
)
JOB = (
    "Stellenanzeige: Pflegefachkraft\n\nArbeitsort: Haus Fuldablick, Wohnbereich 2\nBeginn: 1. September 2025\n"
    "Arbeitszeit: 32 Stunden pro Woche\nAnsprechpartnerin: Frau Iris Mahler, Telefon 0561 998877\n"
)
CONTRACT = (
    "EMPLOYMENT AGREEMENT\n\nStart. Employment starts on 6 January 2025. It is for an unlimited period.\n"
    "Place of work. The office in Swansea. Parking is free.\n"
    "Sickness. The employee must inform the manager before 9:30 on the first day of absence.\n"
)
TEAM = "# Sprint 14\n\nThe sprint lasts from 3 to 14 March. Capacity: 24 points.\n"
WEDDING = "# Wedding plan\n\n**Ceremony** 13:00, St Bride's Chapel.\n**Reception** 15:30, Barn at Loch End.\n"
MEETING = "MEETING REQUEST\n\nDate: Thursday 12 June\nTime: 16:30\nPlace: Room 14, Town Hall\nChair: Brigid Moore\n"


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (LOAN, "How long does the loan run?", "Term: 36 months"),
        (LOAN, "How much did she borrow?", "£7,500"),
        (LOAN, "What is the interest rate?", "5.9%"),
        (LOAN, "What is the money for?", "a new boiler"),
        (COURSE, "Who teaches the course?", "Ines Falk"),
        (COURSE, "Where are the lectures?", "Room A7"),
        (COURSE, "When can I visit the lecturer?", "Tuesdays"),
        (COURSE, "Which book do I need?", "Hecht"),
        (COURSE, "What do I need to have taken before?", "PHY 100"),
        (INVOICE, "When is the payment due?", "1 June 2025"),
        (INVOICE, "When was the invoice issued?", "2 May 2025"),
        (INVOICE, "Who sent the invoice?", "Brook Heating"),
        (INVOICE.replace("\nBill", "\n\nBill"), "Who issued the invoice?", "Brook Heating"),
        (DOG, "How old is the dog?", "4 August 2019"),
        (DOG, "Who owns the dog?", "Hannah Pryce"),
        (DOG, "When is he fed?", "at 7:00"),
        (SYRUP, "Who makes the syrup?", "Pharmax"),
        (CREDIT, "Wie lange läuft der Kredit?", "60 Monate"),
        (CREDIT, "Wofür ist das Geld?", "Kauf eines Motorrads"),
        (CREDIT, "Wie hoch ist der Kredit?", "6.000 Euro"),
        (JOB, "Wo werde ich arbeiten?", "Haus Fuldablick"),
        (JOB, "Wann beginnt die Stelle?", "1. September"),
        (JOB, "An wen wende ich mich bei Fragen?", "Iris Mahler"),
        (CONTRACT, "Where will I work?", "office in Swansea"),
        (CONTRACT, "When is my first day?", "6 January 2025"),
        (TEAM, "What is the team's capacity?", "24 points"),
        (WEDDING, "Where is the party?", "Barn at Loch End"),
        (MEETING, "When is the meeting?", "12 June"),
    ],
)
async def test_a_label_answers_that_says_what_is_asked_for(text: str, question: str, answer: str) -> None:
    assert answer in await ask(question, {"document.txt": text})


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (LOAN, "How long does the guarantee run?"),
        (LOAN, "How long does the course last?"),
        (LOAN, "How much did the boiler cost?"),
        (COURSE, "Where is the exam?"),
        (COURSE, "Who marks the reports?"),
        (INVOICE, "When was the work done?"),
        (DOG, "Where was he born?"),
        (DOG, "How much does he weigh?"),
        (SYRUP, "What does it cost?"),
        (CREDIT, "Wie lange läuft die Garantie?"),
        (JOB, "Wer leitet das Haus?"),
        (TEAM, "Who is the product owner?"),
        (MEETING, "Who wrote the invitation?"),
    ],
)
async def test_a_label_of_something_else_does_not_answer(text: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"document.txt": text}))


BILL = "INVOICE\n\nInvoice No: NG-20871\n\nSubtotal: 1,919.00\nVAT 20%: 383.80\nTotal due: GBP 2,302.80\n"
STATUS = (
    "Project Kestrel status\n\nGo-live is planned for 17 October 2025\nThe project leader is Amara Nwosu\n"
    "Two risks are open: supplier delay and missing tests"
)
ITEMS = """{
 "items": [
  {
   "name": "Desk lamp",
   "quantity": 12,
   "price": 49.9
  },
  {
   "name": "Office chair",
   "quantity": 4,
   "price": 219.0
  }
 ]
}"""
PORTS = """{
  "server": {
    "host": "10.0.0.5",
    "port": 8443
  },
  "database": {
    "host": "10.0.0.9",
    "port": 5432
  }
}"""


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question", "answer", "other"),
    [
        (BILL, "What is the subtotal?", "Subtotal: 1,919.00", "2,302.80"),
        (BILL, "What is the VAT?", "VAT 20%: 383.80", "2,302.80"),
        (ITEMS, "What is the price of the office chair?", '"price": 219.0', "49.9"),
        (ITEMS, "What is the price of the desk lamp?", '"price": 49.9', "219.0"),
        (PORTS, "What is the server port?", '"port": 8443', "5432"),
        (PORTS, "What is the database port?", '"port": 5432', "8443"),
    ],
)
async def test_of_adjacent_lines_with_labels_the_one_that_is_asked_for_answers(
    text: str, question: str, answer: str, other: str
) -> None:
    said = await ask(question, {"document.txt": text})
    assert answer in said
    assert other not in said


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("Place of work is Winterthur. The meeting place is Room 4.", "Where is the meeting place?", "Room 4"),
        ("Place of work is Winterthur. The meeting place is Room 4.", "Where is the place of work?", "Winterthur"),
        ("Der Treffpunkt ist Halle 3. Beginn ist um 9 Uhr.", "Wo ist der Treffpunkt?", "Halle 3"),
        (STATUS, "Who is the project leader?", "Amara Nwosu"),
    ],
)
async def test_a_place_without_a_preposition_and_a_line_without_an_end_mark_answer(
    text: str, question: str, answer: str
) -> None:
    assert answer in await ask(question, {"document.txt": text})
