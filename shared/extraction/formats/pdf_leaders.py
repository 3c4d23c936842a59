"""Dots of a PDF that lead to a page or a value: they are no cells of their own (D-497, D-508)."""

import re
from collections.abc import Callable, Sequence
from functools import reduce

from shared.extraction.formats.pdf_lines import Box, around, cells_of

type Line = Sequence[Box]

_LONGEST = 300  # characters of an entry
_LEADER = re.compile(r"(?:[.…·] ?){4,}+")
_DOTS = re.compile(r"\s*(?:[.…·] ?){4,}+\s*")
_LEAST_BOXES = 3  # a label, dots and a value
_PAGE = r"(?:\d{1,4}|[ivxlc]{1,7})"
_ENTRY = re.compile(rf"[^.…·].*?{_LEADER.pattern}\s*{_PAGE}?\s*", re.DOTALL)
_CHAPTER = re.compile(rf".*\s{_PAGE}\s*", re.DOTALL)


def with_whole_entries(text: str, lines: Sequence[Line], text_in: Callable[[Box], str]) -> Sequence[Line]:
    """The lines of a page with that text, in which each entry of a table of contents is one box: a heading, dots and at
    most a page number, or a chapter and its page number next to such an entry. A leader before other figures belongs to
    the label in a row of a table."""
    if not _LEADER.search(text):
        return lines
    said = [" ".join(text_in(cell).strip() for cell in cells_of(line)) for line in lines]
    entries = {
        number
        for number, each in enumerate(said)
        if len(each) <= _LONGEST and _ENTRY.fullmatch(each) and len(_LEADER.findall(each)) == 1
    }
    beside = {near for number in entries for near in (number - 1, number + 1) if 0 <= near < len(lines)} - entries
    entries |= {
        number
        for number in beside
        if len(cells_of(lines[number])) == 2 and len(said[number]) <= _LONGEST and _CHAPTER.fullmatch(said[number])
    }
    return [
        [reduce(around, line)] if number in entries else _with_leaders_in_labels(line, text_in)
        for number, line in enumerate(lines)
    ]


def _with_leaders_in_labels(line: Line, text_in: Callable[[Box], str]) -> Line:
    """The line in which dots alone are in one box with what is before them."""
    if len(line) < _LEAST_BOXES or not any(_DOTS.fullmatch(text_in(box)) for box in line[1:]):
        return line
    joined = list(line[:1])
    for box in line[1:]:
        if _DOTS.fullmatch(text_in(box)):
            joined[-1] = around(joined[-1], box)
        else:
            joined.append(box)
    return joined
