"""Tables on PDF pages: separates the cells of their rows in the text, by the boxes around the characters (D-076)."""

import re
from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise
from statistics import median_low

from shared.extraction.formats.pdf_headings import Cell, first_columns
from shared.extraction.formats.pdf_lines import Box, around, cells_of, height_of

LONGEST_CELL = 40
_PARTICLE = 3
_LEAST_WORDS = 4  # length of a part of a sentence
_LABEL_LINES = 2
_RECENT = 20  # number of rows with which a label or a heading is compared
_ALIGNED = 0.15  # of a line's height: edges as near as this are those of one column
_HEADING_LINES = 3
_LEFT, _RIGHT = 0, 2  # edges of a box
BULLET = re.compile(r"\W{1,2}|\(?\w{1,3}[.)]|\d{1,2}-")
_SIGN = re.compile(r"[^\w\s$€£¥%]{1,2}")
_LABEL = re.compile(r"(?![a-zà-ÿ])[^\W\d_][^\n|]{4,99}[^.:;!?\n|]")  # the first line of a label
_CONTINUED = re.compile(r"[a-zà-ÿ][\w'’-]+(?![.)])")  # the second line of a label, but not item a)
_FIGURE = re.compile(r"(?!.{0,20}\b(?:19|20)\d\d\b)\W{0,3}\d")  # not a date, which may head a column
_YEAR = re.compile(r"(?:FY ?)?(?:19|20)\d\d")
CURRENCIES = frozenset("$€£¥")
ENDINGS = frozenset((")", "%", ")%", "%)"))


def with_cells(text: str, boxed: Sequence[Sequence[Box]], text_in: Callable[[Box], str]) -> str:
    """The text of a page with those lines; in tables ` | ` separates cells, including empty ones, and a row's label of
    two lines is on one. A line whose cells do not add up to its text is unchanged."""
    lines = text.split("\n")
    squeezed = ["".join(line.split()) for line in lines]
    at = 0
    found: dict[int, list[str]] = {}
    first_lines = set[int]()  # of tables that directly follow another one, which is beside them
    for rows in _read_tables(boxed, text_in):
        is_first = True
        for part in _with_own_headings(rows):
            headings = next((n for n, row in enumerate(part) if any(_FIGURE.match(text) for _, text in row[1:])), 0)
            columns = _columns([[box for box, _ in row] for row in part], headings)
            above: list[tuple[float, int]] = []
            for number, cells in enumerate(part):
                row_boxes = [box for box, _ in cells]
                below = part[number + 1 : number + _RECENT]
                spanned = first_columns(row_boxes, columns, below) if number < headings else None
                above = _places(row_boxes, columns, above, spanned)
                said = "".join(cell for _, cell in cells).replace(" ", "")
                if said and said in squeezed[at:]:
                    at = squeezed.index(said, at) + 1
                    row = [""] * len(columns)
                    for (_, cell), (_, place) in zip(cells, above, strict=True):
                        row[place] = f"{row[place]} {cell}".strip()
                    if is_first and at - 2 in found:
                        first_lines.add(at - 1)
                    found[at - 1], is_first = row, False
    labels = set[int]()
    for number, row in found.items():
        figures = [cell for cell in row[1:] if any(map(str.isdecimal, cell)) and not _YEAR.fullmatch(cell)]
        before, after = ("" if n in found or not 0 <= n < len(lines) else lines[n] for n in (number - 1, number + 1))
        if figures and _CONTINUED.match(row[0]) and _LABEL.fullmatch(before) and number - 1 not in labels:
            row[0] = f"{before} {row[0]}"
            labels.add(number - 1)
        next_label = found.get(number + 2, [""])[0]
        if figures and _LABEL.fullmatch(row[0]) and _CONTINUED.match(after) and next_label[:1].isupper():
            row[0] = f"{row[0]} {after}"
            labels.add(number + 1)
        lines[number] = ("\n" if number in first_lines else "") + " | ".join(row).strip()
    return "\n".join(line for number, line in enumerate(lines) if number not in labels)


def _read_tables(boxed: Sequence[Sequence[Box]], text_in: Callable[[Box], str]) -> Iterator[list[list[Cell]]]:
    """The rows of each table with their texts, without columns of prose."""
    for table in _tables(boxed):
        read: list[list[Cell]] = []
        for row in table:
            read.append([])
            for box in row:
                text = " ".join(text_in(box).split())
                if read[-1] and (read[-1][-1][1] in CURRENCIES or text in ENDINGS):  # a sign belongs to its figure
                    before, said = read[-1].pop()
                    between = "" if text in ENDINGS else " "
                    read[-1].append((around(before, box), f"{said}{between}{text}"))
                else:
                    read[-1].append((box, text))
        prose = _are_prose(read)
        for is_prose, group in groupby(range(len(read)), key=prose.__getitem__):
            rows = [read[number] for number in group]
            if not is_prose and len(rows) > 1 and _is_table([[cell for _, cell in row] for row in rows]):
                yield rows


def _with_own_headings(rows: Sequence[list[Cell]]) -> Iterator[Sequence[list[Cell]]]:
    """The rows of each of several tables below each other: after a wide space or other lines, a row without figures
    begins a table below one with figures, if a column below it aligns with none of the last rows."""
    height = max(height_of([box for box, _ in row]) for row in rows)
    spaces = [above[0][0][1] - row[0][0][3] for above, row in pairwise(rows)]
    usual = median_low(spaces)
    has_figures = [any(_FIGURE.match(text) for _, text in row[1:]) for row in rows]
    start = 0
    divided = [number for number, space in enumerate(spaces, 1) if space > usual + height / 2]
    for first, end in pairwise((*divided, len(rows))):
        recent = slice(max(start, first - _RECENT), first)
        if has_figures[first] or end - first < 2 or not any(has_figures[recent]):
            continue
        above, below = (_columns([[box for box, _ in row] for row in part]) for part in (rows[recent], rows[first:end]))
        is_apart = below[0][0] > above[0][1]
        for left, right in below[1:]:
            apart = (min(abs(left - a), abs(right - b), abs(left + right - a - b) / 2) for a, b in above)
            is_apart |= min(apart) > _ALIGNED * height
        if is_apart:
            yield rows[start:first]
            start = first
    yield rows[start:]


def _are_prose(rows: Sequence[Sequence[Cell]]) -> list[bool]:
    """Which rows are columns of prose, or a sentence whose gaps align with no other row's."""
    near = [height_of([box for box, _ in row]) / 2 for row in rows]
    sentence_parts = [sum(_is_part_of_sentence(text) for _, text in row) for row in rows]

    def are_aligned(number: int, neighbour: int, *edges: int) -> bool:
        if len(rows[number]) != len(rows[neighbour]):
            return False
        pairs = zip(rows[number], rows[neighbour], strict=True)
        return all(min(abs(box[edge] - other[edge]) for edge in edges) < near[number] for (box, _), (other, _) in pairs)

    prose = [parts > 1 and 2 * parts > len(row) for parts, row in zip(sentence_parts, rows, strict=True)]
    numbers = range(1, len(rows))
    labelled = {  # the cells beside a label may be sentences
        number
        for number, neighbour in (*((n, n - 1) for n in numbers), *((n - 1, n) for n in numbers))
        if prose[number] and not prose[neighbour] and not _is_part_of_sentence(rows[number][0][1])
        if are_aligned(number, neighbour, _LEFT, _RIGHT)
    }
    prose = [is_prose and number not in labelled for number, is_prose in enumerate(prose)]
    for number, neighbour in (*((n, n - 1) for n in numbers), *((n - 1, n) for n in reversed(numbers))):
        prose[number] |= prose[neighbour] and are_aligned(number, neighbour, _LEFT)
    lefts, rights = (sorted(box[edge] for row in rows for box, _ in row[1:]) for edge in (_LEFT, _RIGHT))
    most = max(map(len, rows))
    label_end = max(row[0][0][_RIGHT] for row in rows if len(row) == most)
    for number, row in enumerate(rows):
        is_inside = most > 2 and row[0][0][_LEFT] > label_end  # a sentence begins further left
        if not (prose[number] or number in labelled or is_inside) and _is_part_of_sentence(
            " ".join(text for _, text in row)
        ):
            prose[number] = not any(
                _is_shared(box[0], lefts, near[number])
                or (not _is_part_of_sentence(text) and _is_shared(box[2], rights, near[number]))
                for box, text in row[1:]
            )
    return prose


def _is_shared(edge: float, edges: Sequence[float], near: float) -> bool:
    return bisect(edges, edge + near) - bisect(edges, edge - near) > 1


def _is_part_of_sentence(cell: str) -> bool:
    words = cell.split()
    return len(words) >= _LEAST_WORDS and 2 * sum(word[0].islower() for word in words[1:]) >= len(words)


def _is_table(rows: Sequence[Sequence[str]]) -> bool:
    """Whether there are three short cells in a row, or labels and figures; not a bulleted list, nor columns of prose,
    nor a paragraph with wide gaps between its words."""
    others = [cell for row in rows for cell in row[1:]]
    if _is_list(rows) or sum(map(len, others)) > LONGEST_CELL * len(others):
        return False
    words = [cell.split() for cell in others if cell[:1].islower()]
    # Words as short as the function words of any language.
    particles = sum(any(len(w) <= _PARTICLE and w.isalpha() and w.islower() for w in cell) for cell in words)
    if 2 * len(words) > len(others) and 3 * particles >= len(others):
        return False
    figures = sum(any(character.isdecimal() for character in cell) for cell in others)
    return max(map(len, rows)) > 2 or 2 * figures >= len(others)


def _is_list(rows: Sequence[Sequence[str]]) -> bool:
    """Whether all rows begin with a bullet. Lines above bullets that are signs may look like their headings."""
    first = next((number for number, row in enumerate(rows[: _HEADING_LINES + 1]) if _SIGN.fullmatch(row[0])), 0)
    return all(len(row) == 2 or not first for row in rows[first:]) and all(
        BULLET.fullmatch(row[0]) for row in rows[first:]
    )


def _places(
    row: Sequence[Box],
    columns: Sequence[tuple[float, float]],
    above: Sequence[tuple[float, int]],
    spanned: Sequence[int] | None,
) -> list[tuple[float, int]]:
    """The middle and the column of each cell, which is that of spanned, if known. A cell that heads several columns is
    in the first of them, as is a cell right under it; above has the places of the previous row."""
    if spanned is not None:
        return [((box[0] + box[2]) / 2, place) for box, place in zip(row, spanned, strict=True)]
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
            distances = [abs(box[0] + box[2] - left - right) for left, right in columns]
            best = max(range(len(columns)), key=lambda n: (_shared(box, columns[n]), -distances[n]))
        last = min(max(best, last + 1), len(columns) - 1)
        places.append((middle, last))
    return places


def _tables(lines: Sequence[Sequence[Box]]) -> Iterator[list[list[Box]]]:
    """Two or more lines of several cells; one or two labels in the first column may stand between them. Where boxes are
    in different columns of the other lines, a gap as narrow as a space separates cells, too."""
    cut = [cells_of(line) for line in lines]
    for rows in _table_lines(cut):
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


def _table_lines(cut: Sequence[Sequence[Box]]) -> Iterator[list[int]]:
    """The line numbers of each table."""
    rows: list[int] = []
    labels, right_edge = 0, 0.0
    for number, cells in enumerate((*cut, ())):
        if len(cells) > 1:
            if rows and cells[0][0] > right_edge and cells[0][3] > cut[rows[-1]][0][3]:  # a table beside it is next
                if len(rows) > 1:
                    yield rows
                rows = []
            right_edge = max(right_edge if rows else 0.0, cells[-1][2])
            rows.append(number)
            labels = 0
            continue
        labels += 1
        if cells and rows and labels <= _LABEL_LINES:
            (left, _, right, _), recent = cells[0], [cut[row] for row in rows[-_RECENT:]]
            if left <= min(row[0][0] for row in recent) + 1 and right < min(row[1][0] for row in recent):
                continue
        if len(rows) > 1:
            yield rows
        rows = []


def _cut(line: Sequence[Box], cells: list[Box], columns: Sequence[tuple[float, float]]) -> list[Box]:
    """The line's cells, also split at narrow gaps if each part then aligns with its own column."""
    if len(line) == len(cells):
        return cells
    near = height_of(line) / 2
    touched = [[n for n, column in enumerate(columns) if _shared(box, column) > 0] for box in line]
    parts = [line[0]]
    for (before, earlier), (box, later) in pairwise(zip(line, touched, strict=True)):
        is_new = any(abs(before[2] - right) < near or abs(box[0] - left) < near for left, right in columns)
        is_apart = earlier and later and earlier[-1] < later[0]
        if is_new or any(abs(box[0] - cell[0]) < near for cell in cells) or is_apart:
            parts.append(box)
        else:
            parts[-1] = around(parts[-1], box)
    last = -1
    for box in parts:
        aligned = (
            number
            for number, (left, right) in enumerate(columns)
            if min(abs(box[0] - left), abs(box[2] - right), abs(box[0] + box[2] - left - right) / 2) < near
        )
        column = next(aligned, -1)
        if column <= last:
            return cells
        last = column
    return parts


def _columns(table: Sequence[Sequence[Box]], headings: int = 0) -> list[tuple[float, float]]:
    """Left and right of each column of the rows with most cells; a cell under none of them has its own column, unless
    it is one of the headings, which is above several columns."""
    most = max(map(len, table))
    widest = next(number for number, row in enumerate(table) if len(row) == most)
    columns: list[tuple[float, float]] = []
    for number, row in sorted(enumerate(table), key=lambda each: -len(each[1])):
        known = sorted(columns)
        places = [sum(left < box[0] for left, _ in known) for box in row]
        for box, place in zip(row, places, strict=True):
            touching = [column for column in columns if _shared(box, column) > 0]
            if not touching:
                is_above = number < min(headings, widest) and 1 <= place < len(known) and places.count(place) == 1
                columns += [] if is_above else [(box[0], box[2])]
            elif len(touching) == 1 and len(row) == most:
                columns.remove(touching[0])
                columns.append((min(box[0], touching[0][0]), max(box[2], touching[0][1])))
    return sorted(columns)


def _shared(box: Box, column: tuple[float, float]) -> float:
    return max(0.0, min(box[2], column[1]) - max(box[0], column[0]))
