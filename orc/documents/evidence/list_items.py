"""Marks of list items, and the sentences that introduce lists: "Posters shall not:". Pure (D-496)."""

from orc.documents.text.line_ends import DAY
from orc.patterns import regex

BULLET = regex(rf"\A(?!{DAY})(?:[-*+•‣▪◦·]|#{{1,6}}|\(?\d{{1,3}}[.)]|\(?[a-z]\)|[a-z]\.)\s+")
"""The mark of a list item or a heading, at its beginning."""

_NUMBER = regex(r"\d+")
_LETTER = regex(r"[a-z]")


def item_mark_of(text: str) -> str:
    """The mark of a list item, with 0 for numbers and a for letters: `-`, `0.` or `a)`; "" for other texts."""
    bullet = BULLET.match(text)
    return _LETTER.sub("a", _NUMBER.sub("0", bullet[0])).strip() if bullet and bullet[0][0] != "#" else ""


class Introductions:
    """The introductions of lists in a text whose sentences are read in order."""

    def __init__(self) -> None:
        self._start, self._words = -1, frozenset[str]()
        self._mark = self._of_items = ""
        self._is_over = True

    def read(self, text: str, start: int, words: frozenset[str]) -> tuple[int, frozenset[str]]:
        """The place and the words of the sentence that introduces the list of which this sentence is an item; -1 and
        no words if it is none. An item of a list within a list can have the mark of the outer one, which goes on
        after an item with a full stop."""
        mark = item_mark_of(text)
        is_item = bool(mark) and not self._is_over and mark == (self._of_items or mark)
        found = (self._start, self._words) if is_item else (-1, frozenset[str]())
        self._is_over = not is_item or (mark == self._mark and text.endswith("."))
        self._of_items = mark
        if text.endswith((":", "：")):
            self._start, self._words, self._mark, self._of_items, self._is_over = start, words, mark, "", False
        return found
