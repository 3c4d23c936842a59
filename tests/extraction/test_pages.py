"""Where the text of a PDF's pages stands: read again inside the rectangles, the page says what the span says."""

import io
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from operator import methodcaller

import pypdfium2
import pytest
from PIL import Image, ImageDraw
from pypdfium2 import raw

from orc.documents.regions import Rect, rects_of, words_of
from orc.domain import ExtractedText, PageLayout
from orc.errors import DocumentFailure
from shared.extraction.extractor import SubprocessExtractor
from tests.extraction.test_pdf_tables import STATEMENT
from tests.support import files

pytestmark = pytest.mark.req("BX-11")

TWO_COLUMNS = [
    ("The tenant pays the rent on the third", "keeps the garden and clears the paths"),
    ("working day of each month, by bank trans-", "of snow as they prefer. Whoever leaves it"),
    ("fer. The rent is due in full, and no part", "locks the gate and puts out the lights,"),
    ("of it may be held back for the reason", "that a repair is still to be made, unless"),
    ("that a repair is still to be made, unless", "and leaves the keys with the care-"),
    ("that a repair is still to be made, unless", "taker. The caretaker is in the house on"),
    ("the landlord has agreed to it before in", "weekdays and can be reached at other"),
    ("writing. The tenant heats the rooms and", "times by telephone, in urgent cases too."),
]
LEGAL = (
    "Payment is due within 30 days.\nThe warranty lasts for twenty-\nfour months after deliv-\nery of the ﬁnal machine."
)
ROWS = "\n".join(f"This row {number} is on a page that is turned." for number in range(8))


def derived(pdf: bytes, change: Callable[[pypdfium2.PdfPage], object]) -> bytes:
    """The PDF with every page changed."""
    document, out = pypdfium2.PdfDocument(pdf), io.BytesIO()
    for page in document:
        change(page)
    document.save(out)
    return out.getvalue()


def hebrew_pdf() -> bytes:
    """A line drawn from left to right whose letters are Hebrew, as their font tells."""
    codes = b"".join(b"<%02x> <%04x>\n" % (ord("a") + n, 0x5D0 + n) for n in range(26))
    unicode = b"/CMapName /H def 1 begincodespacerange <00> <ff> endcodespacerange 26 beginbfchar\n" + codes
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 5 0 R"
        b" /Resources << /Font << /F 4 0 R >> >> >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>",
        files.stream(b"", b"BT /F 12 Tf 72 700 Td (dcba hgfe lkji) Tj 0 -20 Td (tsrq xwvu) Tj ET"),
        files.stream(b"", b"begincmap " + unicode + b"endbfchar endcmap"),
    ]
    return files.pdf_of_objects(objects)


def turned_upright(page: pypdfium2.PdfPage, degrees: int) -> None:
    """Turns the page, and what is on it the other way round: it is shown upright, as landscape pages are."""
    left, bottom, right, top = page.get_bbox()
    matrix = (0, 1, -1, 0, top, -left) if degrees == 90 else (0, -1, 1, 0, -bottom, right)
    raw.FPDFPage_TransFormWithClip(page, raw.FS_MATRIX(*matrix), None)
    page.set_mediabox(0, 0, top - bottom, right - left)
    page.set_rotation(degrees)


PDFS = {
    "prose": files.make_pdf([LEGAL, "", "A second page, with a\u00ad soft hyphen."]),
    "a statement": files.make_drawn_pdf(STATEMENT),
    "a table over pages": files.make_table_pdf("Sales", [["Region", "Q1", "Q2"], *[["North", "100", "n/a"]] * 60]),
    "two columns": files.make_drawn_pdf([[(72, left), (320, right)] for left, right in TWO_COLUMNS]),
    "words in columns": files.make_aligned_pdf(["the tenant pays the rent", "the tenant pays the rent in time"]),
    "right to left": hebrew_pdf(),
    "a cropped page": derived(files.make_pdf([LEGAL]), methodcaller("set_cropbox", 60, 700, 400, 800)),
    **{
        f"turned by {degrees}": derived(files.make_pdf([ROWS]), methodcaller("set_rotation", degrees))
        for degrees in (90, 180, 270)
    },
    **{
        f"upright, turned by {degrees}": derived(files.make_pdf([ROWS]), partial(turned_upright, degrees=degrees))
        for degrees in (90, 270)
    },
}


@pytest.fixture(scope="module")
def reader() -> SubprocessExtractor:
    return SubprocessExtractor(timeout_seconds=30)


type Shown = tuple[int, str, PageLayout]


async def shown(reader: SubprocessExtractor, data: bytes) -> list[Shown]:
    """Each page's number, text and layout."""
    document = await reader.extract(data, name="a.pdf")
    return [(n, text, await reader.layout(data, n, text)) for n, text in enumerate(_pages(document), 1)]


def _pages(document: ExtractedText) -> list[str]:
    return [document.text[start:end] for start, end in pairwise((*document.page_starts, len(document.text)))]


def spans(text: str) -> Iterator[tuple[int, int]]:
    """Of one to twelve words, from everywhere in the text."""
    words = [(word.start(), word.end()) for word in re.finditer(r"[^\s|]+", text)]
    for first in range(0, len(words), 3):
        for count in (1, 5, 12):
            yield words[first][0], words[min(first + count, len(words)) - 1][1]


def said_within(data: bytes, number: int, rects: Sequence[Rect], *, lines_go_up: bool = False) -> str:
    """The letters and digits that the library reads in the middle of the rectangles. Lines go up in the coordinates of
    a page that is turned by a quarter and shown upright."""
    page = pypdfium2.PdfDocument(data)[number - 1]
    text_page = page.get_textpage()
    said = []
    for rect in rects:
        corners = _in_points(page, rect.x, rect.y), _in_points(page, rect.x + rect.width, rect.y + rect.height)
        (left, right), (bottom, top) = (sorted(axis) for axis in zip(*corners, strict=True))
        middle = bottom + 0.35 * (top - bottom), bottom + 0.55 * (top - bottom)
        inside = (left + 0.3, middle[0], right - 0.3, middle[1])
        if lines_go_up:
            inside = (left + 0.4 * (right - left), bottom + 0.3, left + 0.6 * (right - left), top - 0.3)
        said.append(text_page.get_text_bounded(*inside))
    return letters("".join(said))


def _in_points(page: pypdfium2.PdfPage, x: float, y: float) -> tuple[float, float]:
    """The page's own coordinates of a fraction of it as it is displayed."""
    across, up = (raw.c_double() for _ in range(2))
    raw.FPDF_DeviceToPage(page, 0, 0, 100_000, 100_000, 0, round(100_000 * x), round(100_000 * y), across, up)
    return across.value, up.value


def letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text)


@pytest.mark.parametrize("degrees", [90, 270])
async def test_an_upright_page_reads_alike_however_it_is_turned(reader: SubprocessExtractor, degrees: int) -> None:
    [(_, text, _)] = await shown(reader, PDFS[f"upright, turned by {degrees}"])
    assert text == ROWS


@pytest.mark.parametrize("name", PDFS)
async def test_the_rectangles_of_a_span_hold_its_words_and_no_others(reader: SubprocessExtractor, name: str) -> None:
    checked = 0
    for number, text, layout in await shown(reader, PDFS[name]):
        for start, end in spans(text):
            rects = rects_of(text, layout, start, end)
            said = said_within(PDFS[name], number, rects, lines_go_up=name.startswith("upright"))
            assert said == letters(text[start:end]), text[start:end]
            checked += 1
    assert checked > 3


@pytest.mark.parametrize("name", PDFS)
async def test_every_character_of_the_text_has_a_place_on_its_page(reader: SubprocessExtractor, name: str) -> None:
    for _, text, layout in await shown(reader, PDFS[name]):
        placeless = [text[place] for place, box in enumerate(layout.boxes) if box is None]
        assert {character for character in placeless if not character.isspace()} <= {"|"}


@pytest.mark.parametrize("name", PDFS)
async def test_the_images_text_is_within_the_words_rectangles(reader: SubprocessExtractor, name: str) -> None:
    for number, text, layout in await shown(reader, PDFS[name]):
        image = picture(await reader.image(PDFS[name], number, 800))
        assert image.height == pytest.approx(800 * layout.height / layout.width, abs=1)
        drawn, eraser = dark(image), ImageDraw.Draw(image)
        assert (drawn > 0) == bool(text.strip())
        for word in words_of(text, layout, offset=0):
            left, top = word.rect.x * image.width, word.rect.y * image.height
            right, bottom = left + word.rect.width * image.width, top + word.rect.height * image.height
            eraser.rectangle((left - 2, top - 2, right + 2, bottom + 2), fill=255)
        assert dark(image) <= 0.03 * drawn  # hyphens at the ends of lines, which the text lacks


def dark(image: Image.Image) -> int:
    return sum(image.histogram()[:128])


def picture(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("L")


async def test_a_line_that_both_columns_have_is_found_in_each(reader: SubprocessExtractor) -> None:
    [(_, text, layout)] = await shown(reader, PDFS["two columns"])
    line = TWO_COLUMNS[4][0]
    places = [match.start() for match in re.finditer(line, text)]
    found = [rects_of(text, layout, place, place + len(line)) for place in places]
    assert [len(rects) for rects in found] == [1, 1, 1]
    assert [round(rects[0].x, 2) for rects in found] == [0.12, 0.12, 0.54]
    assert found[2][0].y < found[0][0].y < found[1][0].y


async def test_joined_word_has_a_rectangle_on_each_line(reader: SubprocessExtractor) -> None:
    [(_, text, layout)] = await shown(reader, PDFS["two columns"])
    at = text.index("transfer")
    one, other = rects_of(text, layout, at, at + len("transfer"))
    assert one.x > other.x
    assert one.y < other.y
    halves = [word.text for word in words_of(text, layout, offset=0) if at <= word.start < at + len("transfer")]
    assert halves == ["trans", "fer."]


async def test_a_line_has_one_rectangle_whichever_way_its_page_is_turned(reader: SubprocessExtractor) -> None:
    for name in ("turned by 90", "turned by 180", "turned by 270"):
        [(_, text, layout)] = await shown(reader, PDFS[name])
        line = text.split("\n")[0]
        assert len(rects_of(text, layout, 0, len(line))) == 1


async def test_letters_beyond_the_first_plane_have_places_of_their_own(reader: SubprocessExtractor) -> None:
    [(_, text, layout)] = await shown(reader, files.make_pdf(["A 😀 and 𝒳 here."]))
    assert text == "A 😀 and 𝒳 here."
    lefts = [box[0] for box in layout.boxes if box]
    assert len(lefts) == len(text) - text.count(" ")
    assert lefts == sorted(lefts)


async def test_text_that_is_not_drawn_on_the_page_has_no_place(reader: SubprocessExtractor) -> None:
    text = "Recognised on a scan."
    layout = await reader.layout(files.make_scanned_pdf(), 1, text)
    assert rects_of(text, layout, 0, len(text)) == ()


@pytest.mark.parametrize(("width", "height"), [(14_400, 14_400), (3, 14_400), (14_400, 3), (0.01, 0.01)])
async def test_the_image_of_a_page_of_any_size_is_bounded(
    reader: SubprocessExtractor, width: float, height: float
) -> None:
    data = derived(files.make_pdf(["Text"]), methodcaller("set_mediabox", 0, 0, width, height))
    image = picture(await reader.image(data, 1, 2_400))
    assert 0 < image.width * image.height <= 10_100_000
    assert max(image.size) <= 16_384


@pytest.mark.req("SE-14")
@pytest.mark.parametrize("data", [files.make_greedy_pdf(), files.make_damaged_pdf(), b"no PDF at all"])
async def test_a_page_that_cannot_be_shown_has_a_reason(data: bytes) -> None:
    reader = SubprocessExtractor(timeout_seconds=2)
    for asked in (reader.layout(data, 1, "boom"), reader.image(data, 1, 800)):
        with pytest.raises(DocumentFailure) as failure:
            await asked
        assert failure.value.code in {"document_too_complex", "document_damaged"}
