"""Questions for a value or an agent that the documents do not name, about a subject that they do."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

STAFF = """\
| Name | Role | Office |
|---|---|---|
| Grace Lin | Engineer | Berlin |
| Tom Baker | Accountant | Leeds |
"""
PEOPLE = """\
| Name | Age | Phone | Email | Salary | Start date |
|---|---|---|---|---|---|
| Grace Lin | 34 | 030 123456 | grace@example.org | 52,000 | 2019-03-01 |
| Tom Baker | 41 | 0113 496 0000 | tom@example.org | 48,500 | 2015-07-15 |
"""
STOCK = """\
| Product | Colour | Stock |
|---|---|---|
| Desk lamp | red | 40 |
| Office chair | black | 12 |
"""
TRAINS = """\
| Train | Departure | Arrival |
|---|---|---|
| ICE 12 | 09:14 | 11:02 |
| RE 5 | 09:40 | 12:10 |
"""
PROGRAMME = """\
| When | What | Where |
|---|---|---|
| 12 June | Summer party | Rose Garden |
| 3 July | Yoga class | Gym |
"""
TOOLS = """\
| Tool | Kept in | Last checked |
|---|---|---|
| Drill | Blue cupboard | May 2024 |
| Saw | Shed | June 2024 |
"""
HIRE = (
    "Sunrise Car Hire rents cars and vans in Brighton. The company has 40 vehicles and two branches. "
    "The contract with the city council for ten electric vans was signed in March."
)
TENDER = (
    "The town plans a new swimming pool. The contract for the building work is worth 4 million euros. "
    "Several companies have shown interest."
)
BRIDGE = (
    "Three firms bid for the bridge contract in May. Halden Bridges won it with a bid of 3.2 million euros. "
    "The mill belongs to the Carter family. The lease was signed by Ann Webb."
)


BRANCH = (
    "The branch in Munden closes for good on 27 June. Ada Webb leads the branch in Torleigh. "
    "The branch in Ashby closed in May because the lease had ended. The branch in Torleigh opens at 9.30. "
    "The lamps switch on at sunset. The Hearth is a lift for three persons. The lift Alto costs 9,500 pounds."
)


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    "question",
    [
        "Why does the branch in Munden close?",
        "What time does the branch in Munden close?",
        "How much does the Hearth lift cost?",
        "When was Ada born?",
    ],
)
async def test_a_sentence_without_the_reason_the_time_or_the_name_does_not_answer(question: str) -> None:
    assert await ask(question, {"branches.txt": BRANCH}) == NOT_IN_DOCUMENTS


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Why did the branch in Ashby close?", "because the lease had ended"),
        ("What time does the branch in Torleigh open?", "opens at 9.30"),
        ("When do the lamps turn on?", "at sunset"),
        ("How much does the Alto lift cost?", "9,500 pounds"),
    ],
)
async def test_a_sentence_with_the_reason_the_time_or_the_name_answers(question: str, answer: str) -> None:
    assert answer in await ask(question, {"branches.txt": BRANCH})


@pytest.mark.req("AN-06")
@pytest.mark.parametrize(
    ("table", "question"),
    [
        (STAFF, "How old is Grace Lin?"),
        (STAFF, "What is Grace Lin's phone number?"),
        (STAFF, "What is Tom Baker's salary?"),
        (STAFF, "When was Tom Baker born?"),
        (STAFF, "Wie alt ist Grace Lin?"),
        (PEOPLE, "Where does Tom Baker live?"),
        (PEOPLE, "When was Tom Baker born?"),
        (STOCK, "How much does the desk lamp cost?"),
        (STOCK, "When will the desk lamp be delivered?"),
        (STOCK, "Was kostet der Office chair?"),
        (TRAINS, "How much does the ICE 12 cost?"),
        (PROGRAMME, "Who runs the yoga class?"),
        (TOOLS, "How old is the saw?"),
    ],
)
async def test_a_row_does_not_answer_for_a_column_that_it_lacks(table: str, question: str) -> None:
    assert await ask(question, {"table.md": table}) == NOT_IN_DOCUMENTS.to(question)


@pytest.mark.req("AN-06")
@pytest.mark.parametrize(
    ("table", "question", "answer"),
    [
        (PEOPLE, "How old is Grace Lin?", "34"),
        (PEOPLE, "What is Tom Baker's phone number?", "0113 496 0000"),
        (PEOPLE, "How much does Tom Baker earn?", "48,500"),
        (PEOPLE, "When did Grace Lin start?", "2019-03-01"),
        (TRAINS, "When does the RE 5 arrive?", "12:10"),
        (PROGRAMME, "When is the summer party?", "12 June"),
        (PROGRAMME, "Where is the summer party?", "Rose Garden"),
        (TOOLS, "Where is the drill kept?", "Blue cupboard"),
    ],
)
async def test_a_row_answers_by_a_heading_or_by_the_form_of_a_cell(table: str, question: str, answer: str) -> None:
    assert answer in await ask(question, {"table.md": table})


@pytest.mark.req("AN-06")
async def test_a_title_says_what_the_figures_of_a_table_are() -> None:
    table = "| Zone | Standard | Express |\n|---|---|---|\n| Home | 5 | 9 |\n| Europe | 12 | 25 |\n"
    question = "How much does a parcel to Europe cost?"
    assert "12" in await ask(question, {"zones.md": f"# Parcel prices\n\n{table}"})
    assert await ask(question, {"zones.md": f"# Parcel volumes\n\n{table}"}) == NOT_IN_DOCUMENTS


@pytest.mark.req("AN-06")
async def test_a_row_of_a_long_table_does_not_answer_for_a_column_that_it_lacks() -> None:
    rows = "".join(f"| Person{i} Family{i} | Engineer | Berlin |\n" for i in range(300))
    staff = {"staff.md": f"| Name | Role | Office |\n|---|---|---|\n{rows}"}
    assert "Berlin" in await ask("Where does Person150 Family150 work?", staff)
    assert await ask("How old is Person150 Family150?", staff) == NOT_IN_DOCUMENTS


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (HIRE, "Who owns Sunrise Car Hire?"),
        (HIRE, "Who founded Sunrise Car Hire?"),
        (HIRE, "Who runs Sunrise Car Hire?"),
        (HIRE, "Who signed the contract?"),
        (HIRE, "Which company won the contract?"),
        (TENDER, "Which company won the contract?"),
        (TENDER, "Who won the contract?"),
        (TENDER, "Who is the architect?"),
    ],
)
async def test_a_sentence_without_the_deed_or_its_agent_does_not_say_who_did_it(text: str, question: str) -> None:
    assert await ask(question, {"note.txt": text}) == NOT_IN_DOCUMENTS


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (BRIDGE, "Which company won the contract?", "Halden Bridges won it"),
        (BRIDGE, "Who won the contract?", "Halden Bridges won it"),
        (BRIDGE, "Who owns the mill?", "Carter family"),
        (BRIDGE, "Who signed the lease?", "Ann Webb"),
        (HIRE, "When was the contract signed?", "in March"),
        (HIRE, "What does Sunrise Car Hire rent?", "cars and vans"),
    ],
)
async def test_a_sentence_with_the_deed_and_its_agent_says_who_did_it(text: str, question: str, answer: str) -> None:
    assert answer in await ask(question, {"note.txt": text})


HARBOUR = """\
In July the council set up a working group, headed by the engineer Ruth Adler, which planned the new harbour wall.
The old wall had been damaged by the storms of 1987. Fishing boats moored in the outer basin until the works ended.
"""
HAFEN = """\
Im Juli setzte der Rat eine Arbeitsgruppe ein, deren Vorsitz die Ingenieurin Ruth Adler hatte; sie entwarf die neue
Hafenmauer. Die Stürme des Jahres 1987 hatten die alte Mauer zerstört. Boote lagen so lange im äußeren Becken.
"""
QUAI = """\
En juillet, la mairie forma un groupe de travail, avec l'ingénieure Ruth Adler à sa tête, qui dessina le nouveau quai du
port. L'ancien quai avait souffert des tempêtes de 1987. Les bateaux de pêche restèrent dans le bassin extérieur.
"""


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question", "fact"),
    [
        (HARBOUR, "Who chaired the body that designed the new harbour wall?", "Ruth Adler"),
        (HARBOUR, "Where did the fishing boats anchor while the new wall was being built?", "outer basin"),
        (HARBOUR, "Where did fishermen keep their fishing boats until the end of the works?", "outer basin"),
        (HAFEN, "Wer führte das Gremium, das die neue Hafenmauer plante?", "Ruth Adler"),
        (HAFEN, "Wer zeichnete die Pläne der neuen Hafenmauer für den Rat?", "Ruth Adler"),
        (QUAI, "Quelle est la profession de la personne qui dessina le nouveau quai du port ?", "ingénieure"),
    ],
)
async def test_a_long_question_is_answered_although_the_text_has_another_verb(
    text: str, question: str, fact: str
) -> None:
    assert fact in await ask(question, {"wall.txt": text})


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (HARBOUR, "Who paid the engineer?"),
        (HARBOUR, "Who is the head of the harbour police?"),
        (HAFEN, "Wer bezahlte die Ingenieurin?"),
        (QUAI, "Quel est l'âge de Ruth Adler ?"),
    ],
)
async def test_a_short_question_with_another_verb_is_refused(text: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"wall.txt": text}))


CONTACTS = """\
| Supplier | Contact | Email | Term |
|---|---|---|---|
| Norsk Fisk | Liv Dahl | liv@norsk.example | 30 days |
| Alp Milch | | info@alp.example | |
| Casa Olio | Gino Sala | | 14 days |
"""
FLEET = "Vehicle,Driver,Mileage\nVan 1,Ola Berg,45000\nVan 2,,61000\nVan 3,Kim Lund,\n"
EQUIPOS = """\
| Equipo | Responsable | Sala |
|---|---|---|
| Ventas | Luis Sanz | 4 |
| Compras | | 7 |
| Almacén | Eva Gil | 9 |
"""
ARTIKEL = "| Artikel | Preis | Lager |\n|---|---|---|\n| Stuhl | | 4 |\n| Tisch | 240 € | 2 |\n"


@pytest.mark.req("AN-06")
@pytest.mark.parametrize(
    ("table", "question"),
    [
        (CONTACTS, "Who is the contact at Alp Milch?"),
        (CONTACTS, "What is the email of Casa Olio?"),
        (CONTACTS, "What is Alp Milch's term?"),
        (FLEET, "Who is the driver of Van 2?"),
        (FLEET, "What is the mileage of Van 3?"),
        (EQUIPOS, "¿Quién es el responsable de compras?"),
        (ARTIKEL, "Was kostet der Stuhl?"),
    ],
)
async def test_a_row_whose_cell_is_empty_does_not_answer(table: str, question: str) -> None:
    assert await ask(question, {"table.md": table}) == NOT_IN_DOCUMENTS.to(question)


@pytest.mark.req("AN-06")
async def test_another_sentence_may_have_the_value_of_an_empty_cell() -> None:
    text = f"{CONTACTS}\nCasa Olio can be reached by email at gino@olio.example.\n"
    answer = await ask("What is the email of Casa Olio?", {"suppliers.md": text})
    assert answer == "Casa Olio can be reached by email at gino@olio.example. [1]"


@pytest.mark.req("AN-06")
async def test_a_row_of_a_long_table_does_not_answer_for_its_empty_cell() -> None:
    rows = "".join(f"| Supplier {i} | Person {i} | mail{i}@x.example | {i} days |\n" for i in range(400))
    text = CONTACTS.replace("| Alp", f"{rows}| Alp")
    assert "30 days" in await ask("What is the term of Norsk Fisk?", {"suppliers.md": text})
    assert await ask("What is the term of Alp Milch?", {"suppliers.md": text}) == NOT_IN_DOCUMENTS


MAINTENANCE = """\
Machine | Task | Interval (h) | Duration (min) | Responsible | Lubricant
Lathe DX-40 | Oil change of headstock | 1000 | 90 | R. Okafor | ISO VG 32
Mill KR-7 | Coolant exchange | 750 | 120 | T. Brandt |
Mill KR-7 | Way wiper replacement | 2000 | 180 | External (Haas) |
Press P-110 | Light curtain test | 8 | 5 | Operator |
"""
CLEANING = """\
Room | Task | Frequency (days) | Cleaner | Product
Kitchen | Oven cleaning | 30 | Ben Cole |
Kitchen | Floor washing | 2000 | Ana Ruiz | Soap
Hall | Window washing | 90 | Ana Ruiz | Vinegar
"""
PUMPS = """\
Pump | Capacity (l/h) | Price (EUR) | Inspector
P1 | 1900 | 1750 | Li Wei
P2 | 2000 | 1800 | Ute Kern
"""


@pytest.mark.req("AN-06")
@pytest.mark.parametrize(
    ("table", "question"),
    [
        (MAINTENANCE, "When was the last coolant exchange?"),
        (MAINTENANCE, "When was the way wiper replaced?"),
        (CLEANING, "When was the last oven cleaning?"),
        (CLEANING, "When was the floor washed?"),
        (PUMPS, "When was the pump P2 bought?"),
    ],
)
async def test_a_figure_with_a_unit_is_no_date(table: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"plan.csv": table}))


@pytest.mark.req("AN-06")
@pytest.mark.parametrize(
    ("table", "question", "person"),
    [
        (MAINTENANCE, "Who changes the oil of the lathe?", "R. Okafor"),
        (CLEANING, "Who cleans the oven?", "Ben Cole"),
        (CLEANING, "Who washes the windows of the hall?", "Ana Ruiz"),
        (PUMPS, "Who inspects P2?", "Ute Kern"),
    ],
)
async def test_the_cell_with_the_person_answers_who_does_it(table: str, question: str, person: str) -> None:
    assert (await ask(question, {"plan.csv": table})).startswith(f"{person} [1]")
