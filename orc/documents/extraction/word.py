"""Word documents: paragraphs and tables in order, with python-docx to open the package.

The body is walked here because python-docx passes over content controls, tracked insertions and text boxes.
"""

from collections.abc import Iterator
from io import BytesIO
from zipfile import BadZipFile, ZipFile

import docx
from lxml import etree

from orc.documents.extraction.content import Content, Unreadable, clean
from orc.documents.extraction.xml import syntax_failure

MAX_INFLATED_BYTES = 256 << 20

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED_PACKAGE = "EncryptedPackage".encode("utf-16-le")
_TYPES, _WORD_TYPE = "[Content_Types].xml", b"wordprocessingml.document.main+xml"
_PLACEHOLDER_TITLE = "Word Document"  # python-docx's own, for a package without properties

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MATH_TEXT = "{http://schemas.openxmlformats.org/officeDocument/2006/math}t"
_PARAGRAPH, _TABLE, _ROW, _CELL = f"{_W}p", f"{_W}tbl", f"{_W}tr", f"{_W}tc"
_TEXT = {f"{_W}t", _MATH_TEXT}
_MARKS = {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n", f"{_W}noBreakHyphen": "-"}
# Properties, what tracked changes took away, and the second copy of a text box for old readers.
_SKIPPED = {
    f"{_W}pPr",
    f"{_W}rPr",
    f"{_W}sdtPr",
    f"{_W}sectPr",
    f"{_W}del",
    f"{_W}moveFrom",
    "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback",
}


def read_docx(data: bytes) -> Content:
    _check_package(data)
    try:
        document = docx.Document(BytesIO(data))
    except etree.XMLSyntaxError as error:
        raise syntax_failure(error) from error
    title = document.core_properties.title
    return Content("\n\n".join(_blocks(document.element.body)), "" if title == _PLACEHOLDER_TITLE else title)


def _check_package(data: bytes) -> None:
    if data.startswith(_OLE):
        raise Unreadable("document_encrypted" if _ENCRYPTED_PACKAGE in data else "document_type_mismatch")
    if not data.startswith(b"PK"):
        raise Unreadable("document_type_mismatch")
    try:
        package = ZipFile(BytesIO(data))
    except BadZipFile as error:
        raise Unreadable("document_damaged") from error
    parts = package.infolist()
    if any(part.flag_bits & 1 for part in parts):
        raise Unreadable("document_encrypted")
    if sum(part.file_size for part in parts) > MAX_INFLATED_BYTES:
        raise Unreadable("document_too_complex")
    if _TYPES not in package.NameToInfo or _WORD_TYPE not in package.read(_TYPES):
        raise Unreadable("document_type_mismatch")


def _blocks(container: etree._Element) -> Iterator[str]:
    """Paragraphs and tables under the container, whatever wraps them, without the blank ones."""
    for child in container:
        if child.tag == _PARAGRAPH:
            if text := clean(_text(child)).strip():
                yield text
        elif child.tag == _TABLE:
            if rows := [row for row in _rows(child) if row.strip(" |")]:
                yield "\n".join(rows)
        elif child.tag not in _SKIPPED:
            yield from _blocks(child)


def _text(element: etree._Element) -> str:
    parts = []
    for child in element:
        if child.tag in _TEXT:
            parts.append(child.text or "")
        elif child.tag in _MARKS:
            parts.append(_MARKS[str(child.tag)])
        elif child.tag == _PARAGRAPH:
            parts.append(f"\n{_text(child)}\n")
        elif child.tag not in _SKIPPED:
            parts.append(_text(child))
    return "".join(parts)


def _rows(table: etree._Element) -> Iterator[str]:
    for child in table:
        if child.tag == _ROW:
            yield " | ".join(_cells(child))
        elif child.tag not in _SKIPPED:
            yield from _rows(child)


def _cells(row: etree._Element) -> Iterator[str]:
    for child in row:
        if child.tag == _CELL:
            yield " ".join(" ".join(_blocks(child)).split())
        elif child.tag not in _SKIPPED:
            yield from _cells(child)
