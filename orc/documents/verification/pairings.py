"""Compares which words of a sentence belong to which figure: what adults pay is not what children pay (D-401)."""

import json
import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from orc.documents.text.figures import CALENDAR, Figure, FigureSet, figures, in_digits, month_names
from orc.documents.text.function_words import language_by_function_words
from orc.documents.text.opposites import sides_of
from orc.documents.text.sentences import sentence_spans
from orc.documents.text.tokens import content_words
from orc.documents.verification.clauses import UP_OR_DOWN, joined_without
from orc.documents.verification.passage_blocks import blocks_of
from orc.documents.verification.passage_figures import UNIT_WORDS
from orc.documents.verification.word_overlap import base_forms_of
from orc.patterns import regex

_WORDS = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
_DAYS = {word: number for number, words in enumerate(_WORDS["days"]) for word in content_words(words)}
_MONTHS = set(content_words(f"{' '.join(month_names())} {_WORDS['months']}"))
_EMPTY = set(content_words(_WORDS["stand_ins"]))  # for a noun of the part before; verbs that end Japanese sentences
_UNIT_WORDS = UNIT_WORDS | set(content_words("million billion thousand per cent prozent"))
_LONGEST_ENDING = 3  # of a day: on Mondays, in Scandinavian languages
_PART_END = {
    language: regex(rf"[;،؛；，、]\s?|,\s|\s(?:{words})\s", re.IGNORECASE)
    for language, words in _WORDS["joined"].items()
}
_NUMBER_WORDS = {
    word: str(value) for words in _WORDS["numbers"] for value, word in enumerate(words.split(), 1) if len(word) > 2
}
_NUMBER_WORD = regex(rf"\b(?:{'|'.join(_NUMBER_WORDS)})\b", re.IGNORECASE)
_WIDE = r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]"  # scripts without spaces between words
_FIRST_WIDE = "\u3000"
_NUMBER = regex(
    rf"(?:(?<![\w.,])|(?<={_WIDE}))(?:[$€£¥] ?\d[\d.,:\u00a0]*"
    rf"|\d[\d.,:\u00a0]*(?: (?:19|20)\d\d\b|(?P<following>{_WIDE}|\.? ?[^\W\d_]+)"
    r"(?:(?<=[^\W\d_]{3}),? (?:19|20)\d\d\b)?)?)"
)
_EXCEPT = regex(rf"\b(?:{_WORDS['except']})\b", re.IGNORECASE)
_ARTICLE = regex(
    r"\W*(?:(?:and|but|und|aber|et|mais|y|pero|e|ma|en|maar) )?"
    r"(?:the|an?|der|die|das|le|la|les|l['’]|el|los|las|il|lo|i|gli|de|het)\b",
    re.IGNORECASE,
)
_YEAR = regex(r"(?:19|20)\d\d(?![\d.,:]*\d)")
_WORD = regex(r"[^\W_]+")
_HEADER = regex(r"[^:：、]{1,80}(?::\s|：|は、)(?!.*(?::\s|：|は、))")  # what all figures of a list are about
_MOST_PARTS, _LONGEST_SENTENCE, _LEAST_SHARE = 12, 1_000, 0.5
_MOST_FIGURES = 3  # of a part: more are no pairs of a thing and its figure


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a sentence with figures or with days, months and years, which are its values. values has the words
    after the figures, or the days, months and years; words has all other words, and behind those of them that come
    after the last value. is_headed means that some come before the first, subject is the first of them. is_named
    means that an article precedes it."""

    figures: Sequence[Figure]
    figure_set: FigureSet
    values: frozenset[str]
    words: frozenset[str]
    behind: frozenset[str]
    is_headed: bool
    subject: str
    is_named: bool

    def has(self, other: "_Part") -> bool:
        """Whether the part has the other one's figures, or its days, months and years."""
        return all(map(self.figure_set.contains, other.figures)) if other.figures else other.values <= self.values

    def could_have(self, other: "_Part") -> bool:
        """Whether the part has figures of the same kind: of the same unit, or before words that begin alike."""
        units, units_there = ({figure.unit for figure in each.figures} - {""} for each in (self, other))
        if units and units_there:
            return not units.isdisjoint(units_there)
        nouns, nouns_there = ({"month" if w in _MONTHS else w[0] for w in each.values} for each in (self, other))
        return not (other.figures and nouns and nouns_there) or not nouns.isdisjoint(nouns_there)


def pairings_agree(passage: str, claim: str) -> bool:
    """Whether the claim gives its figures the words that they have in the passage, or its days and months if it has no
    figures. False if it gives a figure the words of another figure of the same sentence, or another day than that of
    the sentences with its figures.

    The passage says "Adults pay 12 euros, children pay 6 euros": "Children pay 12 euros" does not agree."""
    passage, claim = (joined_without(text) for text in (passage, claim))
    if _EXCEPT.search(claim):
        return True
    language = language_by_function_words(passage) or ""
    of_figures = any(not each.is_year and each.unit != CALENDAR for each in figures(on_one_line(claim)))
    claim_parts = [
        part
        for start, end in sentence_spans(claim)
        for part in _parts(claim[start:end], language, of_figures=of_figures)
    ]
    words = frozenset(_words(on_one_line(claim))) - _UNIT_WORDS
    days = {day for word in content_words(claim) if (day := _day(word)) is not None}
    places = list[tuple[int, list[_Part]]]()
    other_days = list[tuple[int, bool]]()  # of the sentences with the claim's figures: whether it is another one
    for block in blocks_of(passage):
        text = block.text
        sentences = block.lines if block.is_table else [text[start:end] for start, end in sentence_spans(text)]
        for sentence in sentences if claim_parts else ():
            if shared := len(words.intersection(_words(sentence))):
                parts = _parts(sentence, "row" if block.is_table else language, of_figures=of_figures)
                places.append((shared, parts))
                if of_figures and any(part.has(stated) for part in parts for stated in claim_parts):
                    found = {day for word in content_words(sentence) if (day := _day(word)) is not None}
                    is_other = len(found) == 1 and not found & days and not _EXCEPT.search(sentence)
                    other_days.append((shared, is_other))
    most = max((shared for shared, _ in other_days), default=0)
    is_other_day = most and all(is_other for shared, is_other in other_days if shared >= _LEAST_SHARE * most)
    if len(days) == 1 and is_other_day:
        return False
    for stated in claim_parts[:_MOST_PARTS]:
        having = [(shared, parts) for shared, parts in places if any(part.has(stated) for part in parts)]
        most = max((shared for shared, _ in having), default=0)
        verdicts = [
            _is_exchanged(stated, parts, words if len(claim_parts) == 1 else None)
            for shared, parts in having
            if shared >= _LEAST_SHARE * most
        ]
        if verdicts and all(verdicts):
            return False
    return True


def _is_exchanged(claim: _Part, parts: Sequence[_Part], words: Set[str] | None) -> bool:
    """Whether the claim has the words of another part than the one with its figures, which is its own. words has all
    words of the claim if it has no other part; it may then not have the words of both."""
    same = [part for part in parts if part.has(claim)]
    if len(same) > 1:
        same = [part for part in same if claim.values & part.values]
    if len(same) != 1 or len(same[0].figures) > _MOST_FIGURES:
        return False
    own, at = same[0], parts.index(same[0])
    for i, other in enumerate(parts):
        if i == at or not other.could_have(claim) or len(other.figures) > _MOST_FIGURES:
            continue
        # What precedes the first figure belongs to all that follow if these begin with their figures.
        is_headed = parts[max(i, at)].is_headed
        values, claim_words = own.values | other.values, claim.words | claim.values
        own_nouns = own.values - other.values - _UNIT_WORDS
        other_nouns = {word for word in claim_words & other.values - own.values - _UNIT_WORDS if word < _FIRST_WIDE}
        if (
            own_nouns and other_nouns and claim_words.isdisjoint(own_nouns)
        ):  # ten books for a month and three films for a week
            return True
        all_own, all_other = ((part.words if is_headed else part.behind) - values for part in (own, other))
        of_own, of_other = all_own - all_other, all_other - all_own
        if all_own and of_other:
            share = len(claim.words & of_other) / len(of_other)
            own_share = len((words or claim.words) & of_own) / len(of_own) if of_own else 0
            if (
                i < at
                and is_headed
                and own.is_named
                and of_own
                and not own_share
                and other.subject in claim.words & of_other
            ):
                return True  # the bus takes 2 hours, the train 5: "the bus takes 5 hours"
            if i < at and own_share and share < 1:  # the earlier part may have words that belong to both
                continue
            if share > max(_LEAST_SHARE, own_share) or (share == 1 and words and i > at and is_headed):
                return True
    return False


def _parts(sentence: str, language: str, *, of_figures: bool) -> list[_Part]:
    """The parts of a sentence that have figures, or days, months and years. What precedes the first of them belongs to
    it. A row of a table is one part."""
    text, parts = on_one_line(sentence), list[_Part]()
    pattern = _PART_END.get(language)
    header = _HEADER.match(text)
    ends = islice(pattern.finditer(text), _MOST_PARTS) if pattern else ()
    start = 0
    for end, following in [*(cut.span() for cut in ends), (len(text), 0)]:
        piece = text[start:end]
        if of_figures:
            found = [each for each in figures(piece) if not each.is_year and each.unit != CALENDAR]
            values = [number for number in _NUMBER.finditer(piece) if not _YEAR.match(number[0])] if found else []
            named = {word for number in values for word in _words(number["following"] or "")}
        else:
            found = []
            values = [word for word in _WORD.finditer(piece) if _time_words(word[0])]
            named = {word for value in values for word in _time_words(value[0])}
        if values:
            spans = [value.span() for value in values]
            cuts = zip([0, *(last for _, last in spans)], [*(first for first, _ in spans), len(piece)], strict=True)
            pieces = [piece[first:last] for first, last in cuts]
            words = [_own_words(each) for each in pieces]
            is_named = _ARTICLE.match(pieces[0]) is not None
            subject = next(iter(_ordered(pieces[0])), "")
            if pattern and header and not parts and header.end() <= spans[0][0]:  # it belongs to all parts
                words[0] = _own_words(piece[header.end() : spans[0][0]]) or words[0]
            parts.append(
                _Part(
                    found,
                    FigureSet(found),
                    frozenset(named),
                    frozenset().union(*words),
                    words[-1],
                    bool(words[0]),
                    subject,
                    is_named,
                )
            )
            start = following
        elif parts:
            start = following
    return parts


def _time_words(word: str) -> list[str]:
    """The compared form of a word if it is a day, a month or a year."""
    return [each for each in content_words(word) if each in _MONTHS or _YEAR.fullmatch(each) or _day(each) is not None]


def _day(word: str) -> int | None:
    """The number of the day that a compared word names."""
    return next(
        (n for day, n in _DAYS.items() if word.startswith(day) and len(word) - len(day) <= _LONGEST_ENDING), None
    )


def _words(text: str) -> list[str]:
    """The compared words and years of a text."""
    words = base_forms_of(text)
    return [word for word in words if (not word[0].isdecimal() or _YEAR.fullmatch(word)) and word not in _EMPTY]


def _own_words(text: str) -> frozenset[str]:
    """The compared words that say what a figure is of: no units, rises or falls."""
    return frozenset(_ordered(text))


def _ordered(text: str) -> Iterator[str]:
    return (word for word in _words(text) if word not in _UNIT_WORDS and UP_OR_DOWN not in sides_of({word}))


def part_end_in(text: str) -> re.Pattern[str]:
    """What separates the parts of a sentence in the language of the text: commas and words such as "and"."""
    return _PART_END.get(language_by_function_words(text) or "", _PART_END[""])


def on_one_line(text: str) -> str:
    """The beginning of a text on one line, with number words as digits."""
    text = " ".join(text[:_LONGEST_SENTENCE].split())
    return in_digits(_NUMBER_WORD.sub(lambda found: _NUMBER_WORDS[found[0].lower()], text))
