"""Statements about what is allowed with a condition and without one."""

import pytest

from orc.documents.verification.claims import supports_claim

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


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("text", "true", "false"),
    [
        ("Hunde sind nur mit Zustimmung erlaubt.", "Hunde sind mit Zustimmung erlaubt.", "Hunde sind erlaubt."),
        ("Dogs are only allowed with consent.", "Dogs are allowed with consent.", "Dogs are allowed."),
        (
            "Pets are allowed with consent.",
            "Pets are not allowed without consent.",
            "Pets are allowed without consent.",
        ),
        (
            "With your consent we send a newsletter. You can withdraw your consent to the newsletter with the link.",
            "The newsletter is not sent without your consent.",
            "The newsletter is sent without consent.",
        ),
    ],
)
def test_what_needs_a_condition_is_not_allowed_without_it(text: str, true: str, false: str) -> None:
    assert supports_claim(text, true)
    assert not supports_claim(text, false)


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("claim", "verified"),
    [
        ("The tenant may not smoke in the flat.", True),
        ("The tenant may smoke on the balcony.", True),
        ("Smoking is not permitted in the flat.", True),
        ("Smoking is permitted on the balcony.", True),
        ("The tenant may not smoke on the balcony.", False),
        ("Smoking is permitted in the flat.", False),
        ("Smoking is permitted in the flat and on the balcony.", False),
        ("Smoking is permitted on the balcony and in the flat.", False),
    ],
)
def test_what_is_allowed_in_one_place_is_not_allowed_in_another(claim: str, verified: bool) -> None:
    text = "The tenant may not smoke in the flat. Smoking on the balcony is permitted."
    assert supports_claim(text, claim) is verified
