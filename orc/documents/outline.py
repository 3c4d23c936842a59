"""The outline of a document that a model does not get whole."""

from bisect import bisect_right
from collections.abc import Sequence

from orc.documents.records import Content, Document
from orc.documents.rendering import one_line
from orc.documents.text.chunks import page_at
from orc.documents.text.heading_lines import heading_lines
from orc.domain import Heading, Passage
from orc.prompts import OUTLINE

_LINE = 100
_FEWEST_HEADINGS = 3


class Outline:
    """The headings of a document, or the first lines of its parts, each with its position. A format without marked
    headings has those that its text shows."""

    def __init__(self, document: Document, content: Content | None, pieces: Sequence[Passage]) -> None:
        self._document = document
        self._pieces = pieces
        self._starts = [piece.chunk.start for piece in pieces]
        headings = headings_of(content, pieces)
        self._headings = headings if len(headings) >= _FEWEST_HEADINGS else ()

    def rendered(self, most: int) -> str:
        """The headings of as many levels as fit into this many lines and some of the next one, or so many first
        lines."""
        document, pieces = self._document, self._pieces
        pages, language = f"{document.pages} pages, " if document.pages else "", document.language or "unknown"
        chunks = f"{pieces[0].chunk.chunk_id} to {pieces[-1].chunk.chunk_id}" if pieces else "no text"
        lines = [f"{OUTLINE} {one_line(document.blob_name)} ({pages}{chunks}, language {language}):"]
        if self._headings:
            shown = list[Heading]()
            for level in sorted({heading.level for heading in self._headings}):
                of_level = [heading for heading in self._headings if heading.level == level]
                shown += evenly(of_level, most - len(shown))
            shown.sort(key=lambda heading: heading.start)
            lines += [f"{self._place(heading.start)}: {_short(heading.text)}" for heading in shown]
        else:
            spread = evenly(pieces, most)
            lines += [f"{self._place(each.chunk.start)}: {_short(each.chunk.text)}" for each in spread]
        return "\n".join(lines)

    def _place(self, offset: int) -> str:
        piece = self._pieces[max(0, bisect_right(self._starts, offset) - 1)]
        page = page_at(piece.page_starts, offset)
        return f"{piece.chunk.chunk_id}, page {page}" if page else piece.chunk.chunk_id


def headings_of(content: Content | None, pieces: Sequence[Passage]) -> tuple[Heading, ...]:
    """The marked headings of a document or, if it has hardly any, those that its text shows."""
    marked = content.headings if content else ()
    return marked if len(marked) >= _FEWEST_HEADINGS else _headings_in(pieces)


def evenly[T](values: Sequence[T], count: int) -> list[T]:
    """This many of the values, from the first to the last."""
    if count >= len(values):
        return list(values)
    if count < 2:
        return list(values[: max(0, count)])
    return [values[i * (len(values) - 1) // (count - 1)] for i in range(count)]


def _headings_in(pieces: Sequence[Passage]) -> tuple[Heading, ...]:
    """The headings that the text of consecutive pieces shows; blank lines are between them as in the document."""
    first, parts, end = pieces[0].chunk.start if pieces else 0, list[str](), 0
    for piece in pieces:
        parts.append("\n" * (piece.chunk.start - end if parts else 0) + piece.chunk.text)
        end = piece.chunk.end
    found = heading_lines("".join(parts))
    return tuple(Heading(first + heading.start, heading.level, heading.text) for heading in found)


def _short(text: str) -> str:
    line = " ".join(text.strip().partition("\n")[0].split())
    return line if len(line) <= _LINE else f"{line[:_LINE]}…"
