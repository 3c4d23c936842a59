"""Checks that a claim about a table row matches that row, in the column that the claim refers to."""

import re
from collections import defaultdict
from collections.abc import Sequence, Set

from orc.documents.text.figures import CALENDAR, CURRENCIES, Figure, figures, units_in
from orc.documents.text.tables import Row
from orc.documents.text.tokens import content_words
from orc.documents.verification.passage_blocks import blocks_of
from orc.documents.verification.passage_figures import UNIT_WORDS, passage_figures
from orc.patterns import regex

_COUNTED = UNIT_WORDS | set(
    content_words("number million thousand anzahl nombre número numero antal aantal liczba počet")
)
_MOST_FIGURES = 12
_MEASURES = frozenset(("kg", "km", "m²", "cm", "litre", "minute"))
DENIES_OR_COMPARES = regex(
    r"\b(?:not|no|never|nor|without|unlike|than|nicht|kein\w*|ohne|als|pas|non|sans|nie|inte|ikke|niet|geen)\b|n['’]t\b",
    re.IGNORECASE,
)
_THAN = regex(
    r"\b(?:(?P<cheap>cheaper|less expensive)|(?P<dear>dearer|more expensive|costlier)|(?P<light>lighter)"
    r"|(?P<heavy>heavier))\s(?:\w+\s){0,3}?than\b"
)
_EXTREME = regex(
    r"\b(?:the|der|die|das|am) (?:(?P<cheap>cheapest|least expensive|billigsten?|günstigsten?)"
    r"|(?P<dear>dearest|most expensive|costliest|teuersten?)|(?P<light>lightest|leichtesten?)"
    r"|(?P<heavy>heaviest|schwersten?))\b"
)
_MOST = regex(
    r"\b(?:the|die) (?:(?P<most>most|meisten|highest|höchsten?|largest|größten?)"
    r"|fewest|wenigsten|lowest|niedrigsten?|smallest|kleinsten?) (?P<counted>[^\W\d_]{3,30})"
)
_OF_PRICE = CURRENCIES | set(content_words("price cost fee fare preis kosten gebühr"))
_OF_WEIGHT = frozenset(("kg", *content_words("weight gewicht")))
_COMPARED = {"cheap": (_OF_PRICE, -1), "dear": (_OF_PRICE, 1), "light": (_OF_WEIGHT, -1), "heavy": (_OF_WEIGHT, 1)}


def matches_table_row(place: str, claim: str, stated: Sequence[Figure]) -> bool:
    """Whether the claim's figures are in the rows that it names, below the headings or with the units that it names, or
    outside tables. False if the claim has a word of another row in place of one of the named row, or if it compares
    rows otherwise than their figures do. A claim that names no row matches.

    The place has the rows "Basic, price 10" and "Plus, price 20": "Basic costs 20" does not match."""
    claim_words = set(content_words(claim))
    outside: list[str] = []
    tables: list[list[Row]] = []
    named_rows: list[tuple[frozenset[str], Row]] = []
    claimed_by_heading = defaultdict[str, set[frozenset[str]]](set)
    for block in blocks_of(place):
        rows = block.rows()
        tables.append(rows)
        if not rows:
            outside += block.lines
        for row in rows:
            label = label_words(row)
            if label and label <= claim_words:
                named_rows.append((label, row))
            for heading, value in row.columns:
                if heading and (words := _cell_words(value)) and words <= claim_words:
                    claimed_by_heading[heading].add(words)
            outside += row.above
    labels = {label for label, _ in named_rows}
    rows = [row for label, row in named_rows if not any(label < other for other in labels)]
    elsewhere = set(content_words("\n".join(outside))).union(*labels)
    if not _comparison_agrees(claim, dict(named_rows), tables):
        return False
    if not DENIES_OR_COMPARES.search(claim):  # nor may it have a word of a column that only other rows contain
        values_of_rows = defaultdict[str, set[frozenset[str]]](set)
        for row in rows:
            for heading, value in row.columns:
                values_of_rows[heading].add(_cell_words(value))
        for heading, found in claimed_by_heading.items():
            is_known = heading in values_of_rows and frozenset() not in values_of_rows[heading]
            if is_known and found.isdisjoint(values_of_rows[heading]) and any(not each & elsewhere for each in found):
                return False
    counted = [figure for figure in stated if not figure.is_year and figure.unit != CALENDAR]
    figures_outside = passage_figures("\n".join(outside), place)
    return not rows or all(
        figures_outside.contains(figure)
        or passage_figures("\n".join(_cells(row, claim_words, figure, len(counted)) for row in rows), place).contains(
            figure
        )
        for figure in counted[:_MOST_FIGURES]
    )


def label_words(row: Row) -> frozenset[str]:
    """The words of the row's label that name it: no figures nor, beside other words, units and "number"."""
    words = frozenset(word for word in content_words(row.label) if not word[0].isdecimal() or word[-1].isalpha())
    return words - _COUNTED or words


def _cell_words(value: str) -> frozenset[str]:
    """The words of a cell that have no digits."""
    return frozenset() if any(map(str.isdecimal, value)) else frozenset(content_words(value))


def _cells(row: Row, claim_words: Set[str], figure: Figure, count: int) -> str:
    """The label of a row and those of its cells that may contain the figure."""
    headed, counting, both, others, is_empty = [], [], [], [], False
    noun = set(content_words(figure.noun))
    for heading, value in row.columns:
        words, units = set(content_words(heading)), units_in(f"{heading} {value}")
        counts = figure.unit in units or not noun.isdisjoint(words)
        words = words - UNIT_WORDS or words
        is_headed = bool(words) and words <= claim_words and any(map(str.isdecimal, value))
        is_empty |= bool(words) and words <= claim_words and not any(map(str.isalnum, value))
        counting += [value] * counts
        headed += [value] * is_headed
        both += [value] * (counts and is_headed)
        if not (figure.unit and units & _MEASURES):
            others.append(value)
    best = next((each for each in (both, headed) if len(each) >= count and (each is both or not counting)), None)
    if is_empty and not headed:  # the row has no value in the column that the claim names
        return row.label
    return " | ".join([row.label, *(best or counting or others), ""])


def _comparison_agrees(claim: str, named: dict[frozenset[str], Row], tables: Sequence[Sequence[Row]]) -> bool:
    """Whether the rows that the claim names compare as it says: the row named before "than" with the one named after
    it, or the cheapest with all other rows of its table. True unless each side is one row that has one such figure."""
    if compared := _THAN.search(claim):
        before, behind = set(content_words(claim[: compared.start()])), set(content_words(claim[compared.end() :]))
        sides = [[row for label, row in named.items() if label <= words] for words in (before, behind)]
    elif (compared := _EXTREME.search(claim) or _MOST.search(claim)) and len(named) == 1:
        [one] = named.values()
        sides = [
            [one],
            *([row] for rows in tables if any(row is one for row in rows) for row in rows if row is not one),
        ]
    else:
        return True
    if any(len(side) != 1 for side in sides):
        return True
    counted = set(content_words(compared["counted"])) if "counted" in compared.groupdict() else set[str]()
    kinds, sign = (counted, 1 if compared["most"] else -1) if counted else _COMPARED[str(compared.lastgroup)]
    first, *others = (
        [
            figure.readings[0][0][0]
            for heading, value in side[0].columns
            if kinds & (units_in(f"{heading} {value}") | set(content_words(heading)))
            for figure in figures(value)
        ]
        for side in sides
    )
    return len(first) != 1 or all(len(other) != 1 or (first[0] - other[0]) * sign > 0 for other in others)
