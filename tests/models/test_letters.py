"""Letters, terms and invoices as people have them, asked without a model."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

LETTER = """\
Grundschule am Stadtpark

Elternbrief Nr. 4 – Klassenfahrt der 4b

Liebe Eltern,

vom 2. bis 6. Juni 2025 fahren wir mit der Klasse 4b in die Jugendherberge Eulenburg im Harz. Wir treffen uns am Montag
um 7:45 Uhr am Busparkplatz hinter der Turnhalle.

Die Kosten betragen 245 Euro pro Kind. Darin enthalten sind die Busfahrt und der Eintritt ins Bergwerk.

Mitzubringen sind: feste Schuhe, Bettwäsche und ein Taschengeld von höchstens 20 Euro. Handys bleiben bitte zu Hause.
Die Rückkehr ist am Freitag gegen 15:30 Uhr geplant. Kinder mit Allergien melden Sie bitte bis zum 16. Mai.

Im Notfall erreichen Sie uns unter 0170 4455667.

Der Elternabend zur Klassenfahrt findet am 14. Mai um 19 Uhr im Raum 12 statt.

Mit freundlichen Grüßen
Sabine Kramer, Klassenlehrerin
"""
TERMS = """\
FitHouse Membership Terms

1. Membership
The membership begins on the day you sign the contract and runs for twelve months. It renews by one month at a time
unless it is cancelled.

2. Pausing
Members may pause their membership for up to three months per year. The request must reach us two weeks before the pause
begins.

3. House rules
Lockers may only be used during the visit. Filming other members is prohibited. Guests pay €10 each.
"""
INVOICE = """\
INVOICE

Nordlicht Software AG

Bill to:
Greenfield Dairy Ltd
14 Mill Lane, Norwich NR3 4DT

Invoice number: NS-2025-0412
Customer number: 20877
Net amount: €6,070.50
Total due: €6,070.50

A 2% cash discount applies to payments within 10 days.
Contact for questions: Ms Petersen, billing@nordlicht.example
"""
LEASE = """\
LEASE

Tenant:
Ann Lee
12 Mill Road

Landlord:
Bob Roe
"""
RESUME = """\
Curriculum vitae

Name: Ann Lee

Education

2010 to 2012: MSc in Statistics, with distinction. Thesis: Missing data in household surveys.

Languages

Greek (mother tongue), English (C2), French (C1)

Interests

Long-distance running, choir, beekeeping

References

Dr. Bob Roe, head of analytics
"""
CONTRACT = """\
§ 2 Probezeit

Die ersten sechs Monate gelten als Probezeit. Nach der Probezeit beträgt die Kündigungsfrist drei Monate.

§ 3 Arbeitszeit

Überstunden werden durch Freizeit ausgeglichen. Der Jahresurlaub beträgt 30 Arbeitstage.
"""
REPORT = """\
# A study of soil

The main projects were a covered dry dock in Stavanger (£6.8 million) and a cutting line in Peterhead (£2.1 million).
Ann Lee retired as chair in 2024 and was succeeded by Lars Teigen. The main limitation is the short duration.
Claims must be made within 60 days of your return.
"""


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Wie viel kostet die Fahrt?", "Die Kosten betragen 245 Euro pro Kind."),
        ("Was ist im Preis enthalten?", "Darin enthalten sind die Busfahrt und der Eintritt ins Bergwerk."),
        ("Wohin geht die Klassenfahrt?", "in die Jugendherberge Eulenburg im Harz."),
        ("Wo ist der Treffpunkt?", "am Busparkplatz hinter der Turnhalle."),
        ("Wie ist die Notfallnummer?", "0170 4455667"),
        ("Muss Bettwäsche mitgebracht werden?", "Mitzubringen sind: feste Schuhe, Bettwäsche"),
        ("Wer ist die Klassenlehrerin?", "Sabine Kramer, Klassenlehrerin"),
        ("Was müssen die Kinder mitbringen?", "Mitzubringen sind: feste Schuhe, Bettwäsche"),
        ("Darf mein Kind ein Handy mitnehmen?", "Handys bleiben bitte zu Hause."),
        ("Wann kommen die Kinder zurück?", "Die Rückkehr ist am Freitag gegen 15:30 Uhr geplant."),
        ("Was müssen die Eltern bezahlen?", "Die Kosten betragen 245 Euro pro Kind."),
    ],
)
async def test_a_letter_answers_although_it_names_its_subject_only_in_its_title(question: str, said: str) -> None:
    answer = await ask(question, {"brief.md": LETTER})

    assert said in answer.replace("\n", " ")
    assert "Elternabend" not in answer


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How far in advance must I ask for a pause?", "The request must reach us two weeks before the pause begins."),
        ("Does the contract renew automatically?", "It renews by one month at a time unless it is cancelled."),
        ("May I film in the gym?", "Filming other members is prohibited."),
    ],
)
async def test_terms_answer_in_other_words_than_the_question(question: str, said: str) -> None:
    assert said in (await ask(question, {"terms.md": TERMS})).replace("\n", " ")


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How much is a locker?", TERMS),
        ("Where is the customer located?", INVOICE),
        ("Wie lange dauert die Busfahrt?", LETTER),
        ("Wohin mit den Schuhen?", LETTER),
        ("Wohin fährt die 7a?", LETTER),
        ("Who is the data protection officer?", f"{TERMS}\nOur registered office is in Hereford. Data is encrypted.\n"),
        ("How much did the clock sell for?", "The clock had kept time for ninety-one years.\n"),
        ("Was müssen die Eltern noch zahlen?", "Liebe Eltern,\n\nwir danken für Ihr Kommen.\n"),
        ("Was kostet der Eintritt ins Bergwerk?", LETTER),
    ],
)
async def test_a_sentence_about_the_thing_without_what_is_asked_of_it_is_no_answer(question: str, text: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"file.md": text}))


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    "address", ["14 Mill Lane, Norwich NR3 4DT", "Hafenstraße 7, 20457 Hamburg", "Herengracht 124, 1015 BT Amsterdam"]
)
async def test_an_address_is_found_by_its_form(address: str) -> None:
    note = f"Our landlord is Mr Ames. The landlord's post goes to {address}.\n"

    assert address in await ask("What is the address of the landlord?", {"note.md": note})


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "text", "said"),
    [
        ("Who is the customer?", INVOICE, "Greenfield Dairy Ltd"),
        ("Who is the invoice billed to?", INVOICE, "Greenfield Dairy Ltd"),
        ("How much do I have to pay?", INVOICE, "Total due: €6,070.50"),
        ("What is the discount for early payment?", INVOICE, "A 2% cash discount"),
        ("Who is the tenant?", LEASE, "Ann Lee"),
        ("Which languages does she speak?", RESUME, "Greek (mother tongue), English (C2), French (C1)"),
        ("What are her hobbies?", RESUME, "Long-distance running, choir, beekeeping"),
        ("What was the topic of her thesis?", RESUME, "Missing data in household surveys."),
        ("Wie lange dauert die Probezeit?", CONTRACT, "Die ersten sechs Monate gelten als Probezeit."),
        ("Was passiert mit Überstunden?", CONTRACT, "Überstunden werden durch Freizeit ausgeglichen."),
        ("Wie viele Tage Urlaub habe ich im Jahr?", CONTRACT, "Der Jahresurlaub beträgt 30 Arbeitstage."),
        ("How much did the dry dock in Stavanger cost?", REPORT, "£6.8 million"),
        ("Who took over as chair?", REPORT, "was succeeded by Lars Teigen"),
        ("What is the main limitation of the study?", REPORT, "The main limitation is the short duration."),
        ("How soon after coming home must I claim?", REPORT, "within 60 days of your return"),
    ],
)
async def test_labels_headings_and_other_words_lead_to_the_sentence(question: str, text: str, said: str) -> None:
    answer = (await ask(question, {"file.md": text})).replace("\n", " ")

    assert said in answer
    assert "References" not in answer
