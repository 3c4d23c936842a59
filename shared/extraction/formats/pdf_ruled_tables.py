"""Tables on a PDF page between whose cells lines are drawn: each row is a line of the text, however many lines its
cells have (D-355)."""

from collections.abc import Callable, Iterable, Sequence

from shared.extraction.formats.pdf_lines import BROKEN, SAID, Box
from shared.extraction.formats.pdf_rules import Grid

type Line = Sequence[Box]

_LONGEST_CELL = 400  # characters; longer ones are text in a frame


def with_ruled_tables(
    text: str, lines: list[Line], grids: Iterable[Grid], text_in: Callable[[Box], str]
) -> tuple[str, list[Line]]:
    """The text of the page with a line for each row, in which ` | ` separates cells, a blank line between tables that
    are beside each other, and the lines outside of such tables. A table whose cells do not add up to its text is
    unchanged."""
    places = [match.start() for match in SAID.finditer(text)]
    said = "".join([text[place] for place in places])
    rewritten: list[tuple[int, int, str, Box]] = []
    left = lines
    for grid in grids:
        drawn = "".join(SAID.findall(text_in(grid.box)))
        found = said.find(drawn) if drawn else -1
        if found < 0:  # something else is drawn in between
            continue
        rows = rows_of(grid, text_in)
        cells = [cell for row in rows for cell in row]
        is_table = len(rows) > 1 and len(rows[0]) > 1 and max(map(len, cells)) <= _LONGEST_CELL
        if not is_table or sorted(SAID.findall("".join(cells))) != sorted(drawn):
            continue
        start, end = places[found], places[found + len(drawn) - 1] + 1
        is_apart = not (text[:start].rpartition("\n")[2].strip() or text[end:].partition("\n")[0].strip())
        if is_apart and all(end <= other_start or start >= other_end for other_start, other_end, *_ in rewritten):
            rewritten.append((start, end, "\n".join(" | ".join(row).strip() for row in rows), grid.box))
            left = [line for line in left if not all(grid.has(box) for box in line)]
    beside: tuple[int, float] = (len(text), 0.0)
    for start, end, written, box in sorted(rewritten, reverse=True):
        is_beside = box[2] <= beside[1] and text[end : beside[0]].isspace()
        text = f"{text[:start]}{written}{'\n' if is_beside else ''}{text[end:]}"
        beside = start, box[0]
    return text, left


def rows_of(grid: Grid, text_in: Callable[[Box], str]) -> list[list[str]]:
    """The texts of the cells, row by row, without empty rows and columns. A cell over several rows or columns is in the
    first of them."""
    texts = [[""] * (len(grid.columns) - 1) for _ in grid.rows[1:]]
    for row, column, cell in grid.cells():
        written = text_in(cell).replace("\r\n", "\n")
        texts[row][column] = " ".join(BROKEN.sub("\x02", written).split())
    filled = [column for column in range(len(grid.columns) - 1) if any(row[column] for row in texts)]
    return [[row[column] for column in filled] for row in texts if any(row)]
