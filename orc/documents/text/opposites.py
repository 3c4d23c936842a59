"""Words that exclude each other when one text has one and another text the other, such as landlord and tenant."""

import json
import re
from collections.abc import Iterator, Set
from functools import cache
from itertools import chain, islice
from pathlib import Path

from orc.documents.text.everyday import base_forms
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_PAIRS: dict[str, list[str]] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))


@cache
def _sides_by_word() -> dict[str, tuple[tuple[int, int], ...]]:
    """For each word, the pairs that it belongs to and its side in each."""
    table: dict[str, tuple[tuple[int, int], ...]] = {}
    for number, line in enumerate(chain(*_PAIRS.values())):
        for side, words in enumerate(line.split("/")):
            for word in dict.fromkeys(base_forms(content_words(words))):
                table[word] = (*table.get(word, ()), (number, side))
    return table


def party_names() -> Iterator[str]:
    """The names of the parties to contracts."""
    return (word for line in _PAIRS["parties"] for word in line.replace("/", " ").split())


def sides_of(words: Set[str]) -> dict[int, set[int]]:
    """The pairs that the words belong to, with their sides."""
    table = _sides_by_word()
    found: dict[int, set[int]] = {}
    for word in words & table.keys():
        for number, side in table[word]:
            found.setdefault(number, set()).add(side)
    return found


def opposites_of(word: str) -> frozenset[str]:
    """The words, in compared form, that a word excludes."""
    return frozenset(
        other
        for number, sides in sides_of({word}).items()
        for other, pairs in _sides_by_word().items()
        if any(pair == number and side not in sides for pair, side in pairs)
    )


def is_of_other_kind(asked: Set[tuple[str, str]], said: Set[tuple[str, str]]) -> bool:
    """Whether a text says only the opposite of what tells, in a question, which of two kinds it means: the southern
    gate for the northern gate, adults for children. Both are given by their pairs of adjacent words."""
    words, other_words = ({word for pair in pairs for word in pair} for pairs in (asked, said))
    groups, others = _range_of("groups"), sides_of(other_words)
    for number, sides in sides_of(words).items():
        found = others.get(number, set[int]()) if number in groups else set[int]()
        if number in _range_of("kinds"):
            nouns = {noun for word, noun in asked if number in sides_of({word})}
            found = {side for word, noun in said if noun in nouns for side in sides_of({word}).get(number, ())}
        if found and found.isdisjoint(sides):
            return True
    return False


@cache
def _range_of(key: str) -> range:
    """The numbers of the pairs under this key."""
    first = sum(len(lines) for lines in [*_PAIRS.values()][: [*_PAIRS].index(key)])
    return range(first, first + len(_PAIRS[key]))


_OPENER = r"(?:for|to|by|if|when|with|after|on|in|during|from|at|für|an|mit|nach|bei|wenn|durch|auf|im|am|von)"
_ALLOWED = r"(?:allowed|permitted|possible|erlaubt|gestattet|zulässig|möglich)"
_WORDS_FOR_ALLOWED = frozenset(content_words("allowed permitted possible erlaubt gestattet zulässig möglich"))
_ONLY = regex(
    rf"(?<!\bnot )(?<!\bnicht )(?:\b(?:only|nur|solely|ausschließlich) (?:{_ALLOWED} )?{_OPENER} "
    r"(?P<behind>(?:[\w'’-]+ ){0,4}[\w-]+)"
    rf"|\b{_OPENER} (?P<before>(?:[\w-]+ ){{0,2}}[\w-]+) only\b(?=\s*(?:[.,;:)]|\Z))"
    r"|(?:\A\W*|[.;:] )(?:Only|Nur) (?:(?:the|an?|der|die|das|eine?) )?(?P<first>[\w-]+)"
    r"(?:(?: [\w-]+)? (?:with|who|whose|aged|over|under|mit|über|unter|ab) (?P<more>(?:[\w-]+ ){0,3}[\w-]+))?)"
)


def restrictions(text: str) -> Iterator[set[str]]:
    """For each restriction in a text ("for trainees only"), the words of the group or case."""
    for only in _ONLY.finditer(text):
        for group in only.groups():
            found = set(content_words(group or "")) - _WORDS_FOR_ALLOWED
            if words := {word for word in found if not word[0].isdecimal()}:
                yield words


_NOT_MORE = regex(
    r"\b(?:not|no|nicht|never)\b((?:\s\w+){0,4}?)\s(?:more|higher|greater|longer|later|mehr|höher|länger|später)\s(?:than|als)\b",
    re.IGNORECASE,
)
_NOT_LESS = regex(
    r"\b(?:not|no|nicht)\b((?:\s\w+){0,4}?)\s(?:less|fewer|lower|shorter|weniger|kürzer)\s(?:than|als)\b",
    re.IGNORECASE,
)
_BOUNDS = regex(
    r"\b(?:(?P<most>at most|up to|(?:less|fewer|weniger|kürzer) (?:than|als)|höchstens|bis zu|maximal|a maximum of)"
    r"|(?P<least>at least|(?:more|longer|mehr|länger) (?:than|als)|mindestens|wenigstens|a minimum of)"
    r"|(?P<only>only (?:when|if|with|after|where)|nur (?:wenn|mit|nach))"
    r"|(?P<ever>whenever|at any time|even (?:if|when)|jederzeit|auch wenn|auch ohne))\b",
    re.IGNORECASE,
)
_AGAINST = {"most": "least", "least": "most", "only": "ever", "ever": "only"}


def with_plain_bounds(text: str) -> str:
    """The text with "at most" for "not more than" and "at least" for "not less than"."""
    return _NOT_LESS.sub(r"\1 at least", _NOT_MORE.sub(r"\1 at most", text))


def bounds_differ(one: str, other: str) -> bool:
    """Whether one text states an upper bound or a condition and the other a lower bound or none."""
    ours, theirs = (
        {str(found.lastgroup) for found in _BOUNDS.finditer(with_plain_bounds(text))} for text in (one, other)
    )
    return any(_AGAINST[each] in theirs and each not in theirs for each in ours)


_INSIDE = r"within|inside|innerhalb|(?:à )?l['’]intérieur d(?:e|u|es)|dentro del?"
_OUTSIDE = r"outside|außerhalb|en dehors d(?:e|u|es)|hors d(?:e|u|es)|hors d(?=['’])|fuera del?"
_PLACED = regex(
    rf"\b(?:(?P<inside>{_INSIDE})|(?P<outside>{_OUTSIDE})|(?P<before>before|prior to|bevor|vor|avant|antes del?)"
    r"|(?P<after>after|following|nachdem|nach|après|después del?))(?=\W)\W?(?P<what>(?:[\w'’-]+\s){0,4}[\w'’-]+)",
    re.IGNORECASE,
)
_MOST_PLACES = 40
_OTHER_PLACES = {"inside": "outside", "before": "after", "after": "before"}
_SWITCHED = regex(
    r"\b(?:switched|turned|is|are|be|stays?|remains?) (?:(?:all|fully) )?(?:(?P<off>off)|(?P<on>on))\b"
    r"(?= (?:at|in|during|from|after|before|when|while|if|all|until|by) |[.,;:!?]|\Z)",
    re.IGNORECASE,
)


def placements_differ(claim: str, said: str) -> bool:
    """Whether the claim places something outside, before or after what the other text says it is in, after or before:
    after delivery, for before delivery; or says that it is switched off, where that says on."""
    there = [
        (set(content_words(each["what"])), _side_of(each)) for each in islice(_PLACED.finditer(said), _MOST_PLACES)
    ]
    for each in islice(_PLACED.finditer(claim), _MOST_PLACES):
        what, side = set(content_words(each["what"])), _side_of(each)
        if any(side == other and what & words for words, other in there):
            continue
        if any(_OTHER_PLACES.get(side) == other and what & words for words, other in there):
            return True
        if side == "outside" and what & set(content_words(said)) and side not in {other for _, other in there}:
            return True
    ours, theirs = ({str(each.lastgroup) for each in _SWITCHED.finditer(text)} for text in (claim, said))
    return bool(ours and theirs) and ours.isdisjoint(theirs)


def _side_of(place: re.Match[str]) -> str:
    return next(side for side in ("inside", "outside", "before", "after") if place[side])
