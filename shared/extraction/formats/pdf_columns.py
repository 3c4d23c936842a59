"""Columns of prose on a PDF page that is drawn line by line across them: each column is read to its end before the
next (D-077)."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import inf

from shared.extraction.formats.pdf_lines import BROKEN, SAID, Box, cells_of, height_of, widest_space

type Line = Sequence[Box]
type Space = tuple[float, float]

_LEAST_LINES = 4
_ENOUGH_LINES = 6  # shorter columns must be as even and as full as prose is
_UNEVEN = 1.12  # of the least distance between two lines
_FULL = 0.75  # of a column's width: a line of prose is no shorter, unless it ends a sentence
_NARROW = 6  # of a line's height: a figure is narrower, and less than half of the lines of prose are
_BREAK = 2.5  # of a line's height: a line this far below does not belong to the columns
_LAST_BREAK = 0.8  # of a line's height: a line of one cell this far below may be a heading
_MOST_SPACES = 20  # on a line: prose has fewer, and the work grows with their number
_LEAST_WORDS = 3.5  # a line
_HYPHENS = tuple("-\x02\ufffe")
_ENDINGS = (".", "!", "?", ":", ";")


def by_columns(text: str, lines: list[Line], text_in: Callable[[Box], str]) -> tuple[str, list[Line]]:
    """The page's text and lines, with columns of prose one after the other. A page that is not drawn across columns
    is unchanged, as is a block whose boxes do not add up to its text."""
    cut = [cells_of(line) for line in lines]
    if sum(len(cells) > 1 and not _is_narrow(cells[-1]) for cells in cut) < _LEAST_LINES:
        return text, lines
    blocks = []
    for start, end, columns in _blocks(lines, cut):
        for column in columns:  # prose has many words, few figures, and sentences that continue on the next line
            spoken = [_said(line, text_in) for line in column]
            words = [word for line in spoken for word in line.split()]
            figures = sum(any(character.isdecimal() for character in word) for word in words)
            small = sum(word[0].isalpha() and not word[0].isupper() for word in words)
            going_on = sum(not line[:1].isupper() for line in spoken)
            is_worded = len(words) >= _LEAST_WORDS * len(spoken) and 3 * figures <= len(words) <= 2.5 * small
            if not is_worded or 3 * going_on < len(spoken):
                break
        else:
            if _are_enough(lines[start:end], columns, text_in):
                blocks.append((start, end, columns))
    if not blocks:
        return text, lines
    places = [match.start() for match in SAID.finditer(text)]
    said = "".join([text[place] for place in places])
    ordered: list[Line] = []
    parts: list[str] = []
    read = done = at = 0
    for start, end, columns in blocks:
        drawn = "".join(SAID.findall("".join(text_in(box) for line in lines[start:end] for box in line)))
        found = said.find(drawn, at)
        if found < 0:
            continue
        at = found + len(drawn)
        written = "\n".join(_said(line, text_in) for column in columns for line in column)
        # A word that is broken at the end of a line, where PDFium has a mark, continues in the column's next line.
        parts += [text[done : places[found]], BROKEN.sub("\x02", written)]
        done = places[at - 1] + 1
        done += written[-1] in _HYPHENS and text[done : done + 1] in _HYPHENS
        ordered += [*lines[read:start], *(line for column in columns for line in column)]
        read = end
    return "".join([*parts, text[done:]]), [*ordered, *lines[read:]]


def _are_enough(block: Sequence[Line], columns: Sequence[Sequence[Line]], text_in: Callable[[Box], str]) -> bool:
    """Whether the lines show that these are columns of prose, rather than cells of a table that are sentences."""
    if min(map(len, columns)) >= _ENOUGH_LINES:
        return True
    tops = [line[0][3] for line in block]
    apart = [above - below for above, below in pairwise(tops)]
    if max(apart) > _UNEVEN * min(apart):
        return False
    going_on = sum(_said(line, text_in)[:1].islower() for column in columns for line in column[1:])
    if 2 * going_on < sum(len(column) for column in columns):
        return False
    for column in columns:
        left, right = min(line[0][0] for line in column), max(line[-1][2] for line in column)
        short = [line for line in column[:-1] if line[-1][2] - left < _FULL * (right - left)]
        if not all(_said(line, text_in).endswith(_ENDINGS) for line in short):
            return False
    return True


def _said(line: Line, text_in: Callable[[Box], str]) -> str:
    return " ".join(" ".join(map(text_in, line)).split())


def _blocks(lines: Sequence[Line], cut: Sequence[Sequence[Box]]) -> Iterator[tuple[int, int, list[list[Line]]]]:
    """The first and last line (exclusive) of each block of columns, and the columns, judged by the boxes alone."""
    start = 0
    while start < len(lines):
        tops = [line[0][3] for line in lines[start : start + 3]]
        is_row_above = (
            len(tops) > 2 and _is_narrow(cut[start][-1]) and tops[0] - tops[1] > _UNEVEN * (tops[1] - tops[2])
        )
        if len(cut[start]) < 2 or is_row_above:
            start += 1
            continue
        end, last, spaces = _extend_block(lines, cut, start)
        kept = []  # the spaces at whose right edge lines begin
        for space in spaces:
            begun = (
                any(0 <= box[0] - space[1] < height_of(line) / 2 for box in line) for line in lines[start : last + 1]
            )
            if sum(begun) >= _LEAST_LINES:
                kept.append(space)
        for column in _split(lines[start : last + 1], kept):
            widths = sorted((line[-1][2] - line[0][0]) / height_of(line) for line in column)
            edge = min(line[0][0] for line in column)
            at_edge = sum(line[0][0] - edge < height_of(line) / 2 for line in column)
            if len(column) < _LEAST_LINES or widths[len(widths) // 2] < _NARROW or 2 * at_edge < len(column):
                break
        else:  # each column's lines are wide and begin at its edge
            if kept:
                yield start, end, _split(lines[start:end], kept)
        start = max(end, start + 1)


def _extend_block(lines: Sequence[Line], cut: Sequence[Sequence[Box]], start: int) -> tuple[int, int, list[Space]]:
    """The end of the block that begins with this line, its last line of several columns, and the spaces that all its
    lines leave free."""
    spaces: list[Space] = [(-inf, inf)]
    last = start
    bottom, narrow = lines[start][0][1], 0
    end = start
    for number in range(start, len(lines)):
        line, cells = lines[number], cut[number]
        height = height_of(line)
        below = bottom - line[0][3]
        is_far = below > (_BREAK if len(cells) > 1 else _LAST_BREAK) * height
        free: list[Space] = []  # what the line leaves of the spaces, if it is wider than a space between words
        least = widest_space(line)
        edges = [-inf, *(edge for box in cells for edge in (box[0], box[2])), inf]
        for left, right in zip(edges[::2], edges[1::2], strict=True):
            parts = [(max(left, space[0]), min(right, space[1])) for space in spaces]
            free += [part for part in parts if part[1] - part[0] > least]
        narrow = narrow + 1 if len(cells) > 1 and _is_narrow(cells[-1]) else 0
        is_apart = is_far or below < -height or not any(_is_between(space) for space in free)
        if (number > start and is_apart) or len(free) > _MOST_SPACES:
            break
        if narrow > 1:
            end -= 1
            break
        spaces, bottom, end = free, line[0][1], number + 1
        last = number if len(cells) > 1 else last
    return end, min(last, end - 1), [space for space in spaces if _is_between(space)]


def _is_narrow(box: Box) -> bool:
    return box[2] - box[0] < _NARROW * (box[3] - box[1])


def _is_between(space: Space) -> bool:
    return space[0] > -inf and space[1] < inf


def _split(lines: Sequence[Line], spaces: Sequence[Space]) -> list[list[Line]]:
    """The lines of each column, from left to right."""
    edges = [-inf, *(space[0] + 0.1 for space in spaces), inf]
    columns: list[list[Line]] = []
    for left, right in pairwise(edges):
        inside = ([box for box in line if left <= box[0] < right] for line in lines)
        columns.append([line for line in inside if line])
    return [column for column in columns if column]
