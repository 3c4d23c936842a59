"""Tables in a PDF's pages: its lines of text with the cells of rows set apart, by the boxes around their characters."""

import re
from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise

from shared.extraction.formats.pdf_lines import Box, around, cells_of, height_of

type Cell = tuple[Box, str]

_LONGEST_CELL = 40
_PARTICLE = 3
_LEAST_WORDS = 4  # of a part of a sentence
_LABEL_LINES = 2
_RECENT = 20  # rows that a label is compared with
_HEADING_LINES = 3
_BULLET = re.compile(r"\W{1,2}|\(?\w{1,3}[.)]")
_CURRENCIES = frozenset("$€£¥")
_ENDINGS = frozenset((")", "%", ")%", "%)"))


def with_cells(text: str, boxed: Sequence[Sequence[Box]], text_in: Callable[[Box], str]) -> str:
    """The text of a page of such lines, in whose tables cells are parted by ` | `, empty ones too. A line whose cells
    do not make up what it says stays as it is."""
    lines = text.split("\n")
    squeezed = ["".join(line.split()) for line in lines]
    at = 0
    for rows in _read_tables(boxed, text_in):
        columns = _columns([[box for box, _ in row] for row in rows])
        above: list[tuple[float, int]] = []
        for cells in rows:
            above = _places([box for box, _ in cells], columns, above)
            said = "".join(cell for _, cell in cells).replace(" ", "")
            if said and said in squeezed[at:]:
                at = squeezed.index(said, at) + 1
                lines[at - 1] = _row([cell for _, cell in cells], [place for _, place in above], len(columns))
    return "\n".join(lines)


def _read_tables(boxed: Sequence[Sequence[Box]], text_in: Callable[[Box], str]) -> Iterator[list[list[Cell]]]:
    """The rows of each table with their texts, without columns of prose beside each other."""
    for table in _tables(boxed):
        read = [_with_signs([(box, " ".join(text_in(box).split())) for box in row]) for row in table]
        prose = _are_prose(read)
        for is_prose, group in groupby(range(len(read)), key=prose.__getitem__):
            rows = [read[number] for number in group]
            if not is_prose and len(rows) > 1 and _is_table([[cell for _, cell in row] for row in rows]):
                yield rows


def _are_prose(rows: Sequence[Sequence[Cell]]) -> list[bool]:
    """Which of the rows are columns of prose, or a line of prose with a gap that is in line with no other row's."""
    lefts, rights = (sorted(box[edge] for row in rows for box, _ in row[1:]) for edge in (0, 2))
    prose = [_is_prose(row) for row in rows]
    numbers = range(1, len(rows))
    for number, beside in (*((n, n - 1) for n in numbers), *((n - 1, n) for n in reversed(numbers))):
        prose[number] |= prose[beside] and _begin_alike(rows[number], rows[beside])
    return [is_prose or _is_by_itself(row, lefts, rights) for is_prose, row in zip(prose, rows, strict=True)]


def _begin_alike(row: Sequence[Cell], other: Sequence[Cell]) -> bool:
    near = height_of([box for box, _ in row]) / 2
    return len(row) == len(other) and all(
        abs(box[0] - under[0]) < near for (box, _), (under, _) in zip(row, other, strict=True)
    )


def _is_by_itself(row: Sequence[Cell], lefts: Sequence[float], rights: Sequence[float]) -> bool:
    """Whether the row is a sentence, and none of its cells but the first is in line with another row's."""
    near = height_of([box for box, _ in row]) / 2
    return _is_part_of_sentence(" ".join(text for _, text in row)) and not any(
        _is_shared(box[0], lefts, near) or (not _is_part_of_sentence(text) and _is_shared(box[2], rights, near))
        for box, text in row[1:]
    )


def _is_shared(edge: float, edges: Sequence[float], near: float) -> bool:
    return bisect(edges, edge + near) - bisect(edges, edge - near) > 1


def _is_prose(row: Sequence[Cell]) -> bool:
    """Whether most cells of a line are parts of sentences, which stand in columns."""
    parts = sum(_is_part_of_sentence(cell) for _, cell in row)
    return parts > 1 and 2 * parts > len(row)


def _is_part_of_sentence(cell: str) -> bool:
    words = cell.split()
    return len(words) >= _LEAST_WORDS and 2 * sum(word[0].islower() for word in words[1:]) >= len(words)


def _is_table(rows: Sequence[Sequence[str]]) -> bool:
    """Three short cells in a row, or a label and figures; not a list behind bullets, nor columns of prose, nor a
    paragraph with wide gaps between its words."""
    others = [cell for row in rows for cell in row[1:]]
    if all(_BULLET.fullmatch(row[0]) for row in rows) or sum(map(len, others)) > _LONGEST_CELL * len(others):
        return False
    words = [cell for cell in others if cell[:1].islower()]
    if 2 * len(words) > len(others) and 3 * sum(map(_has_particle, words)) >= len(others):
        return False
    figures = sum(any(character.isdecimal() for character in cell) for cell in others)
    return max(map(len, rows)) > 2 or 2 * figures >= len(others)


def _has_particle(cell: str) -> bool:
    """Whether a word in it is as short as those that only hold a sentence together, in any language."""
    return any(len(word) <= _PARTICLE and word.isalpha() and word.islower() for word in cell.split())


def _with_signs(cells: Sequence[Cell]) -> list[Cell]:
    """The cells, a currency's sign with the figure after it, a bracket or percent sign with the one before."""
    joined: list[Cell] = []
    for box, text in cells:
        if joined and (joined[-1][1] in _CURRENCIES or text in _ENDINGS):
            before, said = joined[-1]
            between = "" if text in _ENDINGS else " "
            joined[-1] = (around(before, box), f"{said}{between}{text}")
        else:
            joined.append((box, text))
    return joined


def _row(cells: Sequence[str], places: Sequence[int], columns: int) -> str:
    placed = [""] * columns
    for cell, place in zip(cells, places, strict=True):
        placed[place] = f"{placed[place]} {cell}".strip()
    return " | ".join(placed).strip()


def _places(
    row: Sequence[Box], columns: Sequence[tuple[float, float]], above: Sequence[tuple[float, int]]
) -> list[tuple[float, int]]:
    """The middle and the column of each cell. One that heads several columns is in the first of them, as is what stands
    right under it; above has the places of the row before."""
    places: list[tuple[float, int]] = []
    last = -1
    is_heading = row[0][0] > columns[0][1]
    for box in row:
        middle, height = (box[0] + box[2]) / 2, box[3] - box[1]
        headed = [n for n, column in enumerate(columns) if _shared(box, column) > 0]
        under = next((place for other, place in above if abs(other - middle) < height / 2), None)
        if is_heading and (len(headed) > 1 or under is not None):
            best = headed[0] if len(headed) > 1 else under or 0
        else:
            best = max(range(len(columns)), key=lambda n: (_shared(box, columns[n]), -_distance(box, columns[n])))
        last = min(max(best, last + 1), len(columns) - 1)
        places.append((middle, last))
    return places


def _tables(lines: Sequence[Sequence[Box]]) -> Iterator[list[list[Box]]]:
    """Lines of several cells, at least two; a label or two may stand between them, in their first column. Where boxes
    stand in different columns of the other lines, a gap as narrow as a space parts cells, too."""
    cut = [cells_of(line) for line in lines]
    for rows in _stretches(cut):
        first = max(rows[0] - _HEADING_LINES, 0)
        if all(len(lines[number]) == len(cut[number]) for number in (*range(first, rows[0]), *rows)):
            yield [cut[number] for number in rows]
            continue
        columns = _columns([cut[number] for number in rows])
        table = [_cut(lines[number], cut[number], columns) for number in rows]
        for number in reversed(range(first, rows[0])):
            heading = _cut(lines[number], cut[number], columns)
            if len(heading) < max(2, len(columns) - 1):
                break
            table.insert(0, heading)
        yield table


def _stretches(cut: Sequence[Sequence[Box]]) -> Iterator[list[int]]:
    """The numbers of each table's lines."""
    rows: list[int] = []
    labels = 0
    for number, cells in enumerate((*cut, ())):
        if len(cells) > 1:
            rows.append(number)
            labels = 0
            continue
        labels += 1
        if cells and rows and labels <= _LABEL_LINES and _is_label(cells[0], [cut[row] for row in rows[-_RECENT:]]):
            continue
        if len(rows) > 1:
            yield rows
        rows = []


def _cut(line: Sequence[Box], cells: list[Box], columns: Sequence[tuple[float, float]]) -> list[Box]:
    """The line's cells, cut at narrow gaps too if each then stands in line with a column of its own."""
    if len(line) == len(cells):
        return cells
    near = height_of(line) / 2
    parts = [line[0]]
    for before, box in pairwise(line):
        is_new = any(abs(before[2] - right) < near or abs(box[0] - left) < near for left, right in columns)
        if is_new or any(abs(box[0] - cell[0]) < near for cell in cells) or _are_apart(before, box, columns):
            parts.append(box)
        else:
            parts[-1] = around(parts[-1], box)
    held = [next((n for n, column in enumerate(columns) if _is_in_line(part, column, near)), -1) for part in parts]
    return parts if held[0] >= 0 and all(one < other for one, other in pairwise(held)) else cells


def _are_apart(before: Box, box: Box, columns: Sequence[tuple[float, float]]) -> bool:
    one, other = ([n for n, column in enumerate(columns) if _shared(each, column) > 0] for each in (before, box))
    return bool(one and other) and one[-1] < other[0]


def _is_in_line(box: Box, column: tuple[float, float], near: float) -> bool:
    left, right = column
    return min(abs(box[0] - left), abs(box[2] - right), abs(box[0] + box[2] - left - right) / 2) < near


def _is_label(box: Box, rows: Sequence[Sequence[Box]]) -> bool:
    return box[0] <= min(row[0][0] for row in rows) + 1 and box[2] < min(row[1][0] for row in rows)


def _columns(table: Sequence[Sequence[Box]]) -> list[tuple[float, float]]:
    """Left and right of each column, of the rows with most cells; a cell under none of these has its own."""
    most = max(map(len, table))
    columns: list[tuple[float, float]] = []
    for row in sorted(table, key=len, reverse=True):
        for box in row:
            touching = [column for column in columns if _shared(box, column) > 0]
            if not touching:
                columns.append((box[0], box[2]))
            elif len(touching) == 1 and len(row) == most:
                columns.remove(touching[0])
                columns.append((min(box[0], touching[0][0]), max(box[2], touching[0][1])))
    return sorted(columns)


def _shared(box: Box, column: tuple[float, float]) -> float:
    return max(0.0, min(box[2], column[1]) - max(box[0], column[0]))


def _distance(box: Box, column: tuple[float, float]) -> float:
    return abs(box[0] + box[2] - column[0] - column[1])
