"""Periods of recurring events and payments in texts: a monthly rent, three times a week. Pure."""

import re

from orc.patterns import regex

_PERIOD = regex(
    r"\b(?:(?P<hour>hourly|stündlich\w*|stundenlohn)|(?P<day>daily|täglich\w*)|(?P<week>weekly|wöchentlich\w*)"
    r"|(?P<month>monthly|monatlich\w*|monats\w+)|(?P<year>annual|annually|yearly|per annum|jährlich\w*|jahres\w+)"
    r"|(?:per|an?|pro) (?P<each>hour|day|week|month|year|stunde|tag|woche|monat|jahr))\b",
    re.IGNORECASE,
)
_GERMAN_PERIODS = {"stunde": "hour", "tag": "day", "woche": "week", "monat": "month", "jahr": "year"}


def recurring_periods(text: str) -> frozenset[str]:
    """The periods of recurring events in the text: hour, day, week, month or year."""
    found = (each["each"] or each.lastgroup or "" for each in _PERIOD.finditer(text))
    return frozenset(_GERMAN_PERIODS.get(period.lower(), period.lower()) for period in found)
