"""Tables in a PDF's pages: its lines of text with the cells of rows set apart, by the boxes around their characters."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise

type Box = tuple[float, float, float, float]
"""Left, bottom, right, top. PDFium has one for each run of characters on a line that no wide gap or new font parts."""
type Cell = tuple[Box, str]

_GAP = 0.9  # of a line's height; a space is about a third
_LONGEST_CELL = 40
_PARTICLE = 3
_LEAST_WORDS = 4  # of a part of a sentence
_LABEL_LINES = 2
_RECENT = 20  # rows that a label is compared with
MOST_BOXES = 2_000
_MOST_CHARACTERS = 20_000  # of a page: to read a box takes the longer the more there are
_BULLET = re.compile(r"\W{1,2}|\(?\w{1,3}[.)]")
_CURRENCIES = frozenset("$€£¥")
_ENDINGS = frozenset((")", "%", ")%", "%)"))


def with_cells(text: str, boxes: Sequence[Box], text_in: Callable[[Box], str]) -> str:
    """The page's text, in whose tables cells are parted by ` | `, empty ones too. A line whose cells do not make up
    what it says stays as it is."""
    if len(boxes) > MOST_BOXES or len(text) > _MOST_CHARACTERS:
        return text
    lines = text.split("\n")
    squeezed = ["".join(line.split()) for line in lines]
    at = 0
    for rows in _read_tables(boxes, text_in):
        columns = _columns([[box for box, _ in row] for row in rows])
        above: list[tuple[float, int]] = []
        for cells in rows:
            above = _places([box for box, _ in cells], columns, above)
            said = "".join(cell for _, cell in cells).replace(" ", "")
            if said and said in squeezed[at:]:
                at = squeezed.index(said, at) + 1
                lines[at - 1] = _row([cell for _, cell in cells], [place for _, place in above], len(columns))
    return "\n".join(lines)


def _read_tables(boxes: Sequence[Box], text_in: Callable[[Box], str]) -> Iterator[list[list[Cell]]]:
    """The rows of each table with their texts, without columns of prose beside each other."""
    for table in _tables(boxes):
        read = [_with_signs([(box, " ".join(text_in(box).split())) for box in row]) for row in table]
        for is_prose, group in groupby(read, key=_is_prose):
            rows = list(group)
            if not is_prose and len(rows) > 1 and _is_table([[cell for _, cell in row] for row in rows]):
                yield rows


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
            joined[-1] = (_around(before, box), f"{said}{between}{text}")
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


def _around(one: Box, other: Box) -> Box:
    return one[0], min(one[1], other[1]), other[2], max(one[3], other[3])


def _tables(boxes: Sequence[Box]) -> Iterator[list[list[Box]]]:
    """Lines of several cells, at least two; a label or two may stand between them, in their first column."""
    rows: list[list[Box]] = []
    labels = 0
    for line in (*_lines(boxes), ()):
        cells = _cells(line)
        if len(cells) > 1:
            rows.append(cells)
            labels = 0
            continue
        labels += 1
        if cells and rows and labels <= _LABEL_LINES and _is_label(cells[0], rows):
            continue
        if len(rows) > 1:
            yield rows
        rows = []


def _is_label(box: Box, rows: Sequence[Sequence[Box]]) -> bool:
    recent = rows[-_RECENT:]
    return box[0] <= min(row[0][0] for row in recent) + 1 and box[2] < min(row[1][0] for row in recent)


def _lines(boxes: Sequence[Box]) -> Iterator[list[Box]]:
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


def _cells(line: Sequence[Box]) -> list[Box]:
    """The line's boxes, those that no wide gap parts in one."""
    cells = list(line[:1])
    height = max((box[3] - box[1] for box in line), default=0.0)
    for before, box in pairwise(line):
        if box[0] - before[2] > _GAP * height:
            cells.append(box)
        else:
            cells[-1] = _around(cells[-1], box)
    return cells


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
