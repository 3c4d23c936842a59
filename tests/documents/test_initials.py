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
