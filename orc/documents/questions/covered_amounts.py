"""Tells amounts that are covered, and those that are earned, from prices. Pure."""

import re

from orc.patterns import regex

_COSTS = r"(?:costs?|kosten?|kostet|coûte(?:nt)?|cuestan?|costan?o?|custam?)"
_ASKS_COST = regex(rf"\b(?:{_COSTS}|price|preis|prix|precio|prezzo|preço)\b", re.IGNORECASE)
_STATES_COST = regex(rf"\b{_COSTS}\b[^\w,;]{{1,5}}\d", re.IGNORECASE)
_INCOME = regex(
    r"\b(?:sales|revenues?|turnover|income|profits?|earnings|umsatz|umsätze|erlöse?|gewinn|einnahmen)\b", re.IGNORECASE
)
_IS_COST = regex(r"\b(?:costs?|kost\w{1,3}|paid|pays?|spent|invest\w{0,6}|price|preis)\b", re.IGNORECASE)
_COVERS = regex(
    r"\b(?:covers?|(?<!\ba )(?<!\bthe )covered|insure[sd]?|reimburse[sd]?"
    r"|deckt|versichert|erstattet|übernimmt|couvre|rembourse|cubre|reembolsa"
    r"|copre|rimborsa|cobre)\b",
    re.IGNORECASE,
)


def states_cover(text: str, question: str) -> bool:
    """Whether a text states an amount that is covered, where the question asks for a price."""
    if _ASKS_COST.search(question) is None or _COVERS.search(question):
        return False
    found = _COVERS.search(text)
    return found is not None and not any(map(str.isdecimal, text[: found.start()])) and not _STATES_COST.search(text)


def states_other_amount(text: str, question: str) -> bool:
    """Whether a text states what is covered or earned, and no cost, where the question asks for a price."""
    if states_cover(text, question):
        return True
    if _ASKS_COST.search(question) is None or _INCOME.search(question):
        return False
    return _INCOME.search(text) is not None and _IS_COST.search(text) is None
