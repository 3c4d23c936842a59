"""Statements about letters and notices: what rose, who succeeds whom, what holds today and what held last year."""

import pytest

from orc.documents.verification.claims import supports_claim
from orc.documents.verification.periods import periods_agree

LETTER = """# Letter to the members of Ash & Orrin Ltd

2023 was our best year since 2010. The board proposes a dividend of 6p per share (2022: 9p).

| £ million | 2023 | 2022 |
|---|---|---|
| Turnover | 31.4 | 28.9 |
| Debt | 5.2 | 7.7 |
| Drivers (number) | 84 | 91 |

Edith Vane retires as chair and is succeeded by Omar Lisle; Petra Holm stays on as treasurer.
"""
NOTICE = """# Summer concert of the Elm Choir

Friday 20 June 2025, in the old barn

Parking is in Dove Lane; please do not park in the yard, which is kept free for the bus.
Last year's concert raised £812.
"""
BOARD = "Voorzitter is mevrouw T. Kok, secretaris de heer B. Mulder, penningmeester mevrouw C. van Dam."


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("text", "statement", "verified"),
    [
        (LETTER, "Debt fell to £5.2 million in 2023.", True),
        (LETTER, "Debt rose to £5.2 million in 2023.", False),
        (LETTER, "Turnover rose to £31.4 million.", True),
        (LETTER, "Turnover fell to £31.4 million.", False),
        (LETTER, "There were 84 drivers in 2023.", True),
        (LETTER, "There were 91 drivers in 2023.", False),
        (LETTER, "The proposed dividend is 6p per share.", True),
        (LETTER, "The proposed dividend is 9p per share.", False),
        (LETTER, "Omar Lisle succeeds Edith Vane as chair.", True),
        (LETTER, "Edith Vane succeeds Omar Lisle as chair.", False),
        (LETTER, "Petra Holm stays on as treasurer.", True),
        (LETTER, "Petra Holm retires as treasurer.", False),
        ("2023 was our weakest year since 2010.", "2023 was the weakest year since 2010.", True),
        ("2023 was our weakest year since 2010.", "2023 was the strongest year since 2010.", False),
        (BOARD, "De secretaris is de heer B. Mulder.", True),
        (BOARD, "De penningmeester is de heer B. Mulder.", False),
        (NOTICE, "The concert takes place on 20 June 2025.", True),
        (NOTICE, "Visitors park in Dove Lane.", True),
        (NOTICE, "Visitors park in the yard.", False),
        ("Domenica: niente mercato.", "Domenica non c'è mercato.", True),
        ("Domenica: niente mercato.", "Domenica c'è il mercato.", False),
    ],
)
def test_statements_about_letters_and_notices(text: str, statement: str, verified: bool) -> None:
    assert supports_claim(text, statement) is verified


RESULTS = """## Results 2022

Cash flow from operations was EUR 88 million. Orders reached EUR 530 million.

## Results 2023

Cash flow from operations was EUR 93 million. Orders reached EUR 470 million."""
SEGMENTS = """1 Segment report 2020

 | Q1 | Q2 | Q3 | Q4
West | 101 | 102 | 102 | 103
North | 120 | 121 | 122 | 123

2 Segment report 2021

 | Q1 | Q2 | Q3 | Q4
West | 201 | 202 | 202 | 203
North | 230 | 231 | 232 | 233"""


@pytest.mark.req("BX-01", "AN-06")
@pytest.mark.parametrize(
    ("passage", "agrees", "differs"),
    [
        (RESULTS, "Orders reached EUR 470 million in 2023.", "Orders reached EUR 470 million in 2022."),
        (RESULTS, "Orders reached EUR 530 million in 2022.", "Orders reached EUR 530 million in 2023."),
        (SEGMENTS, "West had 203 in Q4 of 2021.", "West had 203 in Q4 of 2020."),
        (SEGMENTS, "North had 120 in Q1 of 2020.", "North had 230 in Q1 of 2020."),
    ],
)
def test_a_figure_has_the_year_of_the_heading_over_it(passage: str, agrees: str, differs: str) -> None:
    assert supports_claim(passage, agrees)
    assert not supports_claim(passage, differs)


@pytest.mark.req("BX-01")
def test_a_paragraph_with_a_year_of_its_own_has_no_other() -> None:
    report = "# Annual report 2023\n\nThe plant opened in 2019. It had 200 workers.\n\nThe margin was 4 percent."
    assert supports_claim(report, "The plant had 200 workers in 2019.")
    assert not supports_claim(report, "The margin was 4 percent in 2022.")


@pytest.mark.req("BX-01")
def test_a_line_with_a_figure_is_no_heading_and_keeps_its_year() -> None:
    slide = "Sales of the port were 90 euros in 2022\n\nSales of the port were 95 euros in 2023"
    assert supports_claim(slide, "Sales of the port were 95 euros in 2023.")
    assert not supports_claim(slide, "Sales of the port were 90 euros in 2023.")
    assert not periods_agree(slide, "Sales of the port were 90 euros in 2023.")  # nor by this check alone


@pytest.mark.req("BX-01")
def test_what_is_compared_with_a_year_is_not_of_that_year() -> None:
    text = "Net income was EUR 84.3 million, compared with EUR 91.0 million in 2022."
    assert supports_claim(text, "Net income fell to EUR 84.3 million from EUR 91.0 million in 2022.")
    assert not supports_claim(text, "Net income in 2022 was EUR 84.3 million.")
    assert not supports_claim(text, "Net income rose from EUR 84.3 million to EUR 91.0 million.")


@pytest.mark.req("BX-01")
def test_what_rises_has_a_greater_figure_after_it() -> None:
    text = "Net income fell from EUR 91.0 million to EUR 84.3 million. Costs rose from EUR 9 million to EUR 11 million."
    assert supports_claim(text, "Net income fell to EUR 84.3 million from EUR 91.0 million.")
    assert not supports_claim(text, "Net income rose to EUR 84.3 million from EUR 91.0 million.")
