"""Headings of a PDF's table that are above several columns (D-450)."""

from collections.abc import Sequence
from itertools import pairwise
from statistics import median_low

from shared.extraction.formats.pdf_lines import Box, height_of

type Space = tuple[float, float]
type Cell = tuple[Box, str]

_CENTRED = 0.3  # of a line's height: a heading as near as this to the middle of columns is centred over them
_PADDED = 0.25  # of a column's width: from the edge of a cell to its text at most


def first_columns(row: Sequence[Box], columns: Sequence[Space], below: Sequence[Sequence[Cell]]) -> list[int] | None:
    """The first column of each cell of a row of headings, of which some are over several columns; None if the row does
    not show it. below are the next rows."""
    labels = sum(box[0] <= columns[0][1] for box in row)
    heads, others = row[labels:], columns[1:]
    if labels > 1 or not 1 < len(heads) < len(others):
        return None
    headed = [[number for number, column in enumerate(others) if _shared(head, column) > 0] for head in heads]
    is_over_several = not all(
        len(numbers) == 1 and _is_aligned(head, others[numbers[0]]) for head, numbers in zip(heads, headed, strict=True)
    )
    starts = _starts_over(heads, others)
    size, rest = divmod(len(others), len(heads))
    equal = [number * size for number in range(len(heads))]
    if not is_over_several and starts != equal:
        starts = None
    names = [text for row in below[:1] for _, text in row][-len(others) :]
    is_repeated = len(set(names)) == len(set(names[:size])) == size and names == [*names[:size]] * len(heads)
    if not rest and (is_repeated or (starts is None and is_over_several)):
        for head, numbers, start in zip(heads, headed, equal, strict=True):
            is_within = others[start][0] < (head[0] + head[2]) / 2 < others[start + size - 1][1]
            is_own = all(start <= number < start + size for number in numbers)
            if not (is_within and is_own and (is_repeated or numbers != [start + size - 1])):
                break
        else:
            starts = equal
    if starts is None and is_over_several:
        figures = [[box for box, _ in row[-len(others) :]] for row in below if len(row) >= len(others)]
        starts = _starts_over_cells(heads, others, figures)
    return None if starts is None else [*range(labels), *(start + 1 for start in starts)]


def _starts_over(heads: Sequence[Box], columns: Sequence[Space]) -> list[int] | None:
    """The first column of each heading, if each is in the middle of columns that no other heading has."""
    near = _CENTRED * height_of(heads)
    middles = [(left + right) / 2 for left, right in columns]
    return _starts_in_middle(heads, [*zip(middles, middles, strict=True)], near) or _starts_in_middle(
        heads, columns, near
    )


def _starts_over_cells(
    heads: Sequence[Box], columns: Sequence[Space], below: Sequence[Sequence[Box]]
) -> list[int] | None:
    """The same for texts that begin or end below each other, and are not in the middle of their cells."""
    width = median_low([(after[0] + after[1] - before[0] - before[1]) / 2 for before, after in pairwise(columns)])
    pairs = [pair for row in below for pair in zip(row, columns, strict=True)]
    if sum(box[0] - left for box, (left, _) in pairs) < sum(right - box[2] for box, (_, right) in pairs):
        lefts = [left for left, _ in columns]
        return _starts_in_middle(heads, [*pairwise((*lefts, lefts[-1] + width))], _PADDED * width)
    rights = [right for _, right in columns]
    return _starts_in_middle(heads, [*pairwise((rights[0] - width, *rights))], _PADDED * width)


def _starts_in_middle(heads: Sequence[Box], cells: Sequence[Space], near: float) -> list[int] | None:
    starts: list[int] = []
    start = 0
    for head in heads:
        if start == len(cells):
            return None
        middle = (head[0] + head[2]) / 2
        apart, end = min((abs((cells[start][0] + cells[end][1]) / 2 - middle), end) for end in range(start, len(cells)))
        if apart > near:
            return None
        starts.append(start)
        start = end + 1
    return starts if start == len(cells) else None


def _is_aligned(head: Box, column: Space) -> bool:
    """Whether an edge or the middle of the heading is that of the column."""
    left, right = head[0] - column[0], head[2] - column[1]
    return min(abs(left), abs(right), abs(left + right) / 2) < _CENTRED * (head[3] - head[1])


def _shared(box: Box, column: Space) -> float:
    return max(0.0, min(box[2], column[1]) - max(box[0], column[0]))
