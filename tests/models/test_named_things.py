"""Questions about a thing with a name or a modifier, without a model: another one of the kind does not answer them."""

import pytest

from orc.documents.evidence.modifiers import Modifiers
from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

ORBITS = {
    f"{name}.txt": f"Data sheet: {name}\n\nThe {name} lamp weighs {kg} kg. The warranty of the {name} is {years} years."
    for name, kg, years in (
        ("Orbit 5", "1.1", 2),
        ("Orbit 5 Pro", "1.3", 3),
        ("Orbit 5 Pro Max", "1.5", 4),
        ("Orbit V", "1.2", 5),
        ("Orbit 6", "1.4", 6),
    )
}
LAMPEN = {
    f"{name}.txt": f"Datenblatt: {name}\n\nDie Garantie der {name} beträgt {years} Jahre. Sie kommt aus Linz."
    for name, years in (("Orbit 5", 2), ("Orbit 5 Pro", 3), ("Orbit V", 5))
}
COMPANIES = {
    f"{at}.txt": f"{name}\n\nAnnual report 2023\n\nThe company had {staff} employees. Revenue was $61.9 billion. "
    "The results reflect general market conditions and the efforts of our people in mills and electric markets."
    for at, (name, staff) in enumerate(
        (
            ("International Business Machines (IBM)", "38,963"),
            ("Walmart Inc.", "37,699"),
            ("JPMorgan Chase & Co.", "33,620"),
            ("Best Buy Co., Inc.", "1,945"),
            ("General Electric", "22,144"),
            ("General Mills", "6,667"),
        )
    )
}
NURSERY = (
    "The cactus house is kept at 16 degrees. The orchid house is kept at 24 degrees and a humidity of 80 percent. "
    "The nursery opens at nine."
)
CONTROLLER = (
    '{"title": "Greenhouse controller", "zones": [{"name": "cactus house", "target_temperature_c": 16, '
    '"humidity_percent": 35}, {"name": "orchid house", "target_temperature_c": 24, "humidity_percent": 80}], '
    '"alarm_phone": "+44 1632 960 550"}'
)
FEES = "The booking fee is 5 euros. The termination fee is 40 euros."
PAY = """\
# Pay

| Role | Hourly rate |
|---|---|
| Baker | €19.50 |
| Driver | €16.10 |

Overtime is paid at one and a half times the hourly rate. Questions go to Ines Carvalho, head of personnel.
"""
WAGES = "A baker earns 19.50 euros per hour. Questions go to Ines Carvalho, head of personnel."
LOHN = "Ein Bäcker verdient 19,50 Euro pro Stunde. Fragen beantwortet Ines Carvalho, die Leiterin des Personals."
MINUTES = (
    "Minutes of the garden society\n\nChair's report\nMembership rose to 31 members.\n\n"
    "Treasurer's report\nIncome from plot rents was £3,150 and water cost £912.\n"
)
POLIZZA = (
    'Polizza viaggio "Orizzonte"\n\nLa polizza copre le spese mediche fino a 30.000 euro per persona. '
    "La franchigia è di 75 euro per sinistro. La polizza dura dodici mesi.\n"
)
POLICY = (
    'Travel policy "Horizon"\n\nThe policy covers medical costs of up to 30,000 euros per person. '
    "The excess is 75 euros per claim. The policy runs for twelve months.\n"
)
POLICE = (
    'Reisepolice "Horizont"\n\nDie Police deckt Arztkosten bis zu 30.000 Euro je Person. '
    "Der Selbstbehalt beträgt 75 Euro je Fall. Die Police läuft zwölf Monate.\n"
)
ROWERY = "Wypożyczenie roweru kosztuje 12 zł za godzinę lub 60 zł za dobę. Kaucja za rower wynosi 200 zł.\n"
CYKLAR = "En cykel kostar 120 kronor per dag. Depositionen är 500 kronor.\n"
FIETSEN = "Een fiets kost 12 euro per dag. De borg is 50 euro.\n"
PROKAT = "Велосипед стоит 500 рублей в день. Залог составляет 2000 рублей.\n"


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("documents", "question", "answer"),
    [
        (ORBITS, "warranty of Orbit 5", "The warranty of the Orbit 5 is 2 years. [1]"),
        (ORBITS, "How long is the warranty of the Orbit 5 Pro?", "The warranty of the Orbit 5 Pro is 3 years. [2]"),
        (ORBITS, "How long is the warranty of the Orbit V?", "The warranty of the Orbit V is 5 years. [4]"),
        (ORBITS, "How heavy is the Orbit 5 Pro Max?", "The Orbit 5 Pro Max lamp weighs 1.5 kg. [3]"),
        (LAMPEN, "Garantie der Orbit 5", "Die Garantie der Orbit 5 beträgt 2 Jahre. [1]"),
        (LAMPEN, "Wie lange ist die Garantie der Orbit 5 Pro?", "Die Garantie der Orbit 5 Pro beträgt 3 Jahre. [2]"),
    ],
)
async def test_a_name_does_not_stand_for_a_longer_one(documents: dict[str, str], question: str, answer: str) -> None:
    assert await ask(question, documents) == answer


@pytest.mark.req("AN-07")
async def test_a_name_with_another_last_letter_is_another_name() -> None:
    text = "Pinto Books keeps account data for 90 days.\n\nPinta Books keeps account data for 60 days."
    said = await ask("How long does Pinta Books keep my account data?", {"shops.txt": text})
    assert "60 days" in said
    assert "90 days" not in said


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(("name", "days"), [("Aldera", 90), ("Alderon", 30)])
async def test_a_policy_of_a_company_with_a_longer_name_does_not_answer(name: str, days: int) -> None:
    texts = {
        each: f"# {each} policy\n\nLog data are kept for {n} days." for each, n in (("Aldera", 90), ("Alderon", 30))
    }
    said = await ask(
        f"How long does {name} keep log data?", {f"{each.lower()}.md": text for each, text in texts.items()}
    )
    assert said == f"Log data are kept for {days} days. [{1 if name == 'Aldera' else 2}]"


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("documents", "question"),
    [
        (ORBITS, "warranty of Orbit X"),
        (ORBITS, "How long is the warranty of the Orbit 7?"),
        (LAMPEN, "Wie lange ist die Garantie der Orbit X?"),
    ],
)
async def test_a_name_that_no_document_has_is_not_answered_for(documents: dict[str, str], question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, documents))


async def test_a_noun_after_a_name_does_not_make_it_another_name() -> None:
    assert "three" in await ask(
        "How long does the battery of the Orbit 5 last?", {"a": "The Orbit 5 Battery lasts three hours."}
    )
    assert "drei" in await ask("Wie lange hält der Akku des Orbit 5?", {"a": "Der Orbit 5 Akku hält drei Stunden."})


@pytest.mark.req("AN-04")
@pytest.mark.parametrize(
    ("question", "staff"),
    [
        ("IBM employees", "38,963"),
        ("Wal-Mart employees", "37,699"),
        ("JP Morgan employees", "33,620"),
        ("JPMorgan employees", "33,620"),
        ("BestBuy employees", "1,945"),
        ("General Electric employees", "22,144"),
        ("General Mills employees", "6,667"),
        ("How many employees does Walmart have?", "37,699"),
    ],
)
async def test_the_sentence_about_a_company_answers_and_not_its_title(question: str, staff: str) -> None:
    answer = await ask(question, COMPANIES)
    assert answer.startswith(f"The company had {staff} employees. [")
    assert answer.count("[") == 1


async def test_a_title_with_what_is_asked_for_answers() -> None:
    text = "Garden party on 14 June 2025\n\nThe guests bring cakes to the party. The band plays until ten.\n"
    assert "14 June" in await ask("When is the garden party?", {"invitation.txt": text})


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question", "there", "missing"),
    [
        (NURSERY, "What is the humidity of the {} house?", "orchid: 80", "tomato"),
        (NURSERY, "At how many degrees is the {} house kept?", "cactus: 16", "tomato"),
        (CONTROLLER, "What is the humidity of the {} house?", "cactus: 35", "tomato"),
        (CONTROLLER, "What is the target temperature of the {} house?", "orchid: 24", "fern"),
        (FEES, "How much is the {} fee?", "termination: 40", "parking"),
        (FEES, "How much is the {} fee?", "cancellation: 40", "parking"),  # in other words
        (PAY, "What is the hourly rate of the {}?", "baker: 19.50", "head baker"),
        (PAY, "What is the hourly rate of the {}?", "driver: 16.10", "deputy driver"),
        (WAGES, "How much does the {} earn?", "baker: 19.50", "head baker"),
        (LOHN, "Wie viel verdient der {}?", "Bäcker: 19,50", "leitende Bäcker"),
    ],
)
async def test_a_thing_of_another_kind_or_rank_does_not_answer(
    text: str, question: str, there: str, missing: str
) -> None:
    one, answer = there.split(": ", 1)
    assert answer in await ask(question.format(one), {"note.txt": text})
    assert NOT_IN_DOCUMENTS.begins(await ask(question.format(missing), {"note.txt": text}))


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("The main office is in Leeds. The sales team works from York.", "Where is the head office?", "Leeds"),
        ("The deputy chair is Tom Cole. The chair is Ann Lee.", "Who is the vice chair?", "Tom Cole"),
        (
            "The notice period is three months. The trial period is six months.",
            "How long is the probation period?",
            "six",
        ),
        (WAGES, "Who is the head of personnel?", "Ines Carvalho"),
        (f"{MINUTES}Lena Moss presented the accounts.\n", "Who is the treasurer?", "Lena Moss"),
    ],
)
async def test_another_word_for_a_kind_or_rank_answers(text: str, question: str, answer: str) -> None:
    assert answer in await ask(question, {"note.txt": text})


def test_a_second_chair_is_a_deputy() -> None:
    modifiers = Modifiers("Wer ist der stellvertretende Vorsitzende?", {})
    assert not modifiers.are_missing("1. Vorsitzende: Ann Lee\n2. Vorsitzender: Tom Cole\n", frozenset())
    assert modifiers.are_missing("Die Vorsitzende ist Ann Lee.\n", frozenset())


@pytest.mark.req("AN-07")
async def test_a_heading_does_not_tell_who_holds_its_office() -> None:
    assert await ask("Who is the treasurer?", {"minutes.txt": MINUTES}) == NOT_IN_DOCUMENTS


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "price", "question", "answer"),
    [
        (POLIZZA, "La polizza costa 120 euro all'anno.", "Quanto costa la polizza?", "120"),
        (POLICY, "The policy costs 120 euros a year.", "How much does the policy cost?", "120"),
        (POLICE, "Die Police kostet 120 Euro im Jahr.", "Wie viel kostet die Police?", "120"),
        (
            "La póliza cubre los gastos médicos hasta 30.000 euros. Dura un año. ",
            "La póliza cuesta 90 euros.",
            "¿Cuánto cuesta la póliza?",
            "90",
        ),
    ],
)
async def test_what_a_policy_covers_is_not_its_price(text: str, price: str, question: str, answer: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"polizza_it.txt": text}))
    assert answer in await ask(question, {"polizza_it.txt": f"{text}{price}\n"})


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (POLIZZA, "Quanto è la franchigia?", "75"),
        ("La réparation coûte jusqu'à 80 euros.", "Combien coûte la réparation ?", "80"),
        ("A repair costs up to 80 euros.", "How much does a repair cost?", "80"),
        ("A price of 90 euros covers two nights.", "What is the price of two nights?", "90"),
        (ROWERY, "Ile kosztuje rower?", "12 zł"),
        (ROWERY, "Ile kosztuje wynajęcie roweru?", "12 zł"),
        (CYKLAR, "Vad kostar hyrcykeln?", "120"),
        (FIETSEN, "Hoeveel kost een huurfiets?", "12"),
        (PROKAT, "Сколько стоит велосипед?", "500"),
    ],
)
async def test_a_price_of_what_is_asked_for_answers(text: str, question: str, answer: str) -> None:
    assert answer in await ask(question, {"note.txt": text})


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (ROWERY, "Ile kosztuje hulajnoga?"),
        (CYKLAR, "Vad kostar en hjälm?"),
        (FIETSEN, "Hoeveel kost een helm?"),
        (PROKAT, "Сколько стоит самокат?"),
    ],
)
async def test_a_price_of_something_else_does_not_answer(text: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"note.txt": text}))


REPORT = """# {name} Annual Report 2023

This is the annual report of {name} for the fiscal year ended December 31, 2023.

## Financial highlights

Total revenue was ${revenue} million.

## People

{name} employed {people} people at the end of the year.
"""
ALIKE = {
    f"{name.replace(' ', '_')}_2023.md": REPORT.format(name=name, revenue=revenue, people=people)
    for name, revenue, people in (
        ("Meridian Foods", "727.8", "1,706"),
        ("Meridian Food Services", "105.5", "23,214"),
        ("Northwind Energy", "508.0", "1,592"),
        ("Northwind Energy Partners", "508.5", "24,959"),
    )
}
RESUMES = {
    "anna.txt": "Curriculum vitae of Anna Schmidt\n\nBorn in Bremen. Works at Kappa Labs since 2012.",
    "hanna.txt": "Curriculum vitae of Hanna Schmid\n\nBorn in Graz. Works at St. Anna Hospital since 2005.",
}


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many people did Meridian Foods employ in 2023?", "Meridian Foods employed 1,706 people"),
        ("How many people did Meridian Food Services employ in 2023?", "Meridian Food Services employed 23,214 people"),
        ("What was the total revenue of Northwind Energy in 2023?", "Total revenue was $508.0 million."),
        ("What was the total revenue of Northwind Energy Partners in 2023?", "Total revenue was $508.5 million."),
        ("Northwind Energy Partners revenue FY2023", "Total revenue was $508.5 million."),
    ],
)
async def test_a_company_is_not_the_one_whose_longer_name_begins_alike(question: str, answer: str) -> None:
    found = await ask(question, ALIKE)

    assert answer in found
    assert found.count("[") == 1


async def test_a_person_is_not_one_with_a_similar_name() -> None:
    assert "Kappa Labs" in await ask("Where does Anna Schmidt work?", RESUMES)
    assert "Hospital" in await ask("Where does Hanna Schmid work?", RESUMES)


async def test_a_document_of_another_name_is_quoted_if_it_mentions_the_name() -> None:
    texts = ALIKE | {"Meridian_Supplies.md": "# Meridian Supplies\n\nThe fee of Meridian Foods is 900 euros."}

    assert "900 euros" in await ask("What is the fee of Meridian Foods?", texts)


async def test_a_title_before_a_surname_is_no_first_name() -> None:
    text = "Captain James Cook saw the plant in 1776."

    assert "1776" in await ask("When did Captain Cook see the plant?", {"cook.txt": text})


async def test_a_number_with_a_separator_of_thousands_is_no_year() -> None:
    text = "Annual Report 2023\n\nThe bakery employed 1,706 people at the end of the year."

    assert "1,706" in await ask("How many people did the bakery employ in 2023?", {"bakery.txt": text})
