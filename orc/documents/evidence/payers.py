"""Who pays whom: a sentence in which others pay the one whose payment is asked for is about another payment. Pure
(D-515)."""

import re

from orc.patterns import regex

_PAYS = regex(
    r"\W*(?i:how much|what|how many \w+) (?i:did|does|do|has|have|will|would) (?i:the )?"
    r"(?P<who>[A-Z][\w&'’-]{1,30}(?: [A-Z][\w&'’-]{1,30}){0,3})"
    r" (?i:pay|paid|give|given|send|sent|lend|lent|owe|transfer(?:red)?|donate|sell|sold)\b"
)


def payer_asked(question: str) -> str:
    """The name of the one who pays, gives or sells according to the question; empty if it names none."""
    found = _PAYS.match(question)
    return found["who"] if found else ""


def pays_to(payer: str, text: str) -> bool:
    """Whether a text has a payer's name only as that of the one to whom something is paid: paid 850,000 to Wolves."""
    if not payer or payer not in text:
        return False
    places = [found.start() for found in re.finditer(re.escape(payer), text)]
    return all(re.search(r"\bto (?:the )?\Z", text[max(at - 8, 0) : at], re.IGNORECASE) for at in places)
