"""Words that may be other forms of a word that a question has and no text: compounds, prefixed and inflected forms."""

from collections.abc import Collection, Iterable, Iterator
from itertools import islice

_PART, _LONGEST = 4, 32
_MOST_WORDS = 12
_LEAST_SHARE = 0.6
_MOST = 3
_WIDEST = 50_000


def kin(words: Iterable[str], vocabularies: Iterable[Collection[str]]) -> dict[str, float]:
    """Words of the texts that share most letters, in one piece, with one of these words that is in none of them, each
    with the share of the longer of the two. Nothing where there are so many words that looking would take long."""
    texts = list(vocabularies)
    long = (word for word in words if _PART <= len(word) <= _LONGEST and not word[0].isdecimal())
    missing = list(islice((word for word in long if not any(word in known for known in texts)), _MOST_WORDS))
    if not missing or sum(map(len, texts)) > _WIDEST:
        return {}
    vocabulary = f" {' '.join({word for known in texts for word in known})} "
    found: dict[str, float] = {}
    for word in missing:
        parts = {word[i : i + _PART] for i in range(len(word) - _PART + 1)}
        shared = {other: _measure_shared(word, other) for part in parts for other in _find_having(part, vocabulary)}
        close = [
            (other, most / max(len(word), len(other)))
            for other, most in shared.items()
            if most >= _LEAST_SHARE * len(word)
        ]
        nearest = sorted(close, key=lambda entry: (-entry[1], entry[0]))[:_MOST]
        found |= {other: max(share, found.get(other, 0.0)) for other, share in nearest}
    return found


def _find_having(part: str, vocabulary: str) -> Iterator[str]:
    at = vocabulary.find(part)
    while at >= 0:
        end = vocabulary.index(" ", at)
        yield vocabulary[vocabulary.rindex(" ", 0, at) + 1 : end]
        at = vocabulary.find(part, end)


def _measure_shared(word: str, other: str) -> int:
    """The length of the longest piece that both have."""
    most = 0
    for start in range(len(word)):
        while start + most < len(word) and word[start : start + most + 1] in other:
            most += 1
    return most
