"""Detects how often something happens: every two weeks, nightly, three times a month. Pure."""

import re

from orc.patterns import regex

_DAYS = {"hour": 1 / 24, "day": 1, "week": 7, "fortnight": 14, "month": 30, "quarter": 91, "half": 182, "year": 365}
_NAMES = {
    "hour": r"hours?|stunden?",
    "day": r"(?:working |calendar )?(?:days?|nights?|mornings?|evenings?)|(?:arbeits|werk)?tage?|nächte?|nacht",
    "week": r"(?:calendar )?weeks?|wochen?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
    r"|(?:mon|diens|donners|frei|sams|sonn)tage?|mittwoche?",
    "fortnight": r"fortnights?",
    "month": r"(?:calendar )?months?|monate?s?",
    "quarter": r"(?:calendar )?quarters?|quartale?s?",
    "half": r"half[- ]years?|halbjahre?",
    "year": r"(?:calendar )?years?|jahre?s?",
}
_ADVERBS = {
    "hour": r"hourly|stündlich",
    "day": r"daily|nightly|täglich|nächtlich|allabendlich",
    "week": r"weekly|wöchentlich|(?:mon|diens|donners|frei|sams|sonn)tags|mittwochs",
    "fortnight": r"fortnightly|biweekly|vierzehntägig|zweiwöchentlich",
    "month": r"monthly|monatlich",
    "quarter": r"quarterly|vierteljährlich",
    "half": r"half-yearly|halbjährlich",
    "year": r"yearly|annually|per annum|jährlich",
}
_UNIT = "|".join(f"(?P<u_{name}>{words})" for name, words in _NAMES.items())
_ADVERB = "|".join(f"(?P<a_{name}>{words})" for name, words in _ADVERBS.items())
_TIMES = (
    r"(?:(?P<times>\d{1,3}(?=[- ]?(?:times|mal)\b)|once|twice|(?:ein|zwei|drei|vier|fünf|sechs)mal)"
    r"(?:[- ]?(?:times|mal))?\s)"
)
_EVERY = regex(
    rf"\b{_TIMES}?(?:every|each|alle|jede[nrsm]?)\s(?:(?P<nth>\d{{1,3}}\.?|second|other|third|fourth|zweite[nrs]?"
    rf"|dritte[nrs]?|vierte[nrs]?)\s)?(?:{_UNIT})\b(?! of\b)",
    re.IGNORECASE,
)
_REGULARLY = regex(
    rf"\b{_TIMES}?(?:{_ADVERB})\b(?=\W*\Z|[.,;:)]|\s(?:and|or|und|oder|by|in|on|at|from|for|to|with|after|before|until"
    r"|durch|im|am|von|mit|bis|nach|vor)\b)",
    re.IGNORECASE,
)
_COUNTED = regex(rf"\b{_TIMES}(?:an?|per|each|every|pro|im|in der|je|am)\s(?:{_UNIT})\b", re.IGNORECASE)
_PATTERNS = (_EVERY, _REGULARLY, _COUNTED)
_ALL = regex(
    rf"\b(?:an?|per|pro|im|on|am|days? (?:of|in) (?:an?|the))\s(?:{_UNIT})\b|\b(?:{_ADVERB}|annual)\b", re.IGNORECASE
)
_NUMBERS = {
    "once": 1,
    "twice": 2,
    "other": 2,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "ein": 1,
    "zwei": 2,
    "dr": 3,
    "vier": 4,
}
_NUMBERS |= {"fünf": 5, "sechs": 6}
_NEAR = 1.1


def stated_intervals(text: str) -> list[tuple[float, str]]:
    """The intervals of regular events in days, each with the words that state it. The text has its number words as
    digits. Rates, such as a fee per month, are not included."""
    found = list[tuple[float, str]]()
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            said = {name: words for name, words in match.groupdict().items() if words}
            days = next(_DAYS[name[2:]] for name in said if name[1] == "_")
            found.append((days * _number(said.get("nth", "")) / _number(said.get("times", "")), match[0]))
    return found


def all_intervals(text: str) -> list[float]:
    """The intervals that a text states, including the units of its rates."""
    found = [days for days, _ in stated_intervals(text)]
    for pattern in _PATTERNS:
        text = pattern.sub(";", text)
    for match in _ALL.finditer(text):
        units = [name[2:] for name, words in match.groupdict().items() if words] or ["year"]
        found += [_DAYS[unit] for unit in units]
    return found


def are_near(one: float, other: float) -> bool:
    """Whether two intervals count as equal: a quarter equals three months."""
    return max(one, other) <= _NEAR * min(one, other)


def _number(word: str) -> int:
    if word[:1].isdecimal():
        return int(word.rstrip(".")) or 1
    return next((number for start, number in _NUMBERS.items() if word and word.lower().startswith(start)), 1)
