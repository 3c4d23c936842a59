"""What introduces the items of lists: "Posters shall not:". Pure (D-496, D-511)."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from orc.documents.text.list_marks import goes_on_in, introduces, item_mark_of
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_REFERS = regex(
    r"\W*(?:it|he|she|they|we|i|you|one|this|these|that|those|er|sie|es|wir|man|dies\w{0,2}|ils?|elles?|on|nous|vous)\b",
    re.IGNORECASE,
)
_NEGATES = regex(
    r"\b(?:(?:can)?not|no(?!\.)|nor|never|without|unless|exclu(?:d\w{1,3}|sions?)|except\w{0,5}|prohibit\w{0,5}|forbid\w{0,5}"
    r"|nicht"
    r"|kein\w{0,2}|nie|ohne|ausgeschlossen\w{0,2}|ausschl\w{2,8}|ausgenommen|verboten\w{0,2}|untersagt|pas|sans|jamais"
    r"|interdit\w{0,3}|non(?!-)|nunca|sin|prohibid\w{1,2}|exclusi\w{2,4}|senza|esclus\w{1,4}|vietat\w|não|sem|proibid\w{1,2}"
    r"|niet|geen|verboden|uitgesloten|uitsluiting\w{0,2})\b|n['’]t\b",
    re.IGNORECASE,
)
_ASKS_WHAT = regex(
    r"\W*(?:what|which|who|was|welche[rsnm]?|wer|qu['’]est-ce|qu(?:e|oi|els?|elles?|i)|qu[eé]|cu[aá]l(?:es)?|qui[eé]n(?:es)?"
    r"|che|cosa|quali?|chi|o que|quais|quem|wat|welke|wie)\b",
    re.IGNORECASE,
)
_FIRST_ITEM = regex(r"[ \t]*\n\s*(?P<item>[^\n]{1,400})")
_LONGEST_HEADING, _DEEPEST = 120, 8
_NUMBER = regex(r"\d+")

ABOVE_PASSAGE = -2
"""Where an introduction begins that is not in the passage but in the lines above it."""


def negates(text: str) -> bool:
    """Whether a text says what is not so: "not", "excluded", "verboten"."""
    return _NEGATES.search(text) is not None


def is_negating_heading(title: str) -> bool:
    """Whether what stands below a heading can say the opposite when it stands alone: What is not covered."""
    return 0 < len(title) <= _LONGEST_HEADING and ":" not in title and negates(title)


def is_of_other_sense(question: str, asked: Collection[str], above: str, text: str) -> bool:
    """Whether a question with these words asks what is so, and what is above a text and has one of the words says that
    it is not so; or the other way round, and the text does not say it either."""
    if not above or _ASKS_WHAT.match(question) is None:
        return False
    is_denied = negates(above)
    is_other = not (is_denied or negates(text)) if negates(question) else is_denied
    return is_other and not frozenset(content_words(above)).isdisjoint(asked)


@dataclass(frozen=True, slots=True)
class Introduction:
    """The sentence that introduces a list: where it begins, its text after that of the introduction of the list in
    which it is an item, and the words of both. indent and mark are those of the item that it is, or is a part of.
    goes_on: whether it has no end mark and goes on in the list."""

    start: int
    text: str
    words: frozenset[str]
    indent: int = 0
    mark: str = ""
    goes_on: bool = False


@dataclass(slots=True)
class _List:
    """A list whose items have this indentation and mark; number is that of the last item, 0 without numbers. It is over
    after an item with a full stop if its items look like the item that introduces it."""

    by: Introduction
    indent: int
    mark: str
    number: int = 0
    is_over: bool = False

    def has(self, indent: int, mark: str) -> bool:
        return not self.is_over and (self.indent, self.mark) == (indent, mark)


class Introductions:
    """Finds the introductions of the items of lists in a text that begins at offset in its document and whose sentences
    are read in order. A list can stand in an item of another, told by its indentation, by another mark or, after a
    colon, by items that end in no full stop. above introduces the list that the text begins in."""

    def __init__(self, text: str, offset: int, above: Introduction | None = None) -> None:
        self._text, self._offset, self._line = text, offset, 0
        self._lists: list[_List] = []
        self._last = above  # what introduces the next item, if that opens a list
        self._item = (0, "")
        self._is_interrupted = False
        self.goes_on = False
        """Whether the sentence that was read last goes on in the items below it, without an end mark."""

    def read(self, start: int, end: int, words: frozenset[str], *, is_apart: bool) -> Introduction | None:
        """The introduction of the list of which the sentence with these offsets in the text is an item; None if it is
        none. is_apart is whether a blank line is before it."""
        self._line = self._text.rfind("\n", self._line, start) + 1 or self._line
        text, before = self._text[start:end], self._text[self._line : start]
        indent, begins_line = len(before), not before.strip()
        mark, around = item_mark_of(text) if begins_line else "", self._lists[-1].by if self._lists else None
        found = self._introduction(text, indent, mark) if mark else None
        goes_on = self.goes_on = self._goes_on_below(text, end, mark)
        if mark:
            self._item = (indent, mark)
        elif begins_line:
            self._item = (indent, "")
            if introduces(text) or text.endswith(",") or goes_on:
                self._lists = [each for each in self._lists if each.indent < indent]
                self._is_interrupted = False
            elif (is_apart or text[0] == "#") and not (self._lists and indent > self._lists[-1].indent):
                self._is_interrupted = True
        self._last = None
        if mark or introduces(text) or (begins_line and text.endswith(",")) or goes_on:
            is_unclear = not words or _REFERS.match(text) is not None
            known = found.words if found else around.words if around and is_unclear else frozenset[str]()
            whole = f"{found.text} {text}" if found else text
            self._last = Introduction(self._offset + start, whole, known | words, *self._item, goes_on)
        return found

    def _goes_on_below(self, text: str, end: int, mark: str) -> bool:
        """Whether a sentence without an end mark, no item of the same list, goes on in the items on the lines below."""
        below = _FIRST_ITEM.match(self._text, end) if text[-1].isalnum() else None
        item = below["item"].strip() if below else ""
        return item_mark_of(item) != mark and goes_on_in(text, item)

    def _introduction(self, text: str, indent: int, mark: str) -> Introduction | None:
        number = int(digits[0]) if mark.startswith(("0", "(0")) and (digits := _NUMBER.search(text)) else 0
        last = self._last
        if last is not None and len(self._lists) < _DEEPEST and _is_within(last, text, indent, mark):
            self._lists.append(_List(last, indent, mark))
        else:
            while self._lists and not self._lists[-1].has(indent, mark):
                self._lists.pop()
            if self._is_interrupted and not (self._lists and number and number == self._lists[-1].number + 1):
                self._lists.clear()
        self._is_interrupted = False
        if not self._lists:
            return None
        own = self._lists[-1]
        own.number, own.is_over = number, own.has(own.by.indent, own.by.mark) and text.endswith(".")
        return own.by


def _is_within(last: Introduction, text: str, indent: int, mark: str) -> bool:
    """Whether an item opens a list that the sentence before it introduces."""
    if not last.mark or indent > last.indent:
        return True
    says = introduces(last.text) or last.goes_on
    return says and indent == last.indent and not (mark == last.mark and introduces(text))
