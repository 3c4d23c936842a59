"""Compares what a claim and a sentence allow or forbid with something, and without it (D-532)."""

import re

from orc.documents.verification.negations import count_negations
from orc.documents.verification.restated import beginnings, restated_sentences
from orc.patterns import regex

_WHAT = r"(?P<what>(?: [\w'’-]{1,30}){1,3})"
_WITH = regex(rf"\b(?:with|mit|avec|con|com|met)\b{_WHAT}", re.IGNORECASE)
_WITHOUT = regex(rf"\b(?:without|ohne|sans|sin|senza|sem|zonder)\b{_WHAT}", re.IGNORECASE)


def accompaniments_agree(passage: str, claim: str) -> bool:
    """Whether the claim does not say of what is with a thing what the sentence that it restates says of what is without
    it.

    The passage says "Pets are not allowed without consent": "Pets are not allowed with consent" does not agree."""
    stated = _WITH.search(claim)
    if stated is None or _WITHOUT.search(claim):
        return True
    what, denied = beginnings(stated["what"]), count_negations(claim)
    verdicts = list[bool]()
    for sentence in restated_sentences(passage, claim):
        lacking = None if _WITH.search(sentence) else _WITHOUT.search(sentence)
        is_same_thing = lacking is not None and not what.isdisjoint(beginnings(lacking["what"]))
        verdicts.append(not (is_same_thing and count_negations(_WITHOUT.sub(" ", sentence)) == denied))
    return not verdicts or any(verdicts)
