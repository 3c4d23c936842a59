"""Finds words in the texts that may be other forms of a question's word: compounds, prefixed and inflected forms."""

from collections.abc import Collection, Iterable
from difflib import SequenceMatcher
from itertools import islice

from orc.documents.text.tokens import PIECE, is_short_piece

_PART, _LONGEST = 4, 32
_MOST_WORDS = 12
_LEAST_SHARE = 0.6
_MOST = 3
_WIDEST = 50_000


def similar_words(words: Iterable[str], vocabularies: Iterable[Collection[str]]) -> dict[str, float]:
    """For each of these words that no text contains, the words of the texts with the longest common part, with its
    share of the longer word; for a word that is shorter than the pieces of its script, the pieces that begin with it.
    Empty if there are too many words to compare."""
    texts = list(vocabularies)
    compared = (w for w in words if (_PART <= len(w) <= _LONGEST and not w[0].isdecimal()) or is_short_piece(w))
    missing = list(islice((word for word in compared if not any(word in known for known in texts)), _MOST_WORDS))
    if not missing or sum(map(len, texts)) > _WIDEST:
        return {}
    vocabulary = f" {' '.join({word for known in texts for word in known})} "
    found: dict[str, float] = {}
    for word in missing:
        if is_short_piece(word):
            having = {other for known in texts for other in known if other.startswith(word)}
            found |= dict.fromkeys(having, len(word) / PIECE)
            continue
        having = set()
        for part in {word[i : i + _PART] for i in range(len(word) - _PART + 1)}:
            at = vocabulary.find(part)
            while at >= 0:
                end = vocabulary.index(" ", at)
                having.add(vocabulary[vocabulary.rindex(" ", 0, at) + 1 : end])
                at = vocabulary.find(part, end)
        pieces = SequenceMatcher(None, "", word, autojunk=False)
        close: list[tuple[str, float]] = []
        for other in having:
            pieces.set_seq1(other)
            most = pieces.find_longest_match().size
            if most >= _LEAST_SHARE * len(word):
                close.append((other, most / max(len(word), len(other))))
        nearest = sorted(close, key=lambda entry: (-entry[1], entry[0]))[:_MOST]
        found |= {other: max(share, found.get(other, 0.0)) for other, share in nearest}
    return found
