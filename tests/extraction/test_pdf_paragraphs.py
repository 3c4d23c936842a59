"""A sentence that a PDF's lines divide is one statement, and lines that stand for themselves stay apart."""

import io
from collections.abc import Sequence
from typing import Literal

import pytest
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate, Paragraph

from orc.documents.text.sentences import sentence_spans
from shared.extraction.formats.pdf import read_pdf

DEBIT = (
    "Der Betrag wird am 16.06.2025 von Ihrem Konto DE12 XXXX 4410 bei der Förde Sparkasse per Lastschrift abgebucht."
)
FEES = "Bei Zahlungsverzug berechnen wir eine Mahngebühr von 2,50 €. Bei einer Rücklastschrift fallen 4,00 € an."
NOTICE = (
    "Anträge zur Tagesordnung sind dem Vorsitzenden der Gesellschaft und dem Vorstand bis zum 31. März mitzuteilen."
)
TITLE = "Calder Foods plc – Quarterly Report, Third Quarter 2024"
REVENUE = (
    "Revenue for the third quarter was $412.6 million, an increase of 6.3% over the same quarter of 2023. Growth came "
    "mainly from frozen meals in Northern Europe. Gross margin fell to 31.8% because of higher cocoa prices."
)
ADDRESS = ["Hausverwaltung Nord GmbH", "Lindenallee 14", "24105 Kiel"]
VERSE = [
    "Sein Blick ist vom Vorübergehn der Stäbe",
    "So müd geworden, dass er nichts mehr hält",
    "Ihm ist, als ob es tausend Stäbe gäbe",
    "Und hinter tausend Stäben keine Welt",
]
ITEMS = ["1. Opening by the Chair", "2. Report of the Board on the past year and its plans", "3. Election"]
BRACKETS = ["(1) Opening by the Chair", "(2) Report of the Board on the past year and its plans", "(3) Election"]
TELEPHONE = "The registrar of the company, whose office is in the town hall, has the telephone (614) 555-0190."
PARAGRAPH = "The tenant may end the lease with the notice that is required by section 573c (1) of the Civil Code."


def pdf(*blocks: str | Sequence[str], width: float = 450, alignment: Literal[0, 4] = 0, bold: int = -1) -> bytes:
    """A page with these blocks below each other, each a paragraph or lines; one may be bold. A second column begins
    where the first one, of this width, is full."""
    flow: list[Flowable] = []
    for number, block in enumerate(blocks):
        style = ParagraphStyle(
            "",
            fontName="Helvetica-Bold" if number == bold else "Helvetica",
            fontSize=11,
            leading=14,
            spaceAfter=6,
            alignment=alignment,
        )
        flow.append(Paragraph(block if isinstance(block, str) else "<br/>".join(block), style))
    frames = [Frame(40 + n * (width + 20), 60, width, 720, leftPadding=0, rightPadding=0) for n in range(2)]
    written = io.BytesIO()
    document = BaseDocTemplate(written)
    document.addPageTemplates(PageTemplate(frames=frames))
    document.build(flow)
    return written.getvalue()


def statements(data: bytes) -> list[str]:
    text = read_pdf(data, max_characters=10_000).text
    return [" ".join(text[start:end].split()) for start, end in sentence_spans(text)]


@pytest.mark.req("AN-04")
@pytest.mark.parametrize("alignment", [0, 4])
def test_a_sentence_goes_on_with_a_noun_on_the_next_line(alignment: Literal[0, 4]) -> None:
    first, second = FEES.split(" Bei ")
    said = statements(pdf("Rechnung", DEBIT, FEES, ADDRESS, alignment=alignment))
    assert said == ["Rechnung", DEBIT, first, f"Bei {second}", *ADDRESS]


@pytest.mark.req("AN-04")
def test_a_title_is_not_part_of_the_first_sentence() -> None:
    said = statements(pdf(TITLE, REVENUE, DEBIT, bold=0))
    assert said[:2] == [
        TITLE,
        "Revenue for the third quarter was $412.6 million, an increase of 6.3% over the same quarter of 2023.",
    ]


def test_a_day_at_the_beginning_of_a_line_is_no_item() -> None:
    for width in range(300, 520, 10):
        assert NOTICE in " ".join(statements(pdf(DEBIT, NOTICE, DEBIT, FEES, width=width)))


@pytest.mark.req("AN-04")
@pytest.mark.parametrize("sentence", [TELEPHONE, PARAGRAPH])
def test_a_line_that_begins_with_a_bracket_is_part_of_its_sentence(sentence: str) -> None:
    for width in range(300, 460, 5):
        assert sentence in statements(pdf(REVENUE, sentence, DEBIT, FEES, width=width))


@pytest.mark.parametrize("lines", [ADDRESS, VERSE, ITEMS, BRACKETS])
def test_lines_that_stand_for_themselves_stay_lines(lines: Sequence[str]) -> None:
    text = read_pdf(pdf("Contents", DEBIT, FEES, lines, REVENUE, NOTICE), max_characters=10_000).text
    assert "\n\n" + "\n".join(lines) + "\n\n" in text


def test_an_item_of_several_lines_is_whole_and_the_next_one_apart() -> None:
    items = [f"• {DEBIT}", f"• {NOTICE}", "• Ende"]
    text = read_pdf(pdf(REVENUE, *items), max_characters=10_000).text
    assert [line for line in text.split("\n") if line.startswith("•")] == items
