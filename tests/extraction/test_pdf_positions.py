"""Words of a line that fills its column, with wide spaces between them, are found where they are on the page."""

import io

import pytest
from reportlab.pdfgen.canvas import Canvas

from shared.extraction.formats.pdf import read_pdf
from shared.extraction.formats.pdf_page import lay_out


@pytest.mark.req("BX-11")
def test_words_far_apart_in_a_line_have_places_in_it_although_a_line_below_begins_alike() -> None:
    target = io.BytesIO()
    canvas = Canvas(target)
    for place, word in zip((40, 74, 146, 182), ("Die", "Fälligkeit", "des", "Beitrags"), strict=True):
        canvas.drawString(place, 700, word)
    canvas.drawString(40, 680, "Der Anspruch auf Rückzahlung")
    canvas.drawString(40, 666, "des Beitrags im Falle der Kündigung besteht.")
    canvas.save()
    text = read_pdf(target.getvalue(), max_characters=10_000).text
    width, _, boxes = lay_out(target.getvalue(), 0, text)
    at = text.index("des")
    assert all(box or character.isspace() for character, box in zip(text, boxes, strict=True))
    assert [round((box or (0.0,))[0] * width) for box in boxes[at : at + 1]] == [146]
