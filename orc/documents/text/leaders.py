"""Lines of a table of contents, whose titles a row of dots leads to their pages. Pure."""

from collections.abc import Sequence
from itertools import pairwise

from orc.patterns import regex

_MARKS = ("....", ". .", "……", "····", "· ·")
_DOTS = ("....", "……", "····")
_APART = (". .", "· ·")
_PAGE = regex(r"(?<=[\s.…·])(?:[1-9]\d{0,3}|[ivxlc]{1,7})\Z")
_LONGEST_PAGE = 8
_NUMBERED = regex(r"[\s|#*]*(?:§|\d)")
_FEWEST = 5  # lines; a list of prices may have fewer that rise
_FEWEST_NUMBERED = 3
_MOST_FALLS = 0.1  # columns of contents that stand beside each other


def may_lead(text: str) -> bool:
    """Whether the text has dots that may lead to a page."""
    return any(mark in text for mark in _MARKS)


def page_after_leader(line: str) -> int | None:
    """The page at the end of a line to which a row of dots leads, 0 for a Roman one; None for any other line."""
    words = line.rstrip("| \t")
    page = _PAGE.search(words, max(len(words) - _LONGEST_PAGE, 0))
    if page is None:
        return None
    before = words[: page.start()].rstrip("| \t")
    if not before.endswith((*_DOTS, *_APART)):
        return None
    return int(page[0]) if page[0].isdecimal() else 0


def contents_lines(lines: Sequence[str]) -> frozenset[int]:
    """Which of the lines belong to a table of contents: at least five with a page, or three if there are numbers of
    sections, and these pages rise. The figures of a list of prices with such dots do not."""
    led = [i for i, line in enumerate(lines) if may_lead(line) and page_after_leader(line) is not None]
    pages = [page_after_leader(lines[i]) or 0 for i in led]
    falls = sum(after < page for page, after in pairwise(pages))
    fewest = _FEWEST_NUMBERED if any(_NUMBERED.match(lines[i]) for i in led) else _FEWEST
    return frozenset(led) if len(led) >= fewest and falls <= _MOST_FALLS * len(led) else frozenset()
