"""Questions whether something is allowed or required, and the sentences that are rules. Pure."""

import re

from orc.documents.text.tokens import content_words

_ALLOWED = (
    r"(?:allowed|permitted|forbidden|prohibited|banned|compulsory|mandatory|erlaubt|gestattet|verboten|untersagt"
    r"|zulässig|pflicht|vorgeschrieben)"
)
_ASKS = re.compile(
    r"\W*(?:(?:can|may|must|should) (?:i|we|one|you|my|tenants?|members?)|am i allowed|are we allowed|do (?:i"
    r"|we) (?:have|need) to"
    r"|(?:kann|können) (?:ich|wir|man|mein\w*)|(?:darf|dürfen|muss|müssen) \w+"
    rf"|(?:is|are|ist|sind) .{{1,80}}\b{_ALLOWED})\b",
    re.IGNORECASE,
)
_RULES = re.compile(
    r"\b(?:may|must|can|not|no|only|closed|compulsory|mandatory|allowed|permitted|prohibited|forbidden|banned|tolerated"
    r"|consent|approval"
    r"|permission|requires?"
    r"|required|to be|shall|free|provided|belongs?|dürfen|darf|muss|müssen|kann|können|nicht|kein\w*|nur"
    r"|erlaubt|gesperrt|geschlossen|(?:stays?|remains?|bleib(?:t|en)) (?:at home|zu hause)"
    r"|gestattet"
    r"|untersagt|verboten|zustimmung|erlaubnis|bedürfen|bedarf|(?:ist|sind) .{0,80}\bzu\w*)\b",
    re.IGNORECASE,
)

RULE_WORDS = frozenset(content_words(" ".join(_ALLOWED[3:-1].split("|"))))
"""The words of a question that ask whether something is a rule. A rule may say it in any other way."""


def asks_permission(question: str) -> bool:
    """Whether a question in English or German asks what one may or must do."""
    return _ASKS.match(question) is not None


def states_rule(sentence: str) -> bool:
    """Whether a sentence says what is allowed, required or forbidden."""
    return _RULES.search(sentence) is not None
