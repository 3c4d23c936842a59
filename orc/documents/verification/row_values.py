"""Checks that a claim about a table has its words from one row: the machine of one row with the interval of another
agrees with neither (D-409)."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence, Set

from orc.documents.text.function_words import function_words
from orc.documents.text.tokens import content_words
from orc.documents.verification.pairings import part_end_in
from orc.documents.verification.passage_blocks import blocks_of
from orc.documents.verification.table_rows import DENIES_OR_COMPARES
from orc.patterns import regex

_WORD = regex(r"[^\W_]+(?:[.,:/-][^\W_]+)*")
_ENDING = regex(r"\Age(?=\w{4})|(?<=\w{3})(?:[.,]0+|en|em|er|es|ed|[etnsd])\Z")
_COMPARED = regex(
    r"\s\(|\b(?:or|oder|ou|eller|lub|nebo|sowie|both|total|beide|respectively)\b"
    r"|\b(?:each|all|every|alle|jede[rs]?)\b(?! \d)",
    re.IGNORECASE,
)
_MOST_WORDS, _MOST_ROWS = 40, 400
_LABEL = "\n"  # no heading
_RECORD = regex(r"(?P<label>[^:|]{2,60}):\s(?P<value>[^:|]{1,60})")
_LEAST_RECORDS = 3

type Cells = Mapping[str, Mapping[str, str]]
"""For each heading, the compared words of a cell as they are written."""


def rows_agree(passage: str, claim: str) -> bool:
    """Whether one row of each table, or of each list of labels and values, has all words that the claim takes from its
    cells. Words that are outside the table too do not count. True if the rows with most of the words have nothing in
    place of the others, and for claims that deny, compare or list.

    The passage has the rows "Press, weekly" and "Saw, daily": "The press is cleaned daily" does not agree."""
    stated = _words(claim)
    if (
        part_end_in(claim).search(claim)
        or _COMPARED.search(claim)
        or DENIES_OR_COMPARES.search(claim)
        or len(stated) > _MOST_WORDS
    ):
        return True
    outside, tables = list[str](), list[list[Cells]]()
    for block in blocks_of(passage):
        rows = block.rows()
        records = [] if rows else [each for each in map(_RECORD.fullmatch, block.lines) if each]
        if len(records) < _LEAST_RECORDS:
            outside += block.lines if not rows else [*rows[0].above, rows[0].kind]
            tables.append(
                [
                    {heading or f"{i}": _words(value) for i, (heading, value) in enumerate(row.columns)}
                    | {_LABEL: _words(row.label)}
                    for row in rows[: _MOST_ROWS + 1]
                ]
            )
        else:
            outside += [line for line in block.lines if not _RECORD.fullmatch(line)]
            tables.append([{_LABEL: _words(each["label"]), "": _words(each["value"])} for each in records])
    known = _words("\n".join(outside))
    return all(_one_row_has_all(rows, stated, known) for rows in tables if 1 < len(rows) <= _MOST_ROWS)


def _one_row_has_all(rows: Sequence[Cells], stated: Mapping[str, str], known: Mapping[str, str]) -> bool:
    """Whether a row with most of the stated words lacks none that another row has in place of what it has itself. Known
    words need no row."""
    having = defaultdict[str, set[str]](set)  # the columns that have a word in place of which another row has another
    shared = [{word for words in cells.values() for word in words if word in stated} for cells in rows]
    consists_of_cells = stated.keys() <= set[str](known).union(*shared)
    for cells in rows:
        for heading, words in cells.items():
            is_stated = consists_of_cells or words.keys() <= stated.keys()
            for word in words.keys() & stated.keys():
                is_name = stated[word][0].isupper() and words[word][0].isupper()
                if is_stated or is_name or any(map(str.isdecimal, word)):
                    having[word].add(heading)

    def is_replaced(word: str, cells: Cells, found: Set[str]) -> bool:
        """Whether a row that has the words found has something else in the columns of a word. A cell that has all words
        found must have another figure in place of a figure, and another name in place of a name."""
        has_digits, is_name = any(map(str.isdecimal, word)), stated[word][0].isupper()
        for heading in having[word]:
            others = set(cells.get(heading, {}))
            if found <= others:
                others = {other for other in others - found if not has_digits or any(map(str.isdecimal, other))}
                others = {other for other in others if not is_name or cells[heading][other][0].isupper()}
            if others <= stated.keys():
                return False
        return True

    most = max(map(len, shared))
    return most == 0 or any(
        not any(is_replaced(word, cells, found) for word in having.keys() - found - known.keys())
        for cells, found in zip(rows, shared, strict=True)
        if len(found) == most
    )


def _words(text: str) -> dict[str, str]:
    """The compared forms of a text's words, which are without endings, and how they are written."""
    words = dict[str, str]()
    for found in _WORD.finditer(text):
        has_digits = any(map(str.isdecimal, found[0]))
        if has_digits or not function_words(found[0]):
            form = _ENDING.sub("", found[0].lower() if has_digits else "".join(content_words(found[0])[:1]))
            words |= {form: found[0]} if form else {}
    return words
