"""A numbered paragraph of a PDF is whole: in a narrow column, after a number that stands apart, over two columns, and
with words in other fonts."""

import io
import re
from collections.abc import Sequence

import pytest
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate, Paragraph

from shared.extraction.formats.pdf import read_pdf
from tests.extraction.test_pdf_paragraphs import ADDRESS, REVENUE, VERSE, pdf

pytestmark = pytest.mark.req("AN-04")

RULES = [
    "(1) Das Parlament des Vereins besteht aus 25 Abgeordneten.",
    "(2) Bei der Einschreibung oder Rückmeldung ist die Zahlung des Beitrages nachzuweisen.",
    "(3) Jede Satzung wird binnen einer Frist von zwei Wochen nach dem Beschluss veröffentlicht.",
    "(4) Die Abgeordneten sind verpflichtet, an jeder Sitzung persönlich teilzunehmen. Das Stimmrecht kann nicht "
    "delegiert werden.",
    "(5) Eine Abgeordnete scheidet aus, wenn sie dreimal nacheinander fehlt.",
]
BESIDE = [*zip(("2.3", "2.3.1", "2.3.2", "iii.", "a)"), (rule[4:] for rule in RULES), strict=True)]
LABELLED = (
    "2.3.3",
    "Anträge: Alles, was nach der Satzung des Vereins der Zustimmung der Mitglieder bedarf. Anträge der Mitglieder "
    "gehen an den Vorstand.",
)


def written(flow: Sequence[Flowable], width: float) -> bytes:
    """A page in one column of this width."""
    target = io.BytesIO()
    document = BaseDocTemplate(target)
    document.addPageTemplates(PageTemplate(frames=[Frame(40, 60, width, 720, leftPadding=0, rightPadding=0)]))
    document.build(list(flow))
    return target.getvalue()


def lines_of(data: bytes) -> list[str]:
    return [line for line in read_pdf(data, max_characters=10_000).text.split("\n") if line]


@pytest.mark.parametrize("width", range(190, 250, 12))
def test_a_numbered_paragraph_in_a_narrow_column_is_one_line(width: int) -> None:
    assert lines_of(pdf("Satzung", *RULES, width=width)) == ["Satzung", *RULES]


def test_a_paragraph_that_begins_with_a_high_letter_is_one_line() -> None:
    pdfmetrics.registerFont(TTFont("Vera", "Vera.ttf"))
    style = ParagraphStyle("", fontName="Vera", fontSize=11, leading=14, spaceAfter=8)
    rules = ["Änderungen der Satzung gelten als angenommen, wenn zwei Drittel der Mitglieder zustimmen."] * 3
    assert lines_of(written([Paragraph(rule, style) for rule in rules], 250)) == rules


@pytest.mark.parametrize("indent", [30, 46])
def test_a_paragraph_beside_its_number_is_one_line(indent: int) -> None:
    style = ParagraphStyle("", fontSize=11, leading=14, spaceAfter=6, leftIndent=indent)
    rules = [*BESIDE, LABELLED] * 2
    read = lines_of(written([Paragraph(text, style, bulletText=number) for number, text in rules], 250))
    assert read == [f"{number} {text}" for number, text in rules]


def test_a_paragraph_with_words_in_another_font_is_one_line() -> None:
    style = ParagraphStyle("", fontName="Times-Roman", fontSize=11, leading=13, spaceAfter=6)
    said = [
        "Diese Ordnung ist ein Teil der <i>Satzung des Vereins</i> in ihrer jeweils gültigen Fassung, <b>mit jeder "
        "Anlage</b>, die der Vorstand oder die Versammlung beschließt.",
        "<font name=Courier size=10>Magic</font> enthält eine Liste von Regeln und, wo die Reihenfolge zählt, eine "
        "Zahl als <font name=Courier size=10>priority</font> für alle Regeln dieser Liste.",
    ] * 3
    plain = [re.sub("<[^>]+>", "", text) for text in said]
    for width in range(280, 420, 10):
        read = lines_of(written([Paragraph(text, style) for text in (*said, "<br/>".join(ADDRESS))], width))
        assert read == [*plain, *ADDRESS], width


def test_a_paragraph_goes_on_at_the_top_of_the_next_column() -> None:
    rules = [RULES[0], *[RULES[3]] * 11, RULES[2]]
    assert lines_of(pdf(*rules, width=220)) == rules


def test_lines_in_a_narrow_column_that_are_no_sentence_stay_lines() -> None:
    code = ["r INTEGER,", "s INTEGER,", "other STRUCT,", "z INTEGER OPTIONAL"]
    for lines in (ADDRESS, VERSE, code):
        read = lines_of(pdf(*RULES, lines, REVENUE, width=240))
        assert [line for line in read if line in lines] == lines
