"""Tables of plain text, and the figures in them."""

from collections.abc import Iterable, Sequence
from statistics import median


def show(title: str, header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Prints a table: the first column to the left, the others to the right."""
    lines = [header, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]
    print(f"\n{title}")
    for line in lines:
        first, *others = (cell.rjust(width) for cell, width in zip(line, widths, strict=True))
        print("  ".join([first.strip().ljust(widths[0]), *others]).rstrip())


def figures(values: Sequence[float], digits: int = 1) -> str:
    """The median; with the lowest and the highest when there are several."""
    if len(values) == 1:
        return f"{values[0]:,.{digits}f}"
    return f"{median(values):,.{digits}f} ({min(values):,.{digits}f}-{max(values):,.{digits}f})"


def judged(reached: float, goal: float, unit: str = "", *, at_least: bool = False) -> str:
    """A goal, and whether it is met; at_least says that more is better."""
    is_met = reached >= goal if at_least else reached <= goal
    return f"{goal:g}{unit}: {'' if is_met else 'not '}met"


def ratio(values: Sequence[float], base: Sequence[float]) -> str:
    """The ratio of the values' median to the base's median."""
    return f"{median(values) / median(base):.2f} x"
