"""Documents as consecutive passages without overlap, and the pages among them that a question names."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from orc.documents.outline import headings_of
from orc.documents.page_notices import PagesAsked
from orc.documents.page_requests import MOST_PAGES, pages_named
from orc.documents.records import Content, Document
from orc.documents.registry import DocumentRegistry
from orc.documents.section_requests import names_sections, sections_named
from orc.documents.text.chunks import page_at
from orc.documents.text.headings import Headings
from orc.documents.text.table_heads import table_head_at
from orc.domain import Caller, Chunk, Passage

WHOLE = "whole"


@dataclass(frozen=True, slots=True)
class DocumentPieces:
    """A document split into consecutive passages without overlap."""

    document: Document
    content: Content | None
    pieces: tuple[Passage, ...]
    headings: Headings

    @property
    def length(self) -> int:
        return sum(len(piece.chunk.text) for piece in self.pieces)

    def pages_asked(self, question: str) -> PagesAsked:
        return PagesAsked.of(question, self.document, self.content, [piece.chunk for piece in self.pieces])

    def text_of_pages(self, question: str) -> list[Passage]:
        """The text of the pages that the question names, of at most 50."""
        if self.content is None:
            return []
        starts, labels = self.content.page_starts, self.content.page_labels
        ends = (*starts[1:], sys.maxsize)
        numbers = pages_named(question, len(starts), labels)[:MOST_PAGES]
        return [part for number in numbers for part in self.between(starts[number - 1], ends[number - 1])]

    def text_of_sections(self, question: str) -> list[Passage]:
        """The text of the sections that the question names."""
        if not names_sections(question):
            return []
        spans = sections_named(question, headings_of(self.content, self.pieces))
        return [part for start, end in spans for part in self.between(start, end if end >= 0 else sys.maxsize)]

    def between(self, first: int, last: int) -> Iterator[Passage]:
        """The text from one offset to another, by pieces."""
        for piece in self.pieces:
            start, end = max(first, piece.chunk.start), min(last, piece.chunk.end)
            text = piece.chunk.text[start - piece.chunk.start : end - piece.chunk.start] if start < end else ""
            if text.strip():
                part = cut(piece, start + len(text) - len(text.lstrip()), start + len(text.rstrip()))
                yield replace(part, headings=self.headings.over(part.chunk.start, part.chunk.text))


async def pieces_of(
    registry: DocumentRegistry, caller: Caller, documents: Sequence[Document], found_by_id: Mapping[str, Passage]
) -> list[DocumentPieces]:
    """The documents in pieces. A piece that a search has found, by its source_id, has its score and confidence."""
    sources = list[DocumentPieces]()
    for document in documents:
        chunks, content = await registry.chunks(caller, document), await registry.content(caller, document)
        headings = Headings(content.headings if content else ())
        pieces = tuple(_pieces(document, content, chunks, found_by_id, headings))
        sources.append(DocumentPieces(document, content, pieces, headings))
    return sources


def _pieces(
    document: Document,
    content: Content | None,
    chunks: Sequence[Chunk],
    found_by_id: Mapping[str, Passage],
    headings: Headings,
) -> Iterator[Passage]:
    """The chunks in order, without the overlap with the one before."""
    page_starts, page_labels = (content.page_starts, content.page_labels) if content else ((), ())
    end = 0
    for chunk in chunks:
        new_text = chunk.text[max(0, end - chunk.start) :].lstrip()
        if new_text:
            start = chunk.end - len(new_text)
            page = page_at(page_starts, start) or chunk.page
            head = table_head_at(chunk, start, chunk.end, page_starts)
            piece = Passage(
                file_id=document.file_id,
                blob_name=document.blob_name,
                chunk=Chunk(chunk.chunk_id, start, chunk.end, new_text, page, head),
                score=0.0,
                sources=(WHOLE,),
                page_starts=page_starts,
                page_labels=page_labels,
                headings=headings.over(start, new_text),
            )
            hit = found_by_id.get(piece.source_id)
            yield replace(piece, score=hit.score, sources=hit.sources, confidence=hit.confidence) if hit else piece
        end = max(end, chunk.end)


def cut(passage: Passage, start: int, end: int) -> Passage:
    """The part of the passage from start to end in the document's text, with the table head that it needs."""
    chunk, starts = passage.chunk, passage.page_starts
    text, page = chunk.text[start - chunk.start : end - chunk.start], page_at(starts, start) or chunk.page
    head = table_head_at(chunk, start, end, starts)
    return replace(passage, chunk=replace(chunk, start=start, end=end, text=text, page=page, table_head=head))
