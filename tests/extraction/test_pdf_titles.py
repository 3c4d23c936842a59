"""A title at the top of a PDF is whole, although it has several lines."""

import io

import pytest
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate

from shared.extraction.formats.pdf import read_pdf
from tests.extraction.test_pdf_paragraphs import DEBIT, FEES, NOTICE, REVENUE

LONG = "Evening Light and Sleep Onset in Shift Nurses: A Randomised Crossover Trial"
GERMAN = "Versicherungsbedingungen Hausrat Plus der Nordlicht Versicherung AG"
THREE = f"{LONG} of Amber Glasses in Two Hospitals"


def pdf(*titles: str, style: str = "Title", body: bool = True) -> bytes:
    """A page with these titles, each a paragraph of this style, and prose below them."""
    out = io.BytesIO()
    styles = getSampleStyleSheet()
    story: list[Flowable] = [Paragraph(title, styles[style]) for title in titles]
    story += [Paragraph(text, styles["BodyText"]) for text in (REVENUE, DEBIT, FEES, NOTICE) if body]
    SimpleDocTemplate(out, invariant=1).build(story)
    return out.getvalue()


@pytest.mark.parametrize("style", ["Title", "Heading1"])
@pytest.mark.parametrize("title", [LONG, GERMAN, THREE, "Rules of the harbour"])
def test_a_title_of_several_lines_is_one(title: str, style: str) -> None:
    content = read_pdf(pdf(title, style=style), max_characters=10_000)
    assert content.title == title
    assert content.text.startswith(f"{title}\n")


def test_a_title_on_a_page_of_its_own_is_one() -> None:
    assert read_pdf(pdf(LONG, body=False), max_characters=10_000).title == LONG


def test_lines_for_which_there_was_room_are_no_title_of_several_lines() -> None:
    content = read_pdf(pdf("Annual Report 2024", "Calder Foods plc"), max_characters=10_000)
    assert content.title == "Annual Report 2024"
    assert content.text.startswith("Annual Report 2024\nCalder Foods plc\n")


def test_lines_of_the_text_are_no_title() -> None:
    content = read_pdf(pdf(REVENUE, style="BodyText"), max_characters=10_000)
    assert not content.title.endswith(REVENUE[-20:])
