"""Stores uploads: each file as a blob, then as a document. Both are deleted with their conversation."""

import hashlib
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from orc.conversations.records import Conversation, SentText
from orc.conversations.repository import Conversations
from orc.documents.labels import NewFile, UploadInfo
from orc.documents.records import Document
from orc.documents.registry import DocumentRegistry
from orc.domain import Caller, ConversationKey
from orc.errors import NotFound


class Uploads:
    """Stores files in conversations, and leaves none in one that is deleted concurrently. admit raises if the caller
    may not store more."""

    def __init__(
        self,
        conversations: Conversations,
        registry: DocumentRegistry,
        admit: Callable[[Caller], Awaitable[None]] | None = None,
    ) -> None:
        self._conversations = conversations
        self._registry = registry
        self._admit = admit

    async def check(self, key: ConversationKey, files: Sequence[NewFile]) -> None:
        """Raises the error with which store would refuse these files. The conversation need not exist yet."""
        if self._admit is not None and files:
            await self._admit(key.caller)
        for file in files:
            await self._registry.check_metadata(key, file.name, file.sent.metadata, name=file.field)

    async def store(self, key: ConversationKey, files: Sequence[NewFile]) -> list[Document]:
        """The files as registered documents. Each replaces one of the same name, unless it has the same bytes. Raises
        NotFound if the conversation is deleted in the meantime, and then leaves nothing. Raises InvalidRequest and
        stores nothing if a file lacks required metadata. The name of the first file replaces a missing title."""
        await self.check(key, files)
        stored = [await self._registry.take(key, file) for file in files]
        try:
            conversation = (await self._conversations.get(key)).record
            if stored and conversation.shown_title is None:

                def with_first_document(current: Conversation) -> Conversation:
                    return replace(current, first_document=current.first_document or stored[0].blob_name)

                await self._conversations.change(key, with_first_document)
        except NotFound:
            for document in stored:
                with suppress(NotFound):
                    await self._registry.delete(key.caller, document.file_id)
            raise
        return stored


def file_of(text: SentText) -> NewFile:
    """The file that a text is stored as."""
    data = text.text.encode()
    sent = UploadInfo(hashlib.sha256(data).hexdigest(), is_text=True, metadata=text.metadata)
    return NewFile(text.name, "text/plain; charset=utf-8", data, sent)
