"""Short statements about a lease: what they say of their subject must be in the passage too."""

import pytest

from orc.documents.verification.claims import supports_claim

LEASE = """Residential Tenancy Agreement

This agreement is made on 3 March 2025 between Margaret Okafor of 12 Linden Row, Bristol ("the landlord") and Tomasz \
Wieczorek and Julia Wieczorek ("the tenants").

1. The property

The flat has two bedrooms, one bathroom and a balcony facing the courtyard. A storage cage is included.

3. Rent

The tenants pay GBP 1,385 per month, in advance, no later than the fifth day of each month. The rent may be reviewed \
once a year. Water and the building's broadband are included in the rent. Electricity, gas and council tax are paid by \
the tenants.

4. Deposit

Before moving in the tenants pay a security deposit of GBP 1,598. The deposit is returned after the end of the \
tenancy, less the cost of any damage.

5. Use

Smoking is prohibited inside the flat and on the balcony. The tenants may keep one cat with the landlord's consent; \
dogs are excluded by the rules of the building. On the last day all six keys are handed back to the agent.
"""
BEFORE_USE, USE = LEASE.split("5. Use")
APART = """Rules of the museum flat

The landlord keeps the structure and the boiler in repair. The boiler is serviced every October. Water is included in \
the rent. Electricity and council tax are paid by the tenants. Cats may be kept; dogs are excluded by the rules of the \
building.

The tenants have three keys. They keep them in the safe. The museum never sells photographs of the tenants.

Staff of the museum

Guides wear a green badge. Porters wear a red cap.
"""
QUESTION = "How much is the rent?"


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    "statement",
    [
        "The landlord is rich",
        "The tenants are happy",
        "The flat is noisy",
        "The landlord is a dentist",
        "It is cheap",
        "The flat has a garden",
        "The rent includes a lawyer",
        "Gas is included in the rent",
        "The keys are kept by the tenants",
        "The tenants pay for the broadband",
        "Dogs are welcome",
        "Dogs are allowed",
        "Two keys",
        "The rent is GBP 1,598 per month",
        "Rent is due by the sixth of the month",
        "The landlord is Tomasz Wieczorek",
        "The tenant is Margaret Okafor",
    ],
)
def test_what_the_passage_does_not_say_of_the_subject_is_not_verified(statement: str) -> None:
    assert not supports_claim(LEASE, statement, question=QUESTION)


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    "statement",
    [
        "The rent is GBP 1,385 per month",
        "The monthly rent is £1,385, payable in advance",
        "Rent is due by the fifth of the month",
        "Rent is due on the fifth day of each month",
        "The landlord is Margaret Okafor",
        "Dogs are not allowed",
        "No dogs",
        "Smoking is forbidden",
        "The tenants may keep a cat",
        "Six keys",
        "The deposit is GBP 1,598",
        "Water and internet are covered by the rent",
    ],
)
def test_a_short_paraphrase_is_verified(statement: str) -> None:
    assert supports_claim(LEASE, statement, question=QUESTION)


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    "statement",
    [
        "The tenants keep the boiler in repair",
        "The boiler is serviced by the tenants",
        "Council tax is included in the rent",
        "Cats are excluded by the rules",
        "Porters wear a green badge",
        "The museum sells photographs of the tenants",
        "The green badge is kept in the safe of the museum",
    ],
)
def test_words_that_the_passage_does_not_say_together_are_not_verified(statement: str) -> None:
    assert not supports_claim(APART, statement)


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    "statement",
    [
        "The landlord keeps the boiler in repair",
        "The boiler is serviced every October",
        "Water is included in the rent",
        "Dogs are excluded by the rules of the building",
        "Guides of the museum wear a green badge",
        "The tenants keep the keys in the safe",
        "The museum does not sell photographs of the tenants",
    ],
)
def test_words_that_the_passage_says_together_are_verified(statement: str) -> None:
    assert supports_claim(APART, statement)


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    "statement",
    [
        "The tenants may keep a dog",
        "Dogs are permitted by the rules of the building",
        "Smoking is allowed on the balcony",
    ],
)
def test_a_passage_without_the_subject_or_the_thing_does_not_support_it(statement: str) -> None:
    assert not supports_claim(BEFORE_USE, statement, question=QUESTION)
    assert not supports_claim(USE, statement, question=QUESTION)
