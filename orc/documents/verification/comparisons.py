"""Compares what a claim says to be more than another thing with what the passage says of the two, in prose or in the
rows of a table (D-519)."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from orc.documents.text.figures import figures
from orc.documents.text.function_words import language_by_function_words
from orc.documents.text.tables import Row
from orc.documents.text.tokens import content_words
from orc.documents.verification.passage_blocks import blocks_of
from orc.documents.verification.restated import beginnings, restated_sentences
from orc.patterns import regex

_PAIRS: list[str] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
_MORE, _LARGER = 0, 1  # the pairs that compare figures
_PATTERNS = {  # the words that compare, and "than"
    language: (regex(rf"\b(?:{how})\b", re.IGNORECASE), regex(rf"\b(?:{than})", re.IGNORECASE))
    for language, (how, than) in {
        "en": (r"more|less|fewer|worse|(?!other|rather|never|after|under|over)\w{2,}er", r"than\b"),
        "de": (r"mehr|\w{3,}er(?:e[nrsm]?)?", r"als\b"),
        "fr": (r"plus|moins|meilleure?s?|pires?", r"que\b|qu['’]"),
        "es": (r"más|menos|(?:may|men|mej|pe)or(?:es)?", r"que\b"),
        "it": (r"più|meno|(?:maggi|min|migli|peggi)or[ei]", r"(?:di|de[il]|dell[aeo]|degli|che)\b|dell['’]"),
        "nl": (r"meer|minder|\w{3,}ere?", r"dan\b"),
        "pl": (r"więcej|mniej|bardziej|\w{3,}sz[yaeęą]\w{0,2}", r"(?:niż|od)\b"),
    }.items()
}
_MORE_OR_LESS = regex(
    r"more|less|fewer|mehr|weniger\w*|plus|moins|más|menos|più|meno|meer|minder|więcej|mniej", re.IGNORECASE
)
_CLAUSE_END = regex(r"[.;,:](?:\s|\Z)")
_LONGEST_ENDING, _MOST_ROWS, _LONGEST, _REACH = 3, 200, 500, 60


class _Comparison(NamedTuple):
    """Two sides, by the words that only one of them has, and for each kind of comparison 1 if the first side is more,
    or -1."""

    first: frozenset[str]
    second: frozenset[str]
    kinds: Mapping[str, int]


def comparisons_agree(passage: str, claim: str) -> bool:
    """Whether the claim does not exchange the sides of a comparison, nor say more for less.

    The passage says "The oak is taller than the elm": "The elm is taller than the oak" does not agree."""
    language = language_by_function_words(passage) or "en"
    if language not in _PATTERNS or (stated := _comparison(claim, language)) is None:
        return True
    verdicts = list[bool]()
    for sentence in restated_sentences(passage, claim):
        if found := _comparison(sentence, language):
            verdicts += _verdicts(stated, found)
        else:
            verdicts.append(True)
    return (not verdicts or any(verdicts)) and _rows_agree(passage, claim, stated)


def with_plain_comparisons(passage: str, claim: str) -> str:
    """The passage with the claim for each sentence that compares the same two things with the opposite word: what is
    older than another thing, which is younger."""
    language = language_by_function_words(passage) or "en"
    if language not in _PATTERNS or (stated := _comparison(claim, language)) is None:
        return passage
    words = beginnings(claim)
    for sentence in restated_sentences(passage, claim):
        found = _comparison(sentence, language)
        is_turned = found and stated.first & found.second and any(_verdicts(stated, found))
        if is_turned and len(words - beginnings(sentence)) <= 1:  # the word that compares
            passage = passage.replace(sentence, claim)
    return passage


def _verdicts(stated: _Comparison, found: _Comparison) -> Iterator[bool]:
    is_exchanged = bool(stated.first & found.second and stated.second & found.first)
    is_same = bool(stated.second & found.second or (not is_exchanged and stated.first & found.first))
    if is_same is is_exchanged:
        return
    for kind, sign in stated.kinds.items():
        if kind in found.kinds:
            yield (sign == found.kinds[kind]) is is_same


def _comparison(text: str, language: str) -> _Comparison | None:
    compared, than = _PATTERNS[language]
    end_of_first = than.search(text[:_LONGEST])
    found = _comparative(compared, text[: end_of_first.start()]) if end_of_first else None
    if found is None or end_of_first is None:
        return None
    end = _CLAUSE_END.search(text, end_of_first.end())
    right = text[end_of_first.end() : end.start() if end else len(text)].lstrip()
    written = text[found.end() : end_of_first.start()]
    if right[:1].isdecimal():
        return None
    first, second = beginnings(f"{text[: found.start()]} {written}"), beginnings(right)
    how = found[0].casefold()
    what = content_words(written)[:2]
    own = _sides(how)
    if _MORE_OR_LESS.fullmatch(how):
        sign = own[str(_MORE)]
        kinds = {pair: sign * side for word in written.casefold().split()[:2] for pair, side in _sides(word).items()}
        kinds = kinds or {f"more {' '.join(what[:1])}": sign, "figures": sign}
    else:
        kinds = dict(own) or {how: 1}
        if sign := own.get(str(_MORE), own.get(str(_LARGER), 0)):
            kinds["figures"] = sign
    if not (first - second and second - first):
        return None
    return _Comparison(first - second, second - first, kinds)


def _comparative(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """The last known comparative before "than", or else the last one: not "water" in "more water than"."""
    found = list(pattern.finditer(text, max(len(text) - _REACH, 0)))
    known = [each for each in found if _sides(each[0].casefold())]
    return known[-1] if known else found[-1] if found else None


@cache
def _sides(word: str) -> Mapping[str, int]:
    """The pairs of comparatives that a word belongs to, with 1 or -1 for its side."""
    found = dict[str, int]()
    for number, line in enumerate(_PAIRS):
        for side, words in zip((1, -1), line.split(" / "), strict=True):
            if any(word.startswith(each) and len(word) - len(each) <= _LONGEST_ENDING for each in words.split()):
                found[str(number)] = side
    return found


def _rows_agree(passage: str, claim: str, stated: _Comparison) -> bool:
    """Whether the figures of a table that the claim compares, two rows in one column or two columns of one row, are as
    it says."""
    sign = stated.kinds.get("figures", 0)
    words = beginnings(claim)
    for block in blocks_of(passage) if sign else ():
        rows = [row for row in block.rows() if beginnings(row.label)][:_MOST_ROWS]
        first, second = (
            [row for row in rows if beginnings(row.label) <= side] for side in (stated.first, stated.second)
        )
        if len(first) == len(second) == 1:
            about = words - beginnings(f"{first[0].label} {second[0].label}")
            pairs = [(_cell(first[0], about), _cell(second[0], about))]
        else:
            named = [row for row in rows if beginnings(row.label) <= words]
            pairs = [(_cell(row, stated.first), _cell(row, stated.second)) for row in named if len(named) == 1]
        for (heading, more), (other, less) in pairs:
            if more is None or less is None or (len(first) == len(second) == 1 and heading != other):
                continue
            if sign * (more - less) <= 0:
                return False
    return True


def _cell(row: Row, words: frozenset[str]) -> tuple[str, float | None]:
    """The heading and the figure of the cell under the heading with most of the words, or of the row's only cell."""
    cells = [(heading, value) for heading, value in row.columns if any(map(str.isdecimal, value))]
    shared = [len(beginnings(heading) & words) for heading, _ in cells]
    most = max(shared, default=0)
    under = [cell for cell, count in zip(cells, shared, strict=True) if count == most > 0]
    if len(cells) > 1 or under:
        cells = under
    if len(cells) != 1:
        return "", None
    numbers = list(figures(cells[0][1]))
    return cells[0][0], numbers[0].readings[0][0][0] if len(numbers) == 1 else None
