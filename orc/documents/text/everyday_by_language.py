"""Synonyms of everyday words in French, Spanish, Italian, Portuguese and Dutch, for small documents only. They cover a
word of a question and are never decisive for it (D-460). Pure."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import chain
from pathlib import Path

from orc.documents.text.everyday import Phrases
from orc.documents.text.tokens import content_words

_LANGUAGES = frozenset(("fr", "es", "it", "pt", "nl"))


def everyday_words(languages: Iterable[str], words: Iterable[str]) -> dict[str, Phrases]:
    """For each of a question's words in compared form, given with the likely languages of the question, the phrases
    that can replace it. Synonyms of a term of several words, of which the question has all, apply to each of them."""
    said, found = frozenset(words), defaultdict[str, list[frozenset[str]]](list)
    for language in sorted(_LANGUAGES.intersection(languages)):
        by_word = _groups_by_word(language)
        for group in dict.fromkeys(chain.from_iterable(by_word.get(word, ()) for word in said)):
            for term in (term for term in group if term <= said):
                for word in term:
                    found[word] += (other for other in group if other != term)
    return {word: tuple(dict.fromkeys(phrases)) for word, phrases in found.items()}


@cache
def _groups_by_word(language: str) -> Mapping[str, tuple[Phrases, ...]]:
    """The groups of terms of one language, in compared form, by each word in them. The first question in it reads
    them."""
    groups = defaultdict[str, list[Phrases]](list)
    for line in chain.from_iterable(_lexicons()[language].values()):
        terms = (frozenset(content_words(term)) for term in line.split(", "))
        group = tuple(dict.fromkeys(filter(None, terms)))
        for word in frozenset(chain.from_iterable(group)):
            groups[word].append(group)
    return {word: tuple(found) for word, found in groups.items()}


@cache
def _lexicons() -> Mapping[str, Mapping[str, list[str]]]:
    lexicons: dict[str, dict[str, list[str]]] = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
    return lexicons
