"""Storing what callers upload: each file is a blob first, then a document, and both go when their conversation does."""

from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from orc.conversations import Conversations
from orc.documents.document import Document
from orc.documents.labels import Sent
from orc.documents.names import blob_path
from orc.documents.registry import DocumentRegistry
from orc.domain import Caller
from orc.errors import NotFound
from orc.ports import BlobStore


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file on its way; its name is a checked blob name. field is what a refusal of its metadata names."""

    name: str
    mime_type: str
    pieces: AsyncIterator[bytes]
    sent: Sent
    field: str = "metadata"


class Uploads:
    """Takes files for conversations, and leaves none to one that was deleted meanwhile."""

    def __init__(self, conversations: Conversations, blobs: BlobStore, registry: DocumentRegistry) -> None:
        self._conversations = conversations
        self._blobs = blobs
        self._registry = registry

    async def store(self, caller: Caller, conversation_id: str, files: Sequence[NewFile]) -> list[Document]:
        """The files as they are registered, each in place of one of its name; one of the same bytes stays. NotFound
        when the conversation is deleted meanwhile, and then nothing of them stays. InvalidRequest, and nothing is
        stored, when one lacks metadata that is required."""
        for file in files:
            await self._check(caller, conversation_id, file)
        stored = [await self._store(caller, conversation_id, file) for file in files]
        try:
            await self._conversations.get(caller, conversation_id)
        except NotFound:
            for document in stored:
                await self._take_back(caller, document)
            raise
        return stored

    async def _check(self, caller: Caller, conversation_id: str, file: NewFile) -> None:
        rules, metadata = self._registry.rules, file.sent.metadata
        if not rules.required:
            return
        if metadata is None:
            known = await self._registry.find(caller, conversation_id, file.name)
            metadata = known.metadata if known and not known.deleting else {}
        rules.check(rules.completed(metadata), name=file.field)

    async def _store(self, caller: Caller, conversation_id: str, file: NewFile) -> Document:
        known = await self._registry.note_again(caller, conversation_id, file.name, file.sent)
        if known is not None:
            return known
        path = blob_path(caller, conversation_id, file.name)
        blob = await self._blobs.put(path, file.pieces, content_type=file.mime_type)
        document = await self._registry.note_upload(caller, conversation_id, file.name, blob, file.sent)
        if await self._blobs.properties(path) is None:  # who saw it before it was noted here has deleted it
            await self._take_back(caller, document)
        return document

    async def _take_back(self, caller: Caller, document: Document) -> None:
        with suppress(NotFound):
            await self._registry.delete(caller, document.file_id)
