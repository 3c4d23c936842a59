"""Prints tables as plain text, and formats the figures in them."""

from collections.abc import Iterable, Sequence
from statistics import median


def show(title: str, header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Prints a table with the first column aligned left and the others right."""
    lines = [header, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]
    print(f"\n{title}")
    for line in lines:
        first, *others = (cell.rjust(width) for cell, width in zip(line, widths, strict=True))
        print("  ".join([first.strip().ljust(widths[0]), *others]).rstrip())


def figures(values: Sequence[float], digits: int = 1) -> str:
    """The median, with the lowest and the highest value if there are several."""
    if len(values) == 1:
        return f"{values[0]:,.{digits}f}"
    return f"{median(values):,.{digits}f} ({min(values):,.{digits}f}-{max(values):,.{digits}f})"


def judged(reached: float, goal: float, unit: str = "", *, at_least: bool = False) -> str:
    """The goal, and whether it is met. at_least: higher values are better."""
    is_met = reached >= goal if at_least else reached <= goal
    return f"{goal:g}{unit}: {'' if is_met else 'not '}met"


def ratio(values: Sequence[float], base: Sequence[float]) -> str:
    """The ratio of the median of the values to that of the base."""
    return f"{median(values) / median(base):.2f} x"
