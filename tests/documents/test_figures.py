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


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("written", "same", "other"),
    [
        ("closed at 14:00", "closed at 2:00 PM", "closed at 2:00 AM"),
        ("closed at 9 A.M.", "closed at 9:00", "closed at 21:00"),
        ("opened on July 22 , 1947", "opened on July 22, 1947", "opened on July 23, 1947"),
        ("was sold in the 2007 -- 08 season", "was sold in the 2007-2008 season", "was sold in the 2008-2009 season"),
        ("was sold in 2023/24", "was sold in 2023/2024", "was sold in 2024/25"),
        ("was ranked eighth by the board", "was ranked eighth by the board of 2016", "was ranked ninth by the board"),
    ],
)
def test_a_time_a_date_and_a_season_are_the_same_in_any_notation(written: str, same: str, other: str) -> None:
    assert supports_claim(f"The harbour of 2016 {written}.", f"The harbour {same}.")
    assert not supports_claim(f"The harbour of 2016 {written}.", f"The harbour {other}.")


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize("currency", ["EUR", "USD", "CHF", "SEK", "PLN", "TRY"])
def test_amounts_with_a_currencys_code_are_compared(currency: str) -> None:
    fees = "The late fee is EUR 45. The cleaning fee is EUR 90. The deposit is EUR 300. A spare key costs EUR 25."
    fees = fees.replace("EUR", currency)
    assert supports_claim(fees, f"The late fee is {currency} 45 and the cleaning fee is {currency} 90.")
    assert supports_claim(fees, f"The late fee is 45 {currency}.")
    for other in (
        f"The late fee is {currency} 90.",
        f"The late fee rose from {currency} 11 to {currency} 12.",
        f"The cleaning fee is {currency} 10 to {currency} 20.",
        f"The late fee is 45 {'GBP' if currency != 'GBP' else 'EUR'}.",
    ):
        assert not supports_claim(fees, other)
