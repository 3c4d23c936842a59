"""Questions for someone's age, and sentences that say the age of what someone founded. Pure."""

import re

from orc.patterns import regex

_ASKS = regex(
    r"\b(?i:how old (?:is|was)|wie alt (?:ist|war)) (?:(?:[Dd]r|[Mm]rs?|[Mm]s|[Pp]rof|Frau|Herr)\b"
    r"|(?:he|she|er|sie)\b|[A-ZÄÖÜ]\w+ [A-ZÄÖÜ]\w+(?:\W*\Z| (?:when|at|als|bei)\b))"
)
_BOUND = regex(
    r"\b(?:under|over|at least|must be|have to be|up to|unter|über|mindestens|ab|bis)(?: the age of)? \d", re.IGNORECASE
)
_AGE = regex(r"\b(?:aged?|born|years? old|\d+-year-old|jahre alt|geboren|alter)\b", re.IGNORECASE)
_FOUNDED = regex(
    r"\b[A-ZÄÖÜ]\w{1,40} (?:founded|established|built|opened|gründete|erbaute|baute|eröffnete)\b"
    r"|\b(?:founded|established|gegründet)\b"
)


def asks_age_of_person(question: str) -> bool:
    """Whether a question in English or German asks how old a person is."""
    return _ASKS.search(question) is not None


def says_founding(sentence: str) -> bool:
    """Whether a sentence says that something was founded, or who built or opened something."""
    return _FOUNDED.search(sentence) is not None


def only_bounds_age(sentence: str) -> bool:
    """Whether a sentence says only how old somebody has to be: a prize for chemists under 35."""
    return _BOUND.search(sentence) is not None and _AGE.search(_BOUND.sub(" ", sentence)) is None
