"""Statements about what is allowed with a condition and without one."""

import pytest

from orc.documents.citations.verification import supports_claim

RULES = """Smoking is allowed only with a permit.

Lockers are handed over without a deposit.

Guests may stay only after prior notice.

Assignment without consent is void.

Riding without a helmet is prohibited.

Parking on level two is possible without a permit.

Staff may enter the archive without an escort.
"""
REGELN = "Hunde dürfen nur mit Zustimmung gehalten werden."


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("text", "claim"),
    [
        (RULES, "Smoking is allowed without a permit."),
        (RULES, "Lockers are handed over only with a deposit."),
        (RULES, "Guests may stay without prior notice."),
        (RULES, "Parking requires a permit."),
        (RULES, "Staff must have an escort in the archive."),
        (REGELN, "Hunde dürfen ohne Zustimmung gehalten werden."),
    ],
)
def test_a_statement_without_the_condition_of_its_source_is_not_verified(text: str, claim: str) -> None:
    assert not supports_claim(text, claim)


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("text", "claim"),
    [
        (RULES, "Smoking is not allowed without a permit."),
        (RULES, "Smoking without a permit is prohibited."),
        (RULES, "No smoking unless there is a permit."),
        (RULES, "Lockers are handed over without a deposit."),
        (RULES, "Guests may not stay without prior notice."),
        (RULES, "Assignment requires consent."),
        (RULES, "A helmet is required for riding."),
        (RULES, "No permit is needed for parking on level two."),
        (RULES, "Staff need no escort in the archive."),
        (REGELN, "Ohne Zustimmung dürfen keine Hunde gehalten werden."),
    ],
)
def test_a_condition_in_other_words_is_verified(text: str, claim: str) -> None:
    assert supports_claim(text, claim)
