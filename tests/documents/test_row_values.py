"""A statement about a table, or a list of prices, has its words from one row, and not from two."""

import pytest

from orc.documents.verification.claims import supports_claim
from orc.documents.verification.row_values import rows_agree

ROTA = """Garden rota

| Bed | Plant | Task | When | Who |
|---|---|---|---|---|
| North B-10 | Roses | prune | every 30 days | Imre |
| North B-10 | Lavender | trim | in autumn | Odile |
| South B-20 | Roses | prune | every 45 days | Odile |
| South B-20 | Box hedge | clip, shaped by Runa Falk | weekly | Imre |
"""
MACHINES = """Gerät;Teil;Tätigkeit;Intervall
Mäher M-4;Messer;schärfen;monatlich
Mäher M-4;Öl;wechseln;jährlich
Säge S-7;Kette;ölen;täglich
"""
PRICES = """Piano tuner Jarvis

Tuning an upright: £70
Tuning a grand: £95
New string for a grand: £28
Journey: £15
Payment within 14 days.
"""


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("table", "statement", "verified"),
    [
        (PRICES, "Tuning a grand costs £95.", True),
        (PRICES, "Tuning an upright costs £95.", False),
        (PRICES, "A new string costs £15.", False),
        (PRICES, "The journey costs £15.", True),
        (ROTA, "The lavender is trimmed by Odile.", True),
        (ROTA, "The lavender is trimmed by Imre.", False),
        (ROTA, "The roses in B-20 are pruned every 45 days.", True),
        (ROTA, "The roses in B-20 are pruned every 30 days.", False),
        (ROTA, "The lavender is in B-20.", False),
        (ROTA, "The box hedge is clipped weekly.", True),
        (ROTA, "The lavender is trimmed weekly.", False),
        (MACHINES.replace(";", " | "), "Das Messer des M-4 wird monatlich geschärft.", True),
        (MACHINES.replace(";", " | "), "Das Messer des M-4 wird jährlich geschärft.", False),
        (MACHINES.replace(";", " | "), "Das Öl der S-7 wird jährlich gewechselt.", False),
    ],
)
def test_a_cell_of_another_row_is_not_verified(table: str, statement: str, verified: bool) -> None:
    assert supports_claim(table, statement) is verified


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    "statement",
    [
        "Imre prunes the roses and Odile trims the lavender.",
        "Odile does more than Imre in B-10.",
        "The intervals range from 30 to 45 days.",
        "Odile does not clip the box hedge.",
        "Imre works with Odile in B-10.",
    ],
)
def test_statements_about_several_rows_are_not_doubted(statement: str) -> None:
    assert rows_agree(ROTA, statement)
