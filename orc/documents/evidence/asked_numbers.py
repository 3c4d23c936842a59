"""The number of a thing that a question asks for: the room number, a telephone number. Pure (D-529)."""

import re

from orc.documents.questions.answer_kind import Kind
from orc.documents.questions.asked_forms import TELEPHONE
from orc.documents.questions.question import Question
from orc.documents.text.everyday import says
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_ASKS_NUMBER = regex(
    r"\W*(?:(?:what|which)(?: is| was|['’]s) (?:the|my|our|your|their|its) (?:[\w'’-]{1,20} ){0,2}?"
    r"(?!(?:tele)?phone|mobile|fax|emergency|pin)(?P<thing>[\w-]{3,20}) (?:number|no\.?)"
    r"|wie (?:ist|lautet) (?:die|meine|unsere|ihre) (?!telefon|handy|fax|mobil|ruf|notruf|notfall)"
    r"(?P<compound>[\w-]{3,25}?)s?nummer)(?!\w)",
    re.IGNORECASE,
)
_FIGURE = regex(  # not: 3 nights, 12 %
    r"(?<![\w/.-])[A-Z]{0,5}-?\d[\w/.-]*+(?! ?(?:[$€£¥%]|(?:nights?|days?|weeks?|months?|years?|hours?|minutes?|euros?"
    r"|pounds?|persons?|people|guests?|nächte|tage|wochen|monate|jahre|stunden|minuten|personen)\b))",
    re.IGNORECASE,
)
_WORD = regex(r"[^\W\d_]{2,40}")
_REACH, _BEFORE, _AFTER, _BEGINNING = 80, 5, 3, 5
# Order 4471-220 is no telephone number.
_OTHER_NUMBER = regex(
    r"\b(?:confirmation|booking|account|invoice|order|ref(?:erence)?|customer|policy|contract|iban|card|serial|ticket"
    r"|member(?:ship)?|meter|tax|vat|isbn|case|file|patient|buchung|konto|rechnung|bestellung|vertrag"
    r"|(?!telefon|handy|fax|mobil|ruf|notruf|durchwahl)\w{3,25}nummer|buchungsbestätigung|aktenzeichen)"
    r"(?: (?:confirmation|number|no\.?|nr\.?|reference|code|id))?[:#]? ?\d[\d/ -]{4,20}",
    re.IGNORECASE,
)


class AskedNumber:
    """The number that one question asks for, unless that is a telephone number."""

    def __init__(self, question: Question) -> None:
        found = _ASKS_NUMBER.match(question.text)
        self._things = content_words((found["thing"] or found["compound"]) if found else "")
        self._synonyms = question.loose_words

    def is_of_other(self, text: str) -> bool:
        """Whether a sentence has no number near the thing whose number is asked for."""
        return bool(self._things) and not any(
            map(self._is_near, (_near(text, each) for each in _FIGURE.finditer(text)))
        )

    def _is_near(self, words: frozenset[str]) -> bool:
        return any(
            says(words, self._synonyms.get(thing, ())) or any(word.startswith(thing[:_BEGINNING]) for word in words)
            for thing in self._things
        )


def _near(text: str, figure: re.Match[str]) -> frozenset[str]:
    """The words of a text beside one of its figures."""
    before = _WORD.findall(text[max(figure.start() - _REACH, 0) : figure.start()])[-_BEFORE:]
    return frozenset(content_words(" ".join([*before, *_WORD.findall(text[figure.end() :][:_REACH])[:_AFTER]])))


def without_numbers_of_others(text: str, kind: Kind | None) -> str:
    """A text without the numbers of orders, accounts and the like if a telephone number is asked for."""
    return _OTHER_NUMBER.sub("", text) if kind is not None and kind.pattern.pattern == TELEPHONE else text
