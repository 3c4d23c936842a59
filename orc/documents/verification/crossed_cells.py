"""Compares a claim with the cell where the row and the column that it names cross: a roster has a name for each shift
and day (D-563)."""

from collections.abc import Set
from itertools import islice

from orc.documents.text.tables import Row
from orc.documents.text.tokens import content_words
from orc.documents.verification.passage_blocks import blocks_of
from orc.documents.verification.table_rows import DENIES_OR_COMPARES, label_words
from orc.documents.verification.yes_no_cells import SEVERAL

_LEAST_SHORT = 3  # letters of a heading such as Mon
_MOST_ROWS = 400


def crossed_cell_agrees(passage: str, claim: str) -> bool:
    """Whether the cell in the only row and the only column that the claim names has the words that the claim takes from
    that table. True for cells with figures, and for claims that say several things, deny or compare.

    The passage has Lopez in the row Night, below Mon: "Haas has the night shift on Monday" does not agree."""
    if SEVERAL.search(claim) or DENIES_OR_COMPARES.search(claim):
        return True
    words = frozenset(content_words(claim))
    return all(_agrees(list(islice(block.rows(), _MOST_ROWS)), words) for block in blocks_of(passage))


def _agrees(rows: list[Row], words: Set[str]) -> bool:
    named = [row for row in rows if label_words(row) and label_words(row) <= words]
    headings = {heading for row in rows for heading, _ in row.columns if _is_named(heading, words)}
    if len(rows) == 1 or len(named) != 1 or len(headings) != 1:
        return True
    [heading], [row] = headings, named
    cell = frozenset(content_words(dict(row.columns).get(heading, "")))
    if not cell or cell & words or any(map(str.isdecimal, "".join(cell))):
        return True
    others = {frozenset(content_words(value)) for other in rows for _, value in other.columns}
    return not any(other and other <= words for other in others)


def _is_named(heading: str, words: Set[str]) -> bool:
    own = content_words(heading)
    return bool(own) and all(
        word in words or (len(word) >= _LEAST_SHORT and any(each.startswith(word) for each in words)) for word in own
    )
