"""How a sentence states something, for questions that ask for one statement: of all or of a further part, under a
condition, of the very thing that is asked for, or as one of several questions. Pure (D-515)."""

import re
from collections.abc import Sequence
from itertools import pairwise

from orc.documents.evidence.focus import Focus
from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.questions.question import FUNCTION_WORDS, Question
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_WORTH, _OF_SUBJECT, _OF_CASE, _OF_OTHER_CASE = 0.05, 0.1, 0.15, -0.3
_MOST_OF_SUBJECT = 5
_COUNTS = regex(r"\bhow (?:many|much)\b|\bwie ?viele?\b", re.IGNORECASE)
_OF_PART = regex(
    r"\b(?:another|a further|an additional|an extra|weitere[nrs]?|zusätzliche[nrs]?) (?:[\w-]+ )?"
    r"(?:\d|\w+ (?:more|mehr)\b)"
    r"|\b(?:\d[\d.,]*|one|two|three|four|five|six|ten) (?:more|further|additional|extra)\b",
    re.IGNORECASE,
)
_OF_ALL = regex(r"\b(?:in all|in total|altogether|all told|a total of|overall|insgesamt|zusammen)\b", re.IGNORECASE)
_PART_ASKED = regex(r"\b(?:another|further|additional|extra|more|weiter\w*|zusätzlich\w*)\b", re.IGNORECASE)
_CONDITION = r"(?:if|unless|in case|in the event|wenn|falls|sofern)"
_IN_CASE = regex(rf"\W*{_CONDITION}\b", re.IGNORECASE)
_ASKS_CASE = regex(rf"\b(?:{_CONDITION}|when|what about|happens?|wann|passiert)\b", re.IGNORECASE)
_IF = regex(r"\b(?:if|wenn|falls)\b(?P<case>[^,;.?]{3,100})", re.IGNORECASE)
_NOT = regex(r"n['’]t\b|\b(?:not|never|no|nicht|kein\w{0,2}|nie)\b", re.IGNORECASE)
_WHAT_IS = regex(r"\W*(?:what|how (?:high|large|big|long|much)) (?:is|are|was|were) ", re.IGNORECASE)
_SUBJECT = regex(
    r"\W*(?:(?:the|our|your|its|their|an?) )?(?P<of>(?:[\w'’-]+ ){1,6}?)(?:is|are|was|were)\b", re.IGNORECASE
)


class Statements:
    """What speaks for and against the sentences as statements of what one question asks for."""

    def __init__(self, question: Question, sentences: Sequence[Sentence]) -> None:
        text = question.text
        self._worth = dict[int, float]()  # by sentence: a ranking asks for it several times
        self._counts = _COUNTS.search(text) is not None and _PART_ASKED.search(text) is None
        self._is_plain = question.wants_one_fact and _ASKS_CASE.search(text) is None
        self._subject = frozenset(Focus(text).words) if _WHAT_IS.match(text) else frozenset[str]()
        case = _IF.search(text)
        self._case = frozenset(content_words(case["case"])) - FUNCTION_WORDS if case else frozenset[str]()
        self._is_so = case is not None and _NOT.search(case["case"]) is None
        asking = [(one, other) for one, other in pairwise(sentences) if one.text[-1] == other.text[-1] == "?"]
        self._asking = {id(s) for one, other in asking if one.adjoins(other) for s in (one, other)}

    def worth(self, sentence: Sentence) -> float:
        """What is added to the score of a sentence."""
        if not (self._counts or self._is_plain or self._case or self._subject) or sentence.row is not None:
            return 0.0
        known = self._worth.get(id(sentence))
        if known is None:
            known = self._worth[id(sentence)] = self._worth_of(sentence)
        return known

    def _worth_of(self, sentence: Sentence) -> float:
        worth, text = 0.0, sentence.text
        if self._counts:
            worth += _WORTH * ((_OF_ALL.search(text) is not None) - (_OF_PART.search(text) is not None))
        if self._is_plain and _IN_CASE.match(text):
            worth -= _WORTH
        if self._case and (case := _IF.search(text)) and not self._case.isdisjoint(content_words(case["case"])):
            worth += _OF_CASE if (_NOT.search(case["case"]) is None) == self._is_so else _OF_OTHER_CASE
        if self._subject and (begins := _SUBJECT.match(text)):
            of = frozenset(content_words(begins["of"]))
            worth += _OF_SUBJECT if self._subject <= of and len(of) <= _MOST_OF_SUBJECT else 0.0
        return worth

    def is_one_of_questions(self, sentence: Sentence) -> bool:
        """Whether a sentence is a question beside another one, which a text does not ask to answer it."""
        return id(sentence) in self._asking
