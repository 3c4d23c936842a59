"""Which words of a question the words of a sentence, and of what is around it, cover. Pure."""

import re

from orc.documents.evidence.counting import PEOPLE, words_of_room
from orc.documents.evidence.other_things import PRICES, is_priced
from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.evidence.requirements import NOUNS_OF_BODIES, Requirements
from orc.documents.questions.german import INFLECTION, NO_MODIFIERS, words_in_compounds
from orc.documents.questions.question import Question
from orc.documents.text.everyday import says
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_STORING = frozenset(content_words("stored kept held located situated"))
_ACRONYM = regex(r"\b[A-Z]{3,10}\b")
_OF_WHAT = regex(r"[a-z]?(?:geld|kosten|preis|gebuhr|satz|betrag|zahl|dau|frist|numm|nummer|nummern|zeit|zeiten)e?r?")
_DOER, _DOING = regex(r"er(?:in)?\Z"), regex(r"ung(?:en)?\Z")
_PLACE = regex(r"\b(?:in|at|near|from) ((?:[A-Z][\w'’-]{1,30} ?){1,3})")
_PARTICIPLE = "ge"
_STATES_RATE = regex(r"\d ?%|\d .{0,30}\b(?:per|pro|an?|je|each) [a-z]", re.IGNORECASE)
_RATE = regex(r"\b(?:rates?|satz)\W*(?:\Z|\b(?:of|for|per|in)\b)", re.IGNORECASE)
_STEM, _ROOT = 4, 5


class Coverage:
    """The coverage of the words that one question requires."""

    def __init__(self, question: Question, requires: Requirements) -> None:
        self._required, self._names, self._counted = requires.words, requires.names, requires.counted
        self._deeds = requires.doers.deeds
        rates = frozenset(content_words(" ".join(_RATE.findall(question.text))))  # said by the figure
        self._rates = rates.intersection(self._required)
        self._places = frozenset(content_words(" ".join(_PLACE.findall(question.text))))
        self._synonyms, self._terms = requires.synonyms, requires.terms
        self._is_german = question.is_german
        self._acronyms = frozenset(content_words(" ".join(_ACRONYM.findall(question.text))))
        self._endings = {word: ends for word, ends in question.endings.items() if word in self._required}
        self._forms = _Forms(self)

    def in_context(self, sentence: Sentence, around: frozenset[str], words: frozenset[str]) -> set[str]:
        """The required words that these words of a sentence and of what is around it cover, and those that a row or a
        room need not say."""
        own, required = sentence.words | sentence.headings, {*self._required}
        named = NOUNS_OF_BODIES & sentence.named - own
        covered = self.of(words - named, own)
        if sentence.row and not (sentence.words - PRICES).isdisjoint(required) and is_priced(sentence.row):
            covered |= PRICES & required
        if sentence.row and self._counted in PEOPLE and not sentence.headings.isdisjoint(required):
            covered |= {self._counted}  # how many people are enrolled: Enrolled
        whole = [term for phrases, term in self._terms.items() if term <= covered or says(around, phrases)]
        covered -= frozenset[str]().union(*self._terms.values())  # capital alone is not the working capital
        covered |= frozenset[str]().union(*whole) | (words_of_room(sentence.text, self._counted) & required)
        if covered and not sentence.row and self._rates and _STATES_RATE.search(sentence.text):
            covered |= self._rates
        return covered | (_STORING & required if covered and sentence.row else frozenset[str]())

    def of(self, words: frozenset[str], own: frozenset[str]) -> set[str]:
        """The required words that these words cover, as they are, by synonyms or by their form; own are the sentence's.
        An English word never covers two by its form: a building is not built. A German compound may: Gerichtsstand
        covers the court and the responsibility."""
        covered = {word for word in self._required if word in words}
        body = own if self._names.issuperset(self._required) else words
        if not body.isdisjoint(NOUNS_OF_BODIES):  # "the company" for its name
            covered |= self._names - self._places
        used, direct = set(covered), frozenset(covered)  # no word of the question covers another one
        for word in self._required:
            phrases = self._synonyms.get(word, ())
            free = (
                p
                for p in phrases
                if p <= words and all(p in self._synonyms.get(w, ()) for w in p & direct)  # notice, for notice period
            )
            if found := next((p for p in free if len(p) > 1 or not any(_share_root(word, w) for w in p)), None):
                covered.add(word)
                used |= found
        covered |= words_in_compounds(self._endings, words)
        forms = sorted(other for other in words if self._forms[other])
        for word in [word for word in self._required if word not in covered]:
            left = (other for other in forms if self._is_german or other not in used)
            form = next((other for other in left if word in self._forms[other]), None)
            if form is not None:
                covered.add(word)
                used.add(form)
        return covered

    def required_forms(self, other: str) -> frozenset[str]:
        """The required words of which another word is a form."""
        return frozenset(word for word in self._required if self.is_form(word, other))

    def is_form(self, word: str, other: str) -> bool:
        """Whether the two are forms of one word or, in German, one is the head of the other."""
        if _share_root(word, other) and says(frozenset((other,)), self._synonyms.get(word, ())):
            return True
        if word in self._acronyms or (word.endswith("est") and other in (word[:-3], word[:-2])):
            return False  # what closes is not the closest
        if not self._is_german:  # a profit is not a profile
            return len(word) >= _ROOT and other[:_ROOT] == word[:_ROOT] and other[:-1] != word[:-1]
        if _DOER.search(word) and _DOING.search(other):
            return False  # the one who leads is not the leading one
        if word in self._deeds and other.startswith(_PARTICIPLE):
            other = other.removeprefix(_PARTICIPLE)  # geleitet, of leitet
        word, other = INFLECTION.sub("", word), INFLECTION.sub("", other)
        if min(len(word), len(other)) < _STEM:
            return False
        longer, shorter = sorted((word, other), key=len, reverse=True)
        if other.startswith(word) or (longer.endswith(shorter) and longer[: -len(shorter)] not in NO_MODIFIERS):
            return True
        if word.startswith(other) and _OF_WHAT.fullmatch(word[len(other) :]):
            return True  # Kilometergeld is money for kilometres
        return len(word) >= _ROOT and word[:-2] == other[: len(word) - 2] and abs(len(word) - len(other)) <= 2


class _Forms(dict[str, frozenset[str]]):
    """The required words by their forms, which recur in the sentences of a document."""

    def __init__(self, coverage: Coverage) -> None:
        self._coverage = coverage

    def __missing__(self, other: str) -> frozenset[str]:
        found = self[other] = self._coverage.required_forms(other)
        return found


def _share_root(word: str, other: str) -> bool:
    return word[: _STEM - 1] == other[: _STEM - 1]
