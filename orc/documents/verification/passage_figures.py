"""The figures of a passage. Table figures are read cell by cell, in the scale that the table names."""

import csv
import re
from collections.abc import Sequence

from orc.documents.text.figures import Figure, FigureSet, figures, month_names, unit_names
from orc.documents.text.function_words import language_by_function_words
from orc.documents.text.particulars import PLACE
from orc.documents.text.sentences import is_row, sentence_spans
from orc.documents.text.tokens import content_words
from orc.patterns import regex

UNIT_WORDS = frozenset(content_words(" ".join(unit_names())))
"""The words that name units, which say nothing about what a figure is of."""

_SCALE = regex(
    r"(?:\bin (?:(?:[$€£] ?|EUR |USD |GBP |US dollars? )?)|[$€£] ?|\b(?:EUR|USD|GBP) )"
    r"(?:(?P<k>thousands?\b|tausend|tsd|k\b)|(?P<m>millions?\b|millionen|mio|m\b)|(?P<b>billions?\b|milliarden|mrd|bn\b))"
    r"|T[€$](?P<m2>m)\b|\b(?P<k2>T€)",
    re.IGNORECASE,
)
_POWERS = {"k": 1e3, "m": 1e6, "b": 1e9}
_MARKS = regex(r"[|\t]")
_SPACED = regex(r"\d\)? {1,20}[$€£(]{0,2}\d[\d.,]*\)?\Z")
_NUMBERING = regex(
    r"^[ \t>]*(?P<heading>#{1,6}[ \t]+)?"
    r"(?P<numbering>(?P<number>\d{1,3})(?:\.\d{1,3}){0,4}(?P<point>[.)])?[ \t]+)(?=[^\W\d])",
    re.MULTILINE,
)
_MONTH = regex(rf"(?:{'|'.join(sorted(month_names(), key=len, reverse=True))})\b", re.IGNORECASE)
_DECIMAL_COMMA = frozenset(("de", "fr", "es", "it", "pt", "nl", "sv", "da", "pl", "tr", "fi", "cs"))


def has_decimal_comma(text: str) -> bool | None:
    """Whether the text's language writes 1,25 for five quarters. None if the language is unknown."""
    language = language_by_function_words(text)
    return None if language is None else language in _DECIMAL_COMMA


def scales_of(text: str) -> list[float]:
    """The units of the tables in a text, such as millions."""
    return sorted({_POWERS[str(found.lastgroup)[0]] for found in _SCALE.finditer(text)})


def passage_figures(text: str, within: str = "") -> FigureSet:
    """The figures of a text. The surrounding text decides how they are written."""
    within = within or text
    lines = text.split("\n")
    for i, line in enumerate(
        lines
    ):  # marks between cells and after the last one keep a number from taking another cell as its noun
        if not is_row(line):
            continue
        if _MARKS.search(line) or _SPACED.search(line, max(len(line) - 40, 0)):
            lines[i] = f"{line} |"
        elif line.count(",") > 1 and ", " not in line:
            lines[i] = f"{' | '.join(next(csv.reader([line])))} |"
    parted = "\n".join(lines)
    return FigureSet(figures(parted, decimal_comma=has_decimal_comma(within)), scales=scales_of(within))


def without_numbering(text: str) -> str:
    """The text without the numbers of its headings and of list items that follow each other, which count nothing."""
    marks = [mark for mark in _NUMBERING.finditer(text) if not _MONTH.match(text, mark.end())]
    numbers = {int(mark["number"]) for mark in marks}
    for mark in reversed(marks):
        number = int(mark["number"])
        if mark["heading"] or (mark["point"] and not numbers.isdisjoint((number - 1, number + 1))):
            text = text[: mark.start("numbering")] + text[mark.end("numbering") :]
    return text


def has_figures(passage: str, place: str, stated: Sequence[Figure], accepted: str) -> bool:
    """Whether the passage has the stated figures of a claim. Small numbers without a unit must be in place, the part of
    the passage that has the claim's words; others may be anywhere. A year in accepted, such as that of the question,
    may be missing if a sentence with one of the other figures names no year."""
    if all(figure.unit != PLACE for figure in stated):
        passage, place = without_numbering(passage), without_numbering(place)
    in_passage, in_place = passage_figures(passage), passage_figures(place)
    passage_words = set(content_words(passage))
    missing: list[Figure] = []
    for figure in stated:
        is_strange = passage_words.isdisjoint(content_words(figure.noun))
        is_found = in_place.contains(figure, is_strange=is_strange)
        if not is_found and (figure.unit or not figure.is_small):
            is_found = in_passage.contains(figure, is_strange=is_strange, bare=False)
        if not is_found and not (figure.unit == PLACE and f"| {figure.readings[0][0][0]:g} |" in f"{place} |"):
            missing.append(figure)
    if not missing:
        return True
    accepted_figures = FigureSet(figures(accepted))
    if not all(figure.is_year and accepted_figures.contains(figure) for figure in missing):
        return False
    others = [figure for figure in stated if figure not in missing and not accepted_figures.contains(figure)]
    sentences = (list(figures(passage[start:end])) for start, end in sentence_spans(passage))
    undated = (found for found in sentences if not any(figure.is_year for figure in found))
    return any(any(map(FigureSet(found).contains, others)) for found in undated)
