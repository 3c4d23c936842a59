"""Detects other spellings of a name: joined, separated, abbreviated, or with one wrong letter. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from orc.documents.text.abbreviations import stands_for
from orc.documents.text.tokens import shared_beginning

_LONG = 6
_MOST_PARTS = 3


def respelled(name: Sequence[str], asked: Mapping[str, str], short: Iterable[str]) -> dict[str, frozenset[str]]:
    """For each word of the name that the question spells differently, the question's words for it. asked maps the forms
    of the question's words, in order, to these words; short are its abbreviations."""
    apart = join_neighbours(tuple(asked))  # Walmart, asked for as Wal-Mart
    found = {
        word: frozenset(asked[part] for part in parts)
        for word in name
        if word not in asked and (parts := apart.get(word))
    }
    for whole, parts in join_neighbours(tuple(name)).items():  # Best Buy, asked for as Bestbuy
        if whole in asked:
            found |= dict.fromkeys(parts, frozenset({asked[whole]}))
    for abbreviation in short:
        if abbreviation.casefold() in asked and stands_for(abbreviation, name):
            found |= dict.fromkeys(name, frozenset({asked[abbreviation.casefold()]}))
    return found


def is_misspelt(word: str, other: str) -> bool:
    """Whether these long words differ by one letter: added, missing, replaced, or swapped with its neighbour."""
    if min(len(word), len(other)) < _LONG or abs(len(word) - len(other)) > 1 or word == other:
        return False
    at = shared_beginning(word, other)
    return (
        word[at + 1 :] == other[at + 1 :]
        or word[at:] == other[at + 1 :]
        or word[at + 1 :] == other[at:]
        or (word[at : at + 2] == other[at : at + 2][::-1] and word[at + 2 :] == other[at + 2 :])
    )


@lru_cache(maxsize=8_192)
def join_neighbours(words: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Adjacent words, joined."""
    return {
        "".join(words[at : at + count]): words[at : at + count]
        for count in range(2, _MOST_PARTS + 1)
        for at in range(len(words) - count + 1)
    }
