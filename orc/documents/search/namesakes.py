"""Tells names apart that differ in their ends only, such as Pinto Books and Pinta Books, which the comparison of words
does not. Pure (D-389)."""

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import chain

from orc.documents.search.passage_sentences import Sentence
from orc.documents.text.tokens import spelled_words
from orc.domain import Passage

_CAPITAL = re.compile(r"(?<![^\W_])[A-ZÀ-Þ][^\W\d_]{2,40}")
_VOWELS = frozenset("aeiou")
_INFLECTIONS = frozenset(("", "s", "es", "e", "n", "en", "er", "ern", "ung", "in"))
_SHORT, _ROOT = 3, 5


def without_namesakes(question: str, sentences: Sequence[Sentence], passages: Sequence[Passage]) -> list[Sentence]:
    """The sentences without those about another name than the question's, if the passages have both names. A sentence
    with neither is about the one that its document has."""
    documents = defaultdict[str, set[str]](set)
    for passage in passages:
        documents[passage.file_id].update(_names(passage.chunk.headed_text), spelled_words(passage.blob_name))
    known = frozenset(chain.from_iterable(documents.values()))
    asked = _names(question) & known
    others = {name: {other for other in known - asked if _are_namesakes(name, other)} for name in asked}

    def is_about_other(sentence: Sentence) -> bool:
        around = (_names(sentence.text), documents[passages[sentence.number - 1].file_id])
        for name, its_others in others.items():
            nearest = next((names for names in around if name in names or not its_others.isdisjoint(names)), (name,))
            if name not in nearest:
                return True
        return False

    return (
        [sentence for sentence in sentences if not is_about_other(sentence)] if any(others.values()) else [*sentences]
    )


def _names(text: str) -> frozenset[str]:
    return frozenset(word for name in _CAPITAL.findall(text) for word in spelled_words(name))


def _are_namesakes(name: str, other: str) -> bool:
    """Whether two names differ in their last vowel only, or after five letters in endings that are no inflection: Pinto
    and Pinta, Aldera and Alderon, but not Tag and Tage."""
    if name == other or len(name) <= _SHORT:
        return False
    same = next((i for i, (a, b) in enumerate(zip(name, other, strict=False)) if a != b), min(len(name), len(other)))
    ends = {name[same:], other[same:]}
    if same >= _ROOT:
        return ends.isdisjoint(_INFLECTIONS) and max(map(len, ends)) <= _SHORT
    return len(name) == len(other) == same + 1 and ends <= _VOWELS
