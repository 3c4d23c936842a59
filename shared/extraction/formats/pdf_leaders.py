"""Lines of a PDF's table of contents: the dots and the page number after a heading are no cells (D-497)."""

import re
from collections.abc import Callable, Sequence
from functools import reduce

from shared.extraction.formats.pdf_lines import Box, around, cells_of

type Line = Sequence[Box]

_LONGEST = 300  # characters of an entry
_LEADER = re.compile(r"(?:[.…·] ?){4,}+")
_PAGE = r"(?:\d{1,4}|[ivxlc]{1,7})"
_ENTRY = re.compile(rf"[^.…·].*?{_LEADER.pattern}\s*{_PAGE}?\s*", re.DOTALL)
_CHAPTER = re.compile(rf".*\s{_PAGE}\s*", re.DOTALL)


def with_whole_entries(text: str, lines: Sequence[Line], text_in: Callable[[Box], str]) -> Sequence[Line]:
    """The lines of a page with that text, in which each entry of a table of contents is one box: a heading, dots and at
    most a page number, or a chapter and its page number next to such an entry. A leader before other figures is that of
    a table."""
    if not _LEADER.search(text):
        return lines
    said = [" ".join(text_in(cell).strip() for cell in cells_of(line)) for line in lines]
    entries = {
        number
        for number, each in enumerate(said)
        if len(each) <= _LONGEST and _ENTRY.fullmatch(each) and len(_LEADER.findall(each)) == 1
    }
    if not entries:
        return lines
    beside = {near for number in entries for near in (number - 1, number + 1) if 0 <= near < len(lines)} - entries
    entries |= {
        number
        for number in beside
        if len(cells_of(lines[number])) == 2 and len(said[number]) <= _LONGEST and _CHAPTER.fullmatch(said[number])
    }
    return [[reduce(around, line)] if number in entries else line for number, line in enumerate(lines)]
