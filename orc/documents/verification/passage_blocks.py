"""Splits a text into its tables and the prose between them."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from orc.documents.text.sentences import is_row, sentence_spans
from orc.documents.text.tables import Row, read_table


@dataclass(frozen=True, slots=True)
class Block:
    """Adjacent lines of a text: all of them prose, or all of them table rows and empty lines."""

    lines: list[str]
    is_table: bool

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def rows(self) -> list[Row]:
        """The rows of the table without its headings and rules. Empty for prose."""
        found = read_table([line for line in self.lines if line.strip()]) if self.is_table else []
        return [row for row in found if row]


def blocks_of(text: str) -> Iterator[Block]:
    """The blocks of a text, in order."""
    for is_table, lines in groupby(text.split("\n"), lambda line: is_row(line) or not line.strip()):
        yield Block(list(lines), is_table)


def prose_sentences(text: str) -> Iterator[str]:
    """The sentences of a text, line by line, without table rows."""
    for line in text.split("\n"):
        if not is_row(line):
            yield from (line[start:end] for start, end in sentence_spans(line))
