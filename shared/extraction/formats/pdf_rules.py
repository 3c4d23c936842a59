"""The lines that are drawn on a PDF page, and the grids of cells that they form."""

from collections.abc import Iterator, Sequence
from ctypes import byref, c_float
from dataclasses import dataclass
from itertools import pairwise, product
from typing import NamedTuple

import pypdfium2
from pypdfium2 import raw

from shared.extraction.formats.pdf_lines import Box

_MOST_OBJECTS = 5_000  # of a page; a page with more is a drawing
_MOST_POINTS = 1_000  # of a path
_MOST_RULES = 400
_MOST_CELLS = 1_000  # reading one takes time linear in the characters of the page
_NEAR = 2.5  # points: lines as near as this are one, such as the borders of two cells
_EDGE_SHARE = 0.6  # of a table's width
_THICKEST, _SHORTEST = 3.0, 6.0  # points
_EDGE = 1.0  # points on each side of a cell, into which letters of the next one may reach


type Point = tuple[float, float]


class Rule(NamedTuple):
    """A straight line: its position on the other axis, its start and its end, in points."""

    at: float
    start: float
    end: float

    def covers(self, place: float) -> bool:
        return self.start - _NEAR <= place <= self.end + _NEAR

    def meets(self, other: "Rule") -> bool:
        """Whether a line at a right angle to this one touches it."""
        return self.covers(other.at) and other.covers(self.at)


@dataclass(frozen=True)
class Grid:
    """Lines that are connected with each other, and the positions of its rows' and columns' edges: rows from top to
    bottom, columns from left to right."""

    across: Sequence[Rule]
    down: Sequence[Rule]
    rows: Sequence[float]
    columns: Sequence[float]

    @property
    def box(self) -> Box:
        return self.columns[0], self.rows[-1], self.columns[-1], self.rows[0]

    def has(self, box: Box) -> bool:
        """Whether the middle of the box is within the outer edges."""
        across, up = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        return self.columns[0] <= across <= self.columns[-1] and self.rows[-1] <= up <= self.rows[0]

    def cells(self) -> Iterator[tuple[int, int, Box]]:
        """The first row and column of each cell, and the box between its lines. A cell that no line divides spans
        several rows or columns."""
        taken: set[tuple[int, int]] = set()
        on_rows = [[rule for rule in self.across if abs(rule.at - edge) <= _NEAR] for edge in self.rows]
        on_columns = [[rule for rule in self.down if abs(rule.at - edge) <= _NEAR] for edge in self.columns]
        for row, (top, bottom) in enumerate(pairwise(self.rows)):
            for column in range(len(self.columns) - 1):
                if (row, column) in taken:
                    continue
                right, below = column + 1, row + 1
                while right < len(self.columns) - 1 and not any(
                    rule.covers((top + bottom) / 2) for rule in on_columns[right]
                ):
                    right += 1
                middle = (self.columns[column] + self.columns[right]) / 2
                while below < len(self.rows) - 1 and not any(rule.covers(middle) for rule in on_rows[below]):
                    below += 1
                taken.update(product(range(row, below), range(column, right)))
                left, low = self.columns[column] + _EDGE, self.rows[below] + _EDGE
                yield row, column, (left, low, self.columns[right] - _EDGE, top - _EDGE)


def grids_of(across: Sequence[Rule], down: Sequence[Rule]) -> Iterator[Grid]:
    """The grids of at least two rows and two columns, up to a number of cells of the page."""
    left_across, left_down, cells = merged(across), merged(down), 0
    while left_across and left_down:
        new: list[Rule] = [left_across.pop()]
        found: tuple[list[Rule], list[Rule]] = ([], [])
        is_across = True
        while new:
            found[0 if is_across else 1].extend(new)
            others = left_down if is_across else left_across
            new = [other for other in others if any(rule.meets(other) for rule in new)]
            for other in new:
                others.remove(other)
            is_across = not is_across
        if len(found[0]) > 1 and found[1]:
            rows, columns = edges_of(found[0], found[1]), edges_of(found[1], found[0])
            cells += (len(rows) - 1) * (len(columns) - 1)
            if cells > _MOST_CELLS:
                return
            least = _EDGE_SHARE * (columns[-1] - columns[0])
            drawn = [
                sum(rule.end - rule.start for rule in found[0] if abs(rule.at - row) <= _NEAR) for row in rows[1:-1]
            ]
            # Of two tables that touch each other, a row's edge belongs to one.
            if drawn and len(columns) > 2 and min(drawn) >= least:
                yield Grid(*found, rows[::-1], columns)


def edges_of(rules: Sequence[Rule], crossing: Sequence[Rule]) -> list[float]:
    """The positions of the rules, and of the ends of those that cross them, where an outer line is not drawn."""
    edges = list[float]()
    for at in sorted([rule.at for rule in rules]):
        if not edges or at - edges[-1] > _NEAR:
            edges.append(at)
    first, last = min(rule.start for rule in crossing), max(rule.end for rule in crossing)
    return [
        *([first] if edges[0] - first > _SHORTEST else []),
        *edges,
        *([last] if last - edges[-1] > _SHORTEST else []),
    ]


def merged(rules: Sequence[Rule]) -> list[Rule]:
    """The rules, with those that continue or cover each other as one."""
    whole = list[Rule]()
    for rule in sorted(rules):
        longer = rule
        for place in range(len(whole) - 1, -1, -1):
            other = whole[place]
            if rule.at - other.at > _NEAR:
                break
            if longer.start <= other.end + _NEAR and other.start <= longer.end + _NEAR:
                longer = Rule(other.at, min(longer.start, other.start), max(longer.end, other.end))
                del whole[place]
        whole.append(longer)
    return sorted(whole)


def rules_of(page: pypdfium2.PdfPage) -> tuple[list[Rule], list[Rule]]:
    """The lines across and down the page; none of a page that has too many of them, such as a chart. Edges of
    rectangles are lines, too: many programs draw a border as a thin rectangle."""
    count = raw.FPDFPage_CountObjects(page)
    across, down, others = list[Rule](), list[Rule](), list[raw.FPDF_PAGEOBJECT]()
    left, bottom, right, top = c_float(), c_float(), c_float(), c_float()
    edges = byref(left), byref(bottom), byref(right), byref(top)
    for index in range(count if count <= _MOST_OBJECTS else 0):
        drawn = raw.FPDFPage_GetObject(page, index)
        if raw.FPDFPageObj_GetType(drawn) != raw.FPDF_PAGEOBJ_PATH or not raw.FPDFPageObj_GetBounds(drawn, *edges):
            continue
        wide, high = right.value - left.value, top.value - bottom.value
        if high <= _THICKEST < wide:
            across.append(Rule((bottom.value + top.value) / 2, left.value, right.value))
        elif wide <= _THICKEST < high:
            down.append(Rule((left.value + right.value) / 2, bottom.value, top.value))
        elif wide > _THICKEST:
            others.append(drawn)
    if len(others) > _MOST_RULES or not (others or across):
        return [], []
    for drawn in others:
        for one, other in edges_drawn(drawn):
            for rules, axis in ((across, 0), (down, 1)):
                start, end = sorted((one[axis], other[axis]))
                if end - start >= _SHORTEST and abs(one[1 - axis] - other[1 - axis]) < 1:
                    rules.append(Rule(one[1 - axis], start, end))
    return (across, down) if max(len(across), len(down)) <= _MOST_RULES else ([], [])


def edges_drawn(path: raw.FPDF_PAGEOBJECT) -> Iterator[tuple[Point, Point]]:
    """The straight parts of a path, from point to point on the page; none of a path of very many points."""
    matrix, x, y = raw.FS_MATRIX(), c_float(), c_float()
    count = raw.FPDFPath_CountSegments(path)
    if count > _MOST_POINTS or not raw.FPDFPageObj_GetMatrix(path, byref(matrix)):
        return
    begun = before = (0.0, 0.0)
    for number in range(count):
        segment = raw.FPDFPath_GetPathSegment(path, number)
        raw.FPDFPathSegment_GetPoint(segment, byref(x), byref(y))
        point = (
            matrix.a * x.value + matrix.c * y.value + matrix.e,
            matrix.b * x.value + matrix.d * y.value + matrix.f,
        )
        kind = raw.FPDFPathSegment_GetType(segment)
        if kind == raw.FPDF_SEGMENT_MOVETO:
            begun = point
        elif kind == raw.FPDF_SEGMENT_LINETO:
            yield before, point
        if raw.FPDFPathSegment_GetClose(segment):
            yield point, begun
        before = point
