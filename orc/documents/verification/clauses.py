"""Splits a text into clauses and table rows, each with its words, figures, names and codes."""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from orc.documents.text.everyday import base_forms
from orc.documents.text.figures import Figure, figure_words, figures, in_digits, month_names
from orc.documents.text.function_words import function_words
from orc.documents.text.intervals import all_intervals
from orc.documents.text.labels import LABELS
from orc.documents.text.opposites import party_names, sides_of
from orc.documents.text.sentences import sentence_spans
from orc.documents.text.tokens import content_words
from orc.documents.verification.passage_blocks import blocks_of
from orc.patterns import regex

_PART_END = regex(
    r"(?P<always>;\s)|,\s(?!\d{3}\b)|(?<=[\w)])\s(?=(?:and|und|while|whereas|but|aber|sondern|während)\s|(?P<to>(?:to|auf)\s[$€£¥]?\d))"
)
_PARTY = rf"\b(?i:{'|'.join(party_names())})\b"
_OFTEN = r"\b(?:(?:hour|dai|night|week|fortnight|month|quarter|year|annual)ly|every|once|twice)\b"
_HARD = regex(rf"\d|{_OFTEN}|(?<=[\w,;'\"(] )[A-Z{LABELS}]|\bhalf\b|\bthirds?\b|{_PARTY}")
_HARD_IN_GERMAN = regex(rf"{_PARTY}|\d|[A-ZÄÖÜ]\w+\s[A-ZÄÖÜ]\w+|\b(?:Herrn?|Frau|aus|nach|Standort|Werk in)\s[A-ZÄÖÜ]")
_NAME = regex(
    r"(?<=[\w,;'\"(“„] )[A-Z][a-zà-ÿ]{2,}\b|(?<=\w \| )[A-Z][a-zà-ÿ]{2,}\b|[A-Z][a-zà-ÿ]{2,}(?=\s[A-Z][a-zà-ÿ]+)"
)
_SMALL = regex(r"\b[a-z]{3,}\b")
_GERMAN_NAME = regex(
    r"(?:(?<=Herr )|(?<=Frau )|(?<=Herrn )|(?<=aus )|(?<=Standort )|(?<=[a-zäöü] in )|(?<=Dr\. ))[A-ZÄÖÜ][^\W\d_]{2,}"
    r"(?: [A-ZÄÖÜ][^\W\d_]{2,})?"
)
_GERMAN_NAMES = regex(r"\b[A-ZÄÖÜ][^\W\d_]+(?:[ ][A-ZÄÖÜ][^\W\d_]{2,})+")
MONTHS = frozenset(content_words(" ".join(month_names())))
DAYS = frozenset(
    content_words(
        "Monday Tuesday Wednesday Thursday Friday Saturday Sunday Montag Dienstag Mittwoch Donnerstag Freitag Samstag "
        "Sonntag montags dienstags mittwochs donnerstags freitags samstags sonntags"
    )
)
UP_OR_DOWN = next(iter(sides_of({"rise"})))
"""The pair of opposites that says whether something rises or falls."""

_CODE = regex(
    r"\b(?![QH][1-4]\b|FY\d)[A-Z]{1,4}-?\d+[A-Za-z\d]*\b|(?<![\d.])\d+(?:\.\d+){2,}(?![.\d])"
    rf"|(?<=\w )(?:II|III|IV|V|VI{{1,3}}|IX)\b|[{LABELS}]"
)
_FIGURE = regex(r"(?<![\d.,])(?!(?:19|20)\d\d(?![\d.,]))\d[\d.,]*+(?!(?:st|nd|rd|th)\b)")
_RANGE = regex(r"\b(?:between|zwischen|from|von)\s[^\s]*\d[^,;\d]{0,12}\Z", re.IGNORECASE)
_FEMININE = regex(r"(?<=\w{4}er)in(?:nen)?\b")
_UP, _DOWN = (regex(rf"\b{way}(?=\s(?:from|by|[$€£¥]?\d))", re.IGNORECASE) for way in ("up", "down"))
ASIDE = regex(  # what was before: (FY22: $24.3 million)
    r"\s\(((?:in )?(?:FY ?(?:\d\d)?\d\d|(?:19|20)\d\d|vorjahr|(?:previous|prior|last) year)\b:? [^()]{1,60})\)\s?,?",
    re.IGNORECASE,
)
_NAMED_TOGETHER = regex(r"\b[A-ZÄÖÜ]\w+(?:, [A-ZÄÖÜ]\w+){1,6},? (?:and|or|und|oder) [A-ZÄÖÜ]\w+")
_FIGURE_FIRST = regex(
    r"\W*(?:(?:and|und|et|y|e|en|i|och|og) )?[$€£¥]?\d[\d.,]*+ ?(?:[^\W\d_]+|[%€$£]) "
    r"(?:with|mit|avec|con|met|z|med|without)",
    re.IGNORECASE,
)
# A thing with another one and without it are two things.
_WITHOUT = regex(
    r"\b(?:without|ohne|sans|sin|senza|sem|zonder|bez|utan|uden) (?:(?:the|an?|any) )?(?=[^\W\d_])", re.IGNORECASE
)
_REACH, _FOLLOWED, _LONGEST_HEADINGS = 50, 4, 300
# The share of a word's weight that counts earlier in the sentence, and in the previous sentence.
WEIGHT_BEFORE, _WEIGHT_NEAR = 0.5, 0.25
_OF_PERSON = regex(r"(?:He|She|They|His|Her|Their|Er|Sie|Seine?|Ihre?)\b")
_HEADING = regex(r"#{1,6} |\d{1,2}(?:\.\d{1,2}){0,3}[.)]? [A-ZÄÖÜ][^.;:|]{2,50}\Z")
_TITLES = frozenset(("herr", "herrn", "frau", "mr", "mrs", "dr"))
_MARKER = regex(
    r"(?=[,;:()abdfhimnotuvw])(?:"  # what its matches begin with: this passes over most of a text at once
    r"\b(?P<to>to|an|towards)\b|\b(?P<from>from|aus)\b|\b(?P<by>by|durch|vom?)\b|\b(?P<with>with|mit)\b"
    r"|\b(?P<before>before|vor)\b|\b(?P<after>after|nach)\b|\b(?P<at>in|at|near|bei|am|im)\b|\b(?P<of>of|for|für)\b|(?P<stop>[,;:()]|\b(?:and|or|und|oder|is|are|was|were|ist|war|has|have|be)\b)|(?P<article>\b(?:the|an?|der|die|das)\s))",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Clause:
    """A clause of a sentence, or a table row. before has the words of the earlier clauses of the sentence and of the
    heading above it, near those of the previous sentence. markers maps a word to the preposition before it; sentence is
    the number of the sentence."""

    text: str
    words: frozenset[str]
    figures: list[Figure]
    codes: frozenset[str]
    before: frozenset[str] = frozenset()
    near: frozenset[str] = frozenset()
    intervals: list[float] = field(default_factory=list)
    markers: dict[str, str] = field(default_factory=dict)
    is_row: bool = False
    sentence: int = 0

    def score(self, weights: dict[str, float]) -> float:
        """The weights of the words that are in the clause, and a part of the weights of those that are around it."""
        score = 0.0
        for word, weight in weights.items():
            if word in self.words:
                score += weight
            elif word in self.before:
                score += WEIGHT_BEFORE * weight
            elif word in self.near:
                score += _WEIGHT_NEAR * weight
        return score


def joined_without(text: str) -> str:
    """The text with "without" as a part of the next word."""
    return _WITHOUT.sub("without", text)


def names_of(text: str, *, german: bool) -> set[str]:
    """The words that a text writes as names."""
    if german:
        found = _GERMAN_NAME.findall(text)
        for several in _GERMAN_NAMES.findall(text):
            words = [word for word in several.split() if not function_words(word)]
            words = [] if _TITLES.intersection(map(str.casefold, words)) else words
            found += words if len(words) > 1 else []
    else:
        found = _NAME.findall(text)
    common = set() if german else set(content_words(" ".join(_SMALL.findall(text))))
    return {word for name in found for word in content_words(name) if len(word) > 2} - MONTHS - DAYS - _TITLES - common


def clauses_of(text: str, *, german: bool, decimal_comma: bool | None) -> Iterator[Clause]:
    """The clauses of the text's sentences and the rows of its tables, in order. A clause includes the words of those
    before it in its sentence."""
    near = heading = frozenset[str]()
    count = 0
    for block in blocks_of(text):
        rows = block.rows()
        for row in rows:
            row_text = " | ".join([row.label, *(value for _, value in row.columns)])
            clause = _clause(row_text, decimal_comma)
            headings = " ".join([*row.captions, *(heading for heading, _ in row.columns)])
            clause.before = frozenset(content_words(headings[:_LONGEST_HEADINGS]))
            clause.is_row = True
            yield clause
        if rows:
            continue
        prose = block.text
        for start, end in sentence_spans(prose):
            count += 1
            earlier: deque[frozenset[str]] = deque(maxlen=_FOLLOWED)
            of_pronoun = near if _OF_PERSON.match(prose, start) else frozenset[str]()
            head = frozenset[str]()
            for part in parts_of(joined_without(" ".join(prose[start:end].split())), german=german):
                clause = _clause(part, decimal_comma)
                if _FIGURE_FIRST.match(part):  # what precedes the first figure belongs to this one too
                    clause.words |= head
                elif (figure := _FIGURE.search(part)) is not None:
                    head = frozenset(base_forms(content_words(part[: figure.start()])))
                clause.before, clause.near, clause.sentence = heading.union(of_pronoun, *earlier), near, count
                earlier.append(clause.words)
                yield clause
            near = frozenset().union(*earlier)
            is_title = count == 1 and prose[end - 1].isalnum()
            heading = near if is_title or _HEADING.match(prose[start:end]) else frozenset()


def parts_of(sentence: str, *, german: bool) -> Iterator[str]:
    """The clauses of a sentence. A semicolon separates them; so does a comma or an "and" with figures or names on both
    sides."""
    sentence = ASIDE.sub(r"; \1; ", in_digits(sentence))
    hard = _HARD_IN_GERMAN if german else _HARD
    named_together = [found.span() for found in _NAMED_TOGETHER.finditer(sentence)]
    cuts = [
        cut
        for cut in _PART_END.finditer(sentence)
        if not any(start < cut.start() < end for start, end in named_together)
        and (
            not cut["to"]  # a "to" parts what was from what came where there are two figures on either side
            or (
                len(_FIGURE.findall(sentence[max(0, cut.start() - _REACH) : cut.start()])) > 1
                and len(_FIGURE.findall(sentence[cut.start() : cut.start() + _REACH])) > 1
            )
        )
    ]
    ends = [*(cut.start() for cut in cuts[1:]), len(sentence)]
    start, has_hard = 0, bool(cuts) and hard.search(sentence, 0, cuts[0].start()) is not None
    for cut, end in zip(cuts, ends, strict=False):
        following = hard.search(sentence, cut.end() - 1, end) is not None
        named = has_hard and following and len(content_words(sentence[cut.end() : end])) > 1
        last = sentence[max(start, cut.start() - _REACH) : cut.start()]
        if cut["always"] or (named and (cut["to"] or not _RANGE.search(last))):
            yield sentence[start : cut.start()]
            start, has_hard = cut.end(), following
        else:
            has_hard = has_hard or following
    yield sentence[start:]


def _clause(text: str, decimal_comma: bool | None) -> Clause:
    counted = _DOWN.sub("fell", _UP.sub("rose", _FEMININE.sub("", in_digits(text))))
    words = frozenset(base_forms((*content_words(counted), *figure_words(text)))) - _TITLES
    found = list(figures(text, decimal_comma=decimal_comma))
    markers: dict[str, str] = {}  # of each word and figure the last preposition before it in its phrase
    neutral = _FEMININE.sub("", text)
    at, marker = 0, ""
    for match in [*_MARKER.finditer(neutral), None]:
        piece = neutral[at : match.start() if match else len(neutral)]
        for word in base_forms((*content_words(piece), *figure_words(piece))):
            markers.setdefault(word, marker)
        if match and match["article"]:  # a second phrase begins, which the preposition of the first does not govern
            at, marker = match.end(), marker if not piece.strip() else ""
        elif match:
            at, marker = match.end(), "" if match["stop"] else str(match.lastgroup)
    return Clause(
        text,
        words,
        found,
        frozenset(code.upper() for code in _CODE.findall(text)),
        intervals=all_intervals(in_digits(text)),
        markers=markers,
    )
