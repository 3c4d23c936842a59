"""Figures in words."""

import pytest

from orc.documents.verification.claims import supports_claim


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("written", "plain", "other"),
    [
        ("after ſix weeks", "after 6 weeks", "after 7 weeks"),
        ("after sıx weeks", "after six weeks", "after seven weeks"),
        ("on the ſeventh floor", "on the 7th floor", "on the 8th floor"),
        ("with a thırd of the members", "with a third of the members", "with a quarter of the members"),
        ("wenn dreımal gemahnt wurde", "wenn dreimal gemahnt wurde", "wenn viermal gemahnt wurde"),
    ],
)
def test_a_number_word_with_a_long_s_or_a_dotless_i_is_that_number(written: str, plain: str, other: str) -> None:
    assert supports_claim(f"The lease ends {written}.", f"The lease ends {plain}.")
    assert not supports_claim(f"The lease ends {written}.", f"The lease ends {other}.")
