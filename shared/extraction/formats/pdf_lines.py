"""The lines of a PDF page, from the boxes that PDFium reports around runs of characters."""

import re
from collections.abc import Iterator, Sequence
from ctypes import byref, c_double
from itertools import pairwise

import pypdfium2
from pypdfium2 import raw

type Box = tuple[float, float, float, float]
"""Left, bottom, right, top in points, around a run of characters on a line without a wide gap or a change of font."""

_GAP = 0.9  # of a line's height; a space is about a third
_KERNED = 0.2  # of a line's height: a letter may reach as far under the one before, as in "To"
MOST_BOXES = 2_000
MOST_CHARACTERS = 20_000  # of a page: reading a box takes time linear in them
SAID = re.compile(r"[^\s\x02\ufffe-]")
"""A character that the page's text and the texts of its boxes have in common."""
BROKEN = re.compile(r"(?<=\w)[-\x02\ufffe]\n")
"""The end of a line within a word."""


def lines_of(boxes: Sequence[Box]) -> Iterator[list[Box]]:
    """Groups consecutive boxes into lines: a box that overlaps the previous one in height and follows it to the right
    continues its line."""
    line: list[Box] = []
    for box in boxes:
        if line:
            before = line[-1]
            shared = min(before[3], box[3]) - max(before[1], box[1])
            heights = before[3] - before[1], box[3] - box[1]
            if not (box[0] >= before[2] - _KERNED * max(heights) and shared > 0.4 * min(heights)):
                yield line
                line = []
        line.append(box)
    if line:
        yield line


def cells_of(line: Sequence[Box]) -> list[Box]:
    """The cells of a line: its boxes, merged where no wide gap separates them."""
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
    """The widest gap that does not separate two cells."""
    return _GAP * height_of(line)


def height_of(line: Sequence[Box]) -> float:
    """The height of the line's tallest box, in points."""
    return max((box[3] - box[1] for box in line), default=0.0)


def base_of(page: pypdfium2.PdfTextPage, box: Box) -> float:
    """How high the first letter of the box stands on the page, whether or not letters reach below their line."""
    left, bottom, _, top = box
    x, y = c_double(), c_double()
    index = raw.FPDFText_GetCharIndexAtPos(page, left, (bottom + top) / 2, top - bottom, (top - bottom) / 2)
    return y.value if raw.FPDFText_GetCharOrigin(page, index, byref(x), byref(y)) else bottom


def around(one: Box, other: Box) -> Box:
    """The box around both, of which other is on the right."""
    return one[0], min(one[1], other[1]), other[2], max(one[3], other[3])
