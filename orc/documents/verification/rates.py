"""Compares the rates of figures: rent per month is not rent per week."""

import re
from collections.abc import Iterator

from orc.documents.text.figures import CALENDAR, Figure, FigureSet, figures
from orc.documents.text.sentences import sentence_spans
from orc.documents.verification.clauses import parts_of
from orc.documents.verification.passage_figures import has_decimal_comma
from orc.patterns import regex

_PER = (
    r"(?:(?<!within )(?<!after )(?<!for )(?<!in )\ban?|\b(?:per|each|every|pro|je|jede[nrs]?|im|am|par|por|al|alla))\s"
)
_NAMED = {
    "hour": r"hourly|stündlich\w*|stunden(?:lohn|satz)\w*",
    "day": r"daily|täglich\w*|tages(?:satz|preis|miete)\w*",
    "week": r"weekly|wöchentlich\w*|wochen(?:miete|lohn)\w*",
    "month": r"monthly|monatlich\w*|monats(?:miete|beitrag|gehalt|rate)\w*|mensuel\w*|mensual\w*|mensile",
    "quarter": r"quarterly|vierteljährlich\w*",
    "year": r"annual(?:ly)?|yearly|per annum|jährlich\w*|jahres(?:miete|beitrag|gehalt)\w*|annuel\w*|anual\w*|annuale",
}
_COUNTED = {
    "hour": "hour|stunde|heure|hora|ora",
    "day": "(?:working )?day|tag|jour|día|dia|giorno",
    "week": "week|woche|semaine|semana|settimana",
    "month": "(?:calendar )?month|monat|mois|mes|mese|mês",
    "quarter": "quarter|quartal|trimestre",
    "year": "(?:calendar )?year|jahr|an|année|año|anno|ano",
}
_RATE = regex(
    r"\b(?=[adehijmpqstvwy])(?:"  # what its matches begin with: this passes over most of a text at once
    + "|".join(rf"(?P<{rate}>\b(?:{named})\b|{_PER}(?:{_COUNTED[rate]})\b(?! \d))" for rate, named in _NAMED.items())
    + ")",
    re.IGNORECASE,
)
_MOST_PARTS, _MOST_FIGURES = 6, 4


def rates_agree(passage: str, claim: str) -> bool:
    """Whether the passage has each figure of the claim at the same rate, such as per month. A figure that the passage
    states without a rate agrees.

    The passage says "950 euros a month": "950 euros a week" does not agree."""
    if not _RATE.search(claim):
        return True
    claim_parts = [part for part in _parts(claim) if part[1]]
    passage_parts = [(FigureSet(found), rates) for found, rates in _parts(passage)]
    for found, rates in claim_parts[:_MOST_PARTS]:
        for figure in found[:_MOST_FIGURES]:
            rates_there = [other_rates for each, other_rates in passage_parts if each.contains(figure)]
            if rates_there and all(other_rates and rates.isdisjoint(other_rates) for other_rates in rates_there):
                return False
    return True


def _parts(text: str) -> Iterator[tuple[list[Figure], set[str]]]:
    """For each clause, its amounts and its rates."""
    comma = has_decimal_comma(text)
    for start, end in sentence_spans(text):
        for part in parts_of(text[start:end], german=comma is True):
            found = [each for each in figures(part, decimal_comma=comma) if each.counts and not each.is_year]
            found = [each for each in found if each.unit != CALENDAR]
            yield found, {str(rate.lastgroup) for rate in _RATE.finditer(part)}
