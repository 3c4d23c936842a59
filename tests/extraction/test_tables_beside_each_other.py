"""Tables that are beside each other on a page are read one after the other, each under its own headings."""

import io
from collections.abc import Sequence

import pytest
from reportlab.lib.colors import black, white
from reportlab.platypus import Paragraph, SimpleDocTemplate, Table

from orc.documents.search.synonyms import Synonyms
from orc.documents.text.chunks import chunk_text
from orc.documents.text.tables import read_table
from orc.domain import ExtractedText, Passage
from orc.ports import Grounding
from shared.extraction.formats.pdf import read_pdf
from shared.models.extractive import answer_question
from tests.extraction.test_ruled_tables import _STYLE, lines_of, ruled

SUMMER = [["Room", "Summer"], ["Single", "70"], ["Double", "95"], ["Suite", "160"]]
WINTER = [["Room", "Winter"], ["Single", "55"], ["Double", "78"], ["Suite", "120"]]
TIMES = [["Day", "Opens", "Closes"], ["Monday", "09:00", "17:00"], ["Sunday", "10:00", "16:00"]]
PRICES = [["Ticket", "Price"], ["Adult", "6.50"], ["Family", "15.00"], ["Season", "140.00"]]


def beside(*tables: Sequence[list[str]], is_ruled: bool = False) -> bytes:
    """A page with the tables next to each other between two lines of text."""
    out = io.BytesIO()
    style = [("GRID", (0, 0), (-1, -1), 0.5, black if is_ruled else white)] if is_ruled else []
    row = [Table(table, style=style) for table in tables]
    SimpleDocTemplate(out, invariant=1).build(
        [Paragraph("Prices", _STYLE), Table([row], colWidths=[460 // len(row)] * len(row)), Paragraph("End.", _STYLE)]
    )
    return out.getvalue()


def answer(pdf: bytes, question: str) -> str:
    text = read_pdf(pdf, max_characters=100_000).text
    [chunk] = chunk_text(ExtractedText(text, "t", (0,)), size=1_200, overlap=200)
    grounding = Grounding(question, (Passage("file-1", "prices.pdf", chunk, 1.0, ("bm25",), (0,)),), ("prices.pdf",))
    return answer_question(grounding, Synonyms.with_built_in())


@pytest.mark.req("AN-06")
@pytest.mark.parametrize("is_ruled", [True, False])
@pytest.mark.parametrize(
    ("question", "price", "other"),
    [
        ("What does a suite cost in summer?", "160", "120"),
        ("What does a suite cost in winter?", "120", "160"),
        ("What does a double cost in winter?", "78", "95"),
    ],
)
def test_a_price_has_the_season_of_its_own_table(is_ruled: bool, question: str, price: str, other: str) -> None:
    told = answer(beside(SUMMER, WINTER, is_ruled=is_ruled), question)
    assert price in told
    assert other not in told


@pytest.mark.req("AN-06")
@pytest.mark.parametrize("is_ruled", [True, False])
def test_tables_of_different_size_stay_apart(is_ruled: bool) -> None:
    tables = TIMES, PRICES, WINTER
    written = "\n\n".join("\n".join(" | ".join(row) for row in table) for table in tables)
    assert lines_of(beside(*tables, is_ruled=is_ruled)) == ["Prices", *written.split("\n"), "End."]


@pytest.mark.req("AN-06")
def test_headings_that_a_page_repeats_are_no_row() -> None:
    rows = [
        "| 2023 |  | 2024 |",
        "Town | Guests | Nights | Guests | Nights",
        "Arnsby | 31 | 40 | 33 | 41",
        "Belford | 52 | 63 | 54 | 66",
    ]
    assert [row and row.label for row in read_table([*rows, *rows])] == 2 * [None, None, "Arnsby", "Belford"]


@pytest.mark.req("AN-06")
def test_rows_far_from_each_other_keep_a_label_of_several_lines() -> None:
    rows = [
        ["Town", "2023", "2024"],
        ["Arnsby", "31,939", "40,753"],
        ["Other towns of the county without an office", "1,204", "2,318"],
        ["Belford", "52,912", "63,767"],
    ]
    padding = [(f"{side}PADDING", (0, 0), (-1, -1), 14) for side in ("TOP", "BOTTOM")]
    lines = lines_of(ruled(rows, *padding, ("VALIGN", (0, 0), (-1, -1), "BOTTOM"), frame="TEXTCOLOR"))
    assert lines[1:-1] == [" | ".join(row) for row in rows]
