"""Text that is struck out, which its document no longer says: ~~struck~~, as in Markdown. Pure (D-521)."""

import re
from bisect import bisect_left
from collections.abc import Sequence

from orc.patterns import regex

STRUCK = "~~"
"""The mark before and after text that is struck out."""

_STRUCK = regex(r"(?<![~\\])~~(?=[^\s~])(?:[^~\n]|~(?!~)|\n(?![ \t]*\n))+?(?<=[^\s~])~~(?!~)")
_LINE = regex(r"[^\s](?:[^\n]*[^\s])?")
_BETWEEN = regex(r"(?<=[^\s~])~~([ \t]?)~~(?=[^\s~])")


def struck_spans(text: str) -> list[tuple[int, int]]:
    """The offsets of the parts that are struck out, with their marks. None reaches beyond a blank line."""
    return [found.span() for found in _STRUCK.finditer(text)] if STRUCK in text else []


def is_within(spans: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    """Whether a part of a text is in one of the spans, which are in order, and does not end it."""
    at = bisect_left(spans, (start + 1, 0)) - 1
    return at >= 0 and end < spans[at][1]


def without_struck(text: str) -> str:
    """The text with a space for each part that is struck out."""
    return _STRUCK.sub(" ", text) if STRUCK in text else text


def is_struck(text: str) -> bool:
    """Whether all of a text is struck out."""
    return text.startswith(STRUCK) and not without_struck(text).strip()


def as_struck(text: str) -> str:
    """The text with marks that strike out each of its lines."""
    return _LINE.sub(lambda line: f"{STRUCK}{line[0]}{STRUCK}", text.replace(STRUCK, "~"))


def joined_struck(text: str) -> str:
    """The text without the marks between parts that are struck out one after another."""
    return _BETWEEN.sub(r"\1", text) if STRUCK in text else text


def with_struck_lines(text: str) -> str:
    """The text with marks on each line of the parts that are struck out over several."""

    def mark_lines(found: re.Match[str]) -> str:
        return as_struck(found[0][len(STRUCK) : -len(STRUCK)]) if "\n" in found[0] else found[0]

    return _STRUCK.sub(mark_lines, text) if STRUCK in text else text
