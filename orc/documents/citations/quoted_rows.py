"""Places what an answer quotes of one table row at that row, and at the headings and the title of its table (D-374)."""

from collections.abc import Collection, Sequence

from orc.documents.citations.quotes import occurs_verbatim
from orc.documents.text.sentences import Span, is_row, passage_sentences
from orc.documents.text.table_heads import table_head_at
from orc.domain import Passage

_MOST_ROWS, _MOST_LINES = 8, 20


def place_row(passage: Passage, text: str, quoted: Sequence[str], taken: Collection[int]) -> list[Span | None]:
    """For a cell or row and the quotations listed below it, the offsets of the row, heading or title in the document's
    text that has each; None where there is none. It prefers the row that has most of them, whose others are nearest
    above it, and which does not begin at one of the taken offsets. Empty if no row of the passage has the first."""
    chunk = passage.chunk
    rows = list[tuple[int, Span]]()
    for _, (start, end) in passage_sentences(passage):
        row = chunk.text[start:end]
        if is_row(row) and occurs_verbatim(row, quoted[0]) and text.startswith(row, chunk.start + start):
            rows.append((sum(occurs_verbatim(row, each) for each in quoted), (start, end)))
    most = max((count for count, _ in rows), default=0)
    found = list[tuple[tuple[int, int, bool], list[Span | None]]]()
    for start, end in [span for count, span in rows if count == most][:_MOST_ROWS]:
        place, row = (chunk.start + start, chunk.start + end), chunk.text[start:end]
        head = table_head_at(chunk, *place, passage.page_starts).split("\n")
        places = [place if occurs_verbatim(row, each) else place_above(text, place[0], head, each) for each in quoted]
        distance = sum(place[0] - each[0] for each in places if each)
        found.append(((places.count(None), distance, place[0] in taken), places))
    return min(found, key=lambda each: each[0])[1] if found else []


def place_above(text: str, before: int, head: Sequence[str], quoted: str) -> Span | None:
    """The nearest line above an offset that has the quotation: one of a table's head, or one that consists of it, or
    any other. None if there is none."""
    for line in reversed(head):
        if occurs_verbatim(line, quoted) and (at := text.rfind(line, 0, before)) >= 0:
            return at, at + len(line)
    nearest, at = None, text.rfind(quoted, 0, before)
    for _ in range(_MOST_LINES):
        if at < 0:
            break
        start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
        line = text[start : end if end >= 0 else len(text)]
        place = start + len(line) - len(line.lstrip()), start + len(line.rstrip())
        if line.strip("#* ") == quoted:
            return place
        nearest, at = nearest or place, text.rfind(quoted, 0, start)
    return nearest
