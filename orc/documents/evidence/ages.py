"""Questions for someone's age, and sentences that say the age of what someone founded. Pure."""

from orc.patterns import regex

_ASKS = regex(
    r"\b(?i:how old (?:is|was)|wie alt (?:ist|war)) (?:(?:[Dd]r|[Mm]rs?|[Mm]s|[Pp]rof|Frau|Herr)\b"
    r"|[A-ZÄÖÜ]\w+ [A-ZÄÖÜ]\w+\W*\Z)"
)
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
