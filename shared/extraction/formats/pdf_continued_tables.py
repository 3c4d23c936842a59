"""A table on a PDF page that ends with one row at the top of the next page (D-451)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from shared.extraction.formats.pdf_lines import Box, cells_of, height_of

type Line = Sequence[Box]

_MARGIN_LINES = 4  # of the foot of one page and the top of the next
_ROWS_READ = 8
_ALIGNED = 0.5  # of a line's height
_LEAST_SHIFTED = 3  # cells that show how far the page's text is shifted
_BAR = " | "


@dataclass(frozen=True)
class Foot:
    """The table at the foot of a page, by the cells of one or more of its last rows, and the page's first and last
    lines, without digits."""

    rows: Sequence[Sequence[Box]]
    margins: frozenset[str]


def foot_of(text: str, lines: Sequence[Line], text_in: Callable[[Box], str]) -> Foot | None:
    """The table at the foot of the page with this text and these lines; None if other text is there."""
    written = text.split("\n")
    last = next((number for number in reversed(range(len(written))) if _BAR in written[number]), None)
    if last is None or len(written) - last > _MARGIN_LINES:
        return None
    width = written[last].count(_BAR) + 1
    wanted = {_said(line) for line in written[max(0, last - _ROWS_READ) : last + 1] if line.count(_BAR) + 1 == width}
    rows: list[Sequence[Box]] = []
    for line in reversed(lines[-_ROWS_READ - _MARGIN_LINES :]):
        cells = cells_of(line)
        if len(cells) == width and _said("".join(map(text_in, cells))) in wanted:
            rows.append(cells)
    edges = (*written[:_MARGIN_LINES], *written[-_MARGIN_LINES:])
    return Foot(rows, frozenset(map(_without_digits, edges))) if rows else None


def with_continued_row(text: str, lines: Sequence[Line], text_in: Callable[[Box], str], before: Foot) -> str:
    """The text of a page with those lines, in which ` | ` separates the cells of a row at its top that continues the
    table at the foot of the page before. A running head, which that page has, is none."""
    written = text.split("\n")
    for line in lines[:_MARGIN_LINES]:
        cells = cells_of(line)
        texts = [" ".join(text_in(cell).split()) for cell in cells]
        said = _said("".join(texts))
        number = next((number for number, each in enumerate(written[: 2 * _MARGIN_LINES]) if _said(each) == said), None)
        if number is None or _BAR in written[number] or _without_digits(said) in before.margins:
            continue
        if any(_are_aligned(cells, row) for row in before.rows):
            written[number] = _BAR.join(texts)
            break
    return "\n".join(written)


def _are_aligned(cells: Sequence[Box], row: Sequence[Box]) -> bool:
    """Whether each cell has an edge or its middle below that of the row's, or as far beside it as the others: the next
    page may have other margins, and the next column of text is elsewhere."""
    if len(cells) != len(row):
        return False
    near = _ALIGNED * height_of(cells)
    shifts = [0.0, *(cells[0][edge] - row[0][edge] for edge in (0, 2) if len(cells) >= _LEAST_SHIFTED)]
    apart = [(one[0] - other[0], one[2] - other[2]) for one, other in zip(cells, row, strict=True)]
    return any(
        all(min(abs(left - by), abs(right - by), abs((left + right) / 2 - by)) < near for left, right in apart)
        for by in shifts
    )


def _said(line: str) -> str:
    return "".join(line.replace(_BAR, "").split())


def _without_digits(line: str) -> str:
    """The line's characters but for digits, if it has others."""
    said = _said(line)
    return "".join(character for character in said if not character.isdecimal()) or said
