"""How many neighbouring words of a question stand near each other in a text. Pure."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain

_NEAR = 4


def share_of_near_pairs(pairs: Sequence[tuple[str, str]], words: Sequence[str]) -> float:
    """The share of these pairs of words that occur near each other among the words of a text, 0 without pairs."""
    asked = frozenset(chain.from_iterable(pairs))
    positions = defaultdict[str, list[int]](list)
    for position, word in enumerate(words if pairs else ()):
        if word in asked:
            positions[word].append(position)
    nearby = sum(_are_near(positions[a], positions[b]) for a, b in pairs if a in positions and b in positions)
    return nearby / len(pairs) if pairs else 0.0


def _are_near(first: Sequence[int], second: Sequence[int]) -> bool:
    """Whether two words, given by their sorted positions, occur near each other. Linear in their number."""
    i = j = 0
    while i < len(first) and j < len(second):
        if abs(first[i] - second[j]) <= _NEAR:
            return True
        if first[i] < second[j]:
            i += 1
        else:
            j += 1
    return False
