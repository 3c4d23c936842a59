"""Decides whether an abbreviation consists of the beginnings of a name's words. Pure."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile

from orc.patterns import regex

_LONGEST = 8
_MOST_WORDS = 10
_JOINING = frozenset({"and", "of", "the", "for", "und", "et", "y", "de"})
_SIGN = regex(r"[&.]|(?<=[A-Z])n(?=[A-Z])")  # J&J, JnJ, J.P.M.


def stands_for(short: str, words: Sequence[str]) -> bool:
    """Whether short consists of beginnings of consecutive words, starting with the first: FBC for Foo Bar Corporation,
    AmEx for American Express, J&J and JnJ for Johnson & Johnson. Joining words may be skipped."""
    letters = _SIGN.sub("", short).casefold()
    if not 2 <= len(letters) <= _LONGEST:
        return False
    name = (word.casefold().strip(".,'’()&") for word in words[:_MOST_WORDS])
    return _matches(letters, tuple(word for word in name if word), 0)


@lru_cache(maxsize=16_384)
def _matches(letters: str, words: tuple[str, ...], taken: int) -> bool:
    """Whether the letters are beginnings of these words and, with those already matched, of more than one."""
    if not letters:
        return taken > 1
    if not words:
        return False
    first, rest = words[0], words[1:]
    shared = takewhile(lambda pair: pair[0] == pair[1], zip(letters, first, strict=False))
    beginnings = range(1, sum(1 for _ in shared) + 1)
    own = 0 if first in _JOINING else 1
    return any(_matches(letters[n:], rest, taken + own) for n in beginnings) or (
        first in _JOINING and _matches(letters, rest, taken)
    )
