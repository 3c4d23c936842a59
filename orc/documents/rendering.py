"""Renders passages for a model: under numbered headings, with marks at page breaks. No line of a document's text can
look like such a heading or mark, or like the heading of another part of a prompt or a note in it."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence

from orc.documents.text.chunks import page_at
from orc.documents.text.headings import as_path
from orc.domain import Chunk, Passage
from orc.patterns import regex
from orc.prompts import DOCUMENTS, HEADINGS, NOTES

SET_APART = "> "

_LEAD = regex(r"[\W_\u115f\u1160\u3164\uffa0]*+")  # the letters among these look blank
_OPENING = regex(r"[\[［【〔〖⟦❲]")
_DASH = regex(r"[-‐-―−﹘－]")
_PAGE = regex(r"page[\W_]*+\d", re.IGNORECASE)
_END = r"[^\w\n]*+(?:\n|\Z)"


def _as_pattern(heading: str) -> str:
    words = r"[\W_]++".join(r"\d++" if word.isdecimal() else word for word in re.findall(r"\w+", heading))
    return words + (r"[^\w\n:：]*+[:：]" if heading.endswith(":") else _END if heading.endswith("\n") else r"\b")


_NOTES = [" ".join(note.split()[:6]) for note in NOTES]  # their first words tell them
_HEADING = regex("|".join(map(_as_pattern, (*HEADINGS, *_NOTES))), re.IGNORECASE)


def render_passages(
    passages: Sequence[Passage], *, first: int = 1, chunk_ids: bool = False, whole: bool = False
) -> str:
    """The passages under their numbers, each with its origin and, unless they are whole documents, the headings of its
    section and of the table in which it begins."""
    parts = []
    for number, passage in enumerate(passages, first):
        chunk, starts = passage.chunk, passage.page_starts
        last = bisect_left(starts, chunk.end) if starts and chunk.page else 0
        pages = f", pages {chunk.page}-{last}" if last > (chunk.page or 0) else page_of(chunk)
        chunk_id = f", {chunk.chunk_id}" if chunk_ids else ""
        place = f"{pages}{chunk_id}{'' if whole else under(passage)}"
        parts.append(f"[{number}] {one_line(passage.blob_name)}{place}\n{rendered(passage, whole=whole)}")
    return "\n\n".join(parts)


def render_documents(names: Mapping[str, str]) -> str:
    """The documents on one line, with the file_ids by which tools take them; names has the name of each."""
    listed = (f"{one_line(name)} (file_id {file_id})" for file_id, name in names.items())
    return f"{DOCUMENTS} {', '.join(listed)}"


def rendered(passage: Passage, *, whole: bool = False) -> str:
    """The text of a passage, without its heading, between the marks of the pages that begin within it."""
    chunk, starts, labels = passage.chunk, passage.page_starts, passage.page_labels
    lines = [] if whole or not chunk.table_head else [set_apart(chunk.table_head)]
    page_start = chunk.start
    for start in dict.fromkeys(starts[bisect_right(starts, chunk.start) : bisect_left(starts, chunk.end)]):
        page = page_at(starts, start) or 0
        label = one_line(labels[page - 1]) if page <= len(labels) else ""
        lines.append(set_apart(chunk.text[page_start - chunk.start : start - chunk.start].rstrip("\n")))
        lines.append(f"— page {page}{f' ({label})' if label else ''} —")
        page_start = start
    return "\n".join([*lines, set_apart(chunk.text[page_start - chunk.start :])])


def under(passage: Passage) -> str:
    """The headings over the passage's beginning, as a suffix of its own heading, without those above its table."""
    headings = [heading for heading in passage.headings if heading not in passage.chunk.table_head]
    path = one_line(as_path(headings)).replace("“", "'").replace("”", "'")  # a heading does not end its own quotes
    return f", under “{path}”" if headings else ""


def set_apart(text: str) -> str:
    """The text, with a prefix before each line that begins like a heading or a note of the prompt or a page mark."""
    lines = []
    for line in text.splitlines(keepends=True):
        lead = _LEAD.match(line)
        end = lead.end() if lead else 0
        before, after = line[:end], line[end : end + 20]
        if _OPENING.search(before):
            is_alike = after[:1].isnumeric() or after.lower().startswith("chunk_")
        else:
            is_mark = _DASH.search(before) is not None and _PAGE.match(after) is not None
            is_alike = is_mark or _HEADING.match(line, end) is not None
        lines.append(f"{SET_APART}{line}" if is_alike else line)
    return "".join(lines)


def one_line(text: str) -> str:
    """The text on one line, with single spaces."""
    return " ".join(text.split())


def page_of(chunk: Chunk) -> str:
    """The page on which a chunk starts, as a suffix of its heading; empty for a format without pages."""
    return f", page {chunk.page}" if chunk.page else ""
