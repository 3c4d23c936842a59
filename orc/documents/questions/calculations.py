"""Recognises sums, which no document answers unless it has the same sum. Pure."""

import re

from orc.patterns import regex

_NUMBER = r"[-(]{0,3}\d{1,12}(?:[.,]\d{1,12}){0,4}[)%]{0,3}"
_OPERATOR = (
    r"(?: ?[+*×÷^=] ?| [-−–/x:] | (?:plus|minus|times|multiplied by|divided by|over|mal|geteilt durch|fois|divisé par"
    r"|moins|más|menos|por|entre|più|meno|per|diviso|mais|vezes|keer|gedeeld door"
    r"|плюс|минус|умножить на|разделить на) )"
)
_SUM = regex(
    r"\W{0,5}(?:(?:what(?:['’]s| is| does| are)|how much (?:is|are)|calculate|compute|solve|was (?:ist|ergibt|macht)"
    r"|wie ?viel (?:ist|sind|ergibt)|rechne|berechne|combien (?:font|fait)|calcule[rz]?|cuánto (?:es|son)|calcula"
    r"|quanto (?:fa|fanno|é|são|dá)|calcola|hoeveel is|bereken|ile (?:jest|to)|сколько будет) )?"
    rf"(?P<sum>{_NUMBER}(?:{_OPERATOR}{_NUMBER}){{1,10}})[\s=?!.]{{0,5}}",
    re.IGNORECASE,
)
_GAP = regex(r"\s+")


def sum_asked(question: str) -> str:
    """The sum of which a message asks the result and nothing else, without spaces; "" for any other message."""
    found = _SUM.fullmatch(question)
    return _GAP.sub("", found["sum"]) if found else ""


def has_sum(text: str, asked: str) -> bool:
    """Whether a text has this sum."""
    return asked in _GAP.sub("", text)
