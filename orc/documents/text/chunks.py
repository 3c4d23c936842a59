"""Splits a document's text into overlapping chunks. The same text always gives the same chunks."""

from bisect import bisect_right
from collections.abc import Sequence

from orc.documents.text.sentences import is_row
from orc.documents.text.table_heads import TableHeads
from orc.documents.text.tables import SEPARATOR
from orc.domain import Chunk, ExtractedText
from orc.patterns import regex

_INK = regex(r"\S")
# What may close a sentence, in scripts that write a space after it and in those that do not (ideographic full stop,
# full-width ! and ?), and the quotation marks and brackets that may follow.
_STOP, _CLOSE = r"[.!?\u2026]", r"[\"')\]\u00bb\u201d\u2019]"
_WIDE_STOP, _WIDE_CLOSE = r"[\u3002\uff01\uff1f]", r"[\u300d\u300f\u201d\u2019\uff09]"
_SENTENCE_END = regex(rf"{_STOP}{_CLOSE}*(?=\s)|{_WIDE_STOP}{_WIDE_CLOSE}*")
_SENTENCE_START = regex(
    rf"(?:(?<={_STOP})|(?<={_STOP}{_CLOSE})|\n)\s+(?=\S)|(?<=\n)(?=\S)|(?<={_WIDE_STOP})(?=[^\s\u300d\u300f\u201d\u2019\uff09])"
)
# A word begins after white space or, in scripts without spaces between words, at any character.
_WORD = r"(?:(?<=\s)\S|[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])"
_LONGEST_ROW = 2_000
_WORD_START, _LAST_WORD_START = regex(_WORD), regex(rf"(?s:.*)(?={_WORD})")


def page_at(page_starts: Sequence[int], offset: int) -> int | None:
    """The number of the page (from 1) that contains the offset; None in a document without pages."""
    return bisect_right(page_starts, offset) if page_starts else None


def chunk_text(document: ExtractedText, *, size: int = 1200, overlap: int = 200) -> list[Chunk]:
    """Chunks of at most size characters that cover all of the text but outer white space, in order.

    A chunk ends at a paragraph, line, sentence or word where one is near, and begins with up to overlap characters of
    the one before, from the beginning of a sentence or word. One that begins within a table has the table's head beside
    its text.
    """
    if size < 1 or overlap < 0:
        raise ValueError(f"chunk size ({size}) must be at least 1 and overlap ({overlap}) at least 0")
    if overlap >= size:
        raise ValueError(f"chunk overlap ({overlap}) must be smaller than chunk size ({size})")
    text, starts = document.text, document.page_starts
    heads = TableHeads(text, starts)
    chunks: list[Chunk] = []
    end = 0
    while fresh := _INK.search(text, end):
        start = begin = fresh.start()
        if chunks and begin - end <= overlap:  # it begins at a boundary in the overlap
            earliest = max(end - overlap, begin - size + 1)
            if sentence := _SENTENCE_START.search(text, earliest, end):
                start = sentence.end()
            elif word := _WORD_START.search(text, earliest, end):
                start = word.start()
            start = _after_cut_row(text, start, end, begin)
        end = start + size  # or else the best break in the latter half of size; never in white space
        if end < len(text):
            limit, floor = end, max(fresh.end(), start + size // 2, start + overlap + 1)
            if (paragraph := text.rfind("\n\n", floor, limit + 2)) >= 0:
                end = paragraph
            elif (line := text.rfind("\n", floor, limit + 1)) >= 0:
                end = line
            elif sentences := [match.end() for match in _SENTENCE_END.finditer(text, floor, limit)]:
                end = sentences[-1]
            elif not text[limit].isspace() and (word := _LAST_WORD_START.match(text, floor, limit + 1)):
                end = word.end()
        end = start + len(text[start:end].rstrip())
        page, head = page_at(starts, start), heads.over(start, end)
        chunks.append(Chunk(f"chunk_{len(chunks)}", start, end, text[start:end], page, head))
    return chunks


def _after_cut_row(text: str, start: int, end: int, begin: int) -> int:
    """Where a chunk begins that would begin at start, within a table row that the chunk before, up to end, has whole:
    at the next line, or at begin, where the text goes on that no chunk has. A part of a row has no headings."""
    line = text.rfind("\n", 0, start) + 1
    line_end = text.find("\n", start, start + _LONGEST_ROW)
    if line == start or line_end < 0 or text[end:line_end].strip() or line_end - line > _LONGEST_ROW:
        return start
    row = text[line:line_end]
    if SEPARATOR.search(row) is None or not is_row(row):
        return start
    following = _INK.search(text, line_end, end)
    return following.start() if following else begin
