"""The image of a PDF page, and the positions of its text."""

import struct
import zlib
from collections.abc import Callable
from ctypes import c_double, c_int
from math import isfinite, sqrt

import pypdfium2
from pypdfium2 import raw

from shared.extraction.formats.content import Unreadable, clean
from shared.extraction.formats.pdf import open_pdf
from shared.extraction.formats.pdf_alignment import HYPHEN, Seen, align
from shared.extraction.formats.pdf_lines import Box
from shared.extraction.formats.pdf_symbols import with_symbols

MOST_CHARACTERS = 50_000
"""A page with more of them, in its stored text or by PDFium's count, has an image and no boxes."""

_MOST_PIXELS = 10_000_000
_LONGEST_SIDE = 16_384  # pixels
_FINE = 1_000_000  # the width and height of a page in units, for the conversion to fractions
_DIGITS = 5
_LINE_END_HYPHENS = (0x02, 0xFFFE)


def lay_out(data: bytes, number: int, text: str) -> tuple[float, float, list[Box | None]]:
    """Width and height of the page in points as it is displayed, and for each character of the page's text the box of
    left, top, right and bottom as fractions of the page from its top left corner; None for one that is not seen."""
    page = _page(data, number)
    width, height = page.get_size()
    boxes: list[Box | None] = [None] * len(text)
    if len(text) <= MOST_CHARACTERS:
        seen: list[Seen] = []  # the characters that the text may have, in PDFium's order; empty if there are too many
        text_page = page.get_textpage()
        count = text_page.count_chars()
        left, bottom, right, top = page.get_bbox()
        high = 0  # the first half of a surrogate pair
        for index in range(count if count <= MOST_CHARACTERS else 0):
            code = raw.FPDFText_GetUnicode(text_page, index)
            if 0xD800 <= code < 0xDC00:
                high = code
                continue
            if 0xDC00 <= code < 0xE000 and high:
                code += 0x10000 - 0xDC00 + ((high - 0xD800) << 10)
            high = 0
            character = HYPHEN if code in _LINE_END_HYPHENS else with_symbols(chr(code))
            if clean(character).isspace() or not clean(character):
                continue
            # Around the glyph, and as high and wide as its font has it: the glyph of some fonts is empty.
            edges, font = [c_double() for _ in range(4)], raw.FS_RECTF()
            raw.FPDFText_GetCharBox(text_page, index, edges[0], edges[2], edges[1], edges[3])
            raw.FPDFText_GetLooseCharBox(text_page, index, font)
            box = (
                min(edges[0].value, font.left),
                min(edges[1].value, font.bottom),
                max(edges[2].value, font.right),
                max(edges[3].value, font.top),
            )
            if box[0] <= right and box[2] >= left and box[1] <= top and box[3] >= bottom:
                seen.append(Seen(character, box))
        text_page.close()
        displayed = _to_fractions(page)
        boxes = [None if index is None else displayed(seen[index].box) for index in align(text, seen)]
    return width, height, boxes


def draw(data: bytes, number: int, width: int) -> bytes:
    """The page as a PNG of this width in pixels, or narrower if it would have more than 10 million pixels."""
    page = _page(data, number)
    points = page.get_size()
    scale = min(width / points[0], sqrt(_MOST_PIXELS / points[0] / points[1]), _LONGEST_SIDE / max(points))
    columns, rows = (max(1, round(scale * side)) for side in points)
    bitmap = pypdfium2.PdfBitmap.new_native(columns, rows, raw.FPDFBitmap_BGR, rev_byteorder=True)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, columns, rows)
    flags = raw.FPDF_ANNOT | raw.FPDF_REVERSE_BYTE_ORDER
    raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, columns, rows, 0, flags)
    pixels = memoryview(bitmap.buffer)
    lines = [pixels[row * bitmap.stride : row * bitmap.stride + 3 * columns] for row in range(rows)]
    header = struct.pack(">IIBBBBB", columns, rows, 8, 2, 0, 0, 0)  # 8 bits for each of three colours
    content = zlib.compress(b"\0" + b"\0".join(lines))  # the filter of each line, none, before it
    parts = (b"IHDR", header), (b"IDAT", content), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in parts
    )


def _page(data: bytes, number: int) -> pypdfium2.PdfPage:
    """The page with this number, from 0."""
    document = open_pdf(data)
    try:
        page = document[number]
    except (pypdfium2.PdfiumError, IndexError) as error:
        raise Unreadable("document_damaged") from error
    if not all(isfinite(side) and side > 0 for side in page.get_size()):
        raise Unreadable("document_damaged")
    return page


def _to_fractions(page: pypdfium2.PdfPage) -> Callable[[Box], Box]:
    """Converts a box of the page's own coordinates. What is beyond the edge of the page is cut off."""
    left, bottom, right, top = page.get_bbox()

    def at(x: float, y: float) -> tuple[float, float]:
        across, down = c_int(), c_int()
        raw.FPDF_PageToDevice(page, 0, 0, _FINE, _FINE, 0, x, y, across, down)
        return across.value / _FINE, down.value / _FINE

    origin, along, up = at(left, bottom), at(right, bottom), at(left, top)
    wide, high = right - left, top - bottom

    def fraction(axis: int, x: float, y: float) -> float:
        from_left = (along[axis] - origin[axis]) * (x - left) / wide
        value: float = origin[axis] + from_left + (up[axis] - origin[axis]) * (y - bottom) / high
        return round(min(1.0, max(0.0, value)), _DIGITS)

    def displayed(box: Box) -> Box:
        xs, ys = (sorted(fraction(axis, x, y) for x, y in (box[:2], box[2:])) for axis in (0, 1))
        return xs[0], ys[0], xs[1], ys[1]

    return displayed
