"""Leaves out sentences that name a year only to compare with it: growth over 2023 is not that of 2023. Pure (D-425)."""

import re
from collections.abc import Sequence

from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.questions.question import Question, years_in
from orc.patterns import regex

_CHANGED = (
    r"(?:%|\b(?:increas|ris(?:e|en|ing)\b|rose|gr[eo]w|up\b|down\b|improv|gain|declin|decreas|fell|fall|drop|chang|high"
    r"|low|more\b|less\b|bett|wors)\w{0,8})[^.;:\d]{0,40}"
)
_COMPARED = regex(
    rf"(?:\b(?:compared (?:with|to)|than|versus|vs\.?|against|gegenüber|verglichen mit"
    r"|(?:im|in) Vergleich (?:zu[mr]?|mit)|\w{3,20}er als|mehr als|weniger als|par rapport (?:à|au)"
    r"|(?:con )?respecto (?:a|de|al)|rispetto (?:a|al|alla)"
    r"|em relação a|ten opzichte van|vergeleken met|jämfört med|sammenlign(?:et|a) med|w porównaniu (?:z|do)"
    rf"|ve srovnání s|oproti|по сравнению с|порівняно з)|{_CHANGED}\b(?:over|from)) "
    r"(?:[^\d.,;:()]|(?<=[qh])[1-4]){0,50}?(?:FY ?['’]?\d\d(?:\d\d)?|(?:19|20)\d\d)"
    r"(?![\d/-]|['’]s\b|,? ?[:(]|,? (?:when|als)\b)",
    re.IGNORECASE,
)


def compares_with_year(question: str) -> bool:
    """Whether a question compares with a year."""
    return _COMPARED.search(question) is not None


def without_compared_years(question: Question, sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences without prose that names the only year of the question just to compare with it. All of them if the
    question compares with it too."""
    if len(question.years) != 1 or compares_with_year(question.text):
        return [*sentences]
    return [
        s
        for s in sentences
        if s.row or not question.years & years_in(s.text) or question.years & years_in(_COMPARED.sub(" ", s.text))
    ]
