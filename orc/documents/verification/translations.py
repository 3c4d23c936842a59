"""Checks a statement in another language than its passage by the names, figures and related words of both (D-418)."""

import json
from collections.abc import Mapping, Sequence, Set
from functools import cache
from pathlib import Path

from orc.documents.text.figures import CALENDAR, Figure, FigureSet, figures
from orc.documents.text.function_words import function_words
from orc.documents.text.sentences import is_row, sentence_spans
from orc.documents.text.tokens import content_words
from orc.documents.verification.clauses import parts_of
from orc.documents.verification.passage_figures import UNIT_WORDS
from orc.patterns import regex

_CAPITAL = regex(r"(?<![\w.])[A-Z][^\W\d_]{2,}")
_PAIR = regex(r"(?<=[a-z,] )[A-Z][^\W\d_]+ [A-Z][^\W\d_]+|\A[A-Z][^\W\d_]{3,} [A-Z][^\W\d_]+")
_SPELLED_ALIKE = str.maketrans("kzyw", "cciv")
_EXCHANGED = str.maketrans("+-", "-+")
_SAME_BEGINNING, _LEAST = 5, 4  # letters of words that are related across languages
_MOST_FIGURES, _SEVERAL = 6, 2
_PARTY = "#p"


def translation_agrees(passage: str, claim: str, accepted: str, *, has_figures: bool) -> bool:
    """Whether the passage has one of the claim's names, or its figures, and has every name of several words. A figure
    must stand with the names and related words that the claim has beside it, rather than another of its unit. If there
    are none, nothing tells which figure of a list the claim means, so it does not agree."""
    passage_words = set(content_words(passage))
    names = [set(content_words(name)) - UNIT_WORDS for name in _CAPITAL.findall(claim)]
    if "de" in (languages := function_words(claim)) and languages["de"] == max(
        languages.values()
    ):  # nouns look like names
        written = set(content_words(" ".join(_CAPITAL.findall(passage))))
        is_named = any(len(word) > 2 and word in written for name in names for word in name)
    else:
        is_named = any(len(word) > 2 and word in passage_words for name in names for word in name)
    allowed = passage_words | set(content_words(accepted))
    pairs = map(content_words, _PAIR.findall(claim))
    if not (is_named or has_figures) or not all(len(set(pair)) < 2 or allowed.intersection(pair) for pair in pairs):
        return False
    stated = [each for each in figures(claim) if (each.counts or each.unit == CALENDAR) and not each.is_year]
    if not stated:
        return True
    wanted = _related(claim)
    if _is_of_other_party(passage, stated, wanted):
        return False
    unwanted = {_opposite(concept) for concept in wanted} - wanted
    parts = [
        (list(figures(part)), _shared(_related(part), wanted, unwanted), ":" in part or is_row(part))
        for start, end in sentence_spans(passage)
        for part in parts_of(passage[start:end], german=False)
    ]
    for figure in stated[:_MOST_FIGURES]:
        with_figure, with_others, items = list[int](), list[int](), 0
        for found, shared, is_item in parts:
            if FigureSet(found).contains(figure):
                with_figure.append(shared)
            elif any(each.unit == figure.unit and not each.is_year for each in found):
                with_others.append(shared)
                items += is_item
        best = max(with_figure, default=0)
        if with_figure and (best < max(with_others, default=0) or (best <= 0 and items >= _SEVERAL)):
            return False
    return True


def _is_of_other_party(passage: str, stated: Sequence[Figure], claimed: Set[str]) -> bool:
    """Whether every sentence with one of the figures names the other party of a contract instead of the one that the
    claim names: the tenant, for the landlord."""
    party = {each for each in claimed if each.startswith(_PARTY) and _opposite(each) not in claimed}
    sentences = [passage[start:end] for start, end in sentence_spans(passage)] if party else []
    known = [FigureSet(figures(sentence)) for sentence in sentences]
    for figure in stated[:_MOST_FIGURES]:
        found = [_related(s) for s, of_it in zip(sentences, known, strict=True) if of_it.contains(figure)]
        if found and all(any(_opposite(each) in words and each not in words for each in party) for words in found):
            return True
    return False


def _shared(words: set[str], wanted: set[str], unwanted: set[str]) -> int:
    """How many of the wanted words there are, less the opposites of those that are lacking."""
    return len(words & wanted) - 2 * sum(_opposite(each) not in words for each in words & unwanted)


def _related(text: str) -> set[str]:
    """The beginnings of the words of a text, which related words have in common, and the concepts that they stand for:
    rent, for loyer."""
    found, concepts = content_words(text), _concepts()
    words = {word for word in found if len(word) >= _LEAST and not word[0].isdecimal()} - UNIT_WORDS
    related = {word.translate(_SPELLED_ALIKE)[:_SAME_BEGINNING] for word in words if not function_words(word)}
    return related.union(*(concepts.get(word, ()) for word in found))


@cache
def _concepts() -> Mapping[str, frozenset[str]]:
    """The concepts of the words that they have in ten languages. A concept that has an opposite ends in + or -, and one
    of a party to a contract begins with #p."""
    lexicon = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    lines = {f"#{number}": line for number, line in enumerate(lexicon["concepts"])}
    for kind, key in (("#", "opposites"), (_PARTY, "parties")):
        for number, (one, other) in enumerate(lexicon[key]):
            lines |= {f"{kind}{number}+": one, f"{kind}{number}-": other}
    by_word = dict[str, frozenset[str]]()
    for concept, line in lines.items():
        for word in content_words(line):
            by_word[word] = by_word.get(word, frozenset()) | {concept}
    return by_word


def _opposite(concept: str) -> str:
    return concept.translate(_EXCHANGED) if concept.startswith("#") else ""
