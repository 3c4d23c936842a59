"""Locates the characters of a page's stored text: aligns the text with the characters that PDFium reports. The text
lacks some of these, has separators between cells, and has columns one after another (D-230)."""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from shared.extraction.formats.pdf_lines import Box

HYPHEN = "-"
_SEPARATOR = "|"
_CELL = re.compile(r"[^|]+|\|")
_GAP = 0.6  # as a share of a character's height: less than between two columns, more than between two words
_ON_LINE = 0.4  # as a share of a character's height, which characters on one line have in common
_STRETCHED = 2.0  # as a share of a character's height: a space between two words is narrower
_SEED = 4
_LOOK_AHEAD = 64
_NEAR = 256  # the number of consecutive characters that the text may lack
_CANDIDATES = 12  # runs examined before the expected position, and as many after it


class Seen(NamedTuple):
    """A character of the page other than a space, and its box in points."""

    character: str
    box: Box


def align(text: str, seen: Sequence[Seen]) -> list[int | None]:
    """For each character of the text, the index of its character on the page, if any. No character is used twice. Takes
    time linear in the lengths of both."""
    found: list[int | None] = [None] * len(text)
    alignment = _Alignment(seen)
    for line in re.finditer(r"[^\n]+", text):
        starts_line = True
        for cell in _CELL.finditer(text, *line.span()):
            places = [place for place in range(*cell.span()) if not text[place].isspace()]
            if places:
                written = "".join([text[place] for place in places])
                for place, index in zip(places, alignment.cell(written, starts_line=starts_line), strict=True):
                    found[place] = index
                starts_line = False
    return found


class _Alignment:
    """The characters seen, in runs: a wide gap or the end of a line separates two. What follows is expected next."""

    def __init__(self, seen: Sequence[Seen]) -> None:
        self._text = "".join([each.character for each in seen])
        self._boxes = [each.box for each in seen]
        starts = [0] if self._boxes else []
        for n, (before, box) in enumerate(pairwise(self._boxes), 1):
            heights = before[3] - before[1], box[3] - box[1]
            shared = min(before[3], box[3]) - max(before[1], box[1])
            gap = max(box[0] - before[2], before[0] - box[2])  # in either direction of the line
            if not (shared >= _ON_LINE * min(heights) and gap <= _GAP * max(heights)):
                starts.append(n)
        self._in_order = [*starts[1:], len(seen)]  # the ends
        self._ends = set(self._in_order)
        self._starts = defaultdict[str, list[int]](list)
        for start, end in pairwise([*starts, len(seen)]):
            self._starts[self._text[start : min(start + _SEED, end)]].append(start)
        self._taken = bytearray(len(seen))
        self._next = 0
        self._line = 0  # the first character of the last located line

    def cell(self, written: str, *, starts_line: bool) -> list[int | None]:
        """The positions of the characters of a cell, or of a line without cells."""
        found: list[int | None] = []
        while len(found) < len(written):
            rest = written[len(found) : len(found) + _LOOK_AHEAD]
            is_separator = rest == written == _SEPARATOR
            if not is_separator and (not found or self._next in self._ends):
                starts_line = starts_line or bool(found)  # of a paragraph, or of a cell
                self._next = self._run_of(rest, is_below=starts_line)
            if not self._is_free(self._next, rest[0]):
                if rest[0] != HYPHEN and self._is_free(self._next, HYPHEN):  # a joined word
                    self._next += 1
                    continue
                near = self._text.find(rest[:_SEED], self._next, self._next + _NEAR)
                if is_separator or near < 0 or self._taken[near]:
                    found.append(None)
                    continue
                self._next = near
            if starts_line:
                self._line, starts_line = self._next, False
            self._taken[self._next] = 1
            found.append(self._next)
            self._next += 1
        return found

    def _is_free(self, place: int, character: str) -> bool:
        return self._text.startswith(character, place) and not self._taken[place]

    def _run_of(self, rest: str, *, is_below: bool) -> int:
        """The run with which the text continues: the expected one, unless another run matches more of the text, or
        matches as much and is nearer to the line above, if the expected line is not below that."""
        expected = self._next
        shared, is_whole = self._shared(rest, expected)
        if is_whole:
            box, above = self._boxes[expected], self._boxes[self._line]
            is_lower = box[1] + box[3] <= 2 * above[1]  # the next column is no lower than the line above
            if not is_below or is_lower or self._is_beside(expected):
                return expected
        best = (shared, -self._distance(expected) if is_below else 0.0, expected)
        for length in range(1, min(_SEED, len(rest)) + 1):
            starts = self._starts.get(rest[:length], ())
            middle = bisect_left(starts, expected)
            for start in starts[max(0, middle - _CANDIDATES) : middle + _CANDIDATES]:
                shared, is_whole = self._shared(rest, start)
                if is_whole or shared >= _SEED:
                    best = max(best, (shared, -self._distance(start) if is_below else -1.0, start))
        return best[2]

    def _shared(self, rest: str, place: int) -> tuple[int, bool]:
        """The number of matching characters of the run from there, and whether the text or the run ends with them."""
        if place >= len(self._taken) or self._taken[place]:
            return 0, False
        rest = rest[: self._in_order[bisect_right(self._in_order, place)] - place]
        if self._text.startswith(rest, place):
            return len(rest), True
        follows = zip(rest, self._text[place : place + len(rest)], strict=False)
        shared = next((n for n, (one, other) in enumerate(follows) if one != other), len(self._text) - place)
        end = place + shared + self._text.startswith(HYPHEN, place + shared)
        return shared, shared > 0 and (end in self._ends or place + shared in self._ends)

    def _is_beside(self, place: int) -> bool:
        """Whether a space no wider than in a line that fills its column is between the run from there and the last
        located character."""
        if not place or not self._taken[place - 1]:
            return False
        before, box = self._boxes[place - 1], self._boxes[place]
        heights = before[3] - before[1], box[3] - box[1]
        is_on_line = min(before[3], box[3]) - max(before[1], box[1]) >= _ON_LINE * min(heights)
        return is_on_line and 0 <= box[0] - before[2] <= _STRETCHED * max(heights)

    def _distance(self, place: int) -> float:
        """The distance from the first character of the line above."""
        if place >= len(self._boxes):
            return 0.0
        (left, _, _, top), (above_left, _, _, above_top) = self._boxes[place], self._boxes[self._line]
        return abs(left - above_left) + abs(top - above_top)
