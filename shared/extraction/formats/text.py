"""Plain text, Markdown and CSV, in any encoding."""

import csv
import json
import re
import sys
from collections import Counter
from contextlib import suppress
from operator import itemgetter

from orc.documents.text.front_matter import front_matter_end
from orc.documents.text.struck import as_struck, with_struck_lines
from orc.text import MAX_JSON_DEPTH
from shared.extraction.formats.charsets import declared_in, decode
from shared.extraction.formats.content import Content, Located, Unreadable, clean, control_characters
from shared.extraction.formats.rows import table_text

_SAMPLE = 1 << 16
_MAX_CONTROLS = 0.05  # a file with a larger share of control characters is not text
_BINARY = (b"%PDF-", b"{\\rtf", b"PK\x03\x04", b"\x89PNG", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"\xd0\xcf\x11\xe0")
_DELIMITERS = ",;\t|"
_QUOTED = re.compile(r'"[^"]*"')
_ANY_MARK = re.compile(rf"[{_DELIMITERS}]")
_BETWEEN_CELLS = re.compile(r"[;\t|]|(?<!\d),(?! )|(?<=\d),(?![ \d])")
_NAMED_DELIMITER = re.compile(r'"?sep=(\\t|\t|[^\w\s"])"?[ \t]{0,9}(?:\n|\Z)', re.IGNORECASE)
_HASHES = re.compile(r" {0,3}(#{1,6})[ \t]+(?=\S)")
_UNDERLINE = re.compile(r"(=+|-{2,})[ \t]*")
_FENCED = re.compile(r"^ {0,3}(```+|~~~+).*?(?:^ {0,3}\1|\Z)", re.MULTILINE | re.DOTALL)
_STRUCK_TAGS = re.compile(r"(?i)<(del|s|strike)>((?:[^<\n]|\n(?![ \t]*\n)|<(?!/?(?:del|s|strike)>))+)</\1>")
_NEXT_BRACKET = re.compile(r'(?:[^"\[\]{}]++|"(?:[^"\\]++|\\.)*+(?:"|\Z))*+([\[\]{}])', re.DOTALL)
_FRONT_MATTER = re.compile(r"---\n(?:.*\n){0,50}?title:[ \t]*([^\n]+)\n(?:.*\n){0,50}?---\n", re.IGNORECASE)


def read_text(data: bytes) -> Content:
    """The text unchanged but for its encoding. The title of a JSON object is its `title`."""
    return _titled_text(_decoded(data))


def read_json(data: bytes) -> Content:
    """As read_text, with a note when the JSON is nested more deeply than the product parses it."""
    content = read_text(data)
    depth = at = 0
    while bracket := _NEXT_BRACKET.match(content.text, at):
        at = bracket.end()
        depth = depth + 1 if bracket[1] in "[{" else max(0, depth - 1)
        if depth > MAX_JSON_DEPTH:
            content.notes = ("json_nested_deeply",)
            break
    return content


def read_sent_text(data: bytes) -> Content:
    """As read_text, but always UTF-8 and never refused as binary."""
    return _titled_text(_cleaned(data.decode(errors="replace")))


def read_markdown(data: bytes) -> Content:
    """The text with its headings, and marks of Markdown for tags of HTML that strike out. The title is that of the
    front matter, or else the first heading."""
    return _titled_markdown(_decoded(data))


def read_sent_markdown(data: bytes) -> Content:
    """As read_markdown, but always UTF-8 and never refused as binary."""
    return _titled_markdown(_cleaned(data.decode(errors="replace")))


def _titled_text(text: str) -> Content:
    title = ""
    if text.lstrip().startswith("{"):
        with suppress(json.JSONDecodeError, RecursionError):
            title = json.loads(text, parse_int=str, parse_float=str).get("title")
    return Content(text, title if isinstance(title, str) else "")


def _titled_markdown(text: str) -> Content:
    text = _struck_markdown(text)
    headings: list[Located] = []
    at, above = front_matter_end(text), ""  # the previous line, if an underline would make it a heading
    for line in _FENCED.sub(lambda fenced: re.sub(r"[^\n]", " ", fenced[0]), text)[at:].split("\n"):
        if hashes := _HASHES.match(line):
            headings.append((at + hashes.end(), len(hashes[1]), line[hashes.end() :].rstrip(" \t#") or "#"))
            above = ""
        elif above and (underline := _UNDERLINE.fullmatch(line)):
            if not above.startswith(("-", "|", "#", ">")):
                headings.append((at - len(above) - 1, 1 if underline[1][0] == "=" else 2, above.rstrip()))
            above = ""
        else:
            above = line if line[:1].strip() else ""
        at += len(line) + 1
    front_matter = _FRONT_MATTER.match(text)
    title = front_matter[1].strip("\"' ") if front_matter else next((heading[2] for heading in headings), "")
    return Content(text, title.strip("*_ "), headings=tuple(headings))


def _struck_markdown(text: str) -> str:
    """The text with marks on each line that is struck out, but for code."""
    if "~~" not in text and "</" not in text:
        return text
    pieces, at = list[str](), 0
    for code in (*_FENCED.finditer(text), None):
        prose = text[at : code.start() if code else len(text)]
        pieces.append(with_struck_lines(_STRUCK_TAGS.sub(lambda found: as_struck(found[2]), prose)))
        pieces.append(code[0] if code else "")
        at = code.end() if code else at
    return "".join(pieces)


def read_csv(data: bytes) -> Content:
    """A line for each row that is not blank. A first line such as `sep=;`, which Excel reads and writes, is no row: it
    names the delimiter."""
    text = _decoded(data)
    delimiter = _delimiter(text)
    if named := _NAMED_DELIMITER.match(text):
        delimiter = "\t" if named[1] == r"\t" else named[1]
        text = text[named.end() :]
    csv.field_size_limit(sys.maxsize)
    rows = csv.reader(text.splitlines(keepends=True), delimiter=delimiter, skipinitialspace=True)
    return Content(table_text(row for row in rows if any(cell.strip() for cell in row)))


def _delimiter(text: str) -> str:
    """The mark that most rows have equally often outside quotes. A comma in a number or before a space counts only if
    there is no other mark."""
    lines = [_QUOTED.sub("", line) for line in text[:_SAMPLE].split("\n")]
    for marks in (_BETWEEN_CELLS, _ANY_MARK):
        counts = [Counter(marks.findall(line)) for line in lines]
        most = [
            (*Counter(count[mark] for count in counts if count[mark]).most_common()[0][::-1], mark)
            for mark in _DELIMITERS
            if any(count[mark] for count in counts)
        ]
        if most:
            return max(most, key=itemgetter(0, 1))[2]
    return ","


def check_text(data: bytes, text: str) -> None:
    """Raises Unreadable for a binary file that only has the name of a text file."""
    sample = text[:_SAMPLE]
    if data.startswith(_BINARY) or control_characters(sample) > len(sample) * _MAX_CONTROLS:
        raise Unreadable("document_type_mismatch")


def _decoded(data: bytes) -> str:
    text = decode(data, declared_in(data) if data.startswith(b"<?xml") else None)
    check_text(data, text)
    return _cleaned(text)


def _cleaned(text: str) -> str:
    text = clean(text)
    if not text.strip():
        raise Unreadable("document_empty")
    return text
