"""Quotations in an answer, and where the text has them."""

import pytest

from orc.documents.citations.quotes import Wording, quotations, verbatim_places
from tests.documents.lease_statements import CRANE_LEASE


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
def test_quotations_match_regardless_of_case_space_and_marks(quoted: str, stands: bool) -> None:
    assert Wording(CRANE_LEASE).has(quoted) is stands


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
