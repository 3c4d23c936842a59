"""Tables as lines of text: a line for each row, cells separated by ` | `."""

from collections.abc import Iterable, Iterator, Sequence


def table_text(rows: Iterable[Sequence[str]]) -> str:
    """The rows that are not blank, one a line; blank ones part two tables."""
    return "\n".join(_lines(rows)).strip("\n")


def _lines(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    after_gap = True
    for row in rows:
        cells = [" ".join(cell.split()) for cell in row]
        if any(cells):
            yield " | ".join(cells)
        elif not after_gap:
            yield ""
        after_gap = not any(cells)
