"""The lines of a PDF's page, by the boxes that PDFium has around runs of characters."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

type Box = tuple[float, float, float, float]
"""Left, bottom, right, top. PDFium has one for each run of characters on a line that no wide gap or new font parts."""

_GAP = 0.9  # of a line's height; a space is about a third
MOST_BOXES = 2_000
MOST_CHARACTERS = 20_000  # of a page: to read a box takes the longer the more there are


def lines_of(boxes: Sequence[Box]) -> Iterator[list[Box]]:
    line: list[Box] = []
    for box in boxes:
        if line and not _follows(line[-1], box):
            yield line
            line = []
        line.append(box)
    if line:
        yield line


def _follows(before: Box, box: Box) -> bool:
    shared = min(before[3], box[3]) - max(before[1], box[1])
    return box[0] >= before[2] - 1 and shared > 0.4 * min(before[3] - before[1], box[3] - box[1])


def cells_of(line: Sequence[Box]) -> list[Box]:
    """The line's boxes, those that no wide gap parts in one."""
    cells = list(line[:1])
    if len(line) < 2:
        return cells
    gap = widest_space(line)
    for before, box in pairwise(line):
        if box[0] - before[2] > gap:
            cells.append(box)
        else:
            cells[-1] = around(cells[-1], box)
    return cells


def widest_space(line: Sequence[Box]) -> float:
    return _GAP * height_of(line)


def height_of(line: Sequence[Box]) -> float:
    return max((box[3] - box[1] for box in line), default=0.0)


def around(one: Box, other: Box) -> Box:
    return one[0], min(one[1], other[1]), other[2], max(one[3], other[3])
