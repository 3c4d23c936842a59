"""Finds the sentences of a passage that a claim restates."""

from collections.abc import Sequence
from functools import lru_cache

from orc.documents.text.figures import in_digits
from orc.documents.text.sentences import sentence_spans
from orc.documents.verification.passage_blocks import blocks_of
from orc.documents.verification.word_overlap import base_forms_of

_BEGINNING = 6  # letters that the forms of a word have in common
_LEAST_SHARE, _LEAST_WORDS = 0.6, 2
_MOST_SENTENCES, _LONGEST_CLAIM = 400, 400


def beginnings(text: str) -> frozenset[str]:
    """The beginnings of the words of a text, without function words, and its figures."""
    words = base_forms_of(in_digits(text))
    return frozenset(word if word[0].isdecimal() else word[:_BEGINNING] for word in words)


def repeats(passage: str, claim: str) -> bool:
    """Whether a passage has a claim word for word, apart from line breaks and its full stop."""
    return " ".join(claim.split()).rstrip(".") in " ".join(passage.split())


@lru_cache(maxsize=64)
def restated_sentences(passage: str, claim: str) -> Sequence[str]:
    """The sentences in prose that have most of the claim's words, and at least three of five. Empty for claims of
    several sentences or of one word. Cached, as several rules compare a claim with them."""
    words = beginnings(claim)
    if len(words) < _LEAST_WORDS or len(claim) > _LONGEST_CLAIM or len(sentence_spans(claim)) > 1:
        return ()
    found, most = list[str](), max(_LEAST_SHARE * len(words), _LEAST_WORDS)
    for sentence in _sentences(passage):
        shared = len(words & beginnings(sentence))
        if shared >= most:
            found, most = [*(found if shared == most else ()), sentence], shared
    return found


@lru_cache(maxsize=16)
def _sentences(passage: str) -> Sequence[str]:
    """The first sentences of a text, each on one line, without its tables."""
    found = list[str]()
    for block in blocks_of(passage):
        if not block.is_table and len(found) < _MOST_SENTENCES:
            found += (" ".join(block.text[start:end].split()) for start, end in sentence_spans(block.text))
    return found[:_MOST_SENTENCES]
