"""Storing what callers upload: each file is a blob first, then a document, and both go when their conversation does."""

import hashlib
from collections.abc import Sequence
from contextlib import suppress

from orc.conversations.records import SentText
from orc.conversations.repository import Conversations
from orc.documents.labels import NewFile, Sent
from orc.documents.records import Document
from orc.documents.registry import DocumentRegistry
from orc.domain import ConversationKey
from orc.errors import NotFound


class Uploads:
    """Takes files for conversations, and leaves none to one that was deleted meanwhile."""

    def __init__(self, conversations: Conversations, registry: DocumentRegistry) -> None:
        self._conversations = conversations
        self._registry = registry

    async def store(self, key: ConversationKey, files: Sequence[NewFile]) -> list[Document]:
        """The files as they are registered, each in place of one of its name; one of the same bytes stays. NotFound
        when the conversation is deleted meanwhile, and then nothing of them stays. InvalidRequest, and nothing is
        stored, when one lacks metadata that is required."""
        for file in files:
            metadata, name = file.sent.metadata, file.field
            await self._registry.check_metadata(key, file.name, metadata, name=name)
        stored = [await self._registry.take(key, file) for file in files]
        try:
            await self._conversations.get(key)
        except NotFound:
            for document in stored:
                with suppress(NotFound):
                    await self._registry.delete(key.caller, document.file_id)
            raise
        return stored


def file_of(text: SentText) -> NewFile:
    """A text as the file that it is kept as."""
    data = text.text.encode()
    sent = Sent(hashlib.sha256(data).hexdigest(), is_text=True, metadata=text.metadata)
    return NewFile(text.name, "text/plain; charset=utf-8", data, sent)
