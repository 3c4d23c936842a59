"""Compares a claim with the sentences that have all of its words: their years and names decide (D-483)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from orc.documents.questions.question import is_year
from orc.documents.text.figures import without_dates
from orc.documents.text.function_words import language_by_function_words
from orc.documents.text.sentences import is_row, sentence_spans
from orc.documents.verification.passage_blocks import prose_sentences
from orc.documents.verification.word_overlap import base_forms_of
from orc.patterns import regex

_CAPITAL = regex(r"(?<![^\W_])[A-ZÀ-Þ][^\W\d_]*")
_PART_END = regex(r"[;,] (?:and|while|whereas|but|und|während|et|tandis que|y|mientras|e|mentre) |; ")
_CAPITAL_NOUNS = "de"  # nouns look like names there
_HEADING = regex(r"#{1,6} ")
_LEANS = regex(r"\b(?:he|she|it|they|his|her|its|their|who|which|er|sie|es|ihr|il|elle|ils)\b", re.IGNORECASE)
_MOST_SENTENCES = 200
_LEAST_WORDS = 2


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence or a part of one: its words without names and figures, its years, and its names."""

    words: frozenset[str]
    years: frozenset[str]
    names: frozenset[str]


def own_sentences_agree(passage: str, claim: str) -> bool:
    """Whether the claim's years and names are those of the sentences with its other words. False if all these sentences
    have other years, if its year comes only later, in sentences without any word of it, and if all parts of sentences
    with its words lack one of its names and have another. True if no sentence has all of its words.

    The passage says "Anna founded Acme, and Bob founded Beta": "Anna founded Beta" does not agree."""
    stated = _said(claim)
    if not (stated.years or len(stated.names) > 1) or len(sentence_spans(claim)) > 1:
        return True
    sentences = list(islice(prose_sentences(passage), _MOST_SENTENCES))
    if stated.years and len(stated.words) >= _LEAST_WORDS:
        same = [said for said in map(_said, sentences) if stated.words | stated.names <= said.words | said.names]
        if same and all(said.years for said in same) and not any(said.years & stated.years for said in same):
            return False
    if stated.years and _years_are_of_others(sentences, passage, stated, claim):
        return False
    if len(stated.names) > 1 and stated.words and language_by_function_words(passage) != _CAPITAL_NOUNS:
        parts = [part for sentence in sentences for part in _PART_END.split(sentence)]
        about = [said for part in parts if stated.words <= (said := _said(part)).words and not _LEANS.search(part)]
        if about and all(stated.names - said.names - said.words and said.names - stated.names for said in about):
            return not stated.names <= frozenset[str]().union(*(said.names for said in about))
    return True


def _years_are_of_others(sentences: Sequence[str], passage: str, stated: _Said, claim: str) -> bool:
    """Whether the claim's years occur only in sentences without any word of it, which come after those with its
    figures."""
    amounts = {word for word in base_forms_of(without_dates(claim)) if word[0].isdecimal()} - stated.years
    headed = (line for line in passage.split("\n") if is_row(line) or _HEADING.match(line))
    if not amounts or any(year in line for line in headed for year in stated.years):
        return False
    known = [(frozenset(base_forms_of(sentence)), _said(sentence)) for sentence in sentences]
    own = [i for i, (words, said) in enumerate(known) if amounts <= words and (said.words | said.names) & stated.words]
    dated = [i for i, (_, said) in enumerate(known) if said.years & stated.years]
    return (
        bool(own and dated)
        and not any(known[i][1].years for i in own)
        and not any((known[i][1].words | known[i][1].names) & (stated.words | stated.names) for i in dated)
        and min(dated) > max(own)
    )


def _said(text: str) -> _Said:
    words, names = frozenset(base_forms_of(text)), frozenset(base_forms_of(" ".join(_CAPITAL.findall(text))))
    figures = frozenset(word for word in words if word[0].isdecimal())
    return _Said(words - names - figures, frozenset(filter(is_year, figures)), names - figures)
