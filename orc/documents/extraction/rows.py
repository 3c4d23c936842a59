"""Tables as lines of text: a line for each row, cells separated by ` | `, and the headings of the columns again in
every stretch of rows, so that a passage cut from a long table still tells what its figures are."""

import re
from collections.abc import Iterable, Iterator, Sequence

_REPEAT_AFTER = 700  # characters; a passage is somewhat longer
_MAX_HEADINGS = 300
_FIGURE = re.compile(r"[-+(]?[$€£¥]?\s?\d[\d\s.,:/%()-]*")


def table_text(rows: Iterable[Sequence[str]]) -> str:
    """The rows that are not blank, one a line; blank ones part two tables."""
    return "\n".join(_lines(rows)).strip("\n")


def _lines(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    headings, since, after_gap = "", 0, True
    for row in rows:
        cells = [" ".join(cell.split()) for cell in row]
        if not any(cells):
            if not after_gap:
                yield ""
            after_gap, headings = True, ""
            continue
        line = " | ".join(cells)
        if not headings and _are_headings(cells) and len(line) <= _MAX_HEADINGS:
            headings, since = line, 0
        elif headings and since > _REPEAT_AFTER:
            yield headings
            since = 0
        yield line
        since += len(line) + 1
        after_gap = False


def _are_headings(cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if cell]
    return len(filled) > 1 and 2 * len(filled) > len(cells) and not any(_FIGURE.fullmatch(cell) for cell in filled)
