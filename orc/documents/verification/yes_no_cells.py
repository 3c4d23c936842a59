"""Compares a claim with the cells of a table that only say yes or no: "no" under Balcony denies a balcony (D-413)."""

import re
from collections import Counter
from collections.abc import Collection, Sequence

from orc.documents.text.figures import figure_words, in_digits
from orc.documents.text.tables import Row
from orc.documents.text.tokens import content_words, shared_beginning
from orc.documents.text.yes_no import DENIES, yes_or_no
from orc.documents.verification.denials import has_denial
from orc.documents.verification.passage_blocks import blocks_of
from orc.patterns import regex

SEVERAL = regex(
    r"[,;、，和與与]|\b(?:and|or|but|und|oder|aber|et|ou|mais|y|o|pero|e|of|maar|och|eller|men|i|lub|ale|и|или|но)\b",
    re.IGNORECASE,
)
"""Commas and conjunctions, by which a claim says several things."""
_NAME = regex(r"(?<=\w )[A-ZÀ-ÞА-Я][^\W\d_]+")
_LEAST_BEGINNING, _LONGEST_ENDING = 3, 3
_MOST_ROWS = 400


def cell_agrees(passage: str, claim: str) -> bool | None:
    """Whether the cell in the row and the column that the claim names says yes or no as the claim does. None if no such
    cell decides it: the claim says several things, or has a figure or a name that is not of that row.

    The passage has "no" in the row Flat 3, below Balcony: "Flat 3 has a balcony" is False, and "Flat 3 has no balcony"
    is True."""
    if SEVERAL.search(claim):
        return None
    claim_words = frozenset(content_words(claim))
    claim_figures = {*figure_words(claim), *(word for word in content_words(in_digits(claim)) if word[0].isdecimal())}
    claim_names = {word for name in _NAME.findall(claim) for word in content_words(name)}
    answers = set[bool]()
    for block in blocks_of(passage):
        rows = [row for row in block.rows()[:_MOST_ROWS] if len(row.columns) + len(row.lacking) > 1]
        if not any(yes_or_no(value) is not None for row in rows for _, value in row.columns):
            continue
        named_rows = _named_rows(rows, claim_words)
        for column in {heading for row in rows for heading, _ in row.columns if _is_named(heading, claim_words)}:
            cells = [(row, dict(row.columns).get(column, "")) for row in rows]
            if any(cell and yes_or_no(cell) is None for _, cell in cells):
                continue
            for row, cell in cells:
                if row not in named_rows:
                    continue
                row_text = " ".join((row.label, row.kind, *(part for column in row.columns for part in column)))
                if claim_figures <= {*content_words(row_text), *figure_words(row_text)} and claim_names <= {
                    *content_words(f"{passage}\n{row_text}")
                }:
                    answers.add(bool(yes_or_no(cell)))
    if len(answers) != 1:
        return None
    claim_denies = DENIES.search(claim) is not None or has_denial(claim)
    return answers.pop() is not claim_denies


def without_denying_cells(passage: str) -> str:
    """The passage without the cells that are denials themselves, in rows of three cells or more: they deny their
    heading, and nothing else in their row."""
    lines = [line.split("|") if line.count("|") > 1 else [line] for line in passage.split("\n")]

    def denies(cell: str) -> bool:
        return yes_or_no(cell) is False and any(map(str.isalpha, cell))

    kept = [[" " if len(cells) > 1 and denies(cell) else cell for cell in cells] for cells in lines]
    return "\n".join(map("|".join, kept))


def _is_named(heading: str, words: Collection[str]) -> bool:
    """Whether the words have each word of a heading, perhaps with another ending."""
    heading_words = content_words(heading)
    return bool(heading_words) and all(
        word in words
        or any(
            (same := shared_beginning(word, other)) >= _LEAST_BEGINNING
            and max(len(word), len(other)) - same <= _LONGEST_ENDING
            for other in words
        )
        for word in heading_words
    )


def _named_rows(rows: Sequence[Row], words: Collection[str]) -> Sequence[Row]:
    """The one row that the claim's words name: they have its whole label, or else another cell of it, or else a word of
    its label that no other label has, such as a person's last name. Empty if several rows are named."""
    for cells in ([(row, row.label) for row in rows], [(row, value) for row in rows for _, value in row.columns]):
        counts = [(row, len(said)) for row, cell in cells if (said := {*content_words(cell)}) and said <= {*words}]
        most = max((count for _, count in counts), default=0)
        named = list({id(row): row for row, count in counts if count == most}.values())
        if named:
            return named if len(named) == 1 else []
    count = Counter(word for row in rows for word in {*content_words(row.label)})
    named = [row for row in rows if any(count[word] == 1 and word in words for word in content_words(row.label))]
    return named if len(named) == 1 else []
