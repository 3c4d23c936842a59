"""The tool that queries the caller's catalogue of documents."""

from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from orc.documents.labels import checked_language, checked_time, checked_type
from orc.documents.registry import Progress
from orc.documents.search.catalogue import Catalogue, Entry, Filters
from orc.domain import ConversationKey

NAME = "query_documents"


class QueryDocumentsArguments(BaseModel):
    """All arguments are optional; without any, the newest documents are listed."""

    model_config = ConfigDict(extra="forbid")
    query: str = Field("", max_length=2000, description="What the documents should be about.")
    title: str | None = Field(None, description="A part of the title.")
    keywords: list[str] = Field([], max_length=20, description="Keywords that the documents must all have.")
    language: Annotated[str, AfterValidator(checked_language)] | None = Field(
        None, description="ISO 639-1 code, such as en."
    )
    type: Annotated[str, AfterValidator(checked_type)] | None = Field(
        None, description="File name extension, such as pdf."
    )
    metadata: dict[str, str] = Field({}, max_length=20, description="Values that the documents must have, by key.")
    since: Annotated[datetime, BeforeValidator(checked_time)] | None = Field(
        None, description="Uploaded at this time or later, ISO 8601."
    )
    until: Annotated[datetime, BeforeValidator(checked_time)] | None = Field(
        None, description="Uploaded at this time or earlier, ISO 8601."
    )
    limit: int = Field(10, ge=1, le=50)


class CatalogueDocument(BaseModel):
    file_id: str
    blob_name: str
    conversation_id: str
    status: str
    title: str | None
    language: str | None
    keywords: list[str]
    summary: str | None
    pages: int | None
    size: int
    tags: list[str]
    metadata: dict[str, str]
    created_at: str
    score: float | None
    sources: list[str]

    @classmethod
    def of(cls, entry: Entry) -> "CatalogueDocument":
        fields = {name: getattr(entry.document, name) for name in cls.model_fields if hasattr(entry.document, name)}
        return cls.model_validate(fields | {"score": entry.score, "sources": entry.sources})


class QueriedDocuments(BaseModel):
    """total and counts (by status, type and language) cover all matching documents, whatever the limit."""

    documents: list[CatalogueDocument]
    total: int
    counts: dict[str, dict[str, int]]


class QueryDocuments:
    """Lists, filters and ranks the caller's documents across all conversations."""

    name = NAME
    description = (
        "Searches and filters all of the user's documents by subject, title, keywords, language, type, metadata and "
        "date. Returns counts, and documents: what is known of each, such as file_id, blob_name, title and summary, "
        "not its text."
    )
    arguments = QueryDocumentsArguments
    result = QueriedDocuments

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    async def __call__(
        self, key: ConversationKey, arguments: QueryDocumentsArguments, progress: Progress
    ) -> QueriedDocuments:
        filters = Filters(
            language=arguments.language,
            type=arguments.type,
            title=arguments.title,
            keywords=tuple(arguments.keywords),
            metadata=arguments.metadata,
            since=arguments.since,
            until=arguments.until,
        )
        found = await self._catalogue.listing(key.caller, arguments.query, filters, limit=arguments.limit)
        documents = [CatalogueDocument.of(entry) for entry in found.entries]
        counts = {name: dict(each) for name, each in found.counts.items()}
        return QueriedDocuments(documents=documents, total=found.total, counts=counts)
