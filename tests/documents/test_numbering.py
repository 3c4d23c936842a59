"""The number of a heading or a step is no figure of what a statement says."""

import pytest

from orc.documents.verification.claims import supports_claim

LEASE = """# Lease

## 2. Rent

The monthly rent is £1,450.

## 3. Term and notice

The lease runs for two years. Either party may end it with three months' notice.

## 4. Pets

Cats are allowed.

## 5. Repairs

The tenant reports damage within 7 days.
"""
CAKE = """Lemon cake

1. Heat the oven to 180 °C.
2. Beat the butter for 5 minutes.
3. Sift in the flour and add 4 eggs.
4. Bake for 45 minutes.

3. Mai 2024: zuletzt gebacken
"""


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("text", "statement", "verified"),
    [
        (LEASE, "There are 4 bedrooms.", False),
        (LEASE, "It costs £5.", False),
        (LEASE, "The fee is 3 euros.", False),
        (LEASE, "According to section 3, the lease runs for two years.", True),
        (LEASE, "The tenant must report damage within 7 days (section 5).", True),
        (CAKE, "You need 3 bowls.", False),
        (CAKE, "Bake for 4 minutes.", False),
        (CAKE, "Add 4 eggs.", True),
        (CAKE, "In step 4 the cake is baked for 45 minutes.", True),
        (CAKE, "Zuletzt wurde am 3. Mai 2024 gebacken.", True),
    ],
)
def test_a_number_that_only_numbers_a_part_verifies_nothing(text: str, statement: str, verified: bool) -> None:
    assert supports_claim(text, statement) is verified


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("text", "permitted", "denied"),
    [
        ("Tortilla\n\nNo se debe congelar.", "La tortilla se puede congelar.", "La tortilla no se puede congelar."),
        (
            "Gâteau\n\nIl ne faut pas le congeler.",
            "Le gâteau peut être congelé.",
            "Le gâteau ne peut pas être congelé.",
        ),
        ("Torta\n\nNon si deve congelare.", "La torta si può congelare.", "La torta non si può congelare."),
    ],
)
def test_what_a_short_text_forbids_is_not_verified_as_permitted(text: str, permitted: str, denied: str) -> None:
    assert not supports_claim(text, permitted)
    assert supports_claim(text, denied)
