"""The tool that searches the caller's documents for passages."""

from contextlib import suppress
from functools import partial
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from orc.documents.records import Document
from orc.documents.registry import DocumentRegistry, Progress
from orc.documents.search.catalogue import Catalogue, Filters
from orc.documents.search.fusion import MOST_QUERIES, search_each
from orc.domain import ConversationKey
from orc.errors import NotFound
from orc.tools.models import FoundPassage, PreparedDocument
from orc.tools.named_documents import ids_of

NAME = "search_documents"
_PENDING = ("queued", "processing")


class SearchDocumentsArguments(BaseModel):
    model_config = ConfigDict(extra="forbid")
    query: str = Field(min_length=1, max_length=8000, description="What to look for.")
    queries: list[str] = Field([], max_length=MOST_QUERIES, description="Further searches, in other words.")
    file_ids: list[str] | None = Field(
        None, max_length=100, description="Only these documents, by their file_id or name."
    )
    scope: Literal["conversation", "all"] = Field(
        "conversation",
        description="conversation: the documents of this conversation, if it has any. all: all of the user's.",
    )
    metadata: dict[str, str] = Field({}, max_length=20, description="Only documents that have these values, by key.")
    top_k: int = Field(5, ge=1, le=50)


class FoundPassages(BaseModel):
    """documents are those of the passages; total is the number of searched documents."""

    passages: list[FoundPassage]
    documents: list[PreparedDocument]
    total: int


class SearchDocuments:
    """Finds passages in the caller's ready documents. Those of the conversation that are still to be read are read
    first: a question right after an upload is about it."""

    name = NAME
    description = (
        "Searches the user's documents for passages that match a query: those of this conversation, or all. "
        "Returns the passages with the documents they come from."
    )
    arguments = SearchDocumentsArguments
    result = FoundPassages

    def __init__(self, catalogue: Catalogue, registry: DocumentRegistry) -> None:
        self._catalogue = catalogue
        self._registry = registry

    async def __call__(
        self, key: ConversationKey, arguments: SearchDocumentsArguments, progress: Progress
    ) -> FoundPassages:
        filters, own = Filters(metadata=arguments.metadata), list[Document]()
        if arguments.file_ids is None and arguments.scope == "conversation" and key.conversation_id:
            await self._read_pending(key, progress)
            own = await self._catalogue.documents(key.caller, conversation_id=key.conversation_id)
        if own:
            documents = [document for document in own if filters.admit(document)]
        else:
            named = arguments.file_ids
            file_ids = None if named is None else await ids_of(self._registry, key, named)
            documents = await self._catalogue.documents(key.caller, file_ids=file_ids, filters=filters)
        search = partial(self._catalogue.passages, key.caller, documents=documents, top_k=arguments.top_k)
        passages = await search_each(search, arguments.query, arguments.queries, top_k=arguments.top_k)
        used = {passage.file_id: passage.page_starts for passage in passages}
        return FoundPassages(
            passages=[FoundPassage.of(passage) for passage in passages],
            documents=[PreparedDocument.of(d, used[d.file_id]) for d in documents if d.file_id in used],
            total=len(documents),
        )

    async def _read_pending(self, key: ConversationKey, progress: Progress) -> None:
        for document in await self._registry.of_conversation(key):
            if document.status in _PENDING:
                with suppress(NotFound):  # it was deleted since
                    await self._registry.ensure_registered(key, document.blob_name, progress)
