"""Finds what distinguishes a question's subject from similar ones: names, ordinals, words of titles. Pure (D-109)."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from orc.documents.text.tokens import GLUED, content_words
from orc.patterns import regex

ADDRESS = regex(r"\A\W{0,5}(?:hi|hello|hey|dear)\s{1,5}\w+", re.IGNORECASE)
"""A greeting with a name, which is not part of the question."""

ROLES = frozenset(content_words("officer president director manager executive partner"))
"""Words of job titles, whose other words distinguish one from another."""

_TOKEN = regex(rf"[{GLUED}]+|(?:(?![{GLUED}])[^\W_])(?:(?![{GLUED}])[\w'’-])*")
_IN_BRACKETS = regex(r"\([^()]{0,40}\)")
_ENDS = regex(r"[.?!:;\"“]\s*\Z")
_NOUNS_ARE_CAPITAL = frozenset(("der", "die", "das", "und", "ein", "eine", "dem", "des", "ist", "wie", "wer", "im"))
_NO_NAMES = frozenset(("USD", "EUR", "GBP", "CHF", "JPY", "CNY", "PDF", "OK"))
_GROUPS = tuple(
    frozenset(content_words(group))
    for group in (
        "red blue green yellow black white grey brown orange pink purple rot blau grün gelb schwarz weiß grau braun",
        "north south east west northern southern eastern western",
        "upper lower middle",
        "left right",
        "large small medium",
        "front rear back",
        "adult child",
        "indoor outdoor",
    )
)
_ORDINALS = frozenset(
    content_words("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth")
)


def capital_names(question: str) -> Iterator[str]:
    """The words that are capitalised as names, not because they begin a sentence. Empty if all nouns or most words are
    capitalised."""
    text = _IN_BRACKETS.sub(" ", ADDRESS.sub(" ", question))
    tokens = list(_TOKEN.finditer(text))
    capital = [token for token in tokens if any(letter.isupper() for letter in token[0])]
    others = sum(token is not tokens[0] for token in capital)
    if 2 * others > len(tokens) or _NOUNS_ARE_CAPITAL.intersection(t[0].lower() for t in tokens):
        return
    for token in capital:
        begins = token is tokens[0] or _ENDS.search(text, max(0, token.start() - 3), token.start())
        is_name = not begins or sum(map(str.isupper, token[0])) > 1  # IBM employees
        if is_name and len(token[0]) > 1 and token[0] not in _NO_NAMES:
            yield from content_words(token[0])


def kinds_in(words: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """The distinguished kinds in a question: (chief, officer, financial), ("", floor, third)."""
    titles = zip(words, words[1:], words[2:], strict=False)
    yield from ((before, after, one) for before, one, after in titles if after in ROLES)
    yield from (("", after, one) for one, after in pairwise(words) if one in _ORDINALS)


def distinguished(words: Sequence[str]) -> list[tuple[str, frozenset[str], str]]:
    """The words before others of which a group distinguishes things: blue, its group and car for "the blue car"."""
    pairs = list(pairwise(words))
    return [(one, group, of) for one, of in pairs for group in _GROUPS if one in group and of not in group]


def has_other_of_kind(words: Sequence[str], before: str, after: str) -> bool:
    """Whether the words distinguish another one of this kind: by another word in between, or another ordinal before
    it."""
    if before:
        return any(words[i] == before and words[i + 2] == after for i in range(len(words) - 2))
    return any(first in _ORDINALS and second == after for first, second in pairwise(words))
