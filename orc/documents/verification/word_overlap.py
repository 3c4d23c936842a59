"""Compares the words of a claim with those of a passage."""

import re
from collections.abc import Sequence, Set

from orc.documents.questions.question import LIGHT_WORDS as LIGHT_WORDS_OF_QUESTIONS
from orc.documents.text.everyday import base_forms, other_words, says
from orc.documents.text.figures import figure_words, in_digits
from orc.documents.text.function_words import function_words
from orc.documents.text.sentences import sentence_spans
from orc.documents.text.tokens import content_words
from orc.documents.verification.passage_figures import UNIT_WORDS
from orc.patterns import regex

LIGHT_WORDS = LIGHT_WORDS_OF_QUESTIONS | set(
    content_words("did didn't does doesn't felt gave got heard made said took went")
)
_REFERS_BACK = regex(r"\W*(?:because )?(?:he|she|they|his|her|their)\b", re.IGNORECASE)
_LEAST_SHARE, _LEAST_SHARE_OF_FEW = 0.2, 0.4  # of a claim's words; of fewer than _MANY_WORDS, more must be there
_MANY_WORDS = 10


def significant_words(text: str) -> set[str]:
    """The words of a text without light words and single letters. All words if the text has no others."""
    words = {word for word in content_words(in_digits(text)) if len(word) > 1 or not word.isascii() or word.isdecimal()}
    return words - LIGHT_WORDS or words


def base_forms_of(text: str) -> Sequence[str]:
    """The base forms of the words of a text in order, without function words such as "the"."""
    return tuple(base_forms(content_words(" ".join(word for word in text.split() if not function_words(word)))))


def has_words(passage: str, claim: str, question: str, *, has_figures: bool) -> bool:
    """Whether the passage has enough words of a claim in its language: a fifth of them or, of a claim of few words
    without figures, two fifths. A claim of one word is taken together with the question that it answers; the passage
    must have that word or a synonym. has_figures means that the claim has figures and the passage has them too."""
    passage_words = {*content_words(passage), *content_words(in_digits(passage)), *figure_words(passage)}
    claim_words = significant_words(claim)
    refers_back = _REFERS_BACK.match(claim)
    if len(claim_words) <= 1 or refers_back:
        if not (has_figures or refers_back or passage_words.issuperset(claim_words)):
            synonyms = other_words(content_words(claim), claim, loose=True).values()
            if not any(says(frozenset(passage_words), phrases) for phrases in synonyms):
                return False
        claim_words |= significant_words(question)
    elif not has_figures and len(claim_words) < _MANY_WORDS:
        return len(claim_words & passage_words) >= _LEAST_SHARE_OF_FEW * len(claim_words)
    elif has_figures and not _names_what_is_counted(claim_words, passage_words, claim):
        return False
    return len(claim_words & passage_words) >= max(_LEAST_SHARE * len(claim_words), 1)


def _names_what_is_counted(claim_words: Set[str], passage_words: Set[str], claim: str) -> bool:
    """Whether the passage has one of the claim's words beside its figures and their units, or another word for it. True
    if the claim has only one such word."""
    words = [word for word in claim_words if not word[0].isdecimal() and word not in UNIT_WORDS]
    if len(words) < 2 or not passage_words.isdisjoint(words):
        return True
    synonyms = other_words(words, claim, loose=True).values()
    return any(says(frozenset(passage_words), phrases) for phrases in synonyms)


def shares_words(passage: str, claim: str) -> bool:
    """Whether a sentence of the passage has two of the claim's words and figures."""
    claim_words = significant_words(claim) | figure_words(claim)
    sentences = (passage[start:end] for start, end in sentence_spans(passage))
    return any(
        len(claim_words.intersection((*content_words(sentence), *figure_words(sentence)))) > 1 for sentence in sentences
    )
