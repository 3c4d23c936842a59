"""The documents and passages that several built-in tools return as JSON."""

from collections.abc import Sequence

from pydantic import BaseModel

from orc.documents.records import Document
from orc.domain import Chunk, Passage


class PreparedDocument(BaseModel):
    """page_starts are the offsets of the pages in the document's text."""

    file_id: str
    blob_name: str
    title: str | None
    pages: int | None
    chunks: int | None
    page_starts: list[int]

    @classmethod
    def of(cls, document: Document, page_starts: tuple[int, ...]) -> "PreparedDocument":
        return cls(
            file_id=document.file_id,
            blob_name=document.blob_name,
            title=document.title,
            pages=document.pages,
            chunks=document.chunks,
            page_starts=list(page_starts),
        )


class FoundPassage(BaseModel):
    """A chunk that is relevant to a question; start and end are offsets in the document's text. table_head is the title
    and headings of the table, or the introduction of the list, that it begins in. headings are those of the document
    over its beginning, the outermost first. score is comparable within one search only; sources are the retrievers that
    found it. confidence, from 0 to 1, is the likelihood that the chunk answers the question."""

    file_id: str
    blob_name: str
    chunk_id: str
    page: int | None
    start: int
    end: int
    text: str
    table_head: str = ""
    headings: list[str] = []
    score: float
    sources: list[str]
    confidence: float | None = None

    @classmethod
    def of(cls, passage: Passage) -> "FoundPassage":
        chunk = passage.chunk
        return cls(
            file_id=passage.file_id,
            blob_name=passage.blob_name,
            chunk_id=chunk.chunk_id,
            page=chunk.page,
            start=chunk.start,
            end=chunk.end,
            text=chunk.text,
            table_head=chunk.table_head,
            headings=list(passage.headings),
            score=passage.score,
            sources=list(passage.sources),
            confidence=passage.confidence,
        )


def as_passages(found: Sequence[FoundPassage], documents: Sequence[PreparedDocument]) -> tuple[Passage, ...]:
    """The passages as citable sources, in order."""
    page_starts = {document.file_id: tuple(document.page_starts) for document in documents}
    return tuple(
        Passage(
            file_id=p.file_id,
            blob_name=p.blob_name,
            chunk=Chunk(p.chunk_id, p.start, p.end, p.text, p.page, p.table_head),
            score=p.score,
            sources=tuple(p.sources),
            page_starts=page_starts.get(p.file_id, ()),
            confidence=p.confidence,
            headings=tuple(p.headings),
        )
        for p in found
    )
