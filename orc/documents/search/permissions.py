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

# Can I smoke here, darf man hier rauchen: the verb without an object.
_DEED = re.compile(
    r"\W*(?:can|may|must|should) (?:i|we|one|you) (?:not |still |also |already )?(?P<english>[a-z]{3,})\b"
    r"(?=\W*\Z| (?:in|on|at|inside|outside|during|after|before|here|there|near|from|for)\b)"
    r"|\W*(?:darf|dürfen|kann|können|muss|müssen) (?:ich|wir|man) (?:(?:auch|hier|noch|schon|nicht|dort|immer) )*"
    r"(?:(?:im|in|auf|am|an|vor|nach|bei|während|zu|zur|zum)\b.{1,40} )?(?P<german>[a-zäöüß]{4,}n)\W*\Z",
    re.IGNORECASE,
)
_PLAIN = frozenset(
    content_words(
        "get put use keep have take bring leave come stay live sit sleep work start begin stop come wait park "
        "kommen bleiben gehen sein stehen arbeiten wohnen sitzen parken übernachten"
    )
)
RULE_WORDS = frozenset(content_words(" ".join(_ALLOWED[3:-1].split("|"))))
"""The words of a question that ask whether something is a rule. A rule may say it in any other way."""


def asks_permission(question: str) -> bool:
    """Whether a question in English or German asks what one may or must do."""
    return _ASKS.match(question) is not None


def states_rule(sentence: str) -> bool:
    """Whether a sentence says what is allowed, required or forbidden."""
    return _RULES.search(sentence) is not None


def deed_asked(question: str) -> frozenset[str]:
    """The verb of a question for permission that has no object, in compared form; empty if its verb is too general."""
    found = _DEED.match(question)
    return frozenset(content_words(found["english"] or found["german"]) if found else ()) - _PLAIN
