"""Paragraphs of a PDF page: lines that end where the next word would not have fitted are one line of the text
(D-421)."""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from ctypes import byref, c_double, c_int, create_string_buffer
from typing import NamedTuple

import pypdfium2
from pypdfium2 import raw

from shared.extraction.formats.pdf_lines import SAID, Box, cells_of
from shared.extraction.formats.pdf_tables import BULLET

type Line = Sequence[Box]
type Column = tuple[float, int]
"""The height of a font, and about where its lines begin."""

_NEAR = 0.2  # of a line's height: edges as near as this are one
_SPACE = 0.2  # of a line's height: about the narrowest space between two words
_INDENT = 4.0  # of a line's height: the first line of a paragraph, or a bullet, is no further from the others
_FARTHEST = 2.2  # of a line's height: the next line of a paragraph is no further below
_UNEVEN = 1.12  # of the least distance between two such lines
_ENOUGH = 5  # lines that show how wide a block is
_LONG = 45  # characters: a line of an address or of a verse is shorter
_FORCED = 3  # lines that end for want of room, for each one that ends within a sentence without need, in prose
_INSIDE = 0.1  # points: from the edge of a letter
_FONT_NAME = 64  # bytes
_KEY = 6  # characters by which a line is found
_CANDIDATES = 12
_ITEM = re.compile(
    r"(?:[-*+•‣▪◦·–—■●○]|\(?[a-z]\)|[a-z]\.|\(?\d{1,3}[.)]|\d{1,2}(?:\.\d{1,2})+\.?)\s"  # bullets, letters, numbers
    r"|(?=[^\Wa-zà-ÿ\d_])[^\s:]{1,40}(?: [^\s:]{1,20}){0,2}:\s"  # a label and its text
)
_NUMBER = re.compile(r"\(?\d")
_BAR = " | "
_LEADER = re.compile(r"(?:[.…·_] ?){4}")
_ENDED = re.compile(r"[.!?:;…][\"'”“’»)\]]{0,3}\Z")
_CUT = re.compile(r"[^\s.!?:;…|]\n(?:[^\W_a-zà-ÿ]|\(\d{1,3}\)\s)")
"""The end of a line that may be within a sentence, although the next line begins like one."""

_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")
"""A letter of a script without spaces between words."""


class Letter(NamedTuple):
    """A letter on the page: how high its line stands, how high the letters of its font are, and where its word ends."""

    base: float
    height: float
    font: bytes
    word_end: float


class Row(NamedTuple):
    """A line of the text. It is several lines of the page, from start to end, where PDFium joins a word."""

    text: str
    start: int
    end: int
    left: float
    right: float
    first: Letter
    last: Letter

    def continues(self, above: "Row") -> bool:
        """Whether the row stands as the next one of a paragraph does."""
        height = self.first.height
        inwards = self.left - above.left
        is_item = _ITEM.match(above.text) is not None
        is_indented = is_item == (inwards > 0) and abs(inwards) <= _INDENT * height
        if not ((is_indented or abs(inwards) <= _NEAR * height) and self.is_like(above) and above.end == self.start):
            return False
        if not 0 < self.below(above) < _FARTHEST * height:
            return False
        if _ITEM.match(self.text) and (is_item or not _NUMBER.match(self.text) or _ENDED.search(above.text)):
            return False  # a number within a sentence is a day: by the / 3. May; or a part: telephone / (614) 555-0190
        if self.text[0] == "(" and _ITEM.match(self.text) and not above.text[-1].isalnum():
            return False
        return not (_LEADER.search(above.text) or _UNSPACED.match(self.text) or _UNSPACED.match(above.text[-1]))

    def heads_column_after(self, above: "Row") -> bool:
        """Whether the row is at the top of the column to the right of the one that the row above ends."""
        is_beside = self.below(above) < 0 and self.left > above.right and above.end == self.start
        return is_beside and self.is_like(above) and not _ITEM.match(self.text)

    def is_like(self, other: "Row") -> bool:
        """Whether the rows have the same font, apart from words within them."""
        is_as_high = abs(self.first.height - other.first.height) < _NEAR * self.first.height / 4
        return is_as_high and not {self.first.font, self.last.font}.isdisjoint((other.first.font, other.last.font))

    @property
    def column(self) -> Column:
        """Where the row begins."""
        return round(self.first.height, 1), int(self.left / (_INDENT * self.first.height))

    def columns_near(self) -> list[Column]:
        """The columns of rows that may be indented, or not, within one paragraph or list."""
        height, place = self.column
        return [(height, place + step) for step in (-1, 0, 1)]

    def below(self, above: "Row") -> float:
        """How far the row is below the one above."""
        return above.last.base - self.first.base

    def is_forced(self, above: "Row", edge: float) -> bool:
        """Whether the row's first word has no room before the edge, at the end of the row above."""
        word = self.first.word_end - self.left
        if not 0 < word <= self.right - self.left:
            word = (self.right - self.left) * len(self.text.partition(" ")[0]) / len(self.text)
        right = above.right + _SPACE * self.first.height
        return right - _INDENT * self.first.height < edge < right + word


def with_paragraphs(
    text: str, lines: Sequence[Line], text_in: Callable[[Box], str], page: pypdfium2.PdfTextPage
) -> str:
    """The text of a page with those lines, in which each paragraph is one line, with a blank line before and after it.
    Headings, items of lists, addresses, verses and rows of tables keep their lines."""
    if not _CUT.search(text):
        return text
    written = text.split("\n")
    rows = dict(_rows(written, lines, text_in, page))
    if not (joined := _joined(rows)):
        return text
    parts = [written[0]]
    for number, line in enumerate(written[1:], 1):
        above = written[number - 1]
        if number in joined:
            parts += [" ", line]
            continue
        # Beside a line as long as a paragraph, other lines would be short ones, which are no prose.
        is_apart = number - 1 in joined or number + 1 in joined
        parts += ["\n\n" if is_apart and line and above and not (_BAR in line or _BAR in above) else "\n", line]
    return "".join(parts)


def _joined(rows: Mapping[int, Row]) -> set[int]:
    """The numbers of the rows that continue the paragraph of the row above."""
    edges = defaultdict[Column, float](float)
    for row in rows.values():
        edges[row.column] = max(edges[row.column], row.right)
    joined = set[int]()
    doubtful: list[int] = []
    forced, free = Counter[Column](), Counter[Column]()  # long rows before a row that has no room, or has it
    for block in _blocks(rows):
        row = rows[block[0]]
        inside = sorted(rows[number].right for number in block)  # one may be wider, as it is above the block's columns
        edge = inside[-2] if len(block) >= _ENOUGH else max(edges.get(each, 0.0) for each in row.columns_near())
        needed = [number for number in block[1:] if rows[number].is_forced(rows[number - 1], edge)]
        going_on = {number for number in block[1:] if rows[number].text[0].islower()}
        needless = [
            number
            for number in block[1:]
            if number not in needed and number not in going_on and not _ENDED.search(rows[number - 1].text)
        ]
        is_worded = going_on or any(not _ENDED.search(rows[number - 1].text) for number in needed)
        is_prose = is_worded and len(needed) >= _FORCED * len(needless)
        if is_prose and len(block) >= _ENOUGH:
            joined |= going_on.union(needed)
        elif is_prose:
            doubtful += sorted(going_on.union(needed))
        for found, numbers in ((forced, needed), (free, needless)):
            found.update(rows[number].column for number in numbers if len(rows[number - 1].text) >= _LONG)
    for number, row in rows.items():
        above = rows.get(number - 1)
        if above and number - 1 in joined and row.heads_column_after(above) and not _ENDED.search(above.text):
            joined.add(number)
    for number in doubtful:
        near = rows[number].columns_near()
        if len(rows[number - 1].text) >= _LONG and sum(forced[c] for c in near) >= _FORCED * sum(free[c] for c in near):
            joined.add(number)
    return joined


def _blocks(rows: Mapping[int, Row]) -> list[list[int]]:
    """The numbers of rows below each other that are as near as any of their font's height on the page."""
    below: dict[int, float] = {}
    for number, row in rows.items():
        above = rows.get(number - 1)
        if above and row.continues(above):
            below[number] = row.below(above)
    least: dict[float, float] = {}
    for number, distance in below.items():
        height = rows[number].column[0]
        least[height] = min(distance, least.get(height, distance))
    blocks: list[list[int]] = []
    for number, distance in below.items():
        if distance > _UNEVEN * least[rows[number].column[0]]:
            continue
        if blocks and blocks[-1][-1] == number - 1:
            blocks[-1].append(number)
        else:
            blocks.append([number - 1, number])
    return blocks


def _rows(
    written: Sequence[str], lines: Sequence[Line], text_in: Callable[[Box], str], page: pypdfium2.PdfTextPage
) -> Iterator[tuple[int, Row]]:
    """The lines of the text that are lines of the page without wide gaps, by their numbers."""
    said = ["".join(SAID.findall("".join(map(text_in, line)))) for line in lines]
    starts = defaultdict[str, list[int]](list)
    for number, each in enumerate(said):
        starts[each[:_KEY]].append(number)
    at = 0
    for number, line in enumerate(written):
        wanted = "".join(SAID.findall(line))
        known = starts.get(wanted[:_KEY], [])
        first = bisect_left(known, at)
        for start in known[first : first + _CANDIDATES] if wanted else ():
            end, length = start, 0
            while end < len(said) and length < len(wanted) and said[end] and wanted.startswith(said[end], length):
                length += len(said[end])
                end += 1
            if length < len(wanted):
                continue
            at = end
            cells = cells_of(lines[start])
            is_bullet = len(lines[start]) > 1 and BULLET.fullmatch(text_in(lines[start][0]).strip()) is not None
            if len(cells) <= 1 + is_bullet and all(len(cells_of(each)) == 1 for each in lines[start + 1 : end]):
                left, right = lines[start][is_bullet], lines[end - 1][-1]
                word = len(line.split(None, 1)[0])
                first_letter = letter_at(page, left, left[0] + _INSIDE, word)
                last_letter = letter_at(page, right, right[2] - _INSIDE, 1)
                if first_letter and last_letter and first_letter.height > 0:
                    yield number, Row(line, start, end, lines[start][0][0], right[2], first_letter, last_letter)
            break


def letter_at(page: pypdfium2.PdfTextPage, box: Box, at: float, length: int) -> Letter | None:
    """The letter of the box that is this far from the left edge of the page. From it on, its word has this length."""
    _, bottom, _, top = box
    index = raw.FPDFText_GetCharIndexAtPos(page, at, (bottom + top) / 2, top - bottom, (top - bottom) / 2)
    x, y, left, right, low, high = (c_double() for _ in range(6))
    loose = raw.FS_RECTF()
    if index < 0 or not raw.FPDFText_GetCharOrigin(page, index, byref(x), byref(y)):
        return None
    raw.FPDFText_GetLooseCharBox(page, index, loose)
    raw.FPDFText_GetCharBox(page, index + length - 1, byref(left), byref(right), byref(low), byref(high))
    name, flags = create_string_buffer(_FONT_NAME), c_int()
    raw.FPDFText_GetFontInfo(page, index, name, _FONT_NAME, byref(flags))
    return Letter(y.value, loose.top - loose.bottom, name.value, right.value)
