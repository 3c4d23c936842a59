"""Synonyms of everyday words in Romance languages, Dutch, Swedish and Polish, for small documents only. They cover a
word of a question and are never decisive for it (D-460). Pure."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import chain
from pathlib import Path

from orc.documents.text.everyday import Phrases, beginning
from orc.documents.text.tokens import content_words, spelled_words

_LANGUAGES = frozenset(("fr", "es", "it", "pt", "nl", "sv", "pl"))


def everyday_words(languages: Iterable[str], words: Iterable[str]) -> dict[str, Phrases]:
    """For each of a question's words in compared form, given with the likely languages of the question, the phrases
    that can replace it. Synonyms of a term of several words, of which the question has all, apply to each of them."""
    said, found = frozenset(words), defaultdict[str, list[frozenset[str]]](list)
    for language in sorted(_LANGUAGES.intersection(languages)):
        lines = _lines_by_beginning(language)
        beginnings = dict.fromkeys(map(beginning, sorted(said)))
        for group in map(_terms_in, dict.fromkeys(chain.from_iterable(lines.get(each, ()) for each in beginnings))):
            for term in (term for term in group if term <= said):
                for word in term:
                    found[word] += (other for other in group if other != term)
    return {word: tuple(dict.fromkeys(phrases)) for word, phrases in found.items()}


@cache
def _terms_in(line: str) -> Phrases:
    """The terms of a group in compared form. A question needs the groups that have words that begin as its own do: to
    compare all takes some 15 ms a language."""
    terms = (frozenset(content_words(term)) for term in line.split(", "))
    return tuple(dict.fromkeys(filter(None, terms)))


@cache
def _lines_by_beginning(language: str) -> Mapping[str, tuple[str, ...]]:
    """The groups of one language by the beginnings of their words. The first question in it reads them."""
    lines = defaultdict[str, dict[str, None]](dict)
    for line in chain.from_iterable(_lexicons()[language].values()):
        for word in spelled_words(line):
            lines[beginning(word)][line] = None
    return {each: tuple(found) for each, found in lines.items()}


@cache
def _lexicons() -> Mapping[str, Mapping[str, list[str]]]:
    lexicons: dict[str, dict[str, list[str]]] = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
    return lexicons
