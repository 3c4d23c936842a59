"""A single letter that is the name of a thing distinguishes it from other things."""

import pytest

from orc.documents.verification.claims import supports_claim

PLANS = "Plan A costs 100 euros a month and covers theft.\n\nPlan B costs 200 euros a month and covers fire and water."
TENANTS = "Tenant A pays 100 euros.\n\nTenant B pays 200 euros.\n\nTenant I pays 300 euros."
TABLE = "| Plan | Price |\n|---|---|\n| A | 100 |\n| B | 200 |"
ACROSS = "| | A | B |\n|---|---|---|\n| Price | 100 | 200 |"
REFUNDS = "Plan A is not refundable.\n\nPlan B is refundable."
PIANI = "Il piano A costa 10 euro.\n\nIl piano E costa 20 euro."
JAPANESE = "プランAは月額100円です。\n\nプランBは月額200円です。"


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("text", "true", "false"),
    [
        (PLANS, "Plan A costs 100 euros a month.", "Plan A costs 200 euros a month."),
        (PLANS, "With plan A you pay 100 euros.", "With plan A you pay 200 euros."),
        (PLANS, "**Plan A**: 100 euros", "**Plan A**: 200 euros"),
        (PLANS, "Plan **A**: 100 euros", "Plan **A**: 200 euros"),
        (PLANS, "Plan A covers theft.", "Plan A covers fire and water."),
        (PLANS, "A costs 100 euros a month.", "A costs 200 euros a month."),
        (PLANS, "A plan costs 200 euros a month.", "Plan A is 200 euros a month."),
        (TENANTS, "Tenant A pays 100 euros.", "Tenant A pays 300 euros."),
        (TENANTS, "Tenant I pays 300 euros.", "Tenant I pays 100 euros."),
        (TABLE, "Plan A costs 100.", "Plan A costs 200."),
        (TABLE, "| A | 100 |", "| A | 200 |"),
        (ACROSS, "The price of A is 100.", "The price of A is 200."),
        (REFUNDS, "Plan B is refundable.", "Plan A is refundable."),
        (PIANI, "Il piano A costa 10 euro.", "Il piano E costa 10 euro."),
        (PIANI, "Il piano E costa 20 euro.", "Il piano A costa 20 euro."),
        ("Tarif A kostet 10 Euro. Tarif O kostet 20 Euro.", "Tarif O kostet 20 Euro.", "Tarif A kostet 20 Euro."),
        ("Vitamin A: 800 mg\n\nVitamin C: 80 mg", "Vitamin A: 800 mg", "Vitamin A: 80 mg"),
        ("Option a costs 10 euros. Option b costs 20 euros.", "Option a costs 10 euros.", "Option a costs 20 euros."),
        (JAPANESE, "プランAは月額100円です", "プランAは月額200円です"),
    ],
)
def test_a_thing_named_by_a_letter_is_not_mistaken_for_another(text: str, true: str, false: str) -> None:
    assert supports_claim(text, true)
    assert not supports_claim(text, false)


@pytest.mark.req("BX-01")
@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Every tenant pays 100 euros.", "A tenant pays 100 euros."),
        ("John Smith signed the lease in 2020.", "John A. Smith signed the lease in 2020."),
        ("He took away the bone I had, in 2020.", "He took away the bone in 2020."),
    ],
)
def test_articles_initials_and_pronouns_need_no_source(text: str, claim: str) -> None:
    assert supports_claim(text, claim)
