"""The tool that loads one chunk of a document, for quoting it or reading on."""

from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from orc.documents.labels import agrees
from orc.documents.registry import DocumentRegistry, Progress
from orc.documents.search.catalogue import Catalogue
from orc.documents.text.chunks import page_at
from orc.documents.text.headings import Headings
from orc.domain import ConversationKey
from orc.errors import NotFound, ToolRetry

NAME = "load_document_chunk"


class LoadDocumentChunkArguments(BaseModel):
    model_config = ConfigDict(extra="forbid")
    file_id: str = Field(min_length=1, max_length=200, description="The document, by its file_id.")
    chunk_id: str | None = Field(None, min_length=1, max_length=50, description="The chunk, such as chunk_3.")
    page: int | None = Field(None, ge=1, description="In place of chunk_id: a page, for the chunk in which it begins.")
    metadata: dict[str, str] = Field({}, max_length=20, description="Only of a document with these values, by key.")
    scope: Literal["conversation", "all"] = Field(
        "all", description="conversation: only of a document of this conversation, if it has any. all: of any document."
    )

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.chunk_id is None) == (self.page is None):
            raise ValueError("either chunk_id or page is needed")
        return self


class LoadedChunk(BaseModel):
    """start and end are offsets of the text in the document's text; page is where it begins. table_head is the title
    and headings of the table that it begins in. headings are those of the document over its beginning, the outermost
    first."""

    file_id: str
    blob_name: str
    chunk_id: str
    text: str
    table_head: str = ""
    headings: list[str] = []
    page: int | None
    start: int
    end: int


class LoadDocumentChunk:
    """Finds a chunk of one of the caller's ready documents."""

    name = NAME
    description = (
        "Loads the text of one chunk of a document, by its chunk_id or by a page. Load a chunk before you quote it."
    )
    arguments = LoadDocumentChunkArguments
    result = LoadedChunk

    def __init__(self, registry: DocumentRegistry, catalogue: Catalogue) -> None:
        self._registry = registry
        self._catalogue = catalogue

    async def __call__(
        self, key: ConversationKey, arguments: LoadDocumentChunkArguments, progress: Progress
    ) -> LoadedChunk:
        document = await self._registry.get(key.caller, arguments.file_id)
        if not agrees(arguments.metadata, document.metadata):
            raise NotFound("metadata: this document has other values.", code="document_not_found")
        if arguments.scope == "conversation" and key.conversation_id:
            own = await self._catalogue.documents(key.caller, conversation_id=key.conversation_id)
            if own and document.file_id not in {each.file_id for each in own}:
                raise NotFound("file_id: this conversation has no such document.", code="document_not_found")
        chunks = await self._registry.chunks(key.caller, document)
        if not chunks:
            raise NotFound("This document has no text.", code="document_not_ready")
        content, page = await self._registry.content(key.caller, document), arguments.page
        if page is None:
            found = next((chunk for chunk in chunks if chunk.chunk_id == arguments.chunk_id), None)
            if found is None:
                chunk_ids = f"{chunks[0].chunk_id} to {chunks[-1].chunk_id}"
                message = f"chunk_id: there is no {arguments.chunk_id} in this document; its chunks are {chunk_ids}."
                raise ToolRetry(message, code="invalid_arguments")
        else:  # the chunk in which the page begins; of a page without text the next one, or the last of all
            starts = content.page_starts if content else ()
            if page > len(starts):
                has = f"has {len(starts)} pages." if starts else "has no pages; use chunk_id."
                raise ToolRetry(f"page: this document {has}", code="invalid_arguments")
            start = starts[page - 1]
            reaching = (c for c in chunks if c.end > start and (page_at(starts, c.end - 1) or 0) >= page)
            found = next(reaching, chunks[-1])
        return LoadedChunk(
            file_id=document.file_id,
            blob_name=document.blob_name,
            chunk_id=found.chunk_id,
            text=found.text,
            table_head=found.table_head,
            headings=list(Headings(content.headings if content else ()).over(found.start, found.text)),
            page=found.page,
            start=found.start,
            end=found.end,
        )
