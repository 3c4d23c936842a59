"""Compares the figures that a claim puts beside the headings of a table with the cells below them: member 31 is a
member's number, and locker 31 is in that row if the claim is about both (D-427)."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from orc.documents.text.figures import Figure, FigureSet, figures
from orc.documents.text.function_words import function_words
from orc.documents.text.tables import Row
from orc.documents.text.tokens import content_words
from orc.documents.verification.pairings import on_one_line
from orc.documents.verification.passage_blocks import blocks_of
from orc.documents.verification.passage_figures import passage_figures
from orc.documents.verification.table_rows import DENIES_OR_COMPARES
from orc.patterns import regex

_WORD = regex(r"[^\W_]+(?:[.,:/-][^\W_]+)*%?")
_DIGITS = regex(r"\d[\d.,:/]*")
_FIGURE = regex(r"[^\W\d]*\W*\d[\d.,:/]*\W*[^\W\d]*")  # with a word at most before and behind
_BETWEEN = frozenset(("number", "no", "nummer", "nr", "numéro", "número", "numero"))
_GROUPED = regex(
    r"\b(?:total|altogether|together|sum|average|each|every|all|both|most|least|more|less|fewer|between"
    r"|zusammen|insgesamt|gesamt|summe|durchschnitt|alle|beide|jede[rsn]?|mehr|weniger|zwischen|au total|en tout|tous"
    r"|toutes|todos|todas|tutti|tutte|samen|totaal)\b",
    re.IGNORECASE,
)
_LEAST_SHARE = 0.6  # of a column's cells that have figures
_MOST_ROWS = 400


def named_cells_agree(passage: str, claim: str) -> bool:
    """Whether a row of a table has the figures that the claim puts beside headings below these headings, and the other
    figures that the claim takes from the table. True for claims that deny, compare or add up.

    The passage has the row "Member 31, Locker 12": "Member 12 has locker 31" does not agree."""
    text = on_one_line(claim)
    if DENIES_OR_COMPARES.search(claim) or _GROUPED.search(claim) or not _DIGITS.search(text):
        return True
    outside, tables = list[str](), list[list[Row]]()
    for block in blocks_of(passage):
        rows = block.rows()
        outside += rows[0].above if rows else block.lines
        tables.append(rows)
    known, words = passage_figures("\n".join(outside), passage), _WORD.findall(text)
    from_tables = [figure for figure in figures(text) if not known.contains(figure)]
    claim_words, verdicts = frozenset(content_words(claim)), list[bool]()
    for rows in tables:
        beside = _figures_beside_headings(words, rows) if 1 < len(rows) <= _MOST_ROWS else ()
        stated = [(heading, figure) for heading, figure in beside if not known.contains(figure)]
        if not stated:
            continue
        row_figures = [FigureSet(figures(" ".join(_cells(row)))) for row in rows]
        others = [figure for figure in from_tables if any(each.contains(figure) for each in row_figures)]
        named = [  # the words by which the claim names each row
            {
                word
                for cell in _cells(row)
                if cell[:1].isupper()
                and not any(map(str.isdecimal, cell))
                and claim_words.issuperset(content_words(cell))
                for word in content_words(cell)
            }
            for row in rows
        ]
        most = max(map(len, named))
        verdicts.append(
            any(
                all(FigureSet(figures(_cell(row, heading))).contains(figure) for heading, figure in stated)
                and all(map(found.contains, others))
                for row, found, name in zip(rows, row_figures, named, strict=True)
                if len(name) == most
            )
        )
    return not verdicts or any(verdicts)


def _figures_beside_headings(words: Sequence[str], rows: Sequence[Row]) -> Iterator[tuple[str, Figure]]:
    """The figures after a heading, or else the one before it if it heads another column than the first. A number is of
    no heading if it is part of a name in a cell: "the last bus 7" of bus 7."""
    names = {word for row in rows for cell in _cells(row) for word in pairwise(_WORD.findall(cell.lower()))}
    numbers = {i for i, word in enumerate(words) if _DIGITS.fullmatch(word)}
    numbers -= {i for i in numbers if i and (words[i - 1].lower(), words[i]) in names}
    kinds = {row.kind for row in rows}
    places = list[tuple[str, int, int]]()  # a heading, and where the words before and after it are
    for heading in dict.fromkeys([*kinds, *(heading for row in rows for heading, _ in row.columns)]):
        heading_words = content_words(heading)
        cells = [cell for row in rows if (cell := _cell(row, heading))]
        count = sum(_FIGURE.fullmatch(cell) is not None for cell in cells)
        if not heading_words or any(map(str.isdecimal, heading)) or count < _LEAST_SHARE * len(cells):
            continue
        for at in (i for i, word in enumerate(words) if content_words(word) == heading_words[-1:]):
            before = at - len(heading_words)
            if {*heading_words} <= {form for word in words[max(0, before) : at + 1] for form in content_words(word)}:
                after = at + 1
                while after < len(words) and (
                    words[after].lower() in _BETWEEN or (words[after].isalpha() and function_words(words[after]))
                ):
                    after += 1
                places.append((heading, -1 if heading in kinds else before, after))
    behind = {after for *_, after in places} & numbers
    for heading, before, after in places:
        place = after if after in behind else before if before in numbers - behind else None
        if place is not None:
            yield from ((heading, figure) for figure in figures(words[place]))


def _cells(row: Row) -> Sequence[str]:
    return [row.label, *(value for _, value in row.columns)]


def _cell(row: Row, heading: str) -> str:
    return row.label if heading == row.kind else dict(row.columns).get(heading, "")
