"""Parts of a PDF page that are drawn after what is below them: cells of rows, heads of tables, and lines above a block
that is drawn first (D-516)."""

from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf

from shared.extraction.formats.pdf_lines import SAID, Box, cells_of

type Line = list[Box]

_ON_LINE = 0.4  # of a line's height, which boxes on one line have in common
_BAND = 8.0  # points: lines are found by the band of the page in which their middle is
_HEAD_SPACE = 3.0  # of a line's height: a head is no further above the first row
_LEAST_CELLS = 2
_LOOK_AHEAD = 4  # lines of the text, which may have lines that are none of the page


@dataclass(eq=False)
class _Drawn:
    """A line of the page with its text and its edges; several if the text has them on one line."""

    lines: list[Line]
    text: str
    left: float
    bottom: float
    right: float
    top: float
    is_late: bool
    has_late: bool = False

    @property
    def boxes(self) -> Line:
        """The boxes of the first line, which is the only one of a row."""
        return self.lines[0]

    def is_level_with(self, other: "_Drawn") -> bool:
        """Whether both are at one height."""
        shared = min(self.top, other.top) - max(self.bottom, other.bottom)
        return shared > _ON_LINE * min(self.top - self.bottom, other.top - other.bottom)

    def is_under(self, other: "_Drawn") -> bool:
        """Whether one is above the other."""
        return self.left < other.right and other.left < self.right

    def takes(self, late: "_Drawn") -> bool:
        """Whether the line has room for the other, before, between or after its boxes; then it has its boxes, too."""
        if len(self.lines) > 1 or len(late.lines) > 1:
            return False
        place = bisect(self.boxes, late.boxes[0])
        if place and self.boxes[place - 1][2] > late.left:
            return False
        if place < len(self.boxes) and late.right > self.boxes[place][0]:
            return False
        self.boxes[place:place] = late.boxes
        self.left, self.right = min(self.left, late.left), max(self.right, late.right)
        self.bottom, self.top = min(self.bottom, late.bottom), max(self.top, late.top)
        self.has_late = True
        return True


def with_late_cells(
    text: str, lines: Sequence[Sequence[Box]], text_in: Callable[[Box], str]
) -> tuple[str, list[Sequence[Box]]]:
    """The page's text and lines as they are read: a cell that is drawn later is in its row, the head of a table above
    its rows, and a block that is drawn first below the lines that are above it. A page drawn from top to bottom is
    unchanged."""
    if not any(line[0][1] > before[0][3] for before, line in pairwise(lines)):
        return text, [*lines]
    drawn = _drawn(text, lines, text_in)
    order = _with_first_block_below(_with_heads_above(_with_cells_in_rows(drawn)))
    if order == drawn:
        return text, [*lines]
    for line in order:
        if line.has_late:
            line.text = " ".join(" ".join(text_in(box).split()) for box in line.boxes)
    return "\n".join(line.text for line in order), [line for each in order for line in each.lines]


def _drawn(text: str, lines: Sequence[Sequence[Box]], text_in: Callable[[Box], str]) -> list[_Drawn]:
    """The lines with their texts. One that is no line of the text, nor begins one, belongs to the line before."""
    written = text.split("\n")
    said = ["".join(SAID.findall(line)) for line in written]
    starts: list[tuple[int, int]] = []  # of lines, and of the lines of the text that they are
    at = 0
    for number, line in enumerate(lines):
        spoken = "".join(SAID.findall("".join(map(text_in, line))))
        near = (place for place in range(at, min(at + _LOOK_AHEAD, len(said))) if spoken and said[place] == spoken)
        place = next(near, None)
        if place is not None:
            starts.append((number, place))
            at = place + 1
    found: list[_Drawn] = []
    lowest = inf
    for (first, start), (last, end) in pairwise([(0, 0), *starts[1:], (len(lines), len(written))]):
        block = [[*line] for line in lines[first:last]]
        lefts, bottoms, rights, tops = zip(*(box for line in block for box in line), strict=True)
        edges = min(lefts), min(bottoms), max(rights), max(tops)
        found.append(_Drawn(block, "\n".join(written[start:end]), *edges, is_late=edges[1] > lowest))
        lowest = min(lowest, edges[1])
    return found


def _with_cells_in_rows(drawn: Sequence[_Drawn]) -> list[_Drawn]:
    """The lines without those that fill a space between two boxes of a line drawn before them."""
    kept: list[_Drawn] = []
    bands = defaultdict[int, list[_Drawn]](list)
    for line in drawn:
        band = int((line.bottom + line.top) / 2 / _BAND)
        if line.is_late and any(
            row.left < line.left and line.right < row.right and row.is_level_with(line) and row.takes(line)
            for near in (band - 1, band, band + 1)
            for row in bands[near]
        ):
            continue
        kept.append(line)
        bands[band].append(line)
    return kept


def _with_heads_above(drawn: Sequence[_Drawn]) -> list[_Drawn]:
    """The lines, in which each late one of several cells that are above the cells of a row is above that row."""
    order = [*drawn]
    before: list[_Drawn] = []
    for line in drawn:
        is_row = len(line.lines) == 1 and len(cells_of(line.boxes)) >= _LEAST_CELLS
        if not (line.is_late and is_row and _is_placed(line, order, before)):
            before.append(line)
    return order


def _is_placed(head: _Drawn, order: list[_Drawn], before: Sequence[_Drawn]) -> bool:
    """Whether the late line is the head of a table in the order, in which it is then above the rows. before are the
    lines drawn before it."""
    cells = cells_of(head.boxes)
    space = _HEAD_SPACE * (head.top - head.bottom)
    below = [line for line in before if head.bottom - space < line.top <= head.bottom]
    rows = [line for line in below if len(line.lines) == 1 and len(cells_of(line.boxes)) >= _LEAST_CELLS]
    first = max(rows, key=lambda row: row.top, default=None)
    if first is None or any(line.bottom >= first.top and line.is_under(head) for line in below):
        return False
    heads = [*_heads(cells, cells_of(first.boxes))]
    if len(heads) < len(cells) or len({*heads}) < len(heads):
        return False
    order.remove(head)
    beside = next((line for line in before if line.is_level_with(head)), None)
    if beside is not None and beside.takes(head):
        return True
    place = next(number for number, line in enumerate(order) if line in below)
    order.insert(place, head)
    return True


def _heads(cells: Sequence[Box], row: Sequence[Box]) -> Iterator[int]:
    """The number of the row's cell below each of the cells that has one."""
    for cell in cells:
        below = [number for number, box in enumerate(row) if box[0] < cell[2] and cell[0] < box[2]]
        yield from below[:1]


def _with_first_block_below(drawn: Sequence[_Drawn]) -> list[_Drawn]:
    """The lines, in which those before the first that goes back up are where the others leave room for them, if no
    other line is beside them."""
    end = next((number for number, (above, line) in enumerate(pairwise(drawn), 1) if line.bottom > above.top), 0)
    block, others = drawn[:end], drawn[end:]
    if not block:
        return [*drawn]
    bottom, top = min(line.bottom for line in block), max(line.top for line in block)
    place = next((number for number, line in enumerate(others) if line.top <= bottom), 0)
    is_apart = all(line.bottom >= top for line in others[:place]) and all(line.top <= bottom for line in others[place:])
    if not (place and is_apart):
        return [*drawn]
    above, below = others[:place], others[place]
    is_column = any(line.is_under(each) for line in above for each in block[:1])
    is_column &= any(below.is_under(each) for each in block)
    return [*above, *block, *others[place:]] if is_column else [*drawn]
