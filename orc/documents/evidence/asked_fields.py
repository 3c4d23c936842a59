"""The labelled field that a question asks for: how long the loan runs is "Term: 48 months". Pure (D-525)."""

import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.questions.answer_forms import CASH, CLOCK, DURATION, POINT_IN_TIME, WHERE
from orc.documents.text.field_lines import field_of
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_OF = (  # the subject, for which ~ stands in the lexicon
    r"(?:it|this|that|he|she|they|i|we|you|one|es|er|sie|ich|man|wir|sich"
    r"|(?:(?:the|my|our|your|his|her|their|its|this|an?|d(?:er|ie|as|en|em)|(?:[mds]?ein|ihr|unser)\w{0,2}) )?"
    r"(?!(?:it|he|she|they|i|we|you|er|sie|ich|man|wir)\b)(?P<of>(?:[\w'’-]{1,30} )??[\w'’-]{1,30}))"
)
_PLACE = (
    r"\b(?:room|hall|building|floor|street|road|lane|square|campus|library|church|chapel|school|theatre|museum|station"
    r"|hotel|centre|park|raum|gebäude|etage|stock|zimmer|\w{0,20}(?:halle|saal|haus|kirche|schule|bibliothek"
    r"|theater|museum|bahnhof|zentrum))\b"
    r"|(?:straße|strasse|str\.|platz|weg|gasse) \d|\b(?:at|in|im|am|bei) (?:(?:the|der) )?(?-i:[A-ZÀ-Þ])"
    r"|\b(?-i:[A-Z]{1,2}\d{1,2}[A-Z]? \d[A-Z]{2}|\d{5} [A-ZÄÖÜ])\b"
)
_ANY = r"\w"
_VALUES = {
    "any": _ANY,
    "clock": CLOCK,
    "duration": DURATION,
    "figure": r"\d",
    "money": CASH,
    "percent": r"\d ?%|\bper ?cent\b|\bprozent\b",
    "point": rf"{POINT_IN_TIME}|\d|\b(?:as soon as|immediate(?:ly)?|sofort|demnächst)\b",
}
_STATED = regex(
    r"\W*(?:what|which|where|when|who|how (?:much|many|long|high|large|big)|was|wo|wann|wer|wie (?:hoch|lang|lautet))"
    r" (?:is|are|was|were|ist|sind|war|waren)\b",
    re.IGNORECASE,
)
_ENDS_IN = regex(r"\b(?:for|of|on|about|with|from|to)\W*\Z", re.IGNORECASE)  # what is the money for
_OWNER = regex(  # whose field it is: the loan's rate, the rate of the loan
    r"(?P<one>[\w-]{1,30})['’]s\b|\b(?:of|for|des|der|vom) (?:(?:the|this|our|my) )?(?P<other>[\w-]{1,30})\W*\Z",
    re.IGNORECASE,
)
_IS_PLACE = regex(_PLACE, re.IGNORECASE)
_PREPOSITION = regex(rf"\A.{{0,40}}?(?:{WHERE})", re.IGNORECASE)
_MEASURED = regex(r"\W{0,3}(?:[A-Z]{1,3} ?)?\d")
_WHERE = regex(r"\W*(?:where|wo)\b", re.IGNORECASE)
_KNOWN, _NAMED = 1.5, 0.3
_LONGEST, _BEGINNING, _PAIR, _MOST_REMEMBERED = 120, 40, 2, 64

type Words = frozenset[str]


@dataclass(frozen=True, slots=True)
class _Field:
    """How questions ask for a field, the words of each of its labels, and how its value looks."""

    asks: tuple[re.Pattern[str], ...]
    labels: tuple[Words, ...]
    value: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class _Lexicon:
    """fields are what can be asked for, subjects the words for what documents are about, each with those of which such
    a document has one, general those that a value says of itself, such as rate and limit, or that name any document,
    named those that a label must have if the question has them."""

    fields: tuple[_Field, ...]
    subjects: Mapping[str, Words]
    general: Words
    named: Words


class AskedFields:
    """The labelled fields that answer one question with these needed words. said gives those of the needed words that
    other words say."""

    def __init__(self, question: str, needed: Collection[str], said: Callable[[Words], Collection[str]]) -> None:
        known, self._found = _lexicon(), _fields_asked(question)
        is_stated = _STATED.match(question) is not None and _ENDS_IN.search(question) is None
        self._needed = frozenset(needed if is_stated else ())
        owner = _OWNER.search(question) if is_stated else None
        self._owner = _content(owner["one"] or owner["other"]) & known.subjects.keys() if owner else frozenset[str]()
        self._asked, self._said = _content(question), said
        self._asks_where = _WHERE.match(question) is not None

    @property
    def are_known(self) -> bool:
        """Whether the form of the question says which labels the field can have."""
        return bool(self._found)

    def worth(self, sentence: Sentence, has_kind: Callable[[], bool]) -> float:
        """How much speaks for a sentence as such a field of the document's own subject, with a value of the kind that
        is asked for: most if the form of the question says which labels answer or if it asks where what the label names
        is, less if the question names the label otherwise and the value has the kind, as has_kind tells. 0 for another
        sentence."""
        if not (self._found or self._needed):
            return 0.0
        if (field := _field_in(sentence)) is None:
            return _KNOWN * self._is_under_label(sentence)
        known, label, around = _lexicon(), _content(field[0]), sentence.scope | sentence.words
        for asked, subject in self._found:
            is_label = any(of <= label and label - of <= self._asked for of in asked.labels)
            if is_label and asked.value.search(field[1]):
                return _KNOWN * (subject - around <= known.subjects.keys())
        named = self._needed.intersection(self._said(label))
        if not self._asked & known.named <= label:
            return 0.0
        measured = known.general if _MEASURED.match(field[1]) else frozenset[str]()
        left = self._needed - named - measured - around
        if not named or not left <= self._owner:
            return 0.0
        if len(label - self._asked - known.general) > len(named - label):
            return 0.0
        if self._asks_where:
            return _KNOWN * (_IS_PLACE.search(field[1]) is not None)
        return _NAMED * has_kind()

    def _is_under_label(self, sentence: Sentence) -> bool:
        """Whether a sentence under a heading that is such a label has a value of the kind: Place of work. The office in
        Leeds."""
        if sentence.row is not None or sentence.is_title:
            return False
        over, is_place = sentence.scope - sentence.named, _IS_PLACE.search(sentence.text) is not None
        known, around = _lexicon(), sentence.scope | sentence.words
        asked = (
            field
            for field, subject in self._found
            if over in field.labels and subject - around <= known.subjects.keys() and not over <= known.named
        )
        return any(is_place if each.value.pattern == _ANY else each.value.search(sentence.text) for each in asked)

    def are_of_other(self, of_document: Collection[str], told: Collection[str]) -> bool:
        """Whether a document with these words, which tell these of the question's, has nothing of the subject whose
        field is asked for."""
        of_any = (subject.difference(told) & _lexicon().subjects.keys() for _, subject in self._found)
        return bool(self._found) and not any(are_implied(subject, of_document) for subject in of_any)

    def denies(self, text: str) -> bool:
        """Whether a field that says nothing of a place is asked for one: Date of birth: 4 May 1980."""
        field = field_of(text) if self._asks_where else None
        return field is not None and _IS_PLACE.search(field[1]) is None and _PREPOSITION.search(field[1]) is None


def are_implied(subjects: Collection[str], of_document: Collection[str]) -> bool:
    """Whether a document with these words, which need not have those of its subjects, is about them: a syllabus is
    about a course."""
    known = _lexicon().subjects
    return all(not known.get(word, frozenset[str]()).isdisjoint(of_document) for word in subjects)


def asks_for_field(question: str) -> bool:
    """Whether a question's form says which labels the field can have that answers it."""
    return bool(_fields_asked(question))


@lru_cache(maxsize=_MOST_REMEMBERED)
def _fields_asked(question: str) -> Sequence[tuple[_Field, Words]]:
    """The fields that a question asks for by its form, each with the words for the subject. The patterns that do not
    begin with its first word are not compiled."""
    if len(question) > _LONGEST:
        return []
    asked = question.strip(" ?!.\n").lower()
    first = asked.partition(" ")[0]
    patterns = (
        (field, each) for field in _lexicon().fields for each in field.asks if first in each.pattern[:_BEGINNING]
    )
    found = ((field, match) for field, each in patterns if (match := each.fullmatch(asked)))
    return [(field, _content(match.groupdict().get("of") or "") - _lexicon().general) for field, match in found]


def _field_in(sentence: Sentence) -> tuple[str, str] | None:
    """The label and the value of a line, or of a row of two cells."""
    row = sentence.row
    if row is None or row.is_fact:
        return field_of(sentence.text)
    return (row.cells[0], row.cells[1]) if len(row.cells) == _PAIR else None


def _content(text: str) -> Words:
    return frozenset(content_words(text))


@cache
def _lexicon() -> _Lexicon:
    read = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    fields = (
        _Field(
            tuple(regex(asks.replace("~", _OF), re.IGNORECASE) for asks in each["asks"]),
            tuple(filter(None, map(_content, each["labels"]))),
            regex(_VALUES[each["value"]], re.IGNORECASE),
        )
        for each in read["fields"]
    )
    lines = (line.split(" / ") for line in read["subjects"])
    subjects = {word: _content(related) for of, related in lines for word in content_words(of)}
    return _Lexicon(tuple(fields), subjects, _content(read["general"]), _content(read["named"]))
