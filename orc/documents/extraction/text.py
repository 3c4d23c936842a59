"""Plain text, CSV and JSON, in the encodings that files come in."""

import codecs
import csv
import json
import re
import sys
from contextlib import suppress

from orc.documents.extraction.content import Content, Unreadable, clean, control_characters

_SAMPLE = 1 << 16
_MAX_CONTROLS = 0.05  # more than this share of control characters is no text
_BINARY = (b"%PDF-", b"{\\rtf", b"PK\x03\x04", b"\x89PNG", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"\xd0\xcf\x11\xe0")
_DELIMITERS = ",;\t|"


def read_text(data: bytes) -> Content:
    return Content(_content_of(data))


def read_json(data: bytes) -> Content:
    """The text as it is, if it is JSON. Its title may be its own `title`."""
    text = _content_of(data)
    try:
        value = json.loads(text, parse_int=str, parse_float=str)
    except json.JSONDecodeError as error:
        raise Unreadable("document_damaged") from error
    title = value.get("title") if isinstance(value, dict) else None
    return Content(text, title if isinstance(title, str) else "")


def read_csv(data: bytes) -> Content:
    """A line for each row that is not blank, cells separated by ` | `."""
    text = _content_of(data)
    csv.field_size_limit(sys.maxsize)
    rows = csv.reader(text.splitlines(keepends=True), delimiter=_delimiter(text), skipinitialspace=True)
    lines = (" | ".join(" ".join(cell.split()) for cell in row) for row in rows)
    return Content("\n".join(line for line in lines if line.strip(" |")))


def decode(data: bytes, declared: str | None = None) -> str:
    """As a byte order mark or the file itself declares, else UTF-8, else Latin-1 in Windows' reading of it."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    encodings = ("utf-8-sig", "cp1252") if declared is None else (declared, "utf-8-sig", "cp1252")
    for encoding in encodings:
        with suppress(UnicodeError, LookupError):
            return data.decode(encoding)
    return data.decode("latin-1")


def check_text(data: bytes, text: str) -> None:
    """Refuses what only carries a text file's name."""
    sample = text[:_SAMPLE]
    if data.startswith(_BINARY) or control_characters(sample) > len(sample) * _MAX_CONTROLS:
        raise Unreadable("document_type_mismatch")


def _content_of(data: bytes) -> str:
    text = decode(data)
    check_text(data, text)
    text = clean(text)
    if not text.strip():
        raise Unreadable("document_empty")
    return text


def _delimiter(text: str) -> str:
    """The delimiter that the first line with any of them has most of, outside quotes."""
    for line in text[:_SAMPLE].split("\n"):
        bare = re.sub(r'"[^"]*"', "", line)
        if counts := {mark: bare.count(mark) for mark in _DELIMITERS if mark in bare}:
            return max(counts, key=counts.__getitem__)
    return ","
