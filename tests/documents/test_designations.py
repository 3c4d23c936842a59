"""A statement has the names of its source, with their letters, forms and roles."""

import pytest

from orc.documents.verification.claims import supports_claim

ALDERA = "Privacy policy of Aldera\n\nAldera is a service for schools in America. Log data are kept for 90 days."
SOMMERFELD = "Mietvertrag. Vermieterin ist Frau Helga Sommerfeld. Mieter ist Herr Jan Wolf. Die Miete beträgt 900 Euro."


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("text", "claim", "verified"),
    [
        (ALDERA, "Aldera keeps log data for 90 days.", True),
        (ALDERA, "Aldera's log data is kept for 90 days.", True),
        (ALDERA, "Alderon keeps log data for 90 days.", False),
        (ALDERA, "Alderon has log data for 90 days.", False),
        (ALDERA, "Zephyr keeps log data for 90 days.", False),
        (ALDERA, "Log data are kept for 90 days by Alderon.", False),
        (ALDERA, "Log data are kept for American schools for 90 days.", True),
        (SOMMERFELD, "Vermieterin ist Frau Helga Sommerfeld.", True),
        (SOMMERFELD, "Vermieterin ist Frau Helga Sommerfelt.", False),
        (SOMMERFELD, "Die Vermieterin ist Helga Sommerfelt.", False),
        (SOMMERFELD, "Frau Sommerfeldt ist die Vermieterin.", False),
    ],
)
def test_a_name_that_only_begins_like_one_of_the_source_is_not_verified(text: str, claim: str, verified: bool) -> None:
    assert supports_claim(text, claim) is verified


def test_a_similar_name_of_the_question_is_no_name_of_the_source() -> None:
    question = "How long does Alderon keep log data?"
    assert not supports_claim(ALDERA, "Alderon keeps log data for 90 days.", question=question)
    assert supports_claim(ALDERA, "Aldera keeps log data for 90 days.", question=question)


def test_the_name_of_whoever_says_we_may_be_elsewhere_in_the_document() -> None:
    assert supports_claim("We keep log data in Ghent for 90 days.", "Aldera keeps log data for 90 days.")


PARTIES = (
    "Tenancy agreement. Landlord: Harbour View Estates Ltd. Tenant: Ms. Priya Raman. The premises are flat 7B at 19 "
    "Quay Street. The lift runs 12h a day on 12V. Kaufmann GmbH & Co. KG cleans the stairs."
)


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("claim", "verified"),
    [
        ("The premises are flat 7B at 19 Quay Street.", True),
        ("The premises are flat 7b at 19 Quay Street.", True),
        ("The premises are flat 7C at 19 Quay Street.", False),
        ("The lift runs 12h a day.", True),
        ("The landlord is Harbour View Estates Ltd.", True),
        ("The landlord is Harbour View Estates.", True),
        ("The landlord is Harbour View Estates plc.", False),
        ("Kaufmann GmbH & Co. KG cleans the stairs.", True),
        ("Kaufmann GmbH cleans the stairs.", False),
        ("The tenant is Priya Raman.", True),
        ("The landlord is Priya Raman.", False),
    ],
)
def test_a_letter_a_company_form_and_a_labelled_role_are_those_of_the_source(claim: str, verified: bool) -> None:
    assert supports_claim(PARTIES, claim) is verified
