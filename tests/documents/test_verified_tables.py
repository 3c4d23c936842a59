"""Statements about a table, verified by its rows, columns and units."""

import pytest

from orc.documents.citations.verification import supports_claim


def test_tables_in_thousands_bear_out_the_whole_figure() -> None:
    assert supports_claim("Revenue (in thousands) 12,345", "Revenue was $12.345 million.")
    assert supports_claim("Revenue (in thousands) 12,345", "Revenue was 12,345 thousand euros.")
    assert not supports_claim("Revenue (in thousands) 12,345", "Revenue was 12,346 thousand euros.")
    assert supports_claim("Paid on 2024-03-14.", "It was paid on 14 March 2024.")
    assert not supports_claim("Paid on 2024-03-14.", "It was paid on 15 March 2024.")


BICYCLES = """Bicycles of the season

Model | frame | weight kg | price euros | delivery days
Comet | aluminium | 11.2 | 899 | 5
Falcon | carbon | 7.8 | 3,250 | 21
Otter | steel | 14.5 | 640 | 3
Wren Kids | steel | 9.1 | 310 | 4
"""


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize("separator", [" | ", "\t", ","])
@pytest.mark.parametrize(
    ("claim", "verified"),
    [
        ("The Comet is delivered in 5 days.", True),
        ("The Comet is delivered in 899 days.", False),
        ("The Wren Kids weighs 9.1 kg.", True),
        ("The Wren Kids weighs 310 kg.", False),
        ("The Otter costs 640 euros.", True),
        ("The Otter costs 14.5 euros.", False),
        ("The Falcon has a carbon frame and weighs 7.8 kg.", True),
        ("The Falcon costs 3250 euros.", True),
        ("The Comet has an aluminium frame.", True),
        ("The Comet has a steel frame.", False),
        ("The Comet is cheaper than the Falcon.", True),
        ("The Falcon is cheaper than the Comet.", False),
        ("The Falcon is lighter than the Comet.", True),
    ],
)
def test_a_row_supports_the_figure_in_the_requested_column(claim: str, verified: bool, separator: str) -> None:
    table = BICYCLES.replace("3,250", "3250") if separator == "," else BICYCLES
    assert supports_claim(table.replace(" | ", separator), claim) is verified


@pytest.mark.req("BX-01", "AN-05")
def test_a_figure_with_its_magnitude_is_not_scaled_again() -> None:
    report = (
        "Revenue rose to $412.6 million.\n\nPumps | 168.9\nValves | 243.7\n\nAll amounts are in millions of dollars."
    )
    assert supports_claim(report, "Revenue rose to $412.6 million.")
    assert supports_claim(report, "Pumps brought $168.9 million.")
    assert not supports_claim(report, "Revenue rose to $412.6 billion.")
    assert not supports_claim(report, "Pumps brought $168.9 billion.")


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("claim", "verified"),
    [
        ("Revenue in France was 17,644 in 2024.", True),
        ("Revenue in France was 17,644 thousand pounds in 2024.", True),
        ("Revenue in France was £17.6 million in 2024.", True),
        ("Revenue in France was 15,020 in 2024.", False),
        ("Revenue in France was 9,873 in 2024.", False),
        ("Total revenue was £81,845 million.", False),
        ("Revenue was £81,845 million.", False),
    ],
)
def test_a_cell_is_compared_in_the_unit_of_its_table(claim: str, verified: bool) -> None:
    """Too few words of these statements show their language for its way to write numbers."""
    report = (
        "This was a year of steady progress.\n\nRevenue by region (in thousands of pounds)\n\n"
        "Region | 2024 | 2023\nFrance | 17,644 | 15,020\nNordics | 9,873 | 9,115\nTotal | 81,845 | 78,442"
    )
    assert supports_claim(report, claim) is verified
