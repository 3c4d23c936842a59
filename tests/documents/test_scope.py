"""Statements that go beyond their source: another thing, more often, always, of somebody of whom it is not said."""

import pytest

from orc.documents.verification.claims import supports_claim

RULES = """Rules of the bakery

The chief executive officer of the bakery is Nora Feld. The ovens are cleaned every two weeks and the floor is
swept nightly. Bread is delivered to schools within one hour. Rolls are kept in baskets of wood. Apprentices may leave
early on two days a week. Karl Winter drives the van to the market. He parks it behind the mill. Refunds are granted
only for damaged goods. Orders worth more than 50 euros are approved by the manager.
"""


@pytest.mark.req("BX-01")
@pytest.mark.parametrize(
    "statement",
    [
        "Rolls are kept in boxes of wood.",
        "Rolls are kept in baskets of plastic.",
        "The windows are cleaned every two weeks.",
        "The ovens are cleaned every week.",
        "The floor is swept hourly.",
        "The ovens are cleaned nightly.",
        "Apprentices may leave early at any time.",
        "Refunds are always granted.",
        "All orders are approved by the manager.",
        "Karl Winter bakes rye bread at dawn.",
    ],
)
def test_a_statement_beyond_its_source_is_not_verified(statement: str) -> None:
    assert not supports_claim(RULES, statement)


@pytest.mark.req("BX-01")
@pytest.mark.parametrize(
    "statement",
    [
        "The CEO of the bakery is Nora Feld.",
        "Nora Feld is the CEO.",
        "Bread gets delivered to schools within an hour.",
        "The ovens are cleaned every other week.",
        "The floor is swept every night.",
        "Every night the floor is swept.",
        "Apprentices may leave early on two days per week.",
        "Karl Winter parks the van behind the mill.",
        "All orders worth more than 50 euros are approved by the manager.",
    ],
)
def test_a_paraphrased_statement_is_verified(statement: str) -> None:
    assert supports_claim(RULES, statement)
