"""The tool that loads one chunk or one page of a document, for quoting it or reading on."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from orc.documents.labels import agrees
from orc.documents.registry import DocumentRegistry, Progress
from orc.documents.search.catalogue import Catalogue
from orc.documents.text.headings import Headings
from orc.domain import Chunk, ConversationKey
from orc.errors import NotFound, ToolRetry
from orc.tools.named_documents import ids_of

NAME = "load_document_chunk"

_MOST_CHARACTERS = 20_000


class LoadDocumentChunkArguments(BaseModel):
    model_config = ConfigDict(extra="forbid")
    file_id: str = Field(min_length=1, max_length=200, description="The document, by its file_id or name.")
    chunk_id: str | None = Field(None, min_length=1, max_length=50, description="The chunk, such as chunk_3.")
    page: int | None = Field(None, ge=1, description="In place of chunk_id: a page, for all of its chunks.")
    metadata: dict[str, str] = Field({}, max_length=20, description="Only of a document with these values, by key.")
    scope: Literal["conversation", "all"] = Field(
        "all", description="conversation: only of a document of this conversation, if it has any. all: of any document."
    )

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.chunk_id is None) == (self.page is None):
            raise ValueError("either chunk_id or page is needed")
        return self


class ChunkText(BaseModel):
    """start and end are offsets of the text in the document's text; page is where it begins. table_head is the title
    and headings of the table, or the introduction of the list, that it begins in. headings are those of the document
    over its beginning, the outermost first."""

    chunk_id: str
    text: str
    table_head: str = ""
    headings: list[str] = []
    page: int | None
    start: int
    end: int

    @property
    def chunk(self) -> Chunk:
        return Chunk(self.chunk_id, self.start, self.end, self.text, self.page, self.table_head)


class LoadedChunk(ChunkText):
    """A chunk. If a page was asked for, it is the first that has text of it, further_chunks are the others in their
    order, and next_chunk_id is the one at which a page goes on that is too long for one call."""

    file_id: str
    blob_name: str
    further_chunks: list[ChunkText] = []
    next_chunk_id: str | None = None

    @property
    def parts(self) -> list[ChunkText]:
        """All that was loaded."""
        return [self, *self.further_chunks]


class LoadDocumentChunk:
    """Finds a chunk or a page of one of the caller's ready documents."""

    name = NAME
    description = (
        "Loads the text of one chunk of a document, by its chunk_id, or of one page. Load a chunk before you quote it."
    )
    arguments = LoadDocumentChunkArguments
    result = LoadedChunk

    def __init__(self, registry: DocumentRegistry, catalogue: Catalogue) -> None:
        self._registry = registry
        self._catalogue = catalogue

    async def __call__(
        self, key: ConversationKey, arguments: LoadDocumentChunkArguments, progress: Progress
    ) -> LoadedChunk:
        [file_id] = await ids_of(self._registry, key, [arguments.file_id])
        document = await self._registry.get(key.caller, file_id)
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
            found = [chunk for chunk in chunks if chunk.chunk_id == arguments.chunk_id]
            if not found:
                chunk_ids = f"{chunks[0].chunk_id} to {chunks[-1].chunk_id}"
                message = f"chunk_id: there is no {arguments.chunk_id} in this document; its chunks are {chunk_ids}."
                raise ToolRetry(message, code="invalid_arguments")
        else:
            found = chunks_of_page(chunks, content.page_starts if content else (), page)
        whole = Headings(content.headings if content else ())
        loaded, characters = list[ChunkText](), 0
        for chunk in found:
            characters += len(chunk.text)
            if loaded and characters > _MOST_CHARACTERS:
                break
            headings = list(whole.over(chunk.start, chunk.text))
            loaded.append(ChunkText.model_validate(asdict(chunk) | {"headings": headings}))
        return LoadedChunk(
            **loaded[0].model_dump(),
            file_id=document.file_id,
            blob_name=document.blob_name,
            further_chunks=loaded[1:],
            next_chunk_id=found[len(loaded)].chunk_id if len(loaded) < len(found) else None,
        )


def chunks_of_page(chunks: Sequence[Chunk], page_starts: Sequence[int], page: int) -> list[Chunk]:
    """The chunks that have text of the page, without those that another one repeats. Raises ToolRetry if there is no
    such page, or no text on it."""
    if page > len(page_starts):
        has = f"has {len(page_starts)} pages." if page_starts else "has no pages; use chunk_id."
        raise ToolRetry(f"page: this document {has}", code="invalid_arguments")
    start = page_starts[page - 1]
    end = page_starts[page] if page < len(page_starts) else chunks[-1].end
    found, known = list[Chunk](), start
    for chunk in chunks:
        first, last = max(known, chunk.start), min(end, chunk.end)
        if first < last and chunk.text[first - chunk.start : last - chunk.start].strip():
            found.append(chunk)
            known = last
    if not found:
        raise ToolRetry(f"page: page {page} of this document has no text.", code="invalid_arguments")
    return found
