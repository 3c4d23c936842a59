"""Paragraphs of a PDF page: lines that end where the next word would not have fitted are one line of the text
(D-421, D-492)."""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from ctypes import byref, c_double, c_int, create_string_buffer
from itertools import pairwise
from math import hypot
from statistics import median
from typing import NamedTuple

import pypdfium2
from pypdfium2 import raw

from orc.documents.text.line_ends import are_facts, begins_with_day, goes_on_with_number
from shared.extraction.formats.pdf_lines import SAID, Box, cells_of, height_of
from shared.extraction.formats.pdf_spaces import breaks_words, is_unspaced, space_between
from shared.extraction.formats.pdf_tables import BULLET

type Line = Sequence[Box]
type Column = tuple[float, int]
"""The size of a font, and about where its lines begin."""

_NEAR = 0.2  # of a font's size: edges as near as this are one
_SPACE = 0.23  # of a font's size: about the narrowest space between two words
_INDENT = 5.0  # of a font's size: the first line of a paragraph, or a bullet, is no further from the others
_WIDE_INDENT = 54.0  # points
_FARTHEST = 2.5  # of a font's size: the next line of a paragraph is no further below
_SMALLEST = 4.0  # points
_SAME_SIZE = 0.05
_SIMILAR_SIZE = 0.12  # of two fonts in one sentence, such as that of code and that of text
_UNEVEN = 1.12  # of the least distance between two such lines
_ENOUGH = 5  # lines that show how wide a block is
_LONG = 45  # characters: a line of an address or of a verse is shorter
_SHORT = 20  # characters: half of the lines of prose are longer, even in a narrow column
_STRETCHED = 2.0  # of a line's height: the space between two words of a line that fills its column is narrower
_MANY_BOXES = 4  # of a line, which is read faster in one
_FORCED = 3  # lines that end for want of room, for each one that ends within a sentence without need, in prose
_INSIDE = 0.1  # points: from the edge of a letter
_FONT_NAME = 64  # bytes
_KEY = 6  # characters by which a line is found
_CANDIDATES = 12
_MARK = r"(?:[-*+•‣▪◦·–—■●○]|\(?[a-z]\)|[a-z]\.|\(?\d{1,3}[.)]|\d{1,2}(?:\.\d{1,2})+\.?)\s"  # bullets, letters, numbers
_LABELLED = re.compile(r"(?=[^\Wa-zà-ÿ\d_])[^\s:]{1,40}(?: [^\s:]{1,20}){0,2}:\s")  # a label and its text
ITEM = re.compile(f"{_MARK}|{_LABELLED.pattern}")
_HANGING = re.compile(rf"{_MARK}|\(?[ivx]{{1,5}}[.)]\s")
_NUMBER = re.compile(r"\(?\d")
_LABEL = re.compile(r"\(?[\da-zA-Z]{1,5}[.)]|\d{1,2}(?:\.\d{1,2}){1,4}\.?")
"""The number before a paragraph, without the paragraph."""
_BAR = " | "
_LEADER = re.compile(r"(?:[.…·_] ?){4}")
ENDED = re.compile(r"[.!?:;…][\"'”“’»)\]]{0,3}\Z")
_CUT = re.compile(r"[^\s.!?:;…|] ?\n(?:[^\W_a-zà-ÿ]|\(\d{1,3}\)\s)")
"""The end of a line that may be within a sentence, although the next line begins like one."""


class Letter(NamedTuple):
    """A letter on the page: how high its line stands, the size of its font, and where its word ends."""

    base: float
    size: float
    font: bytes
    word_end: float


class Row(NamedTuple):
    """A line of the text. It is several lines of the page, from start to end, where PDFium joins a word. left is the
    edge of the first one, last_left and right are those of the last one."""

    text: str
    start: int
    end: int
    left: float
    last_left: float
    right: float
    first: Letter
    last: Letter

    def continues(self, above: "Row") -> bool:
        """Whether the row stands as the next one of a paragraph does."""
        size = self.first.size
        inwards = self.left - above.left
        is_item = ITEM.match(above.text) is not None and not begins_with_day(above.text)
        is_hanging = self.hangs_below(above)
        is_outdented = not is_item and -_INDENT * size <= inwards < 0
        is_at_edge = min(abs(inwards), abs(self.left - above.last_left)) <= _NEAR * size
        if not ((is_hanging or is_outdented or is_at_edge) and self._may_follow(above)):
            return False
        if not 0 < self.below(above) < _FARTHEST * size:
            return False
        if _LABELLED.match(self.text) and is_hanging and not ENDED.search(above.text):
            return True
        if are_facts(above.text, self.text):
            return False
        is_day = goes_on_with_number(above.text, self.text)
        if (
            ITEM.match(self.text)
            and not is_day
            and (is_item or not _NUMBER.match(self.text) or ENDED.search(above.text))
        ):
            return False  # a number within a sentence is a day: by the / 3. May; or a part: telephone / (614) 555-0190
        if self.text[0] == "(" and ITEM.match(self.text) and not above.text[-1].isalnum():
            return False
        if _LEADER.search(above.text) or (_LEADER.search(self.text) and not self.text[0].islower()):
            return False
        return not is_unspaced(above.text, self.text)

    def hangs_below(self, above: "Row") -> bool:
        """Whether the row begins to the right of the number or bullet of the row above."""
        size = self.first.size
        return _NEAR * size < self.left - above.left <= _INDENT * size and (
            ITEM.match(above.text) is not None or _HANGING.match(above.text) is not None
        )

    def heads_column_after(self, above: "Row") -> bool:
        """Whether the row is at the top of the column to the right of the one that the row above ends."""
        is_beside = self.below(above) < 0 and self.left > above.right and above.end == self.start
        return is_beside and self.is_like(above) and not ITEM.match(self.text)

    def is_like(self, other: "Row") -> bool:
        """Whether the rows have the same font, apart from words within them."""
        ours, others = (self.first, self.last), (other.first, other.last)
        return any(
            one.font == each.font and abs(one.size - each.size) < _SAME_SIZE * one.size
            for one in ours
            for each in others
        )

    def _may_follow(self, above: "Row") -> bool:
        """Whether no other line is between the rows, and no change of the font makes them two paragraphs."""
        ratio = self.first.size / above.last.size if above.last.size else 0.0
        is_similar = abs(ratio - 1) < _SIMILAR_SIZE and self.goes_on_after(above)
        return above.end == self.start and (is_similar or self.is_like(above))

    @property
    def has_several_lines(self) -> bool:
        return self.end - self.start > 1

    @property
    def turns(self) -> bool:
        """Whether the row goes on in the next column."""
        return self.last.base > self.first.base + self.first.size

    def goes_on_after(self, above: "Row") -> bool:
        """Whether the row begins within the sentence of the row above, as its small letter or its number shows."""
        is_within = self.text[0].islower() and not ENDED.search(above.text)
        return is_within or self.is_day_after(above)

    def is_day_after(self, above: "Row") -> bool:
        """Whether the row begins with the day of a date in the sentence of the row above."""
        return goes_on_with_number(above.text, self.text)

    @property
    def size(self) -> float:
        """The size of its larger font, which sets the distance to the row above."""
        return round(max(self.first.size, self.last.size), 1)

    @property
    def column(self) -> Column:
        """Where the row begins."""
        return round(self.first.size, 1), int(self.last_left / (_INDENT * self.first.size))

    def columns_near(self) -> list[Column]:
        """The columns of rows that may be indented, or not, within one paragraph or list."""
        size, place = self.column
        return [(size, place + step) for step in (-1, 0, 1)]

    def below(self, above: "Row") -> float:
        """How far the row is below the one above."""
        return above.last.base - self.first.base

    def is_forced(self, above: "Row", edge: float) -> bool:
        """Whether the row's first word has no room before the edge, at the end of the row above."""
        word = self.first.word_end - self.left
        if not 0 < word <= self.right - self.left:
            word = (self.right - self.left) * len(self.text.partition(" ")[0]) / len(self.text)
        right = above.right + _SPACE * self.first.size
        return right - _INDENT * self.first.size < edge < right + word


class _Edges:
    """How far rows reach that begin at about the same place. Those of the same size show it, if they are enough."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rights = defaultdict[Column, float](float)
        self._counts = Counter[Column]()
        self._of_any_size = defaultdict[int, float](float)
        for row in rows:
            place = int(row.last_left / _WIDE_INDENT)
            self._counts[row.column] += 1
            self._rights[row.column] = max(self._rights[row.column], row.right)
            self._of_any_size[place] = max(self._of_any_size[place], row.right)

    def of(self, row: Row) -> float:
        """The right edge of the rows near this one."""
        near = row.columns_near()
        if sum(self._counts[column] for column in near) >= _ENOUGH:
            return max(self._rights.get(column, 0.0) for column in near)
        place = int(row.last_left / _WIDE_INDENT)
        return max(self._of_any_size.get(place + step, 0.0) for step in (-1, 0, 1))


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
    parts, is_broken = [written[0]], breaks_words(written)
    for number, line in enumerate(written[1:], 1):
        above = written[number - 1]
        if number in joined:
            parts[-1:] = [parts[-1].rstrip(), space_between(parts[-1], line, is_broken=is_broken), line]
            continue
        # Beside a line as long as a paragraph, other lines would be short ones, which are no prose.
        is_apart = number - 1 in joined or number + 1 in joined
        parts += ["\n\n" if is_apart and line and above and not (_BAR in line or _BAR in above) else "\n", line]
    return "".join(parts)


def _joined(rows: Mapping[int, Row]) -> set[int]:
    """The numbers of the rows that continue the paragraph of the row above."""
    edges = _Edges(rows.values())
    joined, doubtful, needed = set[int](), set[int](), set[int]()  # needed: the row above has no room for its word
    forced, free = Counter[Column](), Counter[Column]()  # rows before a row that has no room, or has it
    long_forced, long_free = Counter[Column](), Counter[Column]()
    for block in _blocks(rows):
        row, below = rows[block[0]], set(block[1:])
        inside = sorted(rows[number].right for number in block)  # one may be wider, as it is above the block's columns
        is_enough = len(block) >= _ENOUGH and median(len(rows[number].text) for number in block) >= _SHORT
        edge = inside[-2] if is_enough else edges.of(row)
        going_on = {n for n in below if rows[n].text[0].islower() or rows[n].is_day_after(rows[n - 1])}
        wanting = {number for number in below if rows[number].is_forced(rows[number - 1], edge)}
        nearly = edge - row.first.size
        wanting |= {n for n in going_on - wanting if rows[n].is_forced(rows[n - 1], nearly)}
        needless = {n for n in below - wanting - going_on if not ENDED.search(rows[n - 1].text)}
        is_worded = going_on or any(not ENDED.search(rows[number - 1].text) for number in wanting)
        loose = [number for number in going_on - wanting if len(rows[number - 1].text) < _LONG]
        is_full = len(wanting) >= max(len(loose), _FORCED * len(needless))
        if is_worded and is_full:
            (joined if is_enough else doubtful).update(going_on, wanting)
        for found, long, numbers in ((forced, long_forced, wanting), (free, long_free, needless)):
            found.update(rows[number].column for number in numbers)
            long.update(rows[number].column for number in numbers if len(rows[number - 1].text) >= _LONG)
        needed |= wanting
    for number in doubtful:
        near, above = rows[number].columns_near(), rows[number - 1]
        is_in_prose = sum(forced[c] for c in near) >= max(_ENOUGH, _FORCED * sum(free[c] for c in near))
        is_in_long_prose = sum(long_forced[c] for c in near) >= _FORCED * sum(long_free[c] for c in near)
        is_long = len(above.text) >= _LONG
        is_going_on = rows[number].goes_on_after(above) if is_long else rows[number].hangs_below(above)
        is_needed = number in needed and (is_in_prose or (is_going_on and not ENDED.search(above.text)))
        if is_needed or (is_long and is_in_long_prose):
            joined.add(number)
    beside = {n for n in needed if not joined.isdisjoint((n - 1, n + 1)) and rows[n].goes_on_after(rows[n - 1])}
    return joined.union(beside, _at_tops(rows, joined))


def _at_tops(rows: Mapping[int, Row], joined: Set[int]) -> Iterator[int]:
    """The numbers of the rows at the tops of columns that go on with the paragraph of the column before."""
    for number, row in rows.items():
        above = rows.get(number - 1)
        if above and row.heads_column_after(above) and not ENDED.search(above.text):
            is_within = row.text[0].islower() and (number + 1 in joined or row.has_several_lines)
            if is_within or number - 1 in joined or above.has_several_lines:
                yield number


def _blocks(rows: Mapping[int, Row]) -> list[list[int]]:
    """The numbers of rows below each other that are as near as any of their font's height on the page."""
    below: dict[int, float] = {}
    for number, row in rows.items():
        above = rows.get(number - 1)
        if above and row.continues(above):
            below[number] = row.below(above)
    least: dict[float, float] = {}
    for number, distance in below.items():
        size = rows[number].size
        least[size] = min(distance, least.get(size, distance))
    blocks: list[list[int]] = []
    for number, distance in below.items():
        if distance > _UNEVEN * least[rows[number].size]:
            continue
        if blocks and blocks[-1][-1] == number - 1 and not rows[number - 1].turns:
            blocks[-1].append(number)
        else:
            blocks.append([number - 1, number])
    return blocks


def _rows(
    written: Sequence[str], lines: Sequence[Line], text_in: Callable[[Box], str], page: pypdfium2.PdfTextPage
) -> Iterator[tuple[int, Row]]:
    """The lines of the text that are lines of the page without wide gaps, by their numbers."""
    said = [_said(line, text_in, is_whole=len(line) >= _MANY_BOXES) for line in lines]
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
            while end < len(said) and length < len(wanted) and said[end]:
                part = said[end]
                if not wanted.startswith(part, length) and len(lines[end]) > 1:
                    part = said[end] = _said(lines[end], text_in, is_whole=len(lines[end]) < _MANY_BOXES)
                if not part or not wanted.startswith(part, length):
                    break
                length += len(part)
                end += 1
            if length < len(wanted):
                continue
            at = end
            if row := _row(line.strip(), lines, start, end, text_in, page):
                yield number, row
            break


def _said(line: Line, text_in: Callable[[Box], str], *, is_whole: bool) -> str:
    """What the line says. A letter on the edge of two boxes is in both; the box around the whole line has it once, but
    parts of lines that are as near as its own letters."""
    if is_whole:
        line = [(line[0][0], min(box[1] for box in line), line[-1][2], max(box[3] for box in line))]
    return "".join(SAID.findall("".join(map(text_in, line))))


def _row(
    text: str, lines: Sequence[Line], start: int, end: int, text_in: Callable[[Box], str], page: pypdfium2.PdfTextPage
) -> Row | None:
    """The row of these lines, unless a wide gap divides one."""
    line = lines[start]
    is_bullet = len(line) > 1 and BULLET.fullmatch(text_in(line[0]).strip()) is not None
    marked = int(is_bullet)  # boxes of a bullet, or of a number before a wide space
    if not is_bullet and len(cells := cells_of(line)) > 1 and _LABEL.fullmatch(text_in(cells[0]).strip()):
        marked = next(number for number, box in enumerate(line) if box[0] > cells[0][2])
    if not all(_is_whole(each, len(text)) for each in (line[marked:], *lines[start + 1 : end])):
        return None
    left, right = line[is_bullet], lines[end - 1][-1]
    first = letter_at(page, left, left[0] + _INSIDE, len(text.split(None, 1)[0]), height_of(line))
    # All letters of a box have one font.
    last = first if right is left else letter_at(page, right, right[2] - _INSIDE, 1, height_of(lines[end - 1]))
    if not (first and last and first.size > 0):
        return None
    return Row(text, start, end, line[0][0], _left_of_last(lines[start:end]), right[2], first, last)


def _left_of_last(lines: Sequence[Line]) -> float:
    """Where the last line begins. High quotation marks divide a line into several that are beside each other."""
    left = lines[0][0][0]
    for above, line in pairwise(lines):
        height = max(height_of(above), height_of(line))
        if line[0][0] < above[-1][2] - height or abs(line[0][3] - above[-1][3]) > height:
            left = line[0][0]
    return left


def _is_whole(line: Line, length: int) -> bool:
    """Whether no wide gap divides the line, which has so many characters. Those of a long one may be stretched."""
    if len(cells_of(line)) < 2:
        return True
    return length >= _LONG and all(after[0] - box[2] < _STRETCHED * height_of(line) for box, after in pairwise(line))


def letter_at(page: pypdfium2.PdfTextPage, box: Box, at: float, length: int, near: float = 0.0) -> Letter | None:
    """The letter of the box that is this far from the left edge of the page, or next to there, if it is near. From it
    on, its word has this length."""
    _, bottom, _, top = box
    near = max(near, top - bottom)
    index = raw.FPDFText_GetCharIndexAtPos(page, at, (bottom + top) / 2, near, near / 2)
    x, y, left, right, low, high = (c_double() for _ in range(6))
    if index < 0 or not raw.FPDFText_GetCharOrigin(page, index, byref(x), byref(y)):
        return None
    raw.FPDFText_GetCharBox(page, index + length - 1, byref(left), byref(right), byref(low), byref(high))
    name, flags = create_string_buffer(_FONT_NAME), c_int()
    raw.FPDFText_GetFontInfo(page, index, name, _FONT_NAME, byref(flags))
    return Letter(y.value, _size(page, index), name.value, right.value)


def _size(page: pypdfium2.PdfTextPage, index: int) -> float:
    """The size of the letter's font on the page, in points. Fonts of pictures may have another unit; their letters have
    a height."""
    matrix = raw.FS_MATRIX()
    raw.FPDFText_GetMatrix(page, index, matrix)
    size: float = raw.FPDFText_GetFontSize(page, index) * hypot(matrix.c, matrix.d)
    if size < _SMALLEST:
        loose = raw.FS_RECTF()
        raw.FPDFText_GetLooseCharBox(page, index, loose)
        size = loose.top - loose.bottom
    return size
