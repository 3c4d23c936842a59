"""Tells markers from brackets that are text, by where they stand and by what the model was given (D-470)."""

import re
from collections import defaultdict
from collections.abc import Sequence

from orc.documents.citations.notation import (
    body_of,
    has_escaped_opening,
    is_bare,
    is_quantity,
    ranges_in,
    unfinished_ranges,
)
from orc.patterns import regex

CONTEXT = 120  # characters before a bracket that are looked at
_AHEAD = 8  # characters after it
_MOST_GIVEN = 10_000
_SMALLEST_YEAR, _LARGEST_YEAR = 1000, 9999
_LETTER = "A-Za-z\u00c0-\u052f"  # of scripts that put spaces between words

_GIVEN = regex(r"[\[［【(][^\[\]［］【】()]{1,120}[\]］】)]")
_NOT_IN_KEY = regex(r"[\s\\\[\]［］【】\u200b-\u200d\u2060\ufeff]")
_DASHES = str.maketrans("–—‐‑", "----")
_TOKEN = regex(r"[^\W\d_]+|\d+|[^\w\s*\"“”„«»'’‘\\_]")

_MARKER = regex(r"\[\d{1,3}\]{1,2}")
_NAME = regex(
    rf"(?<!\w)(?P<name>[{_LETTER}](?:[{_LETTER}0-9_]{{0,60}}[{_LETTER}0-9])?)(?:\([^()\s]{{0,20}}\))?"
    r"(?:\[[^\[\]\n]{1,20}\])*\Z"
)
_QUANTITY = regex(r"\d[ \xa0]?[a-z]\Z")
_ASSIGNED = regex(r"[ \t]?=")
_OPERAND = regex(r"[=∈≈≠≤≥]\s*\Z")
_FIELD = regex(r"[\"”]\s*:\s*\Z")
_WITHIN = regex(r"(?:[\[［]|[\w\]]\()\s*\Z")
_NEXT = regex(r"[\]］]\s*,\s*\Z")
_OPENED = regex(r"(?:(?:\A|\n)[ \t>|*+#-]*|[^\s\]］][,:;(–—])[ \t\xa0]*\Z")
_WORD_AHEAD = regex(r"[ \t\xa0]{1,3}[*_`\"'“„«(]{0,3}\w")
_MARK_AHEAD = regex(r"[ \t\xa0]{0,3}\[\d")
_CLAUSE_ENDS = regex(
    r"[ \t\xa0*_]{0,3}(?:[.,;:!?)|\n]|\Z)|[ \xa0](?i:and|but|while|und|aber|et|mais|y|pero|ma|en|maar)[ \xa0]"
)
_AFTER_STATEMENT = regex(r"[\w.!?\"”»)*%][ \t\xa0]\Z|\[\d{1,3}\][ \t\xa0]?\Z")  # or after a marker
_BEFORE_VALUES = regex(
    r"(?<!\w)(?i:in|of|from|between|is|are|was|were|to|with|as|by|on|within|for|and|or|the|an?|von|zwischen|aus|ist|sind"
    r"|mit|im|bei|auf|und|oder|dans|de|entre|est|sont|sur|es|son|di|tra|è|sono|van|tussen|zijn|intervall?e?|range"
    r"|bereich|ci|set|list|array|vector|values?|scores?|numbers?|matrix|columns?|rows?|ages?|options?|menge|liste|werte?"
    r"|zahlen)[ \t\xa0]\Z"
)
_HALF_WORD = regex(r"[ \xa0][^\W\d_]{1,6}")
_UNDECIDED = regex(r"[ \t\xa0]{0,3}\[?|[ \t\xa0]{1,3}[*_`\"'“„«(]{0,3}")


class GivenBrackets:
    """The brackets with figures in the texts that a model was given, each with the word before it. They are read when
    one is first looked for. The first of the texts are sources. Lines of the others that begin with a bracket may be
    the headings of sources."""

    def __init__(self, sources: int, texts: Sequence[str]) -> None:
        self._sources = sources
        self._texts = texts
        self._found: dict[tuple[str, str], set[int]] | None = None

    def of(self, before: str, bracket: str) -> set[int]:
        """The positions of the texts in which the bracket stands after the same word."""
        if self._found is None:
            self._found = self._read()
        word = _word_before(before.rpartition("\n")[2])
        return self._found.get((word, _key(bracket)), set()) if word else set()

    def _read(self) -> dict[tuple[str, str], set[int]]:
        found, count = defaultdict[tuple[str, str], set[int]](set), 0
        for position, text in enumerate(self._texts):
            for bracket in _GIVEN.finditer(text):
                if any(map(str.isdecimal, bracket[0])):
                    before, count = text[max(0, bracket.start() - CONTEXT) : bracket.start()], count + 1
                    before = before if position < self._sources else before.rpartition("\n")[2]
                    found[_word_before(before), _key(bracket[0])].add(position)
                if count >= _MOST_GIVEN:
                    return found
        return found


def _key(bracket: str) -> str:
    return _NOT_IN_KEY.sub("", bracket).translate(_DASHES).casefold()


def _word_before(before: str) -> str:
    """The last word before a bracket with the figures and punctuation after it; empty if there is no word."""
    tokens = _TOKEN.findall(before)
    last = next((at for at in range(len(tokens) - 1, -1, -1) if tokens[at][0].isalpha()), None)
    return "" if last is None else "".join(tokens[last:]).casefold()


class BracketReader:
    """Reads the brackets of an answer in their order. sources is how many sources there are; given are their texts,
    then the other texts that the model was given."""

    def __init__(self, sources: int, given: Sequence[str]) -> None:
        self._sources = sources
        self._given = GivenBrackets(sources, given)
        self._indexed = set[str]()  # names that an index follows
        self._after_text = False  # the last bracket with numbers was text

    def read(self, mark: re.Match[str], before: str, ahead: str, *, is_all: bool) -> list[int] | str | None:
        """The numbers of the sources that a bracket cites, none if it is to be removed; or its text if it is no marker.
        None if that depends on what follows. is_all: the answer ends after the text ahead."""
        before = (before + mark["space"])[-CONTEXT:]
        next_word = "," in mark[0] and _HALF_WORD.fullmatch(ahead[:_AHEAD])
        if not is_all and (next_word or _UNDECIDED.fullmatch(ahead[:_AHEAD])):
            return None
        reading = self._numbers_or_text(mark, before, ahead[:_AHEAD])
        self._after_text = isinstance(reading, str)
        return reading

    def is_text(self, listed: str, before: str) -> bool:
        """Whether a bracket that is unfinished at the end of the answer is text, as far as its numbers go."""
        is_value = _OPERAND.search(before) or _FIELD.search(before) or self._is_within(before)
        return any(b > self._sources for _, b in unfinished_ranges(listed)) or (bool(listed) and bool(is_value))

    def _numbers_or_text(self, mark: re.Match[str], before: str, ahead: str) -> list[int] | str:
        ranges = ranges_in(body_of(mark))
        if not ranges or has_escaped_opening(mark[0]):
            return mark[0]
        if self._is_copied(mark, ranges, before, ahead):
            return _as_text(mark) if self._is_known(ranges) else mark[0]
        numbers = list(dict.fromkeys(n for a, b in ranges for n in range(max(a, 1), min(b, self._sources) + 1)))
        if not numbers and all(_SMALLEST_YEAR <= a <= _LARGEST_YEAR for a, _ in ranges):
            return mark[0]
        if not is_bare(mark[0]):
            return numbers or ([] if "#" not in mark[0] else mark[0])  # an issue's number
        if len(ranges) > 1 or ranges[0][0] < ranges[0][1]:
            is_text = self._is_listed_text(mark, ranges, before, ahead)
            return mark[0] if is_text or not numbers else numbers
        if self._is_index(before, ahead, is_known=bool(numbers)) or _OPERAND.search(before):
            return _as_text(mark) if numbers else mark[0]
        if _FIELD.search(before):
            return mark[0]  # an escape would break JSON
        if not numbers and (self._is_within(before) or (_OPENED.search(before) and _WORD_AHEAD.match(ahead))):
            return mark[0]
        return numbers

    def _is_copied(self, mark: re.Match[str], ranges: list[tuple[int, int]], before: str, ahead: str) -> bool:
        """Whether the texts have the bracket after the same word. At the end of a clause it cites a source that has it
        there: the clause is from that source."""
        texts = self._given.of(before, mark[0])
        goes_on = _WORD_AHEAD.match(ahead) or _MARK_AHEAD.match(ahead)
        return bool(texts) and (goes_on is not None or len(ranges) > 1 or ranges[0][0] - 1 not in texts)

    def _is_known(self, ranges: list[tuple[int, int]]) -> bool:
        return all(a > 0 and b <= self._sources for a, b in ranges)

    def _is_listed_text(self, mark: re.Match[str], ranges: list[tuple[int, int]], before: str, ahead: str) -> bool:
        """Whether several numbers are a list, an interval or an index. If only some have sources, they are a list that
        cites these at the end of a clause, unless a word before it introduces values."""
        is_value = _OPERAND.search(before) or _FIELD.search(before)
        cites_some = (
            all(a == b for a, b in ranges)
            and not is_quantity(body_of(mark).strip())
            and _CLAUSE_ENDS.match(ahead)
            and _AFTER_STATEMENT.search(before)
            and not _BEFORE_VALUES.search(before)
        )
        return (
            not (self._is_known(ranges) or cites_some)
            or is_value is not None
            or self._is_within(before)
            or self._is_index(before, ahead, is_known=True)
        )

    def _is_within(self, before: str) -> bool:
        """Whether the bracket is an element of a list or an argument."""
        return _WITHIN.search(before) is not None or (self._after_text and _NEXT.search(before) is not None)

    def _is_index(self, before: str, ahead: str, *, is_known: bool) -> bool:
        """Whether the bracket directly follows a name and is an index: of a variable, of a name that had an index
        before, in an assignment, or with a number that has no source."""
        found = _NAME.search(before)
        if found is None:
            return False
        name = found["name"]
        is_variable = len(name) == 1 and name.islower() and name.isascii() and not _QUANTITY.search(before)
        if is_known and not (is_variable or "_" in name or name in self._indexed or _ASSIGNED.match(ahead)):
            return False
        self._indexed.add(name)
        return True


def _as_text(mark: re.Match[str]) -> str:
    """The bracket; escaped if a client too would take it for a marker."""
    text, opening = mark[0], mark[0].rfind("[")
    is_marker = _MARKER.fullmatch(text, opening) if opening >= 0 and text[opening - 1 : opening] != "\\" else None
    return f"{text[:opening]}\\{text[opening:]}" if is_marker else text
