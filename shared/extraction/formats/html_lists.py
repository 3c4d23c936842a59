"""Marks of the items of HTML lists, as in Markdown: "- ", "2. " and, in a list within an item, indented; and the colon
between a term and its description (D-510)."""

import re

from lxml import etree

_LISTS = frozenset(("ol", "ul", "menu"))
_DIGITS = 6  # of the number of an item
_DEEPEST = 6  # of marks that are indented further
_LETTERS = 26
_MARKED = re.compile(  # an item that has a mark in its text
    r"\s*(?:[-*+•‣▪◦·–—■●○→](?:\s|\Z)|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)](?:\s|\Z)|\d{1,2}(?:\.\d{1,2})+\.?(?:\s|\Z)|§\s?\d|\[\d{1,3}\])"
)
_ENDED = frozenset(":.!?;…。：！？")


class ListMarks:
    """Counts the items of the lists that an HTML document opens and closes in order."""

    def __init__(self) -> None:
        self._lists: list[tuple[str, str]] = []  # the tag of each open list, and the type of its numbers
        self._numbers: list[int] = []

    @property
    def depth(self) -> int:
        return len(self._lists)

    def open(self, element: etree._Element) -> None:
        """Reads the beginning of a list; other elements are no matter."""
        if element.tag in _LISTS:
            start = element.get("start", "")
            self._lists.append((str(element.tag), element.get("type", "")))
            self._numbers.append(int(start) - 1 if start.isdecimal() and len(start) < _DIGITS else 0)

    def close(self, element: etree._Element) -> None:
        """Reads the end of a list."""
        if element.tag in _LISTS and self._lists:
            self._lists.pop()
            self._numbers.pop()

    def mark_of(self, item: etree._Element) -> str:
        """The mark of the next item of the innermost list, with its indent."""
        if not self._lists:
            return "- "
        tag, kind = self._lists[-1]
        value = item.get("value", "")
        is_numbered = value.isdecimal() and len(value) < _DIGITS
        self._numbers[-1] = number = int(value) if is_numbered else self._numbers[-1] + 1
        indent = "  " * min(len(self._lists) - 1, _DEEPEST)
        if tag != "ol":
            return f"{indent}- "
        is_letter = kind in ("a", "A") and 0 < number <= _LETTERS
        return f"{indent}{chr(ord(kind) + number - 1) if is_letter else number}. "


def with_mark(mark: str, text: str) -> str:
    """The beginning of an item with its mark, or only its indent if the text has one of its own; that of a description
    after its term."""
    return mark[: len(mark) - len(mark.lstrip())] + text if _MARKED.match(text) else mark + text


def after_term(last: str) -> str:
    """What stands between a term, which ends in this character, and its description."""
    return " " if last in _ENDED else ": "
