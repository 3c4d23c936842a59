import pytest
from hypothesis import given
from hypothesis import strategies as st

from orc.documents.evidence.confidence import ANSWERED
from orc.documents.evidence.judging import confidences
from orc.documents.evidence.small_documents import AskedOfSmall
from orc.documents.questions.question import Question
from orc.documents.search.synonyms import Synonyms

REPORT = "The revenue of Acme Tools rose to 12.5 million euros in 2023. Its capital expenditure was 1.4 million euros."


def judged(
    question: str, text: str = REPORT, *, elsewhere: str = "", name: str = "report.txt", phrases: tuple[str, ...] = ()
) -> float:
    """Of one passage, in a document that has another one."""
    among = [("d", text), *([("d", elsewhere)] if elsewhere else [])]
    [confidence] = confidences(question, [("d", text)], among=among, names={"d": name}, phrases=phrases)
    return confidence


@pytest.mark.req("AN-07")
def test_a_name_that_the_document_lacks_makes_it_no_answer() -> None:
    assert judged("What was the capital expenditure of Borealis Foods?") < ANSWERED
    assert judged("What was the capital expenditure of Acme Tools?") > ANSWERED


@pytest.mark.req("AN-07")
def test_a_matching_name_without_the_requested_fact_scores_lower() -> None:
    assert judged("How many patents does Acme Tools hold?") < judged("How high was the revenue of Acme Tools?")


@pytest.mark.req("AN-07")
def test_a_name_counts_elsewhere_in_the_document_or_file_name() -> None:
    table = "Purchases of property, plant and equipment 1,577 1,373\nCapital expenditure in 2023 1,420"
    question = "What was the capital expenditure of Acme Tools in 2023?"
    alone = judged(question, table)
    assert judged(question, table, elsewhere="Acme Tools Inc., annual report") > alone
    assert judged(question, table, name="AcmeTools_2023_10K.pdf") > alone


@pytest.mark.req("AN-07")
def test_a_name_ends_where_chinese_text_continues() -> None:
    text = "初期的OVA(動畫)之價格最高達到一萬日圓，之後降低。"
    assert judged("初期的OVA之價格最高到多少錢?", text) > ANSWERED > judged("初期的VHS之價格最高到多少錢?", text)


@pytest.mark.req("AN-07")
def test_a_year_that_the_document_lacks_lowers_the_confidence() -> None:
    assert judged("What was the revenue in 2017?") < judged("What was the revenue in 2023?")


@pytest.mark.req("AN-07")
def test_words_that_stand_together_count_more_than_the_same_words_far_apart() -> None:
    filler = "The parties keep a copy of these terms in the office on the quay. " * 20
    together = f"{filler} The brake of the crane is inspected every week."
    apart = f"The brake is red. {filler} The crane is old. {filler} The house was inspected."
    question = "How often is the brake of the crane inspected?"
    assert judged(question, together) > judged(question, apart)


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Wie hoch ist die Miete der Wohnung?", "Die Miete der Wohnung beträgt 1.250 Euro."),
        ("Кто директор компании «Ромашка»?", "Директор компании «Ромашка» — Иван Петров."),
        ("Где родился Лев Толстой?", "Льва Толстого похоронили там же, где он родился, в Ясной Поляне."),
        ("北京的人口是多少？", "北京的人口约为两千一百万。"),
    ],
)
def test_inflected_names_and_nouns_with_capitals_are_not_missing(question: str, text: str) -> None:
    assert judged(question, text) > judged(question, "La maison est rouge et le chat dort.")


@pytest.mark.req("AN-07")
def test_a_term_speaks_through_what_texts_call_it() -> None:
    text = "Cash flows. Purchases of property, plant and equipment 1,577 1,373"
    question = "What was the capex of the year?"
    assert judged(question, text, phrases=("purchases of property, plant and equipment",)) > judged(question, text)


STAFF = "Staff\nName | Salary | Start date\nAda Pinkney | 61000 | 2019-05-01\nRavi Menon | 54500 | 2020-09-15"
BUDGET = "Budget\nItem | 2022 | 2023\nTravel | 12000 | 9500\nRent | 29400 | 29400"
LEASE = "The tenant of the second floor is Fennel Ltd. The chief executive officer of the tenant is Tobias Renn."


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("question", "foreign", "text"),
    [
        ("What is the salary of Ada Pinkney?", "What is the salary of Ada Lovelace?", STAFF),
        ("What is the travel budget in 2023?", "What is the travel budget in 2015?", f"{BUDGET}\n\n{STAFF}"),
        ("What is the travel budget in 2023?", "What is the travel budget in 2019?", f"{BUDGET}\n\n{STAFF}"),
        ("Who is the tenant of the second floor?", "Who is the tenant of the third floor?", LEASE),
        ("Who is the chief executive officer?", "Who is the chief financial officer?", LEASE),
    ],
)
def test_a_statement_about_another_name_or_year_is_no_answer(question: str, foreign: str, text: str) -> None:
    assert judged(question, text) > ANSWERED
    assert judged(foreign, text) < ANSWERED


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Hello Orc, what was the revenue of Acme Tools in 2023?", REPORT),
        ("What was the capital expenditure of Acme Tools in March 2023?", REPORT),
        ("What was the revenue in 2023?", "Results of 2023\n\nRevenue was 12 million, up from 10 million in 2022."),
        ("What was the revenue in 2023?", "In 2023 prices rose. Revenue was 12 million, up from 10 million in 2022."),
        ("What was the revenue in FY23?", "Revenue was 12 million in 2023. Revenue was 10 million in 2022."),
    ],
)
def test_names_of_the_one_addressed_months_and_years_of_headings_decide_nothing(question: str, text: str) -> None:
    assert judged(question, text) > ANSWERED


CLUB = """Rules of the rowing club

Smoking is not permitted in the boathouse. Rowers must be at least 14. The yearly fee is 90 pounds.
The deposit for a key is returned within ten days. The treasurer is Mona Field. The blue boat was built in Ghent.
"""
VERTRAG = """Wartungsvertrag

Die jährliche Pauschale beträgt 900 Euro. Bei Verzug schuldet der Auftragnehmer eine Vertragsstrafe von 50 Euro.
Gerichtsstand ist Bremen. Rauchen ist auf dem Gelände untersagt. Ansprechpartner ist Jens Albers.
"""


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Can I smoke inside?", CLUB),
        ("How old must I be?", CLUB),
        ("When do I get my deposit back?", CLUB),
        ("What does it cost a year?", CLUB),
        ("Welche Strafe droht bei Verspätung?", VERTRAG),
        ("Darf ich auf dem Gelände rauchen?", VERTRAG),
        ("Was kostet die Wartung?", VERTRAG),
    ],
)
def test_everyday_words_and_derived_forms_find_their_answer(question: str, text: str) -> None:
    assert judged(question, text) > ANSWERED


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How old is Mona Field?", CLUB),
        ("What is the treasurer's salary?", CLUB),
        ("What colour is the boathouse?", CLUB),
        ("When was the club founded?", CLUB),
        ("How much does the blue boat cost?", CLUB),
        ("How many rowers does the club have?", CLUB),
        ("What is the name of the treasurer's dog?", CLUB),
        ("Wie alt ist Jens Albers?", VERTRAG),
        ("Was verdient Jens Albers?", VERTRAG),
        ("Wie viele Mitarbeiter hat der Auftragnehmer?", VERTRAG),
        ("Wie lautet die Telefonnummer von Jens Albers?", VERTRAG),
        ("Wo wurde Jens Albers geboren?", VERTRAG),
    ],
)
def test_an_attribute_that_no_sentence_gives_is_no_answer(question: str, text: str) -> None:
    assert judged(question, text) < ANSWERED


OFFICES = """Service agreement

The provider keeps the software available. Its liability is capped at 20,000 euros a year. The client receives 400
euros back for an outage. The compliance officer of the provider is Ann Bell. Parcels are shipped within two working
days. The lessor may visit the flat. The excess is 150 euros for each claim.
"""
WAGEN = """Mietwagen

Gerichtsstand ist Kiel. Die Selbstbeteiligung beträgt 500 Euro. Beim Laden sind Sicherheitsschuhe zu tragen.
"""


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("When is my package dispatched?", OFFICES),
        ("How high is the deductible?", OFFICES),
        ("Welches Gericht ist zuständig?", WAGEN),
        ("Wie hoch ist der Selbstbehalt?", WAGEN),
        ("Welche Schuhe muss ich anziehen?", WAGEN),
        (
            "Wann schließt die Vermietung?",
            "Die Vermietung schließt um Mitternacht. Der Wagen ist sauber zurückzugeben.",
        ),
        ("What does the client receive when the software fails?", OFFICES),
    ],
)
def test_words_of_a_field_find_what_documents_call_it(question: str, text: str) -> None:
    assert judged(question, text) > ANSWERED


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    "question", ["What is the share price of the provider?", "Where is the office of the provider?"]
)
def test_a_word_that_only_looks_alike_is_no_answer(question: str) -> None:
    assert judged(question, OFFICES) < ANSWERED


PLANS = """The response time depends on the severity of an incident.

| Severity | First response | Target fix |
|---|---|---|
| Critical | 30 minutes | 6 hours |
| High | 3 hours | 2 days |

Sales by division

| Division | Q3 | Q4 |
|---|---|---|
| Sensors | 120 | 131 |
| Devices | 48 | 52 |

Results

The subscription covers up to 180 named users. A test system is included. The plant in Brno made 400 pumps in 2019.
The new hall in Brno cost 12 million pounds in 2023. The chief executive officer is Ann Bell. Operating costs fell.
Bedroom 2 has two beds. Bedroom 1 has a desk. Invoices are kept for ten years. Bo Reed is the chair.
"""


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("question", "foreign"),
    [
        ("What is the first response for high severity?", "What is the first response for low severity?"),
        ("What were the sales of Devices in Q4?", "What were the sales of Devices in Q1?"),
        ("How many pumps did the plant make in 2019?", "How many pumps did the plant make in 2023?"),
        ("How many users does the subscription cover?", "How many users are included in the test system?"),
        ("How much did the new hall cost?", "How much did the plant in Brno cost?"),
        ("How many beds are in bedroom 2?", "How many beds are in bedroom 1?"),
        ("How long are invoices kept?", "How long are log files kept?"),
        ("Who is the chief executive officer?", "Who is the chief operating officer?"),
        ("Who is the chair?", "Who is the vice chair?"),
    ],
)
def test_the_evidence_contains_the_questions_qualifiers(question: str, foreign: str) -> None:
    assert judged(question, PLANS) > ANSWERED
    assert judged(foreign, PLANS) < ANSWERED


@pytest.mark.req("AN-07")
def test_words_of_privacy_policies_speak_for_nothing_in_other_documents() -> None:
    question = "Who is the data protection officer of the company?"
    contract = "The customer may audit the security measures of the company once a year. Users of the company sign in."
    phrases = tuple(Synonyms.with_built_in().of(question, [contract]))
    assert judged(question, contract, phrases=phrases) < ANSWERED
    policy = "Privacy policy. We protect your personal information by security measures. Cookies are optional."
    assert "security measures" in Synonyms.with_built_in().of(question, [policy])


@pytest.mark.req("AN-07")
def test_several_small_documents_are_held_to_what_one_is() -> None:
    texts = [("plans", PLANS), *((f"d{n}", f"Report {n} is about users and systems.") for n in range(7))]
    for question, is_there in (("Who is the chair?", True), ("Who is the vice chair?", False)):
        [confidence, *_] = confidences(question, texts, among=texts, names={key: f"{key}.txt" for key, _ in texts})
        assert (confidence > ANSWERED) is is_there


LIGHTHOUSE = (
    "The lighthouse of Arn was built by Peder Holm in 1871. Its lamp burns paraffin and is trimmed twice a night.",
    "The keeper lives in the white cottage below the tower with his family. The cottage has four rooms and a garden.",
    "Supplies are brought by the mail boat Gudrun every second Friday, if the sea allows it.",
    "In 1904 a storm broke the lantern glass, and the repair cost 1,200 crowns.",
    "The fog signal is a bell that a clockwork strikes every thirty seconds.",
    "Visitors climb 142 steps to the gallery. The tower is open in July and August.",
    "The district pays the keeper's assistant, who comes from the village for the winter.",
)


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("question", "is_there"),
    [
        ("How much did the repair of the lantern cost?", True),
        ("How much did the lamp of the lighthouse cost?", False),
        ("What colour is the cottage of the keeper?", True),
        ("What colour is the mail boat?", False),
        ("Who built the lighthouse?", True),
        ("Who owns the cottage of the keeper?", False),
    ],
)
def test_a_sentence_of_a_long_document_needs_the_asked_kind_of_answer(question: str, is_there: bool) -> None:
    texts = [("d", text) for text in LIGHTHOUSE]

    def judged_of(size: int | None) -> float:
        return max(confidences(question, texts, texts, {"d": "arn.txt"}, sizes={"d": size}))

    assert (judged_of(9) > ANSWERED) is is_there
    assert judged_of(None) >= ANSWERED  # of the best passages of a longer text, which may have it elsewhere


@pytest.mark.req("AN-07")
def test_a_sentence_with_half_of_what_is_asked_for_speaks_for_a_long_document() -> None:
    texts = [("d", text) for text in LIGHTHOUSE]

    def judged(question: str) -> float:
        return max(confidences(question, texts, texts, {"d": "arn.txt"}, sizes={"d": 9}))

    assert judged("Who pays the young helper of the keeper?") > ANSWERED
    assert judged("What does the district pay for the cottage?") < ANSWERED


@pytest.mark.req("AN-07")
def test_a_sentence_with_all_but_the_amount_leaves_the_question_open_for_its_document() -> None:
    texts = [
        ("d", "The cover of the pool at the baths is drawn every night."),
        ("d", "The pool of the lido cost 4,000 euros in 2021."),
        *(("d", text) for text in LIGHTHOUSE),
    ]

    def judged(question: str) -> float:
        return max(confidences(question, texts, texts, {"d": "baths.txt"}, sizes={"d": 12}))

    assert judged("How much did the pool cover at the baths cost?") < ANSWERED
    assert judged("How much did the pool of the lido cost?") > ANSWERED


@pytest.mark.req("AN-07")
def test_a_documents_name_alone_is_no_answer() -> None:
    manual = "Instructions for use\n\nA visit by a technician costs 89 euros. The machine weighs 41 kg."
    [cost] = confidences(
        "How much does the dishwasher cost?", [("d", manual)], [("d", manual)], {"d": "dishwasher.txt"}
    )
    assert cost < ANSWERED


LEASE = (
    "The tenant of the flat is Mara Lund. The rent is 900 euros a month and is due on the first day. The landlord "
    "repairs the boiler. The flat has a cellar."
)


@pytest.mark.req("AN-07")
def test_a_small_document_that_has_the_asked_kind_of_answer_gives_more_confidence_than_one_with_the_words_alone() -> (
    None
):
    def judged_small(question: str) -> float:
        [confidence] = confidences(question, [("d", LEASE)], [("d", LEASE)], {"d": "lease.txt"}, sizes={"d": 1})
        return confidence

    assert judged_small("How much is the rent?") > judged_small("How old is the boiler of the flat?")
    assert judged_small("Who repairs the boiler?") > judged_small("Who is the owner of the cellar of the flat?")


@pytest.mark.req("AN-07")
def test_the_same_words_are_weaker_evidence_in_a_long_document_than_in_one_of_unknown_length() -> None:
    def judged_of(sizes: dict[str, int | None]) -> float:
        texts = [("d", LEASE)]
        names = {"d": "lease.txt", "e": "report.txt"}
        [confidence] = confidences(
            "How much did the landlord of the flat pay for it?", texts, texts, names, sizes=sizes
        )
        return confidence

    assert judged_of({"d": 30}) < judged_of({"d": None})
    assert judged_of({"d": 1, "e": 30}) == judged_of({"d": 30, "e": 30})


@pytest.mark.req("AN-07")
@given(st.floats(0, 1), st.one_of(st.none(), st.floats(0, 1)), st.sampled_from(["How much is the rent?", "Kaution"]))
def test_words_alone_decide_whether_the_confidence_in_a_small_document_is_enough(
    known: float, share: float | None, question: str
) -> None:
    asked = AskedOfSmall(Question(question))
    found = asked.confidence(known, share, frozenset({"rent"}), lambda words, _: [*words])
    assert 0 <= found <= 1
    assert (found >= ANSWERED) is (known >= ANSWERED)


@pytest.mark.req("AN-07")
def test_tables_without_the_row_that_the_question_names_lower_the_confidence_in_long_documents() -> None:
    rows = "Cost of sales | 910 | 870\nOther income | 12 | 9\nInterest | 3 | 4"
    named, other = (f"{first} | 1,240 | 1,180\n{rows}" for first in ("Net sales", "Net sales in Asia"))

    def judged_in_long(text: str) -> float:
        found = [("d", text)]
        [confidence] = confidences(
            "What were the net sales?", found, among=found, names={"d": "report.txt"}, sizes={"d": 9}
        )
        return confidence

    assert judged_in_long(named) > judged_in_long(other)
    assert judged("What were the net sales?", named) == judged("What were the net sales?", other)
