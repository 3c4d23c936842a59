"""Statements about letters and notices: what rose, who succeeds whom, what holds today and what held last year."""

import pytest

from orc.documents.verification.claims import supports_claim

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
