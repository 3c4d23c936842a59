"""Bodies about documents in the HTTP contract."""

import operator
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, Field, model_validator

from orc.api.metadata import BOUNDS
from orc.api.models import CitationModel, FileRefModel, RequestBody
from orc.documents.formats import NOTES
from orc.documents.labels import checked_metadata
from orc.documents.markdown.sanitizer import inert
from orc.domain import DocumentStatus

type InertMarkdown = Annotated[str, AfterValidator(inert)]


class UploadedDocument(BaseModel):
    """A stored file and its document. size is in bytes."""

    blob_name: str
    file_id: str
    size: int
    mime_type: str
    status: DocumentStatus


class DocumentErrorModel(BaseModel):
    """The reason why a document could not be processed: a stable code, and a sentence for the user."""

    code: str
    message: str


class DocumentNote(BaseModel):
    """A remark about how a file was read, such as json_nested_deeply."""

    code: str
    message: str

    @model_validator(mode="before")
    @classmethod
    def of_code(cls, value: object) -> object:
        return {"code": value, "message": NOTES[value]} if isinstance(value, str) else value


class DocumentModel(BaseModel):
    """A document, its processing state, and the properties of its text. size is in bytes; times are ISO 8601 in UTC.
    pages_read is the number of pages read so far while a long PDF is processed, otherwise null."""

    file_id: str
    blob_name: str
    conversation_id: str
    status: DocumentStatus
    error: DocumentErrorModel | None
    size: int
    mime_type: str
    pages: int | None
    pages_read: int | None
    chunks: int | None
    characters: int | None
    title: InertMarkdown | None
    language: str | None
    keywords: list[InertMarkdown]
    summary: InertMarkdown | None
    tags: list[str]
    metadata: dict[str, str]
    notes: list[DocumentNote]
    created_at: str
    updated_at: str
    expires_at: str | None


class DocumentChange(RequestBody):
    """Changes of metadata by key. null removes a key; keys that are not named stay unchanged."""

    metadata: dict[str, str | None] = Field(description=BOUNDS)

    def changes(self) -> dict[str, str | None]:
        values = {key: value or "" for key, value in self.metadata.items()}
        checked = checked_metadata(values, name="metadata")
        removed = {key.strip() for key, value in self.metadata.items() if value is None}
        return {key: None if key in removed else value for key, value in checked.items()}


class CatalogueItem(DocumentModel):
    """A document with its score and the retrievers that found it, if the listing has a query."""

    score: float | None
    sources: list[str]


class CataloguePage(BaseModel):
    """total and counts (by status, type and language) cover all matching documents, not only this page. A query matches
    the documents of the 300 best passages, and those whose title or file name occurs in it."""

    items: list[CatalogueItem]
    total: int
    counts: dict[str, dict[str, int]]


class PassageModel(BaseModel):
    """A chunk of a document; start and end are offsets in the document's text. table_head contains the title and the
    column headings of the table, or the introduction of the list, in which the chunk begins. confidence, from 0 to 1,
    is the likelihood that the chunk answers the query."""

    file_id: str
    blob_name: str
    chunk_id: str
    page: int | None
    start: int
    end: int
    text: str
    table_head: str = Field("", exclude_if=operator.not_)
    score: float
    sources: list[str]
    confidence: float | None


class SearchResult(BaseModel):
    """The best passages, best first, and how they were found: by words and by meaning (hybrid), by words since no
    embedding model is configured (lexical), or by words since the embedding model cannot be used or has embedded none
    of the documents yet (lexical_fallback). retrieval is left out without passages."""

    passages: list[PassageModel]
    retrieval: Literal["lexical", "hybrid", "lexical_fallback"] | None = Field(None, exclude_if=operator.not_)


class DocumentEventModel(BaseModel):
    """An event of a document. time is in UTC."""

    name: str
    time: str
    payload: dict[str, Any]


class DocumentRefModel(FileRefModel):
    """A document that an answer recommends."""

    title: InertMarkdown | None


class CatalogueCounts(BaseModel):
    """Counts of all of the caller's documents. month is the month of the upload, such as 2024-01."""

    total: int
    status: dict[str, int]
    type: dict[str, int]
    language: dict[str, int]
    month: dict[str, int]


class AnswerCounts(BaseModel):
    """The work that the answer took, and the caller's catalogue. Dropped citations and documents referred to
    nothing."""

    tool_calls: int
    chunks_loaded: int
    citations: int
    dropped_citations: int
    recommended_documents: int
    dropped_documents: int
    catalogue: CatalogueCounts


class DocumentAnswerModel(BaseModel):
    """An answer about one document. confidence, from 0 to 1, is the likelihood that the document answers the question.
    finish_reason is the reason if the answer ended early: length, tool_limit or content_filter."""

    answer: str
    citations: list[CitationModel]
    recommended_documents: list[DocumentRefModel]
    confidence: float | None
    finish_reason: str | None = None
    counts: AnswerCounts


class PageSpan(BaseModel):
    """A page's span of the document's text. label is the name of the page, such as a sheet's name."""

    page: int
    start: int
    end: int
    label: str | None


class RectModel(BaseModel):
    """Fractions of the page's width and height, from its top left corner as the page is displayed."""

    x: float
    y: float
    width: float
    height: float


class PageRegionModel(BaseModel):
    """The rectangles of a span on one page: one for each line, and for each cell of a table. width and height are those
    of the page in points."""

    page: int
    width: float
    height: float
    rects: list[RectModel]


class SpanText(BaseModel):
    """match is the document's text[start:end]; before and after are up to 1,000 characters of the surrounding text."""

    start: int
    end: int
    before: str
    match: str
    after: str


class DocumentRegions(BaseModel):
    """The regions of a text span on the pages of its document. pages contains every page of the span; a page has no
    rectangles if its text is not drawn, as on a scan. Only PDFs have pages; for other formats a client can show the
    text."""

    file_id: str
    pages: list[PageRegionModel]
    text: SpanText


class PageWord(RectModel):
    """A word, or its part on one line; start and end are its offsets in the document's text."""

    text: str
    start: int
    end: int


class DocumentPage(BaseModel):
    """A page of a PDF and its words in the order of the text. width and height are in points."""

    page: int
    width: float
    height: float
    words: list[PageWord]


class HeadingModel(BaseModel):
    """start is the heading's offset in the text; level counts from 1, the outermost."""

    start: int
    level: int
    text: str


class DocumentText(BaseModel):
    """text is the document's text[start:end]; characters is the length of the whole text. pages and headings are those
    of the whole document, headings up to 1,000."""

    file_id: str
    start: int
    end: int
    characters: int
    text: str
    pages: list[PageSpan]
    headings: list[HeadingModel]
