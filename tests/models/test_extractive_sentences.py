"""The sentence that answers a question about a small document."""

import re

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from orc.documents.questions.question import Question
from tests.models.test_extractive import ask

STAFF = "Name | Abteilung | Gehalt\nMüller, Eva | Einkauf | 52.000\nSchäfer, Jan | Vertrieb | 61.500\n"
POLICY = (
    "Hausratversicherung der Alpina Versicherung AG\n\nDie Versicherungssumme beträgt 75.000 Euro. "
    "Fahrräder sind bis zu 2.500 Euro mitversichert."
)
BOARD = "Olga Reyes leads the Works Governance Board"


@pytest.mark.req("AN-06")
async def test_an_article_before_a_heading_is_no_qualifier() -> None:
    assert (await ask("Wie hoch ist das Gehalt von Schäfer?", {"staff.csv": STAFF})).startswith("61.500 [1]")


@pytest.mark.req("AN-09")
async def test_a_sum_or_a_date_is_no_place() -> None:
    question = "Wo hat die Alpina Versicherung ihren Sitz?"
    assert await ask(question, {"policy.txt": POLICY}) == NOT_IN_DOCUMENTS.to(question)
    prose = "The regatta took place on 14 June. The boats were moored at 41 Mill Road in 2019."
    assert await ask("Where were the boats moored?", {"regatta.txt": prose}) == prose.partition(". ")[2] + " [1]"


def test_a_german_possessive_is_a_function_word() -> None:
    assert Question("Wo hat die Firma ihren Sitz?").words == Question("Wo hat die Firma Sitz?").words


WORK = (
    "Full-time employees are entitled to 27 days of paid holiday per calendar year. It is agreed with the manager.\n\n"
    "Mothers receive 16 weeks of paid leave; the other parent receives 4 weeks."
)


@pytest.mark.req("AN-09")
async def test_a_counted_thing_may_follow_its_unit() -> None:
    answer = await ask("How many holidays do I get?", {"handbook.md": WORK})
    assert answer == f"{WORK.partition('. ')[0]}. [1]", "a verb of getting adds nothing"


MINUTES = """Minutes of the Millbrook Rowing Club
Present: Aoife Brennan (chair), Tomasz Zielinski (treasurer), Gareth Owen

1. Treasurer's report
Membership fees brought in £6,200 since October.

3. Regatta
The regatta takes place on 14 June. Priya leads the organising committee.
"""


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who is the treasurer of the rowing club?", "Tomasz Zielinski (treasurer) [1]"),
        ("Who organises the regatta?", "Priya leads the organising committee. [1]"),
    ],
)
async def test_a_month_is_not_the_name_of_a_person(question: str, answer: str) -> None:
    assert (await ask(question, {"minutes.txt": MINUTES})).startswith(answer)


LEASE = "The lease has a fixed period of a year. Afterwards either party may end it by two months' written notice."
HANDBOOK = "During probation the notice period is two weeks. The working week has 38 hours."


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the notice period in the lease?", "Afterwards either party may end it"),
        ("What is the notice period according to the handbook?", "During probation"),
    ],
)
async def test_the_document_in_which_the_answer_is_sought_gives_it(question: str, answer: str) -> None:
    assert (await ask(question, {"lease.txt": LEASE, "handbook.md": HANDBOOK})).startswith(answer)


@pytest.mark.req("AN-09")
async def test_a_word_before_a_paragraph_heads_its_first_sentence() -> None:
    said = "Dim light lengthened sleep."
    trial = f"Methods. We measured sleep. Two nurses withdrew.\nConclusion. {said} Larger studies are needed."
    assert await ask("What is the conclusion?", {"trial.txt": trial}) == f"{said} [1]"


TRAVEL = (
    "Emergency treatment is covered up to £900. Mobile phones are not covered. Baggage is insured. "
    "The emergency line is +44 20 7946 0100."
)
VERTRAG = (
    "§ 3 Vergütung\nDas Gehalt wird am 28. eines Monats gezahlt.\n\n§ 4 Arbeitszeit\n"
    "Überstunden werden mit einem Zuschlag von 25 Prozent vergütet.\n\n§ 5 Urlaub\n"
    "Der Urlaub beträgt 30 Arbeitstage im Kalenderjahr."
)


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "text", "said"),
    [
        ("What is the emergency number?", TRAVEL, "The emergency line is +44 20 7946 0100. [1]"),
        ("Is pregnancy covered?", TRAVEL, None),
        ("Is scuba diving covered?", TRAVEL, None),
        ("Where was the kettle manufactured?", "Fill the kettle to the MAX mark. It holds 2 litres.", None),
        ("Are mobile phones covered?", TRAVEL, "Mobile phones are not covered. [1]"),
        ("Wie viele Urlaubstage habe ich?", VERTRAG, "Der Urlaub beträgt 30 Arbeitstage im Kalenderjahr. [1]"),
        ("Wie viele Urlaubswochen habe ich?", VERTRAG, None),
        (
            "Wie werden Überstunden bezahlt?",
            VERTRAG,
            "Überstunden werden mit einem Zuschlag von 25 Prozent vergütet. [1]",
        ),
    ],
)
async def test_a_question_is_answered_by_its_own_subject_or_refused(question: str, text: str, said: str | None) -> None:
    assert await ask(question, {"facts.txt": text}) == (said or NOT_IN_DOCUMENTS.to(question))


COVER = (
    "Policyholder: Mr Daniel Okafor. Policy number HN-558201.\n\nBuildings are insured up to £350,000. "
    "Bicycles are insured up to £800. Daniel Okafor can be reached at okafor@mail.example."
)


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What is the policy number of Daniel Okafor?", "Policy number HN-558201. [1]"),
        ("Is Daniel Okafor married?", None),
        ("Is Daniel Okafor a vegetarian?", None),
        ("What is Daniel Okafor's email address?", "Daniel Okafor can be reached at okafor@mail.example. [1]"),
    ],
)
async def test_a_sentence_that_only_has_the_name_does_not_answer(question: str, said: str | None) -> None:
    assert await ask(question, {"home_policy.md": COVER}) == (said or NOT_IN_DOCUMENTS.to(question))


LOAN = (
    "Contrat\n\nArticle 1 - Montant. Le prêteur remet la somme de 15 000 euros.\n\n"
    "Article 2 - Intérêts. Le prêt porte intérêt au taux de 2,5 % par an."
)
WARRANTY = (
    "La garantía cubre defectos de fabricación durante tres años desde la compra. "
    "Servicio de garantía: 900 555 123, de lunes a viernes de 9 a 20 horas."
)
ACCOUNTS = (
    "Minutes\n\n1. Accounts\nTom Reilly reported a balance of £8,412.60. The accounts were approved unanimously.\n\n"
    "2. Roof\nThe insurance premium rose to £1,904."
)
TRIP = "The museum tour starts at 15:00. The museum tour costs 4,500 yen in cash. The museum opens at 9:00."


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "text", "said"),
    [
        ("Quel est le montant de la somme ?", LOAN, "Le prêteur remet la somme de 15 000 euros. [1]"),
        (
            "¿Cuánto tiempo dura la garantía?",
            WARRANTY,
            "La garantía cubre defectos de fabricación durante tres años desde la compra. [1]",
        ),
        ("How much money is in the account?", ACCOUNTS, "Tom Reilly reported a balance of £8,412.60. [1]"),
        ("How much does the museum tour cost?", TRIP, "The museum tour costs 4,500 yen in cash. [1]"),
    ],
)
async def test_the_sentence_with_the_figure_answers(question: str, text: str, said: str) -> None:
    assert await ask(question, {"facts.txt": text}) == said


def test_a_time_of_day_is_no_amount() -> None:
    question = Question("How much is the hotel per night?")
    assert question.expects("It costs 90 euros per night.")
    assert not question.expects("Check-in at the hotel is from 15:00.")


@pytest.mark.req("AN-09")
async def test_opposite_statements_of_two_documents_are_both_quoted() -> None:
    said = await ask(
        "Which policy covers flood?", {"harbour.md": "Flood is not covered.", "nest.md": "Flood is covered."}
    )
    assert {"Flood is not covered.", "Flood is covered."} <= {part.strip() for part in re.split(r"\[\d\]", said)}


EMPLOYEES = (
    "Name | Department | Salary | Manager\nGrace Lin | Finance | 58000 | Peter Novak\n"
    "Isabel Ortega | Marketing | 49500 | Dana White\nOmar Haddad | Engineering | 67000 | Ruth Eriksen"
)
ORDER = '{\n  "order_id": "SO-20931",\n  "ordered_at": "2025-06-11",\n  "status": "shipped",\n  "total": 300.35\n}'


@pytest.mark.req("AN-06")
@pytest.mark.parametrize(
    ("question", "name", "text", "said"),
    [
        ("What is Dana White's salary?", "staff.csv", EMPLOYEES, "The documents do not contain"),
        ("What is Isabel Ortega's salary?", "staff.csv", EMPLOYEES, "49500 [1]"),
        ("Which department does Dana White manage?", "staff.csv", EMPLOYEES, "Isabel Ortega | Marketing"),
        ("who works in engineering", "staff.csv", EMPLOYEES, "- Omar Haddad [1]\n  - Engineering [1]"),
        ("What is the total of the order?", "order.json", ORDER, '"total": 300.35 [1]'),
    ],
)
async def test_a_row_or_member_answers_for_its_own_subject(question: str, name: str, text: str, said: str) -> None:
    assert (await ask(question, {name: text})).startswith(said)


NEST = (
    "Nest Home Insurance\n\nPolicy number HN-5. The excess is £150 for each claim. Theft is to be reported in 7 days."
)
PORT = "Port Home Insurance\n\nPolicy number 77-3. The excess is £250 for each claim. Floods are not covered."


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    "question",
    [
        "What is the excess in each policy?",
        "Compare the excess of the two policies.",
        "What is the difference in excess between Nest and Port?",
    ],
)
async def test_a_question_about_each_document_is_answered_from_each(question: str) -> None:
    said = await ask(question, {"a.md": NEST, "b.md": PORT})
    assert said == (
        "**a.md**\n- The excess is £150 for each claim. [1]\n\n**b.md**\n- The excess is £250 for each claim. [2]"
    )


@pytest.mark.req("AN-09")
async def test_a_long_line_without_a_full_stop_is_no_heading() -> None:
    faults = (
        "Kettle does not switch on: the base is not plugged in, so check the plug and the socket in the wall, or try "
        "another socket; switches off before it boils: limescale covers the element, so descale the kettle with vinegar"
    )
    around = ("Fill the kettle, boil the water and pour it away.", "Never overfill: boiling water may be ejected.")
    text = f"\n\n{faults}\n\n".join(around)
    said = await ask("Why does it switch off before the water boils?", {"kettle.txt": text})
    assert said.startswith(f"{faults.partition('; ')[2]} [1]")


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question", "figures"),
    [
        (
            "Cash flow\nPurchases of property, plant and equipment were £2.36 million in the year (FY2022:"
            "\n£1.98 million). Dividends rose.\nRevenue by division\n£ thousand | Q1 | Q2\nDairy | 5,120 | 5,480",
            "How high were the purchases of property, plant and equipment?",
            ("£2.36", "£1.98"),
        ),
        (
            "Finanzlage\nDie Investitionen in Gebäude und Maschinen betrugen 2,4 Mio. Euro (Vorjahr:\n1,9 Mio. Euro)."
            " Mehr nicht.\nUmsatz nach Sparten\nTEUR | 2024 | 2023\nSensoren | 512 | 548",
            "Wie hoch waren die Investitionen in Maschinen?",
            ("2,4", "1,9"),
        ),
    ],
)
async def test_a_mark_stands_behind_a_bracket_that_goes_on_in_the_next_line(
    text: str, question: str, figures: tuple[str, str]
) -> None:
    said = await ask(question, {"report.txt": text})
    assert all(figure in said for figure in figures)
    assert said.endswith("). [1]")
    assert said.count("[1]") == 1


async def test_a_text_is_cited_at_its_place_in_each_question() -> None:
    rent, wages = {"a.txt": "The monthly rent is 900 euros."}, {"a.txt": "Wages are paid on the 28th of each month."}
    question = "How much is the rent?"
    assert "900 euros. [1]" in await ask(question, rent | {"b.txt": wages["a.txt"]})
    assert "900 euros. [2]" in await ask(question, {"b.txt": wages["a.txt"]} | rent)


async def test_a_text_that_was_read_for_one_question_is_read_in_the_terms_of_the_next() -> None:
    board = {"board.txt": "Olga Reyes leads the Works Governance Board. Jan Vos leads the choir."}
    for asked in ("Who leads the choir?", "Who leads the WGB?", "Who leads the Works Governance Board?"):
        assert await ask(asked, board) == f"{'Jan Vos leads the choir' if 'choir' in asked else BOARD}. [1]"
    assert await ask("Who leads the WHB?", board) == NOT_IN_DOCUMENTS.to("Who leads the WHB?")
