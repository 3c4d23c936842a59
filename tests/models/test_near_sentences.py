"""Sentences near to the answer of a question, without a model: they are neither added to it nor taken for it."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

LEASE = """LEASE AGREEMENT

Landlord: Harbour View Estates Ltd. Tenant: Ms. Priya Raman.
The monthly rent is £1,375, payable in advance on the 3rd day of each month.
The tenant pays a deposit of £1,650, which is held by a scheme.
Either party may end the tenancy with two months' written notice.
The tenant may not smoke in the flat. Smoking on the balcony is permitted.
Gas and electricity are paid by the tenant; water is included in the rent.
"""
CLUB = """Club rules

Guests are not allowed in the sauna. Photography is forbidden in the changing rooms.
Late payment is charged with €10.
After the trial month either side gives four weeks' notice.
"""
STAFF = """Staff handbook

Work on Sundays is paid with a supplement of 50 percent. Wages are paid on the 28th of each month.
The probation period is four months. During it either side can give two weeks' notice.
"""
MINUTES = "Present: Olga Reyes (chair), Martin Shaw, Ines Duarte, Paul Shore."
LETTING = "Die Kaltmiete beträgt 720 Euro im Monat. Kleintiere sind erlaubt. Mieter ist Familie Bergman."
HOUSE = """Hausordnung zum Mietvertrag

Von 22 bis 6 Uhr ist Ruhe zu halten. Fahrräder sind im Keller abzustellen. Das Abstellen im Treppenhaus ist verboten.
Für Hunde ist die Zustimmung der Verwaltung nötig.
"""
VET = """Willow Vet Practice

Vaccination of a dog is £64, of a cat £58.
Dr. Helen Marsh founded the practice in 2004; it is run by Dr. Ravi Patel.
"""
LIBRARY = """Règlement de la médiathèque

Chaque lecteur peut emprunter dix documents. L'accès à Internet est limité à une heure.
"""
PROTOCOL = """Protokoll från årsmötet

Mötet hölls den 14 maj 2024 i lokalen. 31 medlemmar var närvarande.
Avgiften höjs med 4 procent från den 1 januari 2025.
"""


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (LEASE, "Is the rent £1,735?", "The monthly rent is £1,375, payable in advance on the 3rd day of each month."),
        (LEASE, "What is the notice period?", "Either party may end the tenancy with two months' written notice."),
        (LEASE, "Is smoking permitted in the flat?", "The tenant may not smoke in the flat."),
        (CLUB, "Are guests allowed in the sauna?", "Guests are not allowed in the sauna."),
        (CLUB, "Is photography allowed?", "Photography is forbidden in the changing rooms."),
        (CLUB, "What happens if I pay late?", "Late payment is charged with €10."),
        (CLUB, "How much notice after the trial month?", "After the trial month either side gives four weeks' notice."),
        (STAFF, "When are wages paid?", "Wages are paid on the 28th of each month."),
        (MINUTES, "Who is Paul Shore?", MINUTES),
        (LETTING, "Wie hoch ist die Kaltmiete?", "Die Kaltmiete beträgt 720 Euro im Monat."),
        (HOUSE, "Darf ich einen Hund halten?", "Für Hunde ist die Zustimmung der Verwaltung nötig."),
        (HOUSE, "Darf ich mein Fahrrad ins Treppenhaus stellen?", "Das Abstellen im Treppenhaus ist verboten."),
        (LIBRARY, "Combien de temps peut-on utiliser Internet ?", "L'accès à Internet est limité à une heure."),
        (PROTOCOL, "Hur många var på mötet?", "31 medlemmar var närvarande."),
        (PROTOCOL, "Hur många medlemmar var närvarande?", "31 medlemmar var närvarande."),
    ],
)
async def test_only_the_sentence_that_answers_is_given(text: str, question: str, answer: str) -> None:
    assert await ask(question, {"a.txt": text}) == f"{answer} [1]"


@pytest.mark.req("AN-09")
async def test_both_rules_of_a_question_for_one_are_given() -> None:
    answer = await ask("Is smoking allowed?", {"lease.txt": LEASE})
    assert answer == "The tenant may not smoke in the flat. [1] Smoking on the balcony is permitted. [1]"


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (LEASE, "What happens if I pay late?"),
        (LEASE, "Who wrote the lease?"),
        (LEASE, "Does Ms. Raman have a dog?"),
        (CLUB, "How much notice during the trial month?"),
        (MINUTES, "Who is Martin Shore?"),
        (MINUTES, "What did Paul Shaw say?"),
        (LETTING, "Wie hoch ist die Warmmiete?"),
        (LETTING, "Ist Rauchen erlaubt?"),
        (LETTING, "Darf Familie Bergman rauchen?"),
        (HOUSE, "Darf man im Treppenhaus rauchen?"),
        (VET, "How much is a hamster vaccination?"),
        (VET, "How old is Dr. Patel?"),
        ("Das Betriebsergebnis (EBIT) betrug 61,3 Mio. Euro.", "Wie hoch war das EBITDA?"),
    ],
)
async def test_a_near_sentence_is_no_answer(text: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"a.txt": text}))


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Eating in the bedrooms is forbidden.", "Is cooking allowed in the bedrooms?"),
        ("Eating in the bedrooms is forbidden. Dogs may stay in the garden.", "May I swim in the garden?"),
        ("Il est interdit de manger dans les chambres.", "Est-il permis de cuisiner dans les chambres ?"),
        ("Les chiens sont admis dans le jardin.", "Les chats sont-ils admis ?"),
        ("Los perros pueden estar en el jardín.", "¿Puedo bañarme en el jardín?"),
        ("Eten op de kamers is verboden.", "Mag ik koken op de kamer?"),
        ("In den Zimmern ist Essen verboten.", "Ist Kochen in den Zimmern erlaubt?"),
    ],
)
async def test_a_rule_for_something_else_is_no_answer(text: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"a.txt": f"Hostel rules\n\n{text}"}))


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("On ne peut pas fumer dans la maison. Il est permis de fumer sur la terrasse.", "Peut-on fumer ?"),
        ("No se puede fumar en la casa. Se permite fumar en la terraza.", "¿Se puede fumar?"),
        ("Smoking in the house is not permitted. Guests may smoke on the terrace.", "Can I smoke?"),
    ],
)
async def test_a_rule_and_its_exception_are_both_given(text: str, question: str) -> None:
    first, second = text.split(". ")
    assert await ask(question, {"a.txt": f"Hostel rules\n\n{text}"}) == f"{first}. [1] {second} [1]"


CHOIR = """Constitution of the Hebden Chamber Choir

The annual subscription is fixed by the AGM. For the present season it is £132, payable by 31 October.
The Musical Director is appointed by the AGM and receives a fee of £95 for each rehearsal.
The Committee consists of the Chair, the Secretary, the Treasurer and three members. The Chair is Judith Akers.
"""


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (CHOIR, "Who is the Chair?", "The Chair is Judith Akers."),
        (CHOIR, "Who appoints the Musical Director?", CHOIR.splitlines()[3]),
        (CHOIR, "How much is the annual subscription?", "For the present season it is £132, payable by 31 October."),
        (
            "Sinds mei is Joke Smit beheerder.",
            "Wie is de beheerder?",
            "Sinds mei is Joke Smit beheerder.",
        ),
        (
            "El director aprueba los viajes. Lola Prado los paga.",
            "¿Quién aprueba los viajes?",
            "El director aprueba los viajes.",
        ),
    ],
)
async def test_the_one_who_is_asked_for_is_named(text: str, question: str, answer: str) -> None:
    assert (await ask(question, {"a.txt": text})).removesuffix(" [1]") == answer


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (CHOIR, "Who is the Musical Director?"),
        (CHOIR, "Who is the Treasurer?"),
        ("The authors declare no competing interests.", "Who are the authors?"),
        (
            "Bollettino parrocchiale\n\nIl rosario è guidato da suor Agnese.",
            "Chi è il parroco?",
        ),
    ],
)
async def test_a_role_without_a_name_is_no_answer_to_who_has_it(text: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"a.txt": text}))


@pytest.mark.req("AN-07")
async def test_a_question_for_what_is_in_one_document_is_not_answered_by_another() -> None:
    documents = {"lease.txt": LEASE, "handbook.md": STAFF}
    assert NOT_IN_DOCUMENTS.begins(await ask("What is the probation period in the lease?", documents))
    answer = await ask("What is the notice period in the lease?", documents)
    assert answer == "Either party may end the tenancy with two months' written notice. [1]"


LEASES = {
    "lease1.md": "# Lease of the kiosk\n\nThe tenant is Ada Finch. The rent is 900 euros a month.",
    "lease2.md": "# Lease of the workshop\n\nThe tenant is Bo Reed. The rent is 1,200 euros a month.",
}


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the rent in lease2.md?", "The rent is 1,200 euros a month. [2]"),
        ("What is the rent in lease2?", "The rent is 1,200 euros a month. [2]"),
        ("In lease1.md, who is the tenant?", "The tenant is Ada Finch. [1]"),
        ("What does lease1.md say about the tenant?", "The tenant is Ada Finch. [1]"),
    ],
)
async def test_a_file_is_found_by_a_name_that_ends_in_a_number(question: str, answer: str) -> None:
    assert await ask(question, LEASES) == answer


@pytest.mark.req("AN-07")
async def test_a_name_that_only_begins_like_one_of_the_documents_is_another_name() -> None:
    rules = {"club.md": "# Alder Bowls Club rules\n\nThe captain of the club is Rita Moss."}
    assert await ask("Who is the captain of Alder Bowls Club?", rules) == "The captain of the club is Rita Moss. [1]"
    assert NOT_IN_DOCUMENTS.begins(await ask("Who is the captain of Aldergrove Bowls Club?", rules))


FILLER = "The committee on insurance met 7 times in 2023. Its revenue was stable. "
REPORT = f"""Halvorsen Maritime ASA Annual Report 2023

Our chief executive Sigrid Nyhus led the group. The group employed 8,214 people at the end of 2023.

{FILLER * 300}
Consolidated statement
EUR million | 2023 | 2022
Revenue | 3,418.2 | 3,105.7
Net profit | 210.4 | 188.0
"""


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What was the revenue of Halvorsen Maritime in 2023?", "3,418.2"),
        ("What was Halvorsen Maritime's net profit in 2022?", "188.0"),
        (
            "How many people did Halvorsen Maritime employ in 2023?",
            "The group employed 8,214 people at the end of 2023.",
        ),
        ("Who is the chief executive of Halvorsen?", "Our chief executive Sigrid Nyhus led the group."),
    ],
)
async def test_the_name_in_a_title_does_not_keep_the_answer_on_its_page(question: str, answer: str) -> None:
    assert (await ask(question, {"report.txt": REPORT})).startswith(f"{answer} [")
