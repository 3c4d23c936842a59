"""Tables on a PDF page without lines between their columns: a row whose cells have several lines is one line of the
text, where drawn lines or the distances between lines of text tell the rows (D-356)."""

import re
from collections.abc import Callable, Iterator, Sequence
from enum import Enum, auto
from itertools import chain, groupby, pairwise
from math import inf
from statistics import median_high
from typing import NamedTuple

from shared.extraction.formats.pdf_lines import BROKEN, SAID, Box, cells_of, height_of
from shared.extraction.formats.pdf_rules import Rule, merged
from shared.extraction.formats.pdf_tables import BULLET, CURRENCIES, ENDINGS, LONGEST_CELL

type Line = Sequence[Box]
type Space = tuple[float, float]

_GUTTER = 0.25  # of a line's height: the narrowest space between two columns
_WIDE = 0.6  # of a line's height: wider than a space between two words
_MOST_SPACES = 20  # on a line
_FARTHEST = 8.0  # of a line's height: the next part of a row is no further above or below
_BREAK = 3.0  # of a line's height: a line this far below does not belong to the table, unless most are so far apart
_HEADING_LINES = 6
_SAME = 0.15  # of a line's height: what is as near as this is on one line
_JOINED, _APART = 1.08, 1.15  # of the distance between two lines of a cell
_UNEVEN = 1.3  # of the same, where lines are drawn between rows
_LEAST_ROWS = 3
_LONGEST = 400  # characters; longer cells are columns of prose
_HYPHENS = "-\x02\ufffe"
_FIGURE = re.compile(r"\d")
_WORD = re.compile(r"[^\W\d_]{3}")
_ENDS = frozenset(".:;!?")  # of a line that the next one does not continue


class Proof(Enum):
    """What shows that lines of a table are one row: nothing, as they have several figures below each other; only how
    near they are; that one cell alone has several lines, or that a line continues one; that the text goes back up."""

    NONE = auto()
    OPEN = auto()
    LIKELY = auto()
    SHOWN = auto()


class Part(NamedTuple):
    """What a line of the page has in one column. order is the line's number."""

    order: int
    column: int
    base: float
    box: Box
    text: str


def with_wrapped_tables(
    text: str,
    lines: list[Line],
    across: Sequence[Rule],
    text_in: Callable[[Box], str],
    base_of: Callable[[Box], float],
) -> tuple[str, list[Line]]:
    """The text of the page with a line for each row, in which ` | ` separates cells, and the lines outside of such
    tables. across are lines drawn across the page. A table whose rows are in doubt is unchanged, as are one whose
    cells all have one line and one whose cells do not add up to its text."""
    tables: list[tuple[list[list[Part]], int]] = []
    rewritten: list[tuple[int, int, str]] = []
    taken: set[int] = set()
    blocks = [block for block in blocks_of(lines) if block[1] - block[0] > _LEAST_ROWS]
    rules = merged(across) if blocks else []
    for first, last, gutters in blocks:
        tops = sorted((max(box[3] for box in line) for line in lines[first:last]), reverse=True)
        least = _SAME * max(map(height_of, lines[first:last]))
        pitches = [above - below for above, below in pairwise(tops) if above - below > least]
        if len(rules) < 2 and max(pitches, default=0.0) < _APART * min(pitches, default=0.0):
            continue  # without reading its text: all lines are equally far from each other
        parted = parts_of(lines, range(first, last), gutters, text_in, base_of)
        tables += [(rows, len(gutters) + 1) for part in parted for rows in tables_of(part, rules)]
    if not tables:
        return text, lines
    places = [match.start() for match in SAID.finditer(text)]
    said = "".join([text[place] for place in places])
    at = 0
    for rows, columns in tables:
        inside = sorted((part for row in rows for part in row), key=lambda part: (part.order, part.column))
        spoken = "".join([part.text for part in inside])
        drawn = "".join(SAID.findall(spoken))
        found = said.find(drawn, at)
        written = [cells_in(row, columns) for row in rows]
        is_list = all(BULLET.fullmatch(row[0]) for row in written)
        if found < 0 or is_list or max(len(cell) for row in written for cell in row) > _LONGEST:
            continue
        at = found + len(drawn)
        start = len(text[: places[found]].rstrip(_HYPHENS + " "))
        end = len(text) - len(text[places[at - 1] + 1 :].lstrip(_HYPHENS + " "))
        is_whole = sum(map(text[start:end].count, _HYPHENS)) == sum(map(spoken.count, _HYPHENS))
        if is_whole and not (text[:start].rpartition("\n")[2].strip() or text[end:].partition("\n")[0].strip()):
            said_rows = (row[0] if not any(row[1:]) else " | ".join(row).strip() for row in written)
            rewritten.append((start, end, "\n".join(said_rows)))
            taken.update(part.order for part in inside)
    for start, end, table in reversed(rewritten):
        text = f"{text[:start]}{table}{text[end:]}"
    return text, [line for number, line in enumerate(lines) if number not in taken]


def blocks_of(lines: Sequence[Line]) -> Iterator[tuple[int, int, list[float]]]:
    """The first and last line (exclusive) of each block of lines that leave spaces between columns free, and the
    middles of these spaces."""
    done = start = 0
    while start < len(lines):
        line = lines[start]
        beside = lines[start + 1][0] if start + 1 < len(lines) else line[-1]
        is_beside = beside[0] - line[-1][2] > _GUTTER * height_of(line) and beside[3] > line[-1][1]
        if len(cells_of(line)) < 2 and not is_beside:
            start += 1
            continue
        end, spaces, top = reach_of(lines, start)
        if (second := after_title(lines, start, end)) is not None:
            end, spaces, top = reach_of(lines[:second], start)
        between = [space for space in spaces if space[0] > -inf and space[1] < inf]
        first = start
        while between and first > max(done, start - _HEADING_LINES):
            above = lines[first - 1]
            is_far = above[0][1] - top > _BREAK * height_of(above) or above[0][1] < lines[first][0][1]
            narrower = spaces_in(above, between)
            if is_far or len(narrower) < len(between):
                break
            between, first, top = narrower, first - 1, max(top, above[0][3])
        wide = _WIDE * max(map(height_of, lines[first:end]), default=0.0)
        gutters = list[float]()
        for left, right in between:
            gaps = [
                box[1] > before[3] - (box[3] - box[1]) / 2 or box[0] - before[2] > wide
                for before, box in pairwise(chain.from_iterable(lines[first:end]))
                if before[2] <= left + 1 and right <= box[0] + 1 and box[3] > before[1]
            ]
            if 2 * sum(gaps) >= len(gaps):
                gutters.append((left + right) / 2)
        if gutters:
            yield first, end, gutters
        done = start = max(end, start + 1)


def reach_of(lines: Sequence[Line], start: int) -> tuple[int, list[Space], float]:
    """The end of the lines from this one on that leave spaces between columns free, the spaces, and the first line's
    top."""
    spaces: list[Space] = [(-inf, inf)]
    bottom, top, end, kept = lines[start][0][1], lines[start][0][3], start, 0
    for number in range(start, len(lines)):
        height = height_of(lines[number])
        is_far = bottom - lines[number][0][3] > _FARTHEST * height or lines[number][0][1] - top > _FARTHEST * height
        free = spaces_in(lines[number], spaces)
        inner = sum(left > -inf and right < inf for left, right in free)
        crosses = inner < kept and len(cells_of(lines[number])) < 2  # a title or prose, not a cell
        if len(free) > _MOST_SPACES or is_far or crosses or not (inner or number == start):
            break
        kept = inner
        spaces, bottom, end = free, min(bottom, lines[number][0][1]), number + 1
    return end, spaces, top


def after_title(lines: Sequence[Line], start: int, end: int) -> int | None:
    """The line after a title below the first of two tables, if the spaces that the lines from there on leave free reach
    beyond the end of those of both."""
    bottom = min(box[1] for box in lines[start])
    found: list[tuple[float, int]] = []
    for number in range(start + 1, end - 1):
        line = lines[number]
        space, bottom = bottom - line[0][3], min(bottom, line[0][1])
        if space > height_of(line) and len(cells_of(line)) == 1 and len(cells_of(lines[number + 1])) > 1:
            found.append((space, number + 1))
    second = max(found)[1] if found else None
    return second if second is not None and reach_of(lines, second)[0] > end else None


def spaces_in(line: Line, spaces: Sequence[Space]) -> list[Space]:
    """What the line leaves of the spaces."""
    least = _GUTTER * height_of(line)
    edges = [-inf, *(edge for box in line for edge in (box[0], box[2])), inf]
    free: list[Space] = []
    for left, right in zip(edges[::2], edges[1::2], strict=True):
        for start, end in spaces:
            part = max(start, left), min(end, right)
            if part[1] - part[0] > least:
                free.append(part)
    return free


def parts_of(
    lines: Sequence[Line],
    numbers: range,
    gutters: Sequence[float],
    text_in: Callable[[Box], str],
    base_of: Callable[[Box], float],
) -> Iterator[list[Part]]:
    """The lines' parts in each column, from top to bottom, up to each wide space below a line; none if a column has two
    cells or only signs."""
    parts: list[Part] = []
    for number in numbers:
        columned = groupby(lines[number], key=lambda box: sum(box[0] > gutter for gutter in gutters))
        for column, boxes in columned:
            [cell, *others] = cells_of(list(boxes))
            if others:
                return
            parts.append(Part(number, column, base_of(cell), cell, text_in(cell).strip()))
    for column in range(len(gutters) + 1):
        said = {part.text for part in parts if part.column == column}
        if said <= CURRENCIES or said <= ENDINGS:
            return
    parts.sort(key=lambda part: -part.base)
    highest = max(part.box[3] - part.box[1] for part in parts)
    bases = ([part.base for part in parts if part.column == column] for column in range(len(gutters) + 1))
    nearest = [min(above - below for above, below in pairwise(each)) for each in bases if len(each) > 1]
    farthest = max(_BREAK * highest, _APART * median_high(nearest or [0.0]))
    first = 0
    for number, (above, below) in enumerate(pairwise(parts), 1):
        if above.base - below.base > farthest:
            yield parts[first:number]
            first = number
    yield parts[first:]


def tables_of(parts: Sequence[Part], across: Sequence[Rule]) -> list[list[list[Part]]]:
    """The rows of each table; none if a row is in doubt, or if no cell has several lines. Lines drawn across the whole
    table divide rows, otherwise distances greater than those between the lines of a cell."""
    height = max(part.box[3] - part.box[1] for part in parts)
    columns = [[part for part in parts if part.column == column] for column in {part.column for part in parts}]
    gaps = [one.base - other.base for column in columns for one, other in pairwise(column)]
    if len(columns) < 2 or not gaps or min(gaps) < height / 2:
        return []
    leading = min(gaps)
    left, right = min(part.box[0] for part in parts), max(part.box[2] for part in parts)
    ruled = [rule.at for rule in across if rule.covers(left) and rule.covers(right)]
    ruled = [at for at in ruled if parts[-1].base < at < parts[0].base]
    for is_ruled in (True, False) if len(ruled) > 1 else (False,):
        rows: list[list[Part]] = [[parts[0]]]
        for above, below in pairwise(parts):
            gap = above.base - below.base
            if not is_ruled and _JOINED * leading < gap < _APART * leading:
                return []
            is_title = is_ruled and below.base > max(ruled) and len({part.column for part in rows[-1]}) == 1
            is_outside = is_title or (is_ruled and above.base < min(ruled))
            far = gap > _UNEVEN * leading if is_outside else gap >= _APART * leading and not is_ruled
            if far or (is_ruled and any(below.base < at < above.base for at in ruled)):
                rows.append([])
            rows[-1].append(below)
        proofs = [proof_of(row, height, (_UNEVEN if is_ruled else _APART) * leading) for row in rows]
        if not is_ruled and Proof.NONE in proofs:
            return []
        numbers = groupby(range(len(rows)), key=lambda number: proofs[number] is Proof.NONE)
        tables = [[(rows[number], proofs[number]) for number in group] for in_doubt, group in numbers if not in_doubt]
        found = [[row for row, _ in table] for table in map(trimmed, tables) if is_clear(table, is_ruled=is_ruled)]
        if found:
            return found
    return []


def trimmed(rows: list[tuple[list[Part], Proof]]) -> list[tuple[list[Part], Proof]]:
    """The rows without lines of one column above and below them, such as a title."""
    filled = [number for number, (row, _) in enumerate(rows) if len({part.column for part in row}) > 1]
    return rows[filled[0] : filled[-1] + 1] if filled else []


def is_clear(table: Sequence[tuple[list[Part], Proof]], *, is_ruled: bool) -> bool:
    """Whether the rows are those of a table, which has a cell of several lines."""
    rows, proofs = [row for row, _ in table], [proof for _, proof in table]
    ordered = all(max(p.order for p in one) < min(p.order for p in other) for one, other in pairwise(rows))
    cells = [{part.column for part in row} for row in rows]
    wrapped = any(len(columns) < len(row) for columns, row in zip(cells, rows, strict=True))
    if len(rows) < _LEAST_ROWS or not ordered or not wrapped:
        return False
    shown = proofs.count(Proof.SHOWN)
    if Proof.OPEN in proofs and shown < 2:
        return False
    others = sum(len(part.text) for row in rows for part in row if part.column)
    return is_ruled or shown > 0 or others <= LONGEST_CELL * sum(len(columns - {0}) for columns in cells)


def proof_of(row: Sequence[Part], height: float, leading: float) -> Proof:
    """What shows that the lines are one row. leading is the greatest distance between two lines of a cell."""
    cells = [list(cell) for _, cell in groupby(sorted(row, key=lambda p: p.column), key=lambda p: p.column)]
    wrapped = [cell for cell in cells if len(cell) > 1]
    for cell in wrapped:
        figures = sum(_FIGURE.search(part.text) is not None and not _WORD.search(part.text) for part in cell)
        if figures > 1 or any(one.base - other.base > leading for one, other in pairwise(cell)):
            return Proof.NONE
    ordered = sorted(row, key=lambda part: (part.order, part.column))
    lines = {tuple(round(part.base / (_SAME * height)) for part in cell) for cell in cells}
    is_even = len(lines) == 1  # as are several rows that are drawn column by column
    if not is_even and any(after.base - before.base > _SAME * height for before, after in pairwise(ordered)):
        return Proof.SHOWN
    if not wrapped or (len(wrapped) == 1 and wrapped[0][0].column):
        return Proof.LIKELY
    pairs = [pair for cell in wrapped for pair in pairwise(cell)]
    if any(before.text[-1:] in _ENDS for before, _ in pairs):
        return Proof.NONE
    goes_on = any(after.text[:1].islower() and before.text[:1].isupper() for before, after in pairs)
    return Proof.LIKELY if goes_on else Proof.OPEN


def cells_in(row: Sequence[Part], columns: int) -> list[str]:
    """The texts of the row's cells, in which a word that is broken at the end of a line is one."""
    cells = ["\n".join([part.text for part in row if part.column == column]) for column in range(columns)]
    return [" ".join(BROKEN.sub("\x02", cell).split()) for cell in cells]
