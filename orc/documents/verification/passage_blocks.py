"""Splits a text into its tables and the prose between them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from orc.documents.text.sentences import is_row, sentence_spans
from orc.documents.text.tables import Row, begins_table, read_table

_HEAD = 3  # lines that show whether a table begins


@dataclass(frozen=True, slots=True)
class Block:
    """Adjacent lines of a text: all of them prose, or the rows of one table and empty lines."""

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
    for is_table, group in groupby(text.split("\n"), lambda line: is_row(line) or not line.strip()):
        lines, begin = list(group), 0
        for at in range(1, len(lines) if is_table else 0):
            if (
                lines[at].strip()
                and not lines[at - 1].strip()
                and begins_table(_last_row(lines[begin:at]), lines[at : at + _HEAD])
            ):
                yield Block(lines[begin:at], is_table)
                begin = at
        yield Block(lines[begin:], is_table)


def _last_row(lines: Sequence[str]) -> str:
    return next(filter(str.strip, reversed(lines)), "")


def prose_sentences(text: str) -> Iterator[str]:
    """The sentences of a text, line by line, without table rows."""
    for line in text.split("\n"):
        if not is_row(line):
            yield from (line[start:end] for start, end in sentence_spans(line))
