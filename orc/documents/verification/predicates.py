"""Checks that a short statement says nothing of its subject that the passage does not: "The landlord is rich" (D-457).
Statements with figures are checked by these instead."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from orc.documents.text.everyday import Phrases, base_forms, other_words
from orc.documents.text.figures import figure_words, in_digits
from orc.documents.text.function_words import function_words, language_by_function_words
from orc.documents.text.sentences import sentence_spans
from orc.documents.text.tokens import content_words
from orc.documents.verification.passage_blocks import blocks_of
from orc.documents.verification.passage_figures import UNIT_WORDS
from orc.documents.verification.word_overlap import LIGHT_WORDS
from orc.patterns import regex

_COPULA = regex(
    r"\b(?:is|are|was|were|seems?|looks?|remains?|becomes?|ist|sind|war|waren|est|sont|était|étaient|está|están|è|sono"
    r"|zijn)\b(?P<predicate>[^.,;:()]{0,80})[.!]?\s{0,9}\Z",
    re.IGNORECASE,
)
_COMPARES = regex(r"\b(?:most|least|more|less|than|am|\w{3,}(?:er|est|ste[nr]?))\b", re.IGNORECASE)  # of a table
_VERB = regex(
    r"\b(?:is|are|was|were|may|must|can|cannot|shall|will|has|have|ist|sind|war|waren|darf|dürfen|kann|können|muss|müssen"
    r"|hat|haben)\b",
    re.IGNORECASE,
)
_INDEFINITE = regex(
    r"\b(?:an?|another) (?P<noun>(?:[^\W\d_][\w'’-]*[ ]){0,2}?[^\W\d_][\w'’-]*)"
    r"(?=\W*\Z|[,.;:)]|\s(?:of|in|on|at|for|to|with|by|from|and|or|during|before|after|that|which|who|when|if|per|each)\b)"
)
_PRONOUN = regex(r"\W*(?:because )?(?:he|she|they|it|we|i|you)\b", re.IGNORECASE)
_ALLOWED = frozenset(  # negations compares these
    base_forms(
        content_words(
            "allow allowed permit permitted prohibit prohibited forbidden banned possible impossible required "
            "mandatory erlaubt verboten gestattet untersagt möglich nötig autorisé interdit permitido prohibido "
            "permesso vietato toegestaan verboden"
        )
    )
)
_SEVERAL = regex(r"[,;:]|\b(?:and|or|but)\b")
_MOST_WORDS, _RELATED = 6, 5
_FEWEST, _MANY_SENTENCES = 2, 8


@dataclass(frozen=True, slots=True)
class _Place:
    """The words of a sentence, or of a table."""

    words: frozenset[str]

    def has(self, word: str, synonyms: Phrases) -> bool:
        """Whether the place has the word in any form, a related word, or one that means the same."""
        return (
            word in self.words
            or (len(word) >= _RELATED and any(other[:_RELATED] == word[:_RELATED] for other in self.words))
            or (len(word) > _RELATED and any(word in other for other in self.words))
            or any(phrase <= self.words and _means(phrase, word) for phrase in synonyms)
        )


def predicate_agrees(passage: str, claim: str) -> bool:
    """Whether the passage has what a short claim says of its subject, in these words or others: the single word after
    "is", a thing with "a" before it, at least one word of what "he" or "they" did. The sentence with the rarest of the
    claim's words must have another one of them.

    The passage says "The landlord pays the gas. The tenants are liable for damage.": "The landlord is rich", "The
    tenants have a garden" and "The tenants use gas" do not agree."""
    words = _significant(claim)
    if not 0 < len(words) <= _MOST_WORDS:
        return True
    places = list(_places(passage))
    whole = _Place(frozenset[str]().union(*(place.words for place in places)))
    synonyms = other_words(content_words(claim), claim, loose=True)
    found = [word for word in words if whole.has(word, synonyms.get(word, ()))]
    if not found and _PRONOUN.match(claim):
        return False
    subject = _significant(claim[: verb.start()]) if (verb := _VERB.search(claim)) else ()
    if subject and not any(word in found for word in subject):
        return False
    if any(word in words and word not in found for word in _named_things(claim)):
        return False
    is_single = claim.lstrip()[:1].isupper() and (_COPULA.search(claim) or not _SEVERAL.search(claim))
    if (
        not is_single
        or len(places) < _MANY_SENTENCES
        or len(found) < _FEWEST
        or language_by_function_words(passage) != "en"
    ):
        return True
    having = {word: [place for place in places if place.has(word, synonyms.get(word, ()))] for word in found}
    rarest = min(found, key=lambda word: len(having[word]))
    if len(having[rarest]) > 1:
        return True
    [place] = having[rarest]
    return any(place in having[word] for word in found if word != rarest)


def _significant(text: str) -> Sequence[str]:
    words = dict.fromkeys(base_forms(content_words(in_digits(text))))
    left_out = LIGHT_WORDS | UNIT_WORDS | _ALLOWED
    return [w for w in words if len(w) > 1 and w not in left_out and not w[0].isdecimal() and not function_words(w)]


def _named_things(claim: str) -> Iterator[str]:
    """The single word that the claim says its subject is, and the things with "a" before them."""
    copula = _COPULA.search(claim)
    if copula is not None and not _COMPARES.search(copula["predicate"]):
        predicate = [word for word in copula["predicate"].split() if word[:1].islower()]
        words = _significant(copula["predicate"])
        if len(words) == 1 and len(predicate) == len(copula["predicate"].split()):
            yield words[0]
    for thing in _INDEFINITE.finditer(claim):
        yield from list(base_forms(content_words(thing["noun"])))[-1:]


def _places(passage: str) -> Iterator[_Place]:
    for block in blocks_of(passage):
        spans = [(0, len(block.text))] if block.is_table else sentence_spans(block.text)
        for text in (block.text[start:end] for start, end in spans):
            yield _Place(frozenset(base_forms((*content_words(text), *figure_words(text)))))


def _means(phrase: frozenset[str], word: str) -> bool:
    """Whether a phrase means what the word does, and is not only what answers a question with it, as a price answers
    one that asks whether something is cheap."""
    if len(phrase) > 1:
        return True
    [other] = phrase
    return any(word in back for back in other_words((other,), other, loose=True).get(other, ()))
