"""Leaves out sentences about another time than the question's: those that name a year only to compare with it, as
growth over 2023 is not that of 2023, and those of another month. Pure (D-425)."""

import re
from collections.abc import Sequence

from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.questions.question import Question, years_in
from orc.documents.text.figures import month_names
from orc.documents.text.tokens import content_words
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

_MONTHS = {name.lower(): number for name, number in month_names().items()}
_NAMES = "|".join(sorted(map(re.escape, _MONTHS), key=len, reverse=True))
_IN_MONTH = regex(rf"\b(?:in|im|during|en|em|i|w|в) (?P<month>{_NAMES})\b(?!\.? ?\d{{1,2}}(?!\d))", re.IGNORECASE)
_MONTH = regex(rf"\b(?P<month>{_NAMES})\b", re.IGNORECASE)
_DATED = regex(r"\d[./-](?P<month>\d\d?)[./-]\d|(?:19|20)\d\d-(?P<first>\d\d)")
_SPANS = regex(  # the month named may be an end of a longer time, or what the asked one is compared with
    r"\b(?:since|until|till|to|through|between|from|by|before|after|than|compared|as|again|every|both|seit|bis|ab|zwischen"
    r"|vor|nach|als|wie|jede[nrs]?|depuis|jusqu|avant|après|que|entre|desde|hasta|antes|después|dal?|fino|tra|prima|dopo|até"
    r"|sinds|tot|tussen|dan)\b|[–—]",
    re.IGNORECASE,
)
_WHEN = regex(r"\b(?:when|since|until|which month|wann|seit|bis|quand|cuándo|quando|wanneer)\b", re.IGNORECASE)
_SHORTEST = 4
_SHORT_NAMES = frozenset({"may", "mai", "mei"})


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


def without_other_months(question: str, sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences without prose of another month than the only one of the question, "in March" for "in April", unless
    the month asked for is in it, before it in its paragraph, or over it. All of them if the question asks when."""
    months = _single_months(question)
    if len(months) != 1 or len(set(_months_in(question))) != 1 or _WHEN.search(question):
        return [*sentences]
    (asked,) = months
    names = frozenset(content_words(" ".join(name for name, number in _MONTHS.items() if number == asked)))

    def is_of_other(sentence: Sentence) -> bool:
        said = _months_in(sentence.text)
        if sentence.row is not None or not said or asked in said or len(said) != len(_single_months(sentence.text)):
            return False
        around = sentence.headings | sentence.scope | sentence.named | sentence.titled | sentence.paragraph
        is_under = any(asked in _months_in(title) for title in sentence.titles)
        return not (is_under or _SPANS.search(sentence.text) or names & (around | sentence.context))

    return [sentence for sentence in sentences if not is_of_other(sentence)]


def _single_months(text: str) -> list[int]:
    """The months in which something is said to be, by their names in full."""
    named = (found["month"].lower() for found in _IN_MONTH.finditer(text))
    return [_MONTHS[name] for name in named if len(name) >= _SHORTEST or name in _SHORT_NAMES]


def _months_in(text: str) -> list[int]:
    """The months that a text names, in any form."""
    dated = [int(found["month"] or found["first"]) for found in _DATED.finditer(text)]
    return [*(_MONTHS[found["month"].lower()] for found in _MONTH.finditer(text)), *dated]
