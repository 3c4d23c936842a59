"""Tables without lines between their columns: a cell of several lines stays in its row where the page shows what a row
is, and rows stay apart where it does not."""

import io
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from reportlab.lib.colors import black, lightgrey, white
from reportlab.pdfgen.canvas import Canvas

from orc.documents.search.synonyms import Synonyms
from orc.documents.text.chunks import chunk_text
from orc.domain import ExtractedText, Passage
from orc.ports import Grounding
from shared.extraction.formats.pdf_page import lay_out
from shared.models.extractive import answer_question
from tests.extraction.test_ruled_tables import PAY, lines_of, ruled

type Text = tuple[float, float, str]
"""How far a text is from the left and from the bottom of the page."""

WHOLE = (0, 0), (-1, -1)
NONE = "TEXTCOLOR", *WHOLE, black
STYLES: dict[str, tuple[Any, ...]] = {
    "no lines": NONE,
    "lines below the rows": ("LINEBELOW", *WHOLE, 0.5, black),
    "shaded rows": ("ROWBACKGROUNDS", *WHOLE, [lightgrey, white]),
}
TABLES = {
    "the middle column wraps": PAY,
    "the last column wraps": [
        ["Grade", "Pay", "Duties"],
        ["Grade 1", "£22,100", "Cleans the halls, and shows visitors to their seats"],
        ["Grade 2", "£24,900", "Sells tickets, and counts the takings"],
        ["Grade 3", "£28,300", "Leads a shift"],
    ],
    "all columns wrap": [
        ["Post", "Duties of the post", "Conditions"],
        ["Usher of the evening shows", "Cleans the halls, and shows visitors to their seats", "Paid by the hour"],
        ["Clerk", "Sells tickets at the desk, in person and by telephone", "Monthly"],
        ["Head of the front of house", "Leads a shift", "A year, with three months of notice"],
    ],
    "the headings wrap": [
        ["Kind of lease held", "Average term in years, weighted by the sums that are still due", "Rate of discount"],
        ["Operating", "6.5", "3.1 %"],
        ["Finance", "18.2", "4.4 %"],
        ["Total", "7.1", "-"],
    ],
}


@pytest.mark.req("AN-06")
@pytest.mark.parametrize("aligned", ["TOP", "MIDDLE", "BOTTOM"])
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("table", TABLES)
def test_a_cell_of_several_lines_stays_in_its_row(table: str, style: str, aligned: str) -> None:
    lines = lines_of(ruled(TABLES[table], ("VALIGN", *WHOLE, aligned), STYLES[style], frame="TEXTCOLOR"))
    assert lines == ["Pay of the theatre", *(" | ".join(row) for row in TABLES[table]), "All pay is a year."]


@pytest.mark.req("AN-06")
@pytest.mark.parametrize("aligned", ["TOP", "MIDDLE", "BOTTOM"])
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("title", ["Title", "BodyText"])
def test_text_across_the_columns_does_not_belong_to_the_table(title: str, style: str, aligned: str) -> None:
    below = "The theatre is closed on 24 December, since all of the crew is on leave until the new year."
    lines = lines_of(
        ruled(PAY, ("VALIGN", *WHOLE, aligned), STYLES[style], frame="TEXTCOLOR", title=title, below=below)
    )
    assert lines == ["Pay of the theatre", *(" | ".join(row) for row in PAY), below]


@pytest.mark.req("AN-06")
def test_a_question_for_a_row_is_answered_by_its_cell() -> None:
    text = "\n".join(lines_of(ruled(PAY, frame="TEXTCOLOR")))
    [chunk] = chunk_text(ExtractedText(text, "t", (0,)), size=1_200, overlap=200)
    question = "What is the pay of Grade 2?"
    told = answer_question(
        Grounding(question, (Passage("file-1", "pay.pdf", chunk, 1.0, ("bm25",), (0,)),), ("pay.pdf",)),
        Synonyms.with_built_in(),
    )
    assert told.startswith("£24,900")


def test_characters_of_a_cell_of_several_lines_are_found_on_the_page() -> None:
    pdf = ruled(PAY, frame="TEXTCOLOR")
    text = "\n".join(lines_of(pdf))
    _, _, boxes = lay_out(pdf, 0, text)
    start = text.index("Sells tickets")
    cell = [box for box in boxes[start : text.index(" | £24,900")] if box is not None]
    assert len({box[1] for box in cell}) > 1  # several lines
    assert not [place for place, box in enumerate(boxes) if text[place] not in " \n|" and box is None]


def drawn(texts: Sequence[Text], rules: Sequence[float] = ()) -> list[str]:
    """The lines of a page with these texts, and lines at these heights across it."""
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1)
    canvas.setFont("Times-Roman", 10)
    for left, bottom, text in texts:
        canvas.drawString(left, bottom, text)
    for height in rules:
        canvas.line(70, height, 500, height)
    canvas.save()
    return lines_of(out.getvalue())


def below(*rows: tuple[float, Sequence[str]]) -> Iterator[Text]:
    """The texts of each line in their columns, this far below the line before."""
    height = 720.0
    for distance, row in rows:
        height -= distance
        yield from ((left, height, text) for left, text in zip((72, 230, 360), row, strict=False) if text)


@pytest.mark.req("AN-06")
def test_a_row_drawn_line_by_line_keeps_its_cells() -> None:
    texts = below(
        (20, ("Part", "Description", "Price")),
        (20, ("A-1", "Hinge of steel, with tele-", "12.50")),
        (12, ("", "scopic arm", "")),
        (20, ("Screws and", "Bag of fifty", "0.10")),
        (12, ("other fasteners", "", "")),
        (20, ("B-2", "Handle", "3.75")),
    )
    assert drawn(list(texts)) == [
        "Part | Description | Price",
        "A-1 | Hinge of steel, with telescopic arm | 12.50",
        "Screws and other fasteners | Bag of fifty | 0.10",
        "B-2 | Handle | 3.75",
    ]


@pytest.mark.req("AN-06")
def test_rows_between_lines_are_read_around_one_that_may_be_several() -> None:
    rows = [
        (20, ("Desk", "Open to all who", "Phone")),
        (12, ("", "have a card", "")),
        (20, ("Events", "Have booked", "555 0199")),
        (20, ("Loans", "Borrow books", "555 0101")),
        (20, ("Halls", "Rent a room", "555 0102")),
        (12, ("Stage", "Act or sing", "555 0103")),
    ]
    assert drawn(list(below(*rows)), [712, 680, 660, 640, 608]) == [
        "Desk | Open to all who have a card | Phone",
        "Events | Have booked | 555 0199",
        "Loans | Borrow books | 555 0101",
        "Halls | Rent a room | 555 0102",
        "Stage | Act or sing | 555 0103",
    ]


@pytest.mark.req("AN-06")
@pytest.mark.parametrize("sign", ["", "$"])
def test_figures_with_a_sign_or_under_one_heading_keep_their_cells(sign: str) -> None:
    heading = ("2023", "2022") if sign else ("Years that end in the month of March",)
    texts = [
        *below((20, ("Group, in millions", *heading))),
        *((left, 680.0, text) for left, text in ((72, "Sales of goods"), (200, sign), (230, "410"), (360, "398"))),
        *((left, 660.0, text) for left, text in ((72, "Interest and"), (230, "12"), (360, "9"))),
        (72, 648, "other income"),
        *((left, 628.0, text) for left, text in ((72, "All"), (200, sign), (230, "422"), (360, "407"))),
    ]
    assert drawn([text for text in texts if text[2]])[1:] == [
        f"Sales of goods | {sign} 410 | 398".replace("  ", " "),
        "Interest and other income | 12 | 9",
        f"All | {sign} 422 | 407".replace("  ", " "),
    ]


PEOPLE = [("Name", "Lena Brandt", "Arne Holt", "Ida Berg", "All"), ("Town", "Neuendorf", "Altendorf", "Au", "three")]
LEFT = "The council met to", "discuss the library.", "Nobody spoke against", "the plan.", "The mayor left at", "noon."
HEIGHTS = 700, 688, 668, 656, 636, 624
RIGHT = "The pool is closed.", "", "Another one is open.", "", "Its price is", "the same."
WORDS = "Every", "paper", "North", "which", "Under", "those"
REST = (
    "week there is a",
    "for the towns of the",
    "and of the South",
    "says who has died",
    "its title are",
    "who wrote it.",
)
APART: dict[str, tuple[Sequence[Text], Sequence[float]]] = {
    "headings of sections": (
        [
            *below(
                (20, ("Group", "2023", "2022")),
                (20, ("Products", "", "")),
                (12, ("Sales", "410", "398")),
                (20, ("Costs", "", "")),
                (12, ("Wages", "205", "211")),
                (20, ("Rest", "12", "9")),
            )
        ],
        (),
    ),
    "several rows between lines": (
        [
            *below(
                (20, ("Group", "2023", "2022")),
                (20, ("Sales", "410", "398")),
                (12, ("Rent", "12", "9")),
                (20, ("Costs", "", "")),
                (12, ("Wages", "205", "211")),
                (20, ("Rest", "12", "9")),
            )
        ],
        [692, 660, 628],
    ),
    "rows without a label": (
        [
            *below(
                (20, ("Coast", "Lena Brandt", "Neuendorf")),
                (12, ("", "Arne Holt", "Altendorf")),
                (20, ("Hills", "Ida Berg", "Bergen")),
                (12, ("", "Max Frei", "Au")),
                (20, ("City", "Eva Lang", "Mitte")),
            )
        ],
        (),
    ),
    "rows closer to each other than others": (
        [
            *below(
                (20, ("Desk", "Phone", "Town")),
                (20, ("Events", "0199", "Au")),
                (12, ("Loans", "0101", "Bern")),
                (20, ("Halls", "Rent a room", "Cham")),
                (20, ("Stage", "Act or sing", "Davos")),
                (20, ("Shop", "Buy books that", "Egg")),
                (12, ("", "are used", "")),
            )
        ],
        (),
    ),
    "words below each other": (
        [
            (left, height, text)
            for height, *line in zip(HEIGHTS, WORDS, REST, strict=True)
            for left, text in zip((72, 100), line, strict=True)
        ],
        (),
    ),
    "a table of two rows": (
        [*below((20, ("Note", "Read this before")), (12, ("", "you begin")), (20, ("Date", "14 March")))],
        (),
    ),
    "a list": (
        [
            *below(
                (20, ("1.", "Elect the board")),
                (12, ("", "of the club")),
                (20, ("2.", "Hear the treasurer")),
                (20, ("3.", "Any other business")),
            )
        ],
        (),
    ),
    "rows drawn column by column": (
        [
            *((left, 700, column[0]) for left, column in zip((72, 230), PEOPLE, strict=True)),
            *(
                (left, height, text)
                for left, column in zip((72, 230), PEOPLE, strict=True)
                for height, text in zip((680, 668, 656), column[1:4], strict=True)
            ),
            *((left, 636, column[4]) for left, column in zip((72, 230), PEOPLE, strict=True)),
        ],
        [712, 692, 648, 628],
    ),
    "paragraphs in two columns": (
        [
            *((left, 760, text) for left, text in ((72, "Altendorf"), (230, "14 March"))),
            *(
                (left, height, text)
                for left, column in ((72, LEFT), (230, RIGHT))
                for height, text in zip(HEIGHTS, column, strict=True)
                if text
            ),
        ],
        (),
    ),
    "a list of books": (
        [
            *below(
                (20, ("[Cope87]", "D. Cope, Experiments in musical intelligence,")),
                (12, ("", "Cambridge, 1987.")),
                (20, ("[Hoch97]", "S. Hochreiter and J. Schmidhuber, Long memory,")),
                (12, ("", "Neural computation, 1997.")),
                (20, ("[Gads06]", "A. Gadsby, Dictionary of Contemporary English")),
            )
        ],
        (),
    ),
}


@pytest.mark.req("AN-06")
@pytest.mark.parametrize("page", APART)
def test_lines_that_may_be_rows_stay_apart(page: str) -> None:
    texts, rules = APART[page]
    lines = drawn(texts, rules)
    firsts = [text for left, _, text in texts if left == 72]
    assert not [line for line in lines if sum(first in line for first in firsts) > 1]
    assert len(lines) >= len({height for _, height, _ in texts})
