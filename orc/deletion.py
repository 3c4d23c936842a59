"""Deleting a conversation with everything that belongs to it: turns, messages, events, documents and files."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace

from orc.conversations import Conversations
from orc.documents.names import conversation_folder
from orc.documents.registry import DocumentRegistry
from orc.domain import Caller
from orc.errors import Conflict, ItemChanged, NotFound
from orc.ports import BlobStore, ItemStore, Replace
from orc.records import Conversation, Stored, partition_of

_POLL_SECONDS = 0.1
_PATIENCE_SECONDS = 30.0


class Deletion:
    """Ends what runs, hides the conversation, then deletes it. What broke off is taken up by asking again."""

    def __init__(
        self,
        items: ItemStore,
        conversations: Conversations,
        registry: DocumentRegistry,
        blobs: BlobStore,
        cancel: Callable[[Caller, str], Awaitable[object]],
    ) -> None:
        self._items = items
        self._conversations = conversations
        self._registry = registry
        self._blobs = blobs
        self._cancel = cancel

    async def delete(self, caller: Caller, conversation_id: str) -> None:
        """NotFound when there is none; Conflict when its turns could not be ended, and then nothing is deleted."""
        await self._hide(caller, conversation_id)
        for document in await self._registry.of_conversation(caller, conversation_id):
            with suppress(NotFound):  # its owner deletes it at the same time
                await self._registry.delete(caller, document.file_id)
        async for blob in self._blobs.list(conversation_folder(caller, conversation_id)):
            await self._blobs.delete(blob.path)
        await self._items.delete_partition(partition_of(caller, conversation_id))

    async def _hide(self, caller: Caller, conversation_id: str) -> None:
        """Nobody finds the conversation, and no turn begins in it, from here on."""
        partition = partition_of(caller, conversation_id)
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while True:
            found = await self._conversations.find(partition)
            if found is None:
                raise NotFound("There is no such conversation.", code="conversation_not_found")
            if found.record.status == "deleting":
                return
            if found.record.is_busy:
                if time.monotonic() > deadline:
                    raise Conflict("The turns of this conversation did not end; try again.", code="run_in_progress")
                await self._cancel(caller, conversation_id)
                await asyncio.sleep(_POLL_SECONDS)
            elif await self._marked(caller, found):
                return

    async def _marked(self, caller: Caller, found: Stored[Conversation]) -> bool:
        deleting = replace(found.record, status="deleting")
        partition = partition_of(caller, deleting.conversation_id)
        try:
            await self._items.write(partition, [Replace(deleting.to_item(), found.etag)])
        except ItemChanged:
            return False
        return True
