"""What a PDF draws after the text below it is read where it stands on the page."""

import io
from collections.abc import Sequence

import pytest
from reportlab.pdfgen.canvas import Canvas

from shared.extraction.formats.pdf import read_pdf
from shared.extraction.formats.pdf_symbols import with_symbols

pytestmark = pytest.mark.req("AN-04")

TABLE = [
    (72, 700, "Weekly prices"),
    (72, 660, "Wool (per kg)"),
    (80, 645, "Arnsby"),
    (400, 645, "Report A"),
    (80, 630, "Belford"),
    (400, 630, "Report B"),
    (72, 600, "End of the report"),
]
FIGURES = [(200, 645, "4.10"), (300, 645, "4.35"), (200, 630, "3.90"), (300, 630, "3.70")]
HEAD = [(195, 675, "This week"), (295, 675, "Last week")]
RIGHT = [(400, 675, "Source")]


def read(texts: Sequence[tuple[float, float, str]]) -> list[str]:
    """The lines of a page on which these texts are drawn one after the other."""
    target = io.BytesIO()
    canvas = Canvas(target, invariant=1)
    for left, height, text in texts:
        canvas.drawString(left, height, text)
    canvas.save()
    return read_pdf(target.getvalue(), max_characters=10_000).text.split("\n")


@pytest.mark.parametrize("head", [HEAD, [*RIGHT, *HEAD]])
def test_cells_and_heads_that_are_drawn_last_are_in_their_table(head: list[tuple[float, float, str]]) -> None:
    source = " | Source" if len(head) > 2 else " |"
    first = [text for text in head if text in RIGHT]
    late = [text for text in head if text not in RIGHT]
    assert read([TABLE[0], *first, *TABLE[1:], *reversed(FIGURES), *late]) == [
        "Weekly prices",
        f"| This week | Last week{source}",
        "Wool (per kg)",
        "Arnsby | 4.10 | 4.35 | Report A",
        "Belford | 3.90 | 3.70 | Report B",
        "End of the report",
    ]


def test_a_frame_that_is_drawn_first_is_between_the_lines_around_it() -> None:
    frame = [(60, 500, "Visitors sign in at the gate."), (60, 485, "Dogs stay outside.")]
    around = [
        (200, 700, "Harbour Museum"),
        (60, 650, "12 Quay Street"),
        (60, 400, "1. Opening hours"),
        (60, 380, "9-5"),
    ]
    expected = [text for _, _, text in sorted([*frame, *around], key=lambda each: -each[1])]
    assert [line for line in read([*frame, *around]) if line] == expected


def test_columns_that_are_drawn_one_after_the_other_stay_so() -> None:
    left = [(72, 700 - 14 * number, f"left {number}") for number in range(6)]
    right = [(320, 700 - 14 * number, f"right {number}") for number in range(6)]
    assert read([*left, *right]) == [text for _, _, text in (*left, *right)]


def test_a_foot_that_is_drawn_first_stays_first() -> None:
    texts = [(72, 40, "Page 3"), (72, 700, "Rules of the club"), (72, 680, "No smoking.")]
    assert read(texts) == [text for _, _, text in texts]


def test_a_list_below_a_short_line_of_words_is_no_table() -> None:
    texts = [(72, 700, "Our fees are:")]
    for number, fee in enumerate(("Fixed fee: 160 a year", "Each visit: 67")):
        texts += [(76, 685 - 15 * number, "-"), (98, 685 - 15 * number, fee)]
    texts += [(100, 640, "2-"), (120, 640, "Snow")]
    assert read(texts) == ["Our fees are:", "- Fixed fee: 160 a year", "- Each visit: 67", "2- Snow"]


def test_signs_of_symbol_fonts_are_bullets_and_arrows() -> None:
    assert with_symbols("\uf0b7 Tea \uf0e0 2.10 \uf0fc") == "• Tea → 2.10 ✓"
    assert with_symbols("Tea \ue000 \uf061") == "Tea \ue000 \uf061"
