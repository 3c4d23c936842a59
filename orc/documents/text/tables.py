"""Table rows in plain text, read back into cells, each with the headings of its column."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_FIGURE = re.compile(r"[-+–—($€£¥~≈<> ]*\d[\d.,:/]*[)% ]*[a-zA-Z€$]{0,3}|[-–—]+|n/?a", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d(?:\D.*)?|\d\d?[./]\d\d?[./](?:19|20)?\d\d")
_NOTE = re.compile(r"\(?\d\)?")
_SEPARATOR = re.compile(r"[|\t]")
_UNIT = re.compile(r"\(([^()]*)\)")
_TOTAL = re.compile(r"\W*(?:(?:sub|grand )?total|summe|gesamt|somme|totaal|suma|合計|合计|总计|小计)", re.IGNORECASE)
_RULE = re.compile(r"[\s|:+=-]*")

type Heading = tuple[str, ...]
"""The cells over a column, from the top."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of figures or facts. columns are (heading, value) of its filled cells; heading is "" when none is known.

    headings has the cells that make up the heading of each of these columns, captions the label of the rows that it is
    among and what the headings say of all columns, such as a unit; above are the lines over the row, as they stand.
    separated says that marks part the cells.
    """

    label: str
    columns: tuple[tuple[str, str], ...]
    headings: tuple[tuple[str, ...], ...] = ()
    captions: tuple[str, ...] = ()
    above: tuple[str, ...] = ()
    separated: bool = False

    @property
    def over(self) -> str:
        return " ".join(self.above)


def read_table(lines: Sequence[str]) -> list[Row | None]:
    """The rows of adjoining lines of one table; None for those that are headings or rules."""
    cells = cells_of(lines)
    count = headings_of(cells)
    captions, headings = _columns(cells[:count])
    above = [line for line, row in zip(lines[:count], cells, strict=False) if row]
    section: list[str] = []
    rows: list[Row | None] = []
    for line, row in zip(lines, cells, strict=True):
        filled = [(j, cell) for j, cell in enumerate(row) if j and cell]
        if row and not filled:
            section = [row[0]]
        if len(rows) < count or not filled:
            rows.append(None)
        else:
            known = _aligned(headings, len(row), separated=_SEPARATOR.search(line) is not None)
            columns = tuple((" ".join(known[j]), cell) for j, cell in filled)
            over = tuple(known[j] for j, _ in filled)
            parted = _is_separated(line, row)
            rows.append(Row(row[0], columns, over, (*section, *captions), (*above, *section), parted))
            section = [] if ends_section(row[0]) else section
    return rows


def cells_of(lines: Sequence[str]) -> list[list[str]]:
    """The cells of adjoining lines of one table, without the bars around the rows; none of a rule."""
    first = 1 if all(line.startswith("|") for line in lines) else 0
    last = -1 if first and all(line.endswith("|") for line in lines) else None
    return [_cells(line)[first:last] for line in lines]


def headings_of(table: Sequence[Sequence[str]]) -> int:
    """How many rows at the top head the columns: those above the first with figures; of a table of words, the first."""
    if (first := row_of_figures(table)) is not None:
        return first
    return 1 if len(table) > 1 and all(table[0]) else 0


def row_of_figures(table: Sequence[Sequence[str]]) -> int | None:
    """The first row with a label and figures that are not all years, or notes beside headings."""
    return next((i for i, row in enumerate(table) if row and row[0] and _has_figures(row[1:])), None)


def ends_section(line: str) -> bool:
    """Whether a row is the total of those above it: what follows is no longer among them."""
    return _TOTAL.match(line) is not None


def _has_figures(cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if cell]
    figures = [cell for cell in filled if _FIGURE.fullmatch(cell) and not _YEAR.fullmatch(cell)]
    return bool(figures) and not (len(figures) < len(filled) and all(map(_NOTE.fullmatch, figures)))


def _is_separated(line: str, row: Sequence[str]) -> bool:
    return _SEPARATOR.search(line) is not None or [cell.strip().strip('"') for cell in line.split(",")] == row


def _aligned(headings: Sequence[Heading], width: int, *, separated: bool) -> Sequence[Heading]:
    """The headings for a row of this many cells. A column without a heading is one of the first; where nothing marks
    an empty cell, a shorter row could be any of the columns."""
    if len(headings) < width:
        return [(), *[()] * (width - max(len(headings), 1)), *headings[1:]]
    return headings if separated or len(headings) == width else [()] * width


def _cells(line: str) -> list[str]:
    if _RULE.fullmatch(line):
        return []
    if separator := _SEPARATOR.search(line):
        return [" ".join(cell.split()) for cell in line.split(separator[0])]
    cells = list(_figures_at_the_end(line))
    if len(cells) < 3 and line.count(",") >= 2 and ", " not in line:
        return [cell.strip().strip('"') for cell in line.split(",")]
    return cells


def _figures_at_the_end(line: str) -> Iterator[str]:
    words = line.split()
    first = len(words)
    while first and (_FIGURE.fullmatch(words[first - 1]) or words[first - 1] in "$€£"):
        first -= 1
    yield " ".join(words[:first])
    sign = ""
    for word in words[first:]:
        if word in "$€£":
            sign = word
        else:
            yield sign + word
            sign = ""


def _columns(headings: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], list[Heading]]:
    """What the headings say of the whole table, and of each column; one reaches over the empty cells after it."""
    width = max((len(row) for row in headings), default=0)
    captions: list[str] = []
    columns: list[Heading] = [()] * width
    for i, row in enumerate(headings):
        filled = [cell for cell in row[1:] if cell]
        captions += _UNIT.findall(row[0]) if row else []
        if len(filled) == 1 and width > 2:
            captions.append(filled[0].strip("()"))
            continue
        last = ""
        for j, cell in enumerate(row[1:], 1):
            last = cell or (last if i + 1 < len(headings) else "")
            columns[j] = (*columns[j], last) if last else columns[j]
    return tuple(captions), columns
