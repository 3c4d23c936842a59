"""PDF, read by PDFium."""

import re
from ctypes import POINTER, Array, c_char, c_ushort, cast, create_string_buffer
from functools import cache, partial
from html import unescape

import pypdfium2
from pypdfium2 import raw

from shared.extraction.formats.content import BREAK, Content, Unreadable, clean
from shared.extraction.formats.page_tree import is_circular
from shared.extraction.formats.pdf_columns import by_columns
from shared.extraction.formats.pdf_lines import MOST_BOXES, MOST_CHARACTERS, Box, lines_of
from shared.extraction.formats.pdf_tables import with_cells

MAX_PAGES = 50_000
_LONGEST_RUN = 1024  # bytes; a cell is shorter

# PDFium replaces a hyphen at the end of a line by one of these, and joins the lines.
_LINE_END_HYPHEN = re.compile(r"[\x02\ufffe]")
_XMP_TITLE = re.compile(rb"<dc:title>\s{0,99}<rdf:Alt>\s{0,99}<rdf:li[^>]{0,99}>([^<]{1,999})</rdf:li>")


def read_pdf(data: bytes, *, max_characters: int, part: int = 0, parts: int = 1) -> Content:
    """The pages of one part of the document, of so many parts with about as many pages each. Of a document with fewer
    pages than parts, the first parts have one page each."""
    if not part and is_circular(data):
        raise Unreadable("document_damaged", "page_tree")
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if error.err_code in {raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY}:
            raise Unreadable("document_encrypted") from error
        raise Unreadable("document_damaged", "no_pages" if error.err_code == raw.FPDF_ERR_SUCCESS else "") from error
    count = len(document)
    if count > MAX_PAGES:
        raise Unreadable("document_too_complex")
    pages: list[str] = []
    starts: list[int] = []
    length = broken = 0
    for number in range(-(-count * part // parts), -(-count * (part + 1) // parts)):
        text = _page_text(document, number)
        broken += text is None
        pages.append(text or "")
        starts.append(length)
        length += len(pages[-1]) + len(BREAK)
        if length > max_characters + len(BREAK):
            raise Unreadable("document_too_large")
    if pages and broken == len(pages):
        raise Unreadable("document_damaged")
    title = document.get_metadata_value("Title")
    if not title:
        titles = {match[1] for match in _XMP_TITLE.finditer(data)}
        if len(titles) == 1:  # else embedded pictures have metadata packets of their own
            title = unescape(titles.pop().decode(errors="replace"))
    return Content(BREAK.join(pages), title, tuple(starts))


def _page_text(document: pypdfium2.PdfDocument, number: int) -> str | None:
    """None for a damaged page: the other pages are readable and keep their numbers."""
    try:
        page = document[number]
        text_page = page.get_textpage()
    except pypdfium2.PdfiumError:
        return None
    text = text_page.get_text_bounded().replace("\r\n", "\n")
    boxes = [text_page.get_rect(index) for index in range(min(text_page.count_rects(), MOST_BOXES + 1))]
    if len(boxes) <= MOST_BOXES and len(text) <= MOST_CHARACTERS:
        read = cache(partial(_text_in, text_page, create_string_buffer(_LONGEST_RUN)))
        text, lines = by_columns(text, list(lines_of(boxes)), read)
        text = with_cells(text, lines, read)
    text_page.close()
    page.close()
    if "\x02" in text or "\ufffe" in text:
        text = _LINE_END_HYPHEN.sub(_rejoin, text)
    return clean(text).strip()


def _text_in(page: pypdfium2.PdfTextPage, buffer: Array[c_char], box: Box) -> str:
    """The text of one box. The wrapper's own method calls PDFium twice, which takes twice as long."""
    left, bottom, right, top = box
    length = raw.FPDFText_GetBoundedText(
        page, left, top, right, bottom, cast(buffer, POINTER(c_ushort)), _LONGEST_RUN // 2
    )
    return buffer.raw[: 2 * length].decode("utf-16-le", errors="ignore").rstrip("\0")


def _rejoin(hyphen: re.Match[str]) -> str:
    """Joins a word that is broken over two lines; any other hyphen stays."""
    text, at = hyphen.string, hyphen.start()
    return "" if text[at - 1 : at].islower() and text[at + 1 : at + 2].islower() else "-"
