"""Bodies about documents, as the HTTP contract has them."""

import operator
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, Field, model_validator

from orc.api.labels import BOUNDS
from orc.api.models import CitationModel, FileRefModel, RequestBody
from orc.documents.formats import NOTES
from orc.documents.labels import checked_metadata
from orc.documents.markdown.sanitizer import inert
from orc.domain import DocumentStatus

type InertMarkdown = Annotated[str, AfterValidator(inert)]


class UploadedDocument(BaseModel):
    """A file that was stored, and the document that it became. Sizes are in bytes."""

    blob_name: str
    file_id: str
    size: int
    mime_type: str
    status: DocumentStatus


class DocumentErrorModel(BaseModel):
    """Why a document could not be processed: a stable code, and a sentence for the user."""

    code: str
    message: str


class DocumentNote(BaseModel):
    """Something to know about how a file was read, such as json_nested_deeply."""

    code: str
    message: str

    @model_validator(mode="before")
    @classmethod
    def of_code(cls, value: object) -> object:
        return {"code": value, "message": NOTES[value]} if isinstance(value, str) else value


class DocumentModel(BaseModel):
    """A document, its processing and what is known of its text. Sizes are in bytes, times ISO 8601 in UTC. While a long
    PDF is processed, pages_read tells how many of its pages are read; otherwise it is null."""

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
    """metadata by key; null removes a key, and what is not named stays."""

    metadata: dict[str, str | None] = Field(description=BOUNDS)

    def changes(self) -> dict[str, str | None]:
        kept = {key: value or "" for key, value in self.metadata.items()}
        checked = checked_metadata(kept, name="metadata")
        removed = {key.strip() for key, value in self.metadata.items() if value is None}
        return {key: None if key in removed else value for key, value in checked.items()}


class CatalogueItem(DocumentModel):
    """score and the retrievers that found it, where the catalogue was asked with a query."""

    score: float | None
    sources: list[str]


class CataloguePage(BaseModel):
    """total and counts (by status, type and language) are of all that match, not of this page alone. A query is matched
    by the documents of the 300 best passages, and by those whose title or file name it says."""

    items: list[CatalogueItem]
    total: int
    counts: dict[str, dict[str, int]]


class PassageModel(BaseModel):
    """A chunk of a document; start and end are its offsets in the document's text. One that begins within a table has
    beside it, as table_head, the lines that name the table and head its columns. confidence, from 0 to 1, is how likely
    the query is answered there."""

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
    """The passages that match best, best first."""

    passages: list[PassageModel]


class DocumentEventModel(BaseModel):
    """An event in the life of a document, with its time in UTC."""

    name: str
    time: str
    payload: dict[str, Any]


class DocumentRefModel(FileRefModel):
    """A document that an answer recommends."""

    title: InertMarkdown | None


class CatalogueCounts(BaseModel):
    """All of the caller's documents, by what is known of them; month is that of the upload, such as 2024-01."""

    total: int
    status: dict[str, int]
    type: dict[str, int]
    language: dict[str, int]
    month: dict[str, int]


class AnswerCounts(BaseModel):
    """What the answer took, how many of its citations and documents stood for nothing and were dropped, and what the
    catalogue holds."""

    tool_calls: int
    chunks_loaded: int
    citations: int
    dropped_citations: int
    recommended_documents: int
    dropped_documents: int
    catalogue: CatalogueCounts


class DocumentAnswerModel(BaseModel):
    """confidence, from 0 to 1, is how likely the document answers the question; finish_reason is why the answer ended
    early, length, tool_limit or content_filter, if it did."""

    answer: str
    citations: list[CitationModel]
    recommended_documents: list[DocumentRefModel]
    confidence: float | None
    finish_reason: str | None = None
    counts: AnswerCounts


class PageSpan(BaseModel):
    """label is what the page is called, such as the name of a sheet."""

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
    """The rectangles around a span on one page: one for each line, and for each cell of a table. width and height are
    the page's, in points."""

    page: int
    width: float
    height: float
    rects: list[RectModel]


class SpanText(BaseModel):
    """match is the document's text from start to end; before and after are up to 1,000 characters around it."""

    start: int
    end: int
    before: str
    match: str
    after: str


class DocumentRegions(BaseModel):
    """Where a span of a document's text stands. pages has every page that the span is on; a page has no rectangles
    where its text is not drawn, as on a scan. Only PDFs have pages: of other formats the text is what can be shown."""

    file_id: str
    pages: list[PageRegionModel]
    text: SpanText


class PageWord(RectModel):
    """A word, or the part of it that is on one line; start and end are its offsets in the document's text."""

    text: str
    start: int
    end: int


class DocumentPage(BaseModel):
    """A page of a PDF with its words in the order of the text; width and height are in points."""

    page: int
    width: float
    height: float
    words: list[PageWord]


class HeadingModel(BaseModel):
    """start is where it is in the text; level counts from 1, the outermost."""

    start: int
    level: int
    text: str


class DocumentText(BaseModel):
    """text is the document's text from start to end; characters is the length of the whole; pages are all pages, and
    headings all headings, up to 1,000."""

    file_id: str
    start: int
    end: int
    characters: int
    text: str
    pages: list[PageSpan]
    headings: list[HeadingModel]
