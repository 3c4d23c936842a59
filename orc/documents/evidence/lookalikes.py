"""Words that stemming conflates, as an office and an officer, and words that mean something else in a fixed phrase, as
the end in "for the year ended 31 May". Pure."""

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
# A word, the phrases in which it means something else, and the questions that ask about these phrases.
_FIXED = (
    (
        r"end(?:s|ed|ing)?",
        r"(?:years?|months?|quarters?|weeks?|periods?|half) end(?:ed|ing)",
        r"\b(?:year|quarter|period|month|half|fiscal)",
    ),
    (
        r"leave",
        r"(?:paid|unpaid|annual|parental|maternity|paternity|sick|study|family|compassionate|medical) leave"
        r"|days?['’]? (?:of )?(?:\w{1,12} ){0,2}leave|leave (?:entitlement|days?|year|of absence)",
        r"\b(?:leave|pto|time off|holidays?|vacation|days? off|maternity|paternity|parental|sick)\b",
    ),
    (
        r"squares?",
        r"square (?:met(?:re|er)s?|feet|foot|miles?|kilomet(?:re|er)s?|inch(?:es)?|yards?)",
        r"\bsquare\b",
    ),
)
_OF_PHRASES = tuple(
    (
        content_words(word.partition("(")[0].rstrip("s?"))[0],
        regex(rf"\b(?:{word})\b", re.IGNORECASE),
        regex(rf"\b(?:{phrases})\b", re.IGNORECASE),
        regex(asks, re.IGNORECASE),
    )
    for word, phrases, asks in _FIXED
)


class Lookalikes:
    """The words that texts have in the compared form, or in the sense, of others than a question means."""

    def __init__(self, question: str) -> None:
        self._asked = [
            (content_words(one)[0], _FORMS[one], _FORMS[other])
            for pair in _ALIKE
            for one, other in (pair, pair[::-1])
            if _FORMS[one].search(question)
        ]
        self._fixed = [each for each in _OF_PHRASES if not each[-1].search(question)]

    def words_for_others(self, text: str) -> set[str]:
        """The words of a text, in compared form, of which it only has the other word or the fixed phrase."""
        found = {word for word, one, other in self._asked if other.search(text) and not one.search(text)}
        within = ((word, len(of.findall(text)), len(phrases.findall(text))) for word, of, phrases, _ in self._fixed)
        return found | {word for word, count, of_phrases in within if count == of_phrases > 0}
