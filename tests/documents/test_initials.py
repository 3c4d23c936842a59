from itertools import product
from string import ascii_uppercase

import pytest

from orc.documents.text.initials import Initials

COMMON = "The people of the firm and the staff, for the day and out of the office: the end of and for the rest."


@pytest.mark.req("QA-06")
def test_an_abbreviation_whose_letters_begin_common_words_only_is_no_term() -> None:
    for pair in product(ascii_uppercase, repeat=2):
        short = "".join(pair)
        asked = Initials(f"How is {short} paid?", few=True)
        assert asked.terms_in(COMMON) == set()
        assert asked.spelled(COMMON) == COMMON
        assert asked.in_question_form(COMMON) == COMMON


@pytest.mark.req("AN-09")
def test_an_abbreviation_follows_its_term() -> None:
    asked = Initials("How is PT paid?", few=True)
    assert asked.spelled("Any part time is paid in May.") == "Any part time PT is paid in May."


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(("asked", "written"), [("IFRS9", "IFRS 9"), ("IFRS 9", "IFRS9"), ("ISO27001", "ISO-27001")])
def test_a_number_of_an_abbreviation_is_found_with_and_without_a_space(asked: str, written: str) -> None:
    spelled = Initials(f"What does {asked} require of us?").spelled(f"By {written} we measure it yearly.")
    assert spelled == f"By {written} {asked} we measure it yearly."


@pytest.mark.req("AN-07")
@pytest.mark.parametrize("written", ["IFRS 90", "IFRS 9.1", "IFRS 16"])
def test_another_number_of_an_abbreviation_stays_another(written: str) -> None:
    text = f"By {written} we measure it yearly."
    assert Initials("What does IFRS9 require of us?").spelled(text) == text
