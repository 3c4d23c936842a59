"""Detects the format of a file from its bytes; only among text formats, which look alike, the extension decides."""

from functools import partial
from typing import TYPE_CHECKING

from orc.documents.formats import SENT_MARKDOWN, SENT_TEXT
from shared.extraction.formats.content import Content, Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable


_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED_PACKAGE = "EncryptedPackage".encode("utf-16-le")
_HTML = (b"<!doctype html", b"<html")
_TEXTS = {"txt", "md", "log", "json", "csv", "html", "htm"}


def read_file(
    data: bytes,
    extension: str,
    *,
    max_characters: int,
    part: int = 0,
    parts: int = 1,
    pages_read: "Callable[[int, int], None]" = lambda _, __: None,
) -> Content:
    """The content of a file with that extension, or of one part of a PDF; pages_read is called with the number of pages
    read of the part, and the number of pages in the document. Raises Unreadable with the reason."""
    from shared.extraction.formats import text

    if extension == SENT_TEXT:
        return text.read_sent_text(data)
    if extension == SENT_MARKDOWN:
        return text.read_sent_markdown(data)
    if data.startswith(b"PK"):
        from shared.extraction.formats.package import Package
        from shared.extraction.formats.sheets import read_xlsx
        from shared.extraction.formats.slides import read_pptx
        from shared.extraction.formats.word import read_docx

        package = Package(data)
        readers: dict[str, Callable[[Package], Content]] = {
            "docx": read_docx,
            "pptx": read_pptx,
            "xlsx": partial(read_xlsx, data=data),
        }
        return readers[package.kind()](package)
    if is_pdf(data, extension):
        from shared.extraction.formats.pdf import read_pdf

        return read_pdf(data, max_characters=max_characters, part=part, parts=parts, pages_read=pages_read)
    if data.startswith(_OLE) and _ENCRYPTED_PACKAGE in data:
        raise Unreadable("document_encrypted")
    if extension not in _TEXTS:
        raise Unreadable("document_type_mismatch")
    if extension in ("html", "htm") or data[:256].lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith(_HTML):
        from shared.extraction.formats.html import read_html

        return read_html(data)
    return {"csv": text.read_csv, "md": text.read_markdown, "json": text.read_json}.get(extension, text.read_text)(data)


def is_pdf(data: bytes, extension: str) -> bool:
    """Whether the file is a PDF. Some bytes may precede its signature, but a text file may mention the signature."""
    return data.lstrip()[:5] == b"%PDF-" if extension in _TEXTS else b"%PDF-" in data[:1024]
