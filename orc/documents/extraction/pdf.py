"""PDF, with PDFium."""

import re

import pypdfium2
from pypdfium2 import raw

from orc.documents.extraction.content import Content, Unreadable, clean

PAGE_BREAK = "\n\n"

_NO_TITLES = {"untitled", "(anonymous)"}  # what producers write when they were given none
# PDFium puts this where a line ends in a hyphen, and joins the lines.
_LINE_END_HYPHEN = re.compile(r"[\x02\ufffe]")


def read_pdf(data: bytes, *, max_characters: int) -> Content:
    if b"%PDF-" not in data[:1024]:
        raise Unreadable("document_type_mismatch")
    document = _open(data)
    pages: list[str] = []
    starts: list[int] = []
    length = 0
    for page in document:
        text_page = page.get_textpage()
        text = _normalise(text_page.get_text_bounded())
        text_page.close()
        page.close()
        pages.append(text)
        starts.append(length)
        length += len(text) + len(PAGE_BREAK)
        if length > max_characters + len(PAGE_BREAK):
            raise Unreadable("document_too_large")
    if not pages:
        raise Unreadable("document_damaged")
    title = document.get_metadata_value("Title")
    return Content(PAGE_BREAK.join(pages), "" if title.lower() in _NO_TITLES else title, tuple(starts))


def _open(data: bytes) -> pypdfium2.PdfDocument:
    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        locked = error.err_code in {raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY}
        raise Unreadable("document_encrypted" if locked else "document_damaged") from error


def _normalise(text: str) -> str:
    return clean(_LINE_END_HYPHEN.sub(_rejoin, text)).strip()


def _rejoin(hyphen: re.Match[str]) -> str:
    """A word broken over two lines is one word again; any other hyphen stays."""
    text, at = hyphen.string, hyphen.start()
    return "" if text[at - 1 : at].islower() and text[at + 1 : at + 2].islower() else "-"
