"""Storing what callers upload: each file is a blob first, then a document, and both go when their conversation does."""

import hashlib
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from orc.conversations.records import Conversation, SentText
from orc.conversations.repository import Conversations
from orc.documents.labels import NewFile, Sent
from orc.documents.records import Document
from orc.documents.registry import DocumentRegistry
from orc.domain import Caller, ConversationKey
from orc.errors import NotFound


class Uploads:
    """Takes files for conversations, and leaves none to one that was deleted meanwhile. admit raises when the caller
    may store no more."""

    def __init__(
        self,
        conversations: Conversations,
        registry: DocumentRegistry,
        admit: Callable[[Caller], Awaitable[None]] | None = None,
    ) -> None:
        self._conversations = conversations
        self._registry = registry
        self._admit = admit

    async def store(self, key: ConversationKey, files: Sequence[NewFile]) -> list[Document]:
        """The files as they are registered, each in place of one of its name; one of the same bytes stays. NotFound
        when the conversation is deleted meanwhile, and then nothing of them stays. InvalidRequest, and nothing is
        stored, when one lacks metadata that is required. The name of the first stands in for a title that there is not
        yet."""
        if self._admit is not None:
            await self._admit(key.caller)
        for file in files:
            metadata, name = file.sent.metadata, file.field
            await self._registry.check_metadata(key, file.name, metadata, name=name)
        stored = [await self._registry.take(key, file) for file in files]
        try:
            conversation = (await self._conversations.get(key)).record
            if stored and conversation.shown_title is None:

                def named(known: Conversation) -> Conversation:
                    return replace(known, first_document=known.first_document or stored[0].blob_name)

                await self._conversations.change(key, named)
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
