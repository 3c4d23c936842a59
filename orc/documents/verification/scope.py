"""Finds statements about scope: always and everywhere, or only in some cases."""

import re

from orc.patterns import regex

_ALWAYS = (
    r"always|at (?:any|all) times?|(?:in|under) (?:all|any|every) (?:cases?|circumstances?|conditions?)|everywhere"
    r"|anywhere|around the clock|round[- ]the[- ]clock|day (?:and|or) night|24/7|without exception|immer|stets"
    r"|jederzeit|überall|ausnahmslos|in jedem fall|in allen fällen|rund um die uhr"
)
_STATED_ALWAYS = regex(rf"\b(?:{_ALWAYS})\b(?! of (?:the )?(?:day|night))", re.IGNORECASE)
_KNOWN_ALWAYS = regex(
    rf"\b(?:{_ALWAYS}|all|any|every|each|whenever|wherever|whatever|whoever|never|nobody|no one"
    r"|throughout|alle[nrsm]?|jede[nrsm]?|nie(?:mals|mand)?)\b",
    re.IGNORECASE,
)
_STATED_ALL = regex(
    r"(?:\A\W*|\b(?:for|to|by|of|in|with) )(?P<all>all|every|any|each|alle|jede[rs]?)\s(?!other\b|of\b|\d|hour|day"
    r"|week|month|quarter|year|time|night|morning|evening|\w+day\b)",
    re.IGNORECASE,
)
_SOME = regex(
    r"\b(?:only|solely|exclusively|except|apart from|other than|unless|provided|as long as|reserved|restricted|if"
    r"|who|whose|worth|above|over|more than|exceeding|below|under|less than|fewer than|some|most|several"
    r"|nur|ausschließlich|außer|sofern|solange|es sei denn|wenn|falls|über|unter|mehr als|weniger als|einige|manche"
    r"|die meisten)\b",
    re.IGNORECASE,
)


def universal_words(text: str) -> str:
    """The words by which a statement says that it applies at all times, everywhere or in all cases."""
    found = _STATED_ALWAYS.search(text)
    return found[0] if found else ""


def supports_always(text: str) -> bool:
    """Whether a text supports a statement with such words: it has them too, or a word for all or none."""
    return _KNOWN_ALWAYS.search(text) is not None


def is_about_all(text: str) -> bool:
    """Whether a statement is about all of a kind, without a condition."""
    return _STATED_ALL.search(text) is not None and _SOME.search(text) is None


def is_about_some(text: str) -> bool:
    """Whether a text is about some of a kind, or has a condition, without a word for all or none."""
    return _SOME.search(text) is not None and _KNOWN_ALWAYS.search(text) is None
