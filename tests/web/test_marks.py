"""The document of a citation, with the passage marked where its words stand."""

import io
import re

import pypdfium2
import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.app.samples import BRAKE, LEASE
from tests.support.hosts import RunningHost
from tests.web.chat import Chat
from tests.web.conftest import OpenChat

pytestmark = pytest.mark.req("BX-07", "BX-11")

_DARK = 110  # of 255: letters are darker, and the colour of a mark is not


@pytest.fixture
def cited(chat: Chat) -> Chat:
    """With the document of the first citation open."""
    chat.upload({"lease.pdf": LEASE})
    chat.asked("How often is the brake of the crane inspected?")
    chat.source(1).click()
    expect(chat.viewer.locator(".mark[data-current]")).to_be_in_viewport()
    return chat


def _found(text: str, page: int) -> tuple[float, float, float, float]:
    """Where PDFium finds the text: left, top, right and bottom, as shares of the page."""
    with pypdfium2.PdfDocument(LEASE) as document:
        sheet = document[page - 1]
        textpage = sheet.get_textpage()
        index, count = textpage.search(text).get_next()
        boxes = [textpage.get_charbox(each, loose=True) for each in range(index, index + count)]
        width, height = sheet.get_size()
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return min(lefts) / width, 1 - max(tops) / height, max(rights) / width, 1 - min(bottoms) / height


def test_the_passage_is_marked_where_its_words_stand(cited: Chat) -> None:
    sheet = cited.viewer.get_by_role("img", name="Page 3").bounding_box()
    mark = cited.viewer.locator(".mark[data-current]").bounding_box()
    assert sheet
    assert mark
    marked = (
        (mark["x"] - sheet["x"]) / sheet["width"],
        (mark["y"] - sheet["y"]) / sheet["height"],
        (mark["x"] + mark["width"] - sheet["x"]) / sheet["width"],
        (mark["y"] + mark["height"] - sheet["y"]) / sheet["height"],
    )
    assert marked == pytest.approx(_found(BRAKE, 3), abs=0.01)


def test_the_words_can_be_seen_under_their_mark(cited: Chat) -> None:
    mark = cited.viewer.locator(".mark[data-current]").bounding_box()
    assert mark
    margin = 30
    clip = {
        "x": mark["x"] - margin,
        "y": mark["y"],
        "width": mark["width"] + 2 * margin,
        "height": mark["height"],
    }
    expect(cited.viewer.get_by_role("img", name="Page 3")).to_have_js_property("complete", True)
    shot = Image.open(io.BytesIO(cited.page.screenshot(clip=clip))).convert("L")  # type: ignore[arg-type]
    ink = shot.point(lambda value: 255 if value < _DARK else 0).getbbox()
    assert ink is not None
    left, _, right, _ = ink
    assert left == pytest.approx(margin, abs=4)
    assert right == pytest.approx(margin + mark["width"], abs=4)


def test_a_link_to_a_citation_opens_its_document(opened: OpenChat, cited: Chat, extractive_host: RunningHost) -> None:
    link = cited.page.url.partition("/api/")[2]
    assert re.fullmatch(r"#/c/[\w-]+/m/[\w-]+\?cite=1.*", link)
    other = opened(extractive_host, beside=cited, path=link)
    expect(other.viewer.get_by_role("heading", name="lease.pdf")).to_be_visible()
    expect(other.viewer.locator(".mark[data-current]")).to_be_in_viewport()
