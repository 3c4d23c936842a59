"""A figure beside a heading of a table stands below that heading, in the row that the statement is about."""

import pytest

from orc.documents.verification.claims import supports_claim

MEMBERS = """Club members

Member | Name | Joined | Fee | Paid | Locker
28 | Rosa Lind | 2019 | 45 | yes | 12
29 | Per Aune | 2021 | 45 | no | 7
30 | Ida Moe | 2022 | 60 | yes | 31
31 | Jon Vale | 2020 | 60 | no |
"""
BUSES = """City bus lines

| Line | From | To | First bus | Fare |
|---|---|---|---|---|
| Bus 4 | Market | Harbour | 05:50 | 2.40 EUR |
| Bus 7 | Harbour | Airport | 06:15 | 4.80 EUR |

Children under 6 travel free.
"""
ZIMMER = """Zimmer | Betten | Preis
11 | 2 | 89 €
12 | 3 | 95 €
"""


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("table", "statement", "verified"),
    [
        (MEMBERS, "Member 30 has locker 31.", True),
        (MEMBERS, "Member 31 has locker 31.", False),
        (MEMBERS, "Jon Vale has locker 31.", False),
        (MEMBERS, "Member 31 joined in 2020.", True),
        (MEMBERS, "Member 12 is Rosa Lind.", False),
        (MEMBERS, "Member 28 is Rosa Lind.", True),
        (MEMBERS, "Per Aune's locker is number 7.", True),
        (BUSES, "The first bus of line 4 is at 05:50.", True),
        (BUSES, "The first bus of line 4 is at 06:15.", False),
        (BUSES, "Bus 7 costs 4.80 EUR.", True),
        (BUSES, "Children under 6 travel free.", True),
        (ZIMMER, "Zimmer 12 hat 3 Betten.", True),
        (ZIMMER, "Zimmer 11 hat 3 Betten.", False),
        (ZIMMER, "Zimmer 12 hat 2 Betten.", False),
    ],
)
def test_a_figure_of_another_column_or_row_is_not_verified(table: str, statement: str, verified: bool) -> None:
    assert supports_claim(table, statement) is verified


@pytest.mark.req("BX-01", "AN-05")
def test_a_figure_outside_the_table_needs_no_cell() -> None:
    handbook = "Every employee has 28 days of holiday.\n\nTraining | Days\nFirst aid | 2\nForklift | 3\n"
    assert supports_claim(handbook, "Employees have 28 days of holiday.")


ROOMS = """| Zimmer | Bett | Preis/Nacht | Balkon | Stockwerk |
|---|---|---|---|---|
| 101 | Doppel | 89 € | ja | 1 |
| 204 | Einzel | 62 € | nein | 2 |
| 305 | Suite | 148 € | ja | 3 |
"""
CLASSES = """| Class | Teacher | Pupils |
|---|---|---|
| 3A | Ms Holt | 24 |
| 3B | Mr Ames | 27 |
| 4A | Ms Rye | 22 |
"""


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("table", "statement", "verified"),
    [
        (ROOMS, "Zimmer 204 kostet 62 € pro Nacht.", True),
        (ROOMS, "Zimmer 204 kostet 89 € pro Nacht.", False),
        (ROOMS, "Zimmer 305 liegt im 3. Stockwerk.", True),
        (ROOMS, "Zimmer 305 liegt im 2. Stockwerk.", False),
        (CLASSES, "Class 3A has 24 pupils.", True),
        (CLASSES, "Class 3A has 27 pupils.", False),
        (CLASSES, "Class 3B has the most pupils.", True),
        (CLASSES, "Class 4A has the most pupils, 27.", False),
    ],
)
def test_the_cells_of_a_short_table_are_compared_in_its_language(table: str, statement: str, verified: bool) -> None:
    assert supports_claim(table, statement) is verified


ROSTER = """| Shift | Mon | Tue | Wed | Fri |
|---|---|---|---|---|
| Early | Kim | Kim | Varga | Haas |
| Night | Lopez | Lopez | Haas | Varga, Lopez |

| Name | Phone |
|---|---|
| Kim | 5512 |
| Haas | 5513 |
"""


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("table", "true", "false"),
    [
        (ROSTER, "Lopez has the night shift on Monday.", "Haas has the night shift on Monday."),
        (ROSTER, "Lopez has the night shift on Friday.", "Haas has the night shift on Friday."),
        (ROSTER, "Kim's phone number is 5512.", "Kim's phone number is 5513."),
    ],
)
def test_a_name_where_the_named_row_and_column_cross_must_stand_there(table: str, true: str, false: str) -> None:
    assert supports_claim(table, true)
    assert not supports_claim(table, false)
