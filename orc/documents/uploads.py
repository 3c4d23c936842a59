"""Storing what callers upload: each file is a blob first, then a document, and both go when their conversation does."""

from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from orc.conversations import Conversations
from orc.documents.document import Document
from orc.documents.names import blob_path
from orc.documents.registry import DocumentRegistry
from orc.domain import Caller
from orc.errors import NotFound
from orc.ports import BlobStore


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file on its way; its name is a checked blob name."""

    name: str
    mime_type: str
    pieces: AsyncIterator[bytes]


class Uploads:
    """Takes files for conversations, and leaves none to one that was deleted meanwhile."""

    def __init__(self, conversations: Conversations, blobs: BlobStore, registry: DocumentRegistry) -> None:
        self._conversations = conversations
        self._blobs = blobs
        self._registry = registry

    async def store(
        self, caller: Caller, conversation_id: str, files: Sequence[NewFile], tags: tuple[str, ...]
    ) -> list[Document]:
        """The files as they are registered, each in place of one of its name. NotFound when the conversation is deleted
        meanwhile, and then nothing of them stays."""
        stored = [await self._store(caller, conversation_id, file, tags) for file in files]
        try:
            await self._conversations.get(caller, conversation_id)
        except NotFound:
            for document in stored:
                await self._take_back(caller, document)
            raise
        return stored

    async def _store(self, caller: Caller, conversation_id: str, file: NewFile, tags: tuple[str, ...]) -> Document:
        path = blob_path(caller, conversation_id, file.name)
        blob = await self._blobs.put(path, file.pieces, content_type=file.mime_type)
        document = await self._registry.note_upload(caller, conversation_id, file.name, blob, tags)
        if await self._blobs.properties(path) is None:  # who saw it before it was noted here has deleted it
            await self._take_back(caller, document)
        return document

    async def _take_back(self, caller: Caller, document: Document) -> None:
        with suppress(NotFound):
            await self._registry.delete(caller, document.file_id)
