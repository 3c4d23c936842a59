"""What a sentence names only to compare another thing with it: the largest town after Ellin. Pure (D-465)."""

import re

from orc.documents.text.tokens import content_words
from orc.patterns import regex

_COMPARED_WITH = regex(
    r"\b(?:than|unlike|except(?: for)?|apart from|besides|(?:\w{3,12}est|most \w{3,20})\b[^.;,]{0,50} after) "
    r"(?:in |the ){0,2}(?:(?-i:[A-ZÀ-Þ])[\w'’-]{1,30} ?){1,3}",
    re.IGNORECASE,
)


def only_compared(text: str) -> frozenset[str]:
    """The words of names, in compared form, that a sentence has only as those with which it compares its subject."""
    if _COMPARED_WITH.search(text) is None:
        return frozenset()
    return frozenset(content_words(text)).difference(content_words(_COMPARED_WITH.sub(" ", text)))
