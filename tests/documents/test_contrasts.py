"""Of two opposite things that a sentence says, each belongs to its own words."""

import pytest

from orc.documents.verification.claims import supports_claim

MINUTES = (
    "The committee approved the purchase of a new mower for £680 and rejected the request for a second greenhouse. "
    "Helmets are compulsory in kayaks and optional in canoes."
)


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("statement", "verified"),
    [
        ("The committee approved a new mower.", True),
        ("The committee rejected a new mower.", False),
        ("The request for a second greenhouse was approved.", False),
        ("Helmets are optional in canoes.", True),
        ("Helmets are compulsory in canoes.", False),
        ("Helmets are optional in kayaks.", False),
    ],
)
def test_what_is_said_of_one_thing_is_not_verified_of_its_opposite(statement: str, verified: bool) -> None:
    assert supports_claim(MINUTES, statement) is verified
