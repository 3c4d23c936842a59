"""How well table rows match the names in a question (D-375). Pure."""

from collections.abc import Set
from typing import NamedTuple

from orc.documents.text.tables import Row
from orc.documents.text.tokens import content_words


class RowMatch(NamedTuple):
    """The question's words in a row under these headings: its own, with those of the title; those of its cells that
    have no other words; and its own with those of the headings."""

    headings: tuple[str, ...]
    own: frozenset[str]
    whole: frozenset[str]
    every: frozenset[str]

    def is_less(self, other: "RowMatch") -> bool:
        """Whether the other row, under the same headings, has the words of this one and more of what the question
        names."""
        if self.headings != other.headings or not self.every <= other.every:
            return False
        return self.own < other.own or (
            self.own == other.own and (self.whole < other.whole or self.every < other.every)
        )


def words_of_whole_cells(row: Row, asked: Set[str]) -> frozenset[str]:
    """The words of the row's cells all of whose words are asked for."""
    cells = (frozenset(content_words(cell)) for cell in row.cells)
    return frozenset[str]().union(*(words for words in cells if words <= asked))
