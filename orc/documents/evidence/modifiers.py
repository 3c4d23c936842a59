"""Modifiers in a question that make its noun another thing (the head baker, the tomato house), and the sentences that
are about one with another modifier. Pure (D-392)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from orc.documents.evidence.asked_things import AskedThings
from orc.documents.evidence.focus import OPEN_WORDS
from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.questions.german import is_german
from orc.documents.questions.question import FUNCTION_WORDS, LIGHT_WORDS
from orc.documents.text.everyday import Phrases, says
from orc.documents.text.sentences import sentence_spans
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_MOST = 8
# Those of a line may replace each other.
_RANKS = (
    r"head|chief|lead|principal|leitende[nrs]?|chef|jefe|capo",
    r"deputy|vice|assistant|stellvertretende[nrs]?",
    r"senior",
    r"junior|trainee",
    r"acting|interim|kommissarische[nrs]?",
)
_ALSO_SECOND = r"|second|2\.|zweite[nrs]?"
_OF_PERSON = r"\w{2,20}(?:er|or|ist|ant|ian|eur|man|woman|cook|clerk|nurse|guide|coach|pilot|chair|ero|aio|ista|iste)"
_RANKED = regex(rf"\b(?P<rank>{'|'.join(_RANKS)})[ -](?P<noun>{_OF_PERSON})\b", re.IGNORECASE)
_RANKED_IN_GERMAN = regex(rf"\b(?P<rank>{'|'.join(_RANKS)}) (?P<noun>(?-i:[A-ZÄÖÜ])\w{{3,30}})", re.IGNORECASE)
_BEFORE = r"the|an?|any|each|every|our|my|your|its|their|of|for|and|or"
_KIND = regex(rf"\b(?:{_BEFORE}) (?!(?:{_BEFORE})\b)(?P<one>[a-z]{{3,20}})[ -](?P<of>[a-z]{{3,20}})(?![\w'’-])")
_KIND_IN_TEXT = regex(
    rf"(?:\A|[\"'“|:*(\[•-]\s?|\b(?:{_BEFORE}) )(?!(?:{_BEFORE})\b)"
    r"(?P<one>[^\W\d_]{3,20})[ -](?P<of>[^\W\d_]{3,20})(?![\w’-])",
    re.IGNORECASE,
)
_NO_KINDS = (
    OPEN_WORDS
    | FUNCTION_WORDS
    | frozenset(
        content_words(
            "monthly annual yearly daily weekly hourly annually net gross own other another first last next previous "
            "following"
        )
    )
)
_BEGINNING = 4


class Modifiers:
    """The modifiers of one question. others are the synonyms of its words."""

    def __init__(self, question: str, others: Mapping[str, Phrases]) -> None:
        self._others, self._things = others, AskedThings(question, others)
        self._ranks = tuple(islice(_ranks(question), _MOST))
        pairs = ((content_words(found["one"]), content_words(found["of"])) for found in _KIND.finditer(question))
        self._kinds = tuple(
            (one[0], of[0])
            for one, of in islice(pairs, _MOST)
            if len(one) == len(of) == 1 and one[0] not in _NO_KINDS and of[0] not in LIGHT_WORDS | FUNCTION_WORDS
        )

    def are_missing(self, text: str, of_document: frozenset[str]) -> bool:
        """Whether a document with these words lacks the thing asked for, or has the nouns in this text with other
        modifiers only: the assistant baker, for the head baker."""
        if self._things.are_missing(text, of_document):
            return True
        if not (self._ranks or self._kinds):
            return False
        lines = [text[start:end] for start, end in sentence_spans(text)]
        for rank, noun in self._ranks:
            having = [line for line in lines if noun in content_words(line)]
            if having and not any(map(rank.search, having)):
                return True
        for modifier, noun in self._kinds:
            places = (found for line in lines for found in _KIND_IN_TEXT.finditer(line))
            modifiers = {word for f in places if content_words(f["of"]) == [noun] for word in content_words(f["one"])}
            if len(modifiers) > 1 and modifiers - _NO_KINDS:
                is_known = any(word.startswith(modifier[:_BEGINNING]) for word in of_document)
                if not is_known and not says(of_document, self._others.get(modifier, ())):
                    return True
        return False

    def without_others(self, sentences: Sequence[Sentence]) -> list[Sentence]:
        """The sentences that are not about a thing of another rank."""
        return [s for s in sentences if not any(n in s.words and not rank.search(s.text) for rank, n in self._ranks)]


def _ranks(question: str) -> Iterator[tuple[re.Pattern[str], str]]:
    """For each rank in the question, the pattern of the words that may replace it, and its noun: head, baker."""
    for found in (_RANKED_IN_GERMAN if is_german(question) else _RANKED).finditer(question):
        same = next(rank for rank in _RANKS if re.fullmatch(rank, found["rank"], re.IGNORECASE))
        same += _ALSO_SECOND if "vice" in same else ""
        for noun in content_words(found["noun"])[:1]:
            yield re.compile(rf"\b(?:{same})(?!\w)", re.IGNORECASE), noun
