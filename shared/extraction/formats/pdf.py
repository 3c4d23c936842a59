"""PDF, read by PDFium."""

import re
from collections.abc import Callable
from ctypes import POINTER, Array, byref, c_char, c_double, c_ushort, cast, create_string_buffer
from functools import cache, partial
from html import unescape
from itertools import accumulate

import pypdfium2
from pypdfium2 import raw

from shared.extraction.formats.content import BREAK, Content, Unreadable, clean
from shared.extraction.formats.page_tree import is_circular
from shared.extraction.formats.pdf_bookmarks import bookmarks_of, headings_on
from shared.extraction.formats.pdf_columns import Line, by_columns
from shared.extraction.formats.pdf_continued_tables import Foot, foot_of, with_continued_row
from shared.extraction.formats.pdf_late_cells import with_late_cells
from shared.extraction.formats.pdf_leaders import with_whole_entries
from shared.extraction.formats.pdf_lines import MOST_BOXES, MOST_CHARACTERS, Box, base_of, lines_of
from shared.extraction.formats.pdf_margins import Edges, Page, edges_of, page_of, without_margins_in_sentences
from shared.extraction.formats.pdf_paragraphs import with_paragraphs
from shared.extraction.formats.pdf_ruled_tables import with_ruled_tables
from shared.extraction.formats.pdf_rules import grids_of, rules_of
from shared.extraction.formats.pdf_symbols import with_symbols
from shared.extraction.formats.pdf_tables import with_cells
from shared.extraction.formats.pdf_titles import with_title
from shared.extraction.formats.pdf_wrapped_tables import with_wrapped_tables

MAX_PAGES = 50_000
_PAGES_TOLD = 50  # pages read at a time
_QUARTERS = frozenset((90, 270))  # in degrees
_ROOM = 1024  # the number of characters that PDFium may add to a page's own
_FLAT = 0.02  # points
_LONGEST_RUN = 1024  # bytes; a cell is shorter

# PDFium replaces a hyphen at the end of a line by one of these, and joins the lines.
_LINE_END_HYPHEN = re.compile(r"[\x02\ufffe]")
_XMP_TITLE = re.compile(rb"<dc:title>\s{0,99}<rdf:Alt>\s{0,99}<rdf:li[^>]{0,99}>([^<]{1,999})</rdf:li>")


def read_pdf(
    data: bytes,
    *,
    max_characters: int,
    part: int = 0,
    parts: int = 1,
    pages_read: Callable[[int, int], None] = lambda _, __: None,
) -> Content:
    """The pages of one part of the document, which is divided into parts of about equal length. If it has fewer pages
    than parts, the first parts have one page each. The headings are the lines that its bookmarks name."""
    document = open_pdf(data, is_known=part > 0)
    count = len(document)
    if count > MAX_PAGES:
        raise Unreadable("document_too_complex")
    first, end = (-(-count * each // parts) for each in (part, part + 1))
    before, foot = _read_page(document, first - 1, None) if first < end and first else (None, None)
    read: list[Page] = []
    length = broken = 0
    for number in range(first, end):
        page, foot = _read_page(document, number, foot)
        broken += page is None
        read.append(page or Page(""))
        length += len(read[-1].text) + len(BREAK)
        if length > max_characters + len(BREAK):
            raise Unreadable("document_too_large")
        if not len(read) % _PAGES_TOLD:
            pages_read(len(read), count)
    if read and broken == len(read):
        raise Unreadable("document_damaged")
    after, _ = _read_page(document, end, foot) if read and end < count else (None, None)
    known = [*([before] if before else ()), *read, *([after] if after else ())]
    ahead = 1 if before else 0
    pages = without_margins_in_sentences(known, first - ahead)[ahead : ahead + len(read)]
    starts = [0, *accumulate(len(page) + len(BREAK) for page in pages)][: len(pages)]
    bookmarks = bookmarks_of(document)
    headings = [
        heading
        for number, (start, page) in enumerate(zip(starts, pages, strict=True), first)
        for heading in headings_on(page, start, bookmarks.get(number, ()))
    ]
    title = document.get_metadata_value("Title")
    if not title:
        titles = {match[1] for match in _XMP_TITLE.finditer(data)}
        if len(titles) == 1:  # otherwise metadata packets of embedded pictures would match
            title = unescape(titles.pop().decode(errors="replace"))
    return Content(BREAK.join(pages), title, tuple(starts), headings=tuple(headings))


def open_pdf(data: bytes, *, is_known: bool = False) -> pypdfium2.PdfDocument:
    """Opens the document, or raises Unreadable. The page tree of a known document is not checked again."""
    if not is_known and is_circular(data):
        raise Unreadable("document_damaged", "page_tree")
    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if error.err_code in {raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY}:
            raise Unreadable("document_encrypted") from error
        raise Unreadable("document_damaged", "no_pages" if error.err_code == raw.FPDF_ERR_SUCCESS else "") from error


def _read_page(document: pypdfium2.PdfDocument, number: int, before: Foot | None) -> tuple[Page | None, Foot | None]:
    """The page and the table at its foot; before is the one at the foot of the page before. None for a damaged page:
    the other pages are readable and keep their numbers."""
    try:
        page = _unturned(document, number)
        text_page = page.get_textpage()
    except pypdfium2.PdfiumError:
        return None, None
    left, bottom, right, top = page.get_bbox()
    most = text_page.count_chars() + _ROOM  # the wrapper makes PDFium traverse the page twice, once for the length
    buffer = create_string_buffer(2 * most)
    length = raw.FPDFText_GetBoundedText(text_page, left, top, right, bottom, cast(buffer, POINTER(c_ushort)), most)
    if length >= most:
        text = str(text_page.get_text_bounded(left, bottom, right, top))
    else:  # without the terminating zero
        text = buffer.raw[: 2 * max(0, length - 1)].decode("utf-16-le", errors="ignore")
    text = with_symbols(text.replace("\r\n", "\n"))
    boxes = _boxes(text_page, MOST_BOXES + 1)
    foot: Foot | None = None
    edges = Edges({})
    if len(boxes) <= MOST_BOXES and len(text) <= MOST_CHARACTERS:
        lines: list[Line] = list(lines_of(boxes))
        read = cache(partial(_text_in, text_page, create_string_buffer(_LONGEST_RUN)))
        edges = edges_of(lines, read)
        text, lines = with_late_cells(text, lines, read)
        if any(len(line) > 1 for line in lines):  # otherwise the page has neither columns nor tables
            drawn = lines = list(with_whole_entries(text, lines, read))
            across, down = rules_of(page)
            grids = grids_of(across, down)
            text, lines = with_ruled_tables(
                text, lines, grids, lambda box: with_symbols(text_page.get_text_bounded(*box))
            )
            text, lines = by_columns(text, lines, read)
            text, lines = with_wrapped_tables(text, lines, across, read, partial(base_of, text_page))
            text = with_cells(text, lines, read)
            text = with_continued_row(text, lines, read, before) if before else text
            foot = foot_of(text, drawn, read)
        text = with_title(text, lines, read, text_page) if number == 0 else text
        text = with_paragraphs(text, lines, read, text_page)
    text_page.close()
    page.close()
    if "\x02" in text or "\ufffe" in text:
        text = _LINE_END_HYPHEN.sub(_rejoin, text)
    return page_of(clean(text).strip(), edges), foot


def _unturned(document: pypdfium2.PdfDocument, number: int) -> pypdfium2.PdfPage:
    """The page without a quarter-turn rotation, so that upright text runs along its width, as PDFium's lines and boxes
    require. Changes the open document, not its bytes."""
    page = document[number]
    turn = page.get_rotation()
    if turn not in _QUARTERS:
        return page
    page.set_rotation(0)
    text_page = page.get_textpage()
    boxes = _boxes(text_page, MOST_BOXES)
    text_page.close()
    if sum(right - left for left, _, right, _ in boxes) >= sum(top - bottom for _, bottom, _, top in boxes):
        return page  # the text is displayed sideways
    left, bottom, right, top = page.get_bbox()
    matrix = (0, -1, 1, 0, -bottom, right) if turn == 90 else (0, 1, -1, 0, top, -left)
    raw.FPDFPage_TransFormWithClip(page, raw.FS_MATRIX(*matrix), None)
    for resize in (page.set_mediabox, page.set_cropbox):
        resize(0, 0, top - bottom, right - left)
    page.close()
    return document[number]


def _boxes(page: pypdfium2.PdfTextPage, most: int) -> list[Box]:
    """The first boxes around the page's characters, without those of lone spaces, which are flat. Reuses one set of
    variables; the wrapper would allocate four for each box."""
    left, bottom, right, top = (c_double() for _ in range(4))
    edges = byref(left), byref(top), byref(right), byref(bottom)
    found: list[Box] = []
    for index in range(min(page.count_rects(), most)):
        if not raw.FPDFText_GetRect(page, index, *edges):
            raise pypdfium2.PdfiumError("A box is missing.")
        found.append((left.value, bottom.value, right.value, top.value))
    upright = [box for box in found if box[3] - box[1] > _FLAT]
    return upright if 2 * len(upright) > len(found) else found  # a font may have no heights


def _text_in(page: pypdfium2.PdfTextPage, buffer: Array[c_char], box: Box) -> str:
    """The text of one box. The wrapper's own method calls PDFium twice, which takes twice as long."""
    left, bottom, right, top = box
    length = raw.FPDFText_GetBoundedText(
        page, left, top, right, bottom, cast(buffer, POINTER(c_ushort)), _LONGEST_RUN // 2
    )
    return with_symbols(buffer.raw[: 2 * length].decode("utf-16-le", errors="ignore").rstrip("\0"))


def _rejoin(hyphen: re.Match[str]) -> str:
    """Joins a word that is hyphenated over two lines; any other hyphen stays."""
    text, at = hyphen.string, hyphen.start()
    return "" if text[at - 1 : at].islower() and text[at + 1 : at + 2].islower() else "-"
