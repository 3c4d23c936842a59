"""Compares a claim with the cells of a table that only say yes or no: "no" under Balcony denies a balcony (D-413)."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

from orc.documents.text.figures import figure_words, in_digits
from orc.documents.text.sentences import is_row
from orc.documents.text.tables import Row, read_table
from orc.documents.text.tokens import content_words, shared_beginning
from orc.documents.text.yes_no import DENIES, yes_or_no
from orc.documents.verification.denials import has_denial
from orc.patterns import regex

_SEVERAL = regex(
    r"[,;、，和與与]|\b(?:and|or|but|und|oder|aber|et|ou|mais|y|o|pero|e|of|maar|och|eller|men|i|lub|ale|и|или|но)\b",
    re.IGNORECASE,
)
_NAME = regex(r"(?<=\w )[A-ZÀ-ÞА-Я][^\W\d_]+")
_LEAST_BEGINNING, _LONGEST_ENDING = 3, 3
_MOST_ROWS = 400


def told_by_cell(passage: str, claim: str) -> bool | None:
    """Whether the cell in the row and the column that a claim names says the same as the claim, yes or no. None if no
    such cell decides it: the claim says several things, or has figures or names of which the row tells nothing."""
    if _SEVERAL.search(claim):
        return None
    words = frozenset(content_words(claim))
    told = set[bool]()
    for rows in _tables(passage):
        for column in {heading for row in rows for heading, _ in row.columns if _is_named(heading, words)}:
            cells = [(row, yes_or_no(dict(row.columns).get(column, ""))) for row in rows]
            if None in {answer for row, answer in cells if dict(row.columns).get(column)}:
                continue
            named = _named_rows([row for row, _ in cells], words)
            told |= {bool(answer) for row, answer in cells if row in named and _tells_all(row, claim, passage)}
    if len(told) != 1:
        return None
    return told.pop() is not (DENIES.search(claim) is not None or has_denial(claim))


def without_denying_cells(passage: str) -> str:
    """The passage without the cells that are denials themselves, in rows of three cells or more: they deny their
    heading, and nothing else in their row."""
    lines = [line.split("|") if line.count("|") > 1 else [line] for line in passage.split("\n")]

    def denies(cell: str) -> bool:
        return yes_or_no(cell) is False and any(map(str.isalpha, cell))

    kept = [[" " if len(cells) > 1 and denies(cell) else cell for cell in cells] for cells in lines]
    return "\n".join(map("|".join, kept))


def _tables(passage: str) -> Iterator[Sequence[Row]]:
    for in_table, group in groupby(passage.split("\n"), lambda line: is_row(line) or not line.strip()):
        rows = [row for row in read_table([line for line in group if line.strip()]) if row] if in_table else []
        rows = [row for row in rows[:_MOST_ROWS] if len(row.columns) + len(row.lacking) > 1]
        if any(yes_or_no(value) is not None for row in rows for _, value in row.columns):
            yield rows


def _is_named(heading: str, words: Collection[str]) -> bool:
    own = content_words(heading)
    return bool(own) and all(word in words or any(_are_alike(word, other) for other in words) for word in own)


def _are_alike(word: str, other: str) -> bool:
    same = shared_beginning(word, other)
    return same >= _LEAST_BEGINNING and max(len(word), len(other)) - same <= _LONGEST_ENDING


def _named_rows(rows: Sequence[Row], words: Collection[str]) -> Sequence[Row]:
    """The one row whose label the claim has, or else one of whose other cells, or the only one with a word of its label
    that the claim has, such as a person's last name."""
    for cells in ([(row, row.label) for row in rows], [(row, value) for row in rows for _, value in row.columns]):
        known = [(row, own) for row, cell in cells if (own := frozenset(content_words(cell))) and own <= {*words}]
        most = max((len(own) for _, own in known), default=0)
        named = list({id(row): row for row, own in known if len(own) == most}.values())
        if named:
            return named if len(named) == 1 else []
    count = Counter(word for row in rows for word in {*content_words(row.label)})
    named = [row for row in rows if any(count[word] == 1 and word in words for word in content_words(row.label))]
    return named if len(named) == 1 else []


def _tells_all(row: Row, claim: str, passage: str) -> bool:
    """Whether the row has the figures of the claim, and the passage its names."""
    own = " ".join((row.label, row.kind, *(part for column in row.columns for part in column)))
    figures = {*figure_words(claim), *(word for word in content_words(in_digits(claim)) if word[0].isdecimal())}
    names = {word for name in _NAME.findall(claim) for word in content_words(name)}
    return figures <= {*content_words(own), *figure_words(own)} and names <= {*content_words(f"{passage}\n{own}")}
