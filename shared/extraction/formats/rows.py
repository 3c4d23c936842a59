"""Tables as lines of text: one line for each row, cells separated by ` | `."""

from collections.abc import Iterable, Sequence

LONGEST_REPEATED = 80
"""Of the texts of cells over several rows, those with no more characters are repeated in each row."""
MOST_REPEATED = 10_000
"""The number of times that cells of a sheet or page are repeated."""


def table_text(rows: Iterable[Sequence[str]]) -> str:
    """The rows that are not blank, one a line. Blank rows separate two tables by one blank line."""
    lines: list[str] = []
    for row in rows:
        cells = [" ".join(cell.split()) for cell in row]
        if any(cells):
            lines.append(" | ".join(cells))
        elif lines and lines[-1]:
            lines.append("")
    return "\n".join(lines).strip("\n")
