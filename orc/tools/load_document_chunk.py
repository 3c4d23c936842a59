"""The tool that loads one chunk of a document, for quoting it."""

from pydantic import BaseModel, ConfigDict, Field

from orc.documents.registry import DocumentRegistry, Progress
from orc.domain import Caller
from orc.errors import NotFound, ToolRetry

NAME = "load_document_chunk"


class LoadDocumentChunkArguments(BaseModel):
    model_config = ConfigDict(extra="forbid")
    file_id: str = Field(min_length=1, max_length=200, description="The document, by its file_id.")
    chunk_id: str = Field(min_length=1, max_length=50, description="The chunk, such as chunk_3.")


class LoadedChunk(BaseModel):
    """start and end are offsets of the text in the document's text."""

    chunk_id: str
    text: str
    page: int | None
    start: int
    end: int


class LoadDocumentChunk:
    """Finds a chunk in a ready document of the caller's."""

    name = NAME
    description = "Loads the text of one chunk of a document. Load a chunk before you quote it."
    arguments = LoadDocumentChunkArguments
    result = LoadedChunk

    def __init__(self, registry: DocumentRegistry) -> None:
        self._registry = registry

    async def __call__(
        self, caller: Caller, conversation_id: str, arguments: LoadDocumentChunkArguments, progress: Progress
    ) -> LoadedChunk:
        document = await self._registry.get(caller, arguments.file_id)
        chunks = await self._registry.chunks(caller, document)
        if not chunks:
            raise NotFound("This document has no text.", code="document_not_ready")
        found = next((chunk for chunk in chunks if chunk.chunk_id == arguments.chunk_id), None)
        if found is None:
            known = f"{chunks[0].chunk_id} to {chunks[-1].chunk_id}"
            message = f"chunk_id: there is no {arguments.chunk_id} in this document; its chunks are {known}."
            raise ToolRetry(message, code="invalid_arguments")
        return LoadedChunk(chunk_id=found.chunk_id, text=found.text, page=found.page, start=found.start, end=found.end)
