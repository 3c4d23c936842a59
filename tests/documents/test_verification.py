"""What makes a citation verified: the passage has what the statement states."""

import pytest

from orc.documents.citations.quotes import Wording, quotations, verbatim_places
from orc.documents.citations.verification import bears_out
from tests.documents import lease_statements as office

LEASE = (
    "The monthly rent of the crane is 4,200 euros and rises by 2.5 % a year. Maria Keller, who owns the harbour, may "
    "end the lease with a notice of ninety days. In 2023 the sales of the harbour were $12.5 million."
)


@pytest.mark.req("BX-01")
@pytest.mark.parametrize(
    "claim",
    [
        "The rent is 4,200 euros a month.",
        "Die Miete beträgt 4.200 Euro.",
        "It rises by 2,5% each year.",
        "Sales were about 12,500,000 dollars in 2023.",
        "In 2023, $12.5m came in.",
        "The rent grows by some 3% a year.",
        "A notice of 90 days ends it.",
        "Keller is the owner of the harbour.",
        "2. The owner can end it in ninety days.",
        "**Notice Period**: ninety days.",
        "Le contrat peut être résilié par Maria Keller avec un préavis de 90 jours.",
    ],
)
def test_a_claim_in_other_words_is_borne_out(claim: str) -> None:
    assert bears_out(LEASE, claim)


@pytest.mark.req("BX-01")
@pytest.mark.parametrize(
    "claim",
    [
        "The rent is 4,300 euros.",
        "The rent is 42,000 euros.",
        "It rises by 7% a year.",
        "Sales were $125 million.",
        "In 2022 the sales were $12.5 million.",
        "A notice of 60 days ends it.",
        "Peter Keller owns the harbour and the crane.",
        "The moon of the planet is made of cheese and of milk.",
    ],
)
def test_a_claim_with_details_that_the_passage_lacks_is_not_verified(claim: str) -> None:
    assert not bears_out(LEASE, claim)


def test_a_figure_keeps_its_unit() -> None:
    assert bears_out("The fee is $450 or 12.5%.", "The fee is 450 $ or 12.5 percent.")
    assert bears_out("The fee is $450.", "The fee is 450 dollars.")
    assert not bears_out("The fee is $450.", "The fee is €450.")
    assert not bears_out("The fee is 12.5%.", "The fee is $12.5.")


@pytest.mark.parametrize(
    ("question", "verified"),
    [
        ("", False),
        ("What was the rent in Saint Malo in 2019?", True),
        ("Was the rent in Saint Malo 4,200 euros in 2019?", False),
    ],
)
def test_names_and_years_of_an_open_question_need_no_source(question: str, verified: bool) -> None:
    claim = "In 2019 and in the port of Saint Malo the rent of the crane was 4,200 euros."
    assert bears_out(LEASE, claim, question=question) is verified


def test_a_year_of_the_question_does_not_replace_that_of_the_source() -> None:
    claim = "In 2022 the sales were $12.5 million."
    assert not bears_out(LEASE, claim, question="What were the sales in 2022?")


def test_the_name_of_the_file_needs_no_source() -> None:
    claim = "In the report of Saint Malo the rent of the crane is 4,200 euros."
    assert bears_out(LEASE, claim, names="saint-malo-report.pdf")


@pytest.mark.req("BX-01")
@pytest.mark.parametrize("claim", [*office.TRUE, *office.TRUE_IN_OTHER_LANGUAGES])
def test_what_an_office_lease_says_is_borne_out(claim: str) -> None:
    assert bears_out(office.LEASE, claim, question="What does it say?")


@pytest.mark.req("BX-01")
@pytest.mark.parametrize("claim", [*office.FALSE, *office.FALSE_IN_OTHER_LANGUAGES])
def test_what_an_office_lease_does_not_say_is_not(claim: str) -> None:
    assert not bears_out(office.LEASE, claim, question="What does it say?")
    assert not bears_out(office.LEASE, claim, question=f"Is it true that {claim}?")


@pytest.mark.req("BX-01")
@pytest.mark.parametrize(
    ("claim", "verified"),
    [
        *((claim, True) for claim in office.TRUE_OF_MIETVERTRAG),
        *((each, False) for each in office.FALSE_OF_MIETVERTRAG),
    ],
)
def test_a_german_source_is_judged_alike(claim: str, verified: bool) -> None:
    assert bears_out(office.MIETVERTRAG, claim) is verified


@pytest.mark.req("BX-01")
@pytest.mark.parametrize(
    ("question", "claim", "verified"),
    [
        ("Is the rent 777 euros?", "Yes.", False),
        ("Is the rent 1,250 euros?", "Yes.", True),
        ("What is the moon made of?", "Cheese", False),
        ("Who represents the landlord?", "Keller", True),
        ("How high is the deposit?", "3,750 euros", True),
        ("How high is the deposit?", "", False),
    ],
)
def test_a_short_answer_is_judged_with_its_question(question: str, claim: str, verified: bool) -> None:
    assert bears_out(office.LEASE, claim, question=question) is verified


@pytest.mark.req("BX-01")
def test_the_thousands_of_one_language_are_no_fractions_of_another() -> None:
    assert bears_out("The rent is 1,250 euros.", "Die Miete beträgt 1.250 Euro.")
    assert bears_out("The rate of the loan is 1.25 % and the fee is 1,250 euros.", "The rate of the loan is 1.25 %.")
    assert not bears_out("The rent is 1,250 euros.", "The rent is 1.25 euros.")
    assert not bears_out("Die Miete beträgt 1.250 Euro.", "Die Miete beträgt 1,25 Euro.")


def test_tables_in_thousands_bear_out_the_whole_figure() -> None:
    assert bears_out("Revenue (in thousands) 12,345", "Revenue was $12.345 million.")
    assert bears_out("Paid on 2024-03-14.", "It was paid on 14 March 2024.")
    assert not bears_out("Paid on 2024-03-14.", "It was paid on 15 March 2024.")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('He wrote “the rent is due” and "it is not due".', ["the rent is due", "it is not due"]),
        ("«der Kran ist alt», „die Miete ist hoch“ und »sie steigt jedes Jahr«", 3),
        ("契約は「九十日前の通知で終了できる」と言う。", ["九十日前の通知で終了できる"]),
        ('A 5" pipe and a 6" pipe of steel, the "rent" and ("two words").', []),
        ('`print("one two three")`\n```\n"one two three"\n```', []),
        ('"an opening that\nnever closes', []),
    ],
)
def test_quotations_of_some_length_are_found(text: str, words: list[str] | int) -> None:
    found = [quote.words for quote in quotations(text)]
    assert (len(found) if isinstance(words, int) else found) == words
    assert all(text[quote.start : quote.end] == quote.words for quote in quotations(text))


@pytest.mark.req("BX-01")
@pytest.mark.parametrize(
    ("quoted", "stands"),
    [
        ("the monthly rent of the CRANE,", True),
        ("The monthly  rent\nof the crane", True),
        ("The monthly rent … rises by 2.5 % a year.", True),
        ("[T]he monthly rent [of it] ... is 4,200 euros", True),
        ("who owns the harbour [sic], may end the lease", True),
        ("rises by 25 % a year", False),
        ("rises by 2.5 a year", False),
        ("rises by 2.5 € a year", False),
        ("rises by -2.5 % a year", False),
        ("rises by 2 5 % a year", False),
        ("a year … The monthly rent", False),
        ("may end the contract", False),
    ],
)
def test_a_quotation_stands_but_for_case_space_and_marks(quoted: str, stands: bool) -> None:
    assert Wording(LEASE).has(quoted) is stands


def test_hyphens_and_shapes_of_marks_make_no_difference() -> None:
    text = "The lessee’s agree-\nment on the ﬁrst “day of use”"
    assert Wording(text).has("the lessee's agreement on the first 'day of use'")


@pytest.mark.req("AN-04", "BX-01")
@pytest.mark.parametrize(
    ("quoted", "stands"),
    [
        ("a loss of -5 % in 2019–2020", True),
        ("a loss of −5% in 2019 - 2020", True),
        ("a loss of 5% in 2019-2020", False),
        ("a loss of -5% in 20192020", False),
        ("paid $1,200 on 2023-01-28", True),
        ("paid $1,20 on 2023-01-28", False),
        ("it paid 1,200 on 2023-01-28", False),
        ("it paid €1,200 on 2023-01-28", False),
        ("on 2023-01-28 to 17 people", True),
        ("on 2023-01-2", False),
        ("3-01-28 to 17 people", False),
        ("00 on 2023-01-28", False),
    ],
)
def test_figures_in_a_quotation_stand_whole_and_with_their_signs(quoted: str, stands: bool) -> None:
    assert Wording("After a loss of -5% in 2019-2020 it paid $1,200 on 2023-01-28 to 17 people.").has(quoted) is stands


@pytest.mark.req("AN-04")
@pytest.mark.parametrize(
    ("words", "places"),
    [
        ("the rent of 4,200 euros", [(4, 28)]),
        ("4,200 euros", [(17, 28)]),
        ("the rent", [(4, 12)]),
        ("200 euros", []),
        ("the rent of 4", []),
        ("he rent", []),
        ("the rent of 4.200 euros", []),
        ("of the rent 4,200", []),
        ("the rent 4,200", []),
        ("The rent", []),
        ("", []),
    ],
)
def test_a_verbatim_quotation_differs_only_in_white_space(words: str, places: list[tuple[int, int]]) -> None:
    assert list(verbatim_places("See the rent\nof  4,200 euros.", words)) == places
