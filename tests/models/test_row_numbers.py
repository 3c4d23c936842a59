"""Rows about things of other sizes, codes or numbers than the question names."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

TOOLS = """\
Part no. | Description | Torque (Nm) | Price (EUR)
AW-16 | Angle wrench 16 mm | 156 | 42.60
AW-18 | Angle wrench 18 mm | 171 | 45.80
AS-16 | Angle wrench S 16 mm | 168 | 48.60
TW-18 | Torque wrench 18 mm | 207 | 63.80
TS-18 | Torque wrench S 18 mm | 219 | 69.80
HC-20 | Hose clamp 20 mm | 12 | 3.10
"""
CABLES = """\
| Name | Length | Price |
|---|---|---|
| HDMI cable | 1 m | 7.50 |
| HDMI cable | 2 m | 9.50 |
| USB cable | 3 m | 10.90 |
"""
ROOMS = """\
Room | Beds | Price
Room 11 | 2 | 70
Room 12 | 1 | 55
Room 21 | 3 | 90

Parking costs 8 euros a night. Room 31 is closed because of repairs.
"""
FEES = """\
| Service | Fee |
|---|---|
| up to 2 kg | 4.90 |
| 2 to 5 kg | 6.90 |
| 5 to 10 kg | 9.90 |
"""
ORDERS = "order,customer,amount\n2024-017,Baker,120.50\n2024-018,Linden,99.00\n"
ROLES = "| Role | Rate | Probation |\n|---|---|---|\n| Baker | 19.50 | 6 months |\n| Driver | 16.10 | 4 months |\n"


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (TOOLS, "What is the price of the angle wrench 19 mm?"),
        (TOOLS, "What is AW-17?"),
        (TOOLS, "What is the price of TW-16?"),
        (CABLES, "How much is the HDMI cable 3 m?"),
        (ROOMS, "What is the price of room 22?"),
        (ROOMS, "Which rooms have 4 beds?"),
        (ORDERS, "How much was order 2024-019?"),
    ],
)
async def test_a_number_that_no_row_has_is_not_answered_from_other_rows(text: str, question: str) -> None:
    assert await ask(question, {"list.txt": text}) == NOT_IN_DOCUMENTS.to(question)


@pytest.mark.req("AN-06", "AN-08")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (
            TOOLS,
            "What is the price of the angle wrench 16 mm?",
            "42.60 [1]\n- Angle wrench 16 mm [1]\n- Price (EUR) [1]",
        ),
        (TOOLS, "price of the torque wrench 18 mm", "63.80 [1]\n- Torque wrench 18 mm [1]\n- Price (EUR) [1]"),
        (TOOLS, "price of the Torque wrench S 18 mm", "69.80 [1]\n- Torque wrench S 18 mm [1]\n- Price (EUR) [1]"),
        (TOOLS, "What is the price of TW-18?", "63.80 [1]\n- TW-18 [1]\n- Price (EUR) [1]"),
        (CABLES, "Price of the HDMI cable 2 m", "9.50 [1]\n- HDMI cable [1]\n- 2 m [1]\n- Price [1]"),
        (ROOMS, "Room 12 price", "55 [1]\n- Room 12 [1]\n- Price [1]"),
        (ROOMS, "Why is room 31 closed?", "Room 31 is closed because of repairs. [1]"),
        (ORDERS, "How much was order 2024-018?", "99.00 [1]\n- 2024-018 [1]\n- amount [1]"),
    ],
)
async def test_the_row_with_all_that_the_question_names_answers_alone(text: str, question: str, answer: str) -> None:
    assert await ask(question, {"list.txt": text}) == answer


@pytest.mark.req("AN-06")
async def test_a_number_within_a_range_is_no_other_number() -> None:
    assert "9.90" in await ask("What is the fee for 7 kg?", {"post.md": FEES})


@pytest.mark.req("AN-06")
async def test_an_amount_in_a_question_may_be_wrong() -> None:
    assert "4 months" in await ask("Is the probation of a driver 3 months?", {"staff.md": ROLES})
