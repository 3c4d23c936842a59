"""The figures of a passage. Table figures are read cell by cell, in the scale that the table names."""

import csv
import re

from orc.documents.text.figures import FigureSet, figures
from orc.documents.text.function_words import language_by_function_words
from orc.documents.text.sentences import is_row
from orc.patterns import regex

_SCALE = regex(
    r"(?:\bin (?:(?:[$€£] ?|EUR |USD |GBP |US dollars? )?)|[$€£] ?|\b(?:EUR|USD|GBP) )"
    r"(?:(?P<k>thousands?\b|tausend|tsd|k\b)|(?P<m>millions?\b|millionen|mio|m\b)|(?P<b>billions?\b|milliarden|mrd|bn\b))"
    r"|T[€$](?P<m2>m)\b|\b(?P<k2>T€)",
    re.IGNORECASE,
)
_POWERS = {"k": 1e3, "m": 1e6, "b": 1e9}
_MARKS = regex(r"[|\t]")
_SPACED = regex(r"\d\)? {1,20}[$€£(]{0,2}\d[\d.,]*\)?\Z")
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
