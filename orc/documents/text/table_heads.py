"""Finds the tables and lists of a text and what stands above each: title and column headings, or an introduction."""

import re
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from orc.documents.text.leaders import is_led
from orc.documents.text.list_marks import introductions_above
from orc.documents.text.sentences import is_row, with_typed_bars
from orc.documents.text.stacked_tables import head_alone
from orc.documents.text.tables import RULE, SEPARATOR, cells_of, ends_section, headings_of, row_of_figures
from orc.domain import Chunk
from orc.patterns import regex

_MOST_CHARACTERS = 1_000
_LONGEST_TITLE = 160
_TITLE_LINES = 3
_LABEL_LINES = 2
_LONGEST_LABEL = 90
_LEAST_SPACES = 4  # the end of a sentence; "Apple Inc." is not one
_ROWS_READ = 12  # rows of a table, to distinguish its headings from its figures
_MARGIN_LINES = 6  # lines of the foot of one page and the top of the next
_SENTENCE = regex(r".*[^\W\d_]{3}[.;,!?。；，！？][\"'”’)\]]*", re.DOTALL)
_BEGINS_TITLE = regex(r"[^\W_a-z]|[(#*\"“‘_$€£¥]")
_ITEM = regex(r"[-*+•] ")

type _Line = tuple[int, str]
"""A line's offset and its text without outer white space; blank lines are left out."""


@dataclass(frozen=True, slots=True)
class _Table:
    """start and end enclose the rows. head is the title and headings, on an earlier page if the table continues across
    pages; sections are rows that name a group of the rows below them."""

    start: int
    end: int
    head: tuple[_Line, ...]
    title: tuple[_Line, ...]
    sections: tuple[_Line, ...]
    width: int
    has_figures: bool


class TableHeads:
    """Finds the lines above a table or a list for any part of a text that begins within it. page_starts are the text's
    pages, across which a table may continue."""

    def __init__(self, text: str, page_starts: Sequence[int] = ()) -> None:
        self._text = text
        self._tables = list(_tables(text, page_starts))
        self._starts = [table.start for table in self._tables]
        self._ends = [table.end for table in self._tables]

    def over(self, start: int, end: int) -> str:
        """The lines above the tables that have rows between start and end and begin before start, and those that
        introduce the list in which start is; "" if there are none."""
        first = bisect_right(self._ends, start)
        lines: dict[_Line, None] = {}
        left = _MOST_CHARACTERS
        behind = bisect_left(self._starts, end)
        for table in self._tables[first:behind]:
            above = bisect_right(table.sections, (start, ""))
            for line in (*reversed(table.head), *table.sections[max(0, above - 1) : above]):
                if line[0] < start and line[1] and line not in lines and len(line[1]) < left:
                    lines[line] = None
                    left -= len(line[1]) + 1
        for line in introductions_above(self._text, start):
            if len(line[1]) < left:
                lines[line] = None
                left -= len(line[1]) + 1
        return "\n".join(text for _, text in sorted(lines))


def table_head_at(chunk: Chunk, start: int, end: int, page_starts: Sequence[int] = ()) -> str:
    """The lines above the table or list in which a part of the chunk begins; offsets are the document's."""
    above = len(chunk.headed_text) - len(chunk.text) - chunk.start
    turned = page_starts[bisect_right(page_starts, chunk.start) : bisect_left(page_starts, chunk.end)]
    pages = [0, *(page + above for page in turned)]
    return TableHeads(chunk.headed_text, pages).over(start + above, end + above)


def _tables(text: str, page_starts: Sequence[int]) -> Iterator[_Table]:
    """The tables of a text in order, each with its head: that on the page before if the table goes on from there."""
    above: deque[_Line] = deque(maxlen=2 * _TITLE_LINES)
    before: _Table | None = None
    between = 0
    known: list[_Line] = []
    at = 0
    for line in text.split("\n"):
        stripped = line.strip()
        known.append((at + (line.index(stripped[0]) if stripped else 0), stripped))
        at += len(line) + 1
    for blank, block in _blocks(known):
        for is_table, lines in ((False, block[:1]),) if blank else split_tables(block):
            page = bisect_right(page_starts, lines[0][0])
            turns = before is not None and page == bisect_right(page_starts, before.end) + 1
            if not is_table and not (turns and between <= _MARGIN_LINES and _is_row_of(lines, before)):
                above.extend(lines)
                between += sum(bool(line) for _, line in lines)
                continue
            on_page = [line for line in above if bisect_right(page_starts, line[0]) == page]
            before = _table(lines, on_page, before if turns and between <= _MARGIN_LINES else None)
            yield before
            above.clear()
            between = 0


def _blocks(lines: Sequence[_Line]) -> Iterator[tuple[bool, list[_Line]]]:
    """The adjacent lines that are blank, and those that are not. A table's head is in one block with its rows, also if
    blank lines divide them."""
    blocks = [(blank, list(group)) for blank, group in groupby(lines, key=lambda line: not line[1])]
    at = 0
    while at < len(blocks):
        blank, block = blocks[at]
        following = blocks[at + 2][1] if not blank and at + 2 < len(blocks) else []
        if following and head_alone([line for _, line in block], [line for _, line in following[:1]]):
            block, at = [*block, *following], at + 2
        yield blank, block
        at += 1


def _is_row_of(lines: Sequence[_Line], table: _Table | None) -> bool:
    """Whether this is one row, with marks between as many cells as the table has."""
    [(_, line), *others] = lines
    is_marked = not others and SEPARATOR.search(with_typed_bars(line)) is not None
    return is_marked and table is not None and len(cells_of([line])[0]) == table.width


def split_tables(block: Sequence[_Line]) -> Iterator[tuple[bool, Sequence[_Line]]]:
    """Splits lines into tables and other text. A table has at least two adjacent rows. One or two label lines may stand
    between rows of figures."""
    if len(block) == 1:
        yield False, block
        return
    rows = [  # without cell separators, no line that ends in a date or begins in the middle of a sentence
        is_row(line)
        and (
            SEPARATOR.search(with_typed_bars(line)) is not None
            or " " not in line
            or not (line[0].islower() or line.rsplit(None, 2)[1].endswith(","))
        )
        for _, line in block
    ]
    start = 0
    while start < len(block):
        end = at = start + 1
        while rows[start] and at < len(block) and at - end <= _LABEL_LINES:
            line = block[at][1]
            if rows[at]:
                if at > end and row_of_figures(cells_of([line])) is None:
                    break  # another table with its own headings
                end = at + 1
            elif len(line) > _LONGEST_LABEL or _is_sentence(line):
                break
            at += 1
        if sum(rows[start:end]) > 1:
            yield True, block[start:end]
        else:
            yield False, block[start:end]
        start = end


def _is_sentence(line: str) -> bool:
    """Whether a line is prose: it has several words and ends like a sentence."""
    return line.count(" ") >= _LEAST_SPACES and _SENTENCE.fullmatch(line) is not None


def _table(lines: Sequence[_Line], above: Sequence[_Line], before: _Table | None) -> _Table:
    """The table of these lines. before is a table that it may continue. Its title is in the adjacent lines above or in
    the previous paragraph; a remark in brackets about all figures may be separate."""
    naming: list[_Line] = []
    for line in reversed(above):
        if text := line[1]:
            begins = text.endswith((":", "：")) or (_BEGINS_TITLE.match(text) is not None and not _is_sentence(text))
            names = begins and len(text) <= _LONGEST_TITLE and not _ITEM.match(text) and not is_row(text)
            if len(naming) == _TITLE_LINES or not names:
                break
            naming.append(line)
        elif naming and not naming[-1][1].startswith("("):
            break
    title = tuple(reversed(naming))
    cells = cells_of([line for _, line in lines[:_ROWS_READ]])
    count = 0 if is_led(lines[0][1]) else headings_of(cells)
    has_figures = row_of_figures(cells) is not None
    while count and not any(cells[count - 1][1:]):  # a section's label, or a rule
        count -= 1
    width = max(map(len, cells[count:]), default=0)
    headings = tuple(line for line in lines[:count] if not RULE.fullmatch(with_typed_bars(line[1])))
    if before is not None and before.head and before.width == width:
        known = [text for _, text in before.head]
        own = tuple(line for line in title if line[1] not in known)
        if not count or not (has_figures or before.has_figures or own):
            headings, title = (), before.head
        elif all(text in known for _, text in headings):
            title = (*before.title, *own)
    sections: list[_Line] = []  # a total ends a section, which an empty label marks
    for at, row in lines[count:]:
        typed = with_typed_bars(row)
        if ends_section(row):
            sections.append((at, ""))
        elif SEPARATOR.search(typed.strip("| \t")) is None and (typed[-1] in "|\t" or not is_row(row)):
            sections.append((at, row))
    end = lines[-1][0] + len(lines[-1][1])
    return _Table(lines[0][0], end, (*title, *headings), title, tuple(sections), width, has_figures)
