"""Words that stemming conflates: an office and an officer. Pure."""

import re

from orc.documents.text.tokens import content_words
from orc.patterns import regex

_ALIKE = (
    ("office", "officer"),
    ("vacate", "vacation"),
    ("depart", "department"),
    ("install", "instalment"),
    ("terminal", "terminate"),
    ("author", "authority"),
    ("expense", "expensive"),
    ("occupant", "occupation"),
)
_FORMS = {word: regex(rf"\b{word}(?:e?[sd]|ing)?\b", re.IGNORECASE) for pair in _ALIKE for word in pair}


class Lookalikes:
    """The words of a question that have the compared form of another word."""

    def __init__(self, question: str) -> None:
        self._asked = [
            (content_words(one)[0], _FORMS[one], _FORMS[other])
            for pair in _ALIKE
            for one, other in (pair, pair[::-1])
            if _FORMS[one].search(question)
        ]

    def words_for_others(self, text: str) -> set[str]:
        """The question's words, in compared form, for which a text only has the other word."""
        return {word for word, one, other in self._asked if other.search(text) and not one.search(text)}
