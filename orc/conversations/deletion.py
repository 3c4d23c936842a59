"""Deletes a conversation with everything in it: turns, messages, events, documents and files (D-044)."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from itertools import batched

from orc.conversations.records import CONVERSATION_ITEM_ID
from orc.conversations.repository import Conversations
from orc.documents.paths import conversation_folder
from orc.documents.registry import DocumentRegistry
from orc.domain import Caller, ConversationKey
from orc.errors import Conflict, ItemChanged, NotFound, OrcError
from orc.items import now, timestamp
from orc.ports import MAX_WRITES_PER_BATCH, BlobStore, Delete, ItemStore, Replace

logger = logging.getLogger(__name__)

_POLL_SECONDS = 0.1
_PATIENCE_SECONDS = 30.0
_AT_ONCE = 50
_PASSES = 5
_MOST_CHECKPOINTS = 10_000  # of one conversation: they expire after a day


class Deletion:
    """Ends the runs, hides the conversation, then deletes it. The next request or the sweep finishes an interrupted
    deletion. Concurrent deletions are safe."""

    def __init__(
        self,
        items: ItemStore,
        conversations: Conversations,
        registry: DocumentRegistry,
        blobs: BlobStore,
        cancel: Callable[[ConversationKey, str | None], Awaitable[object]],
        *,
        abandoned_after_seconds: float,
    ) -> None:
        self._items = items
        self._conversations = conversations
        self._registry = registry
        self._blobs = blobs
        self._cancel = cancel
        self._abandoned_after = timedelta(seconds=abandoned_after_seconds)

    async def delete(self, key: ConversationKey) -> None:
        """Raises NotFound if there is none, Conflict if its turns could not be ended; then nothing is deleted. Once the
        conversation is marked as deleting, it is hidden and no turn starts in it."""
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while True:
            found = await self._conversations.find(key.partition)
            if found is None:
                raise NotFound("There is no such conversation.", code="conversation_not_found")
            if found.record.status == "deleting":
                break
            if found.record.is_busy:
                if time.monotonic() > deadline:
                    raise Conflict(
                        "A turn of this conversation is still running; please try again.", code="run_in_progress"
                    )
                for run_id in (*reversed(found.record.queue), None):  # waiting runs first, so that they do not start
                    await self._cancel(key, run_id)
                await asyncio.sleep(_POLL_SECONDS)
            else:
                deleting = replace(found.record, status="deleting", updated_at=timestamp(now()))
                with suppress(ItemChanged):
                    await self._items.write(key.partition, [Replace(deleting.to_item(), found.etag)])
                    break
        await self._delete(key)

    async def delete_document(self, caller: Caller, file_id: str) -> None:
        """Deletes a document with the copies of its text that finished turns keep for recovery. Raises NotFound if
        there is none."""
        document = await self._registry.get(caller, file_id)
        await self._registry.delete(caller, file_id)
        partition = caller.conversation(document.conversation_id).partition
        found = await self._conversations.find(partition)
        active = found.record.active_run_id if found else None
        checkpoints = await self._items.query(partition, "checkpoint", limit=_MOST_CHECKPOINTS)
        deletes = [Delete(str(c.body["id"]), c.etag) for c in checkpoints if c.body["run_id"] != active]
        for batch in batched(deletes, MAX_WRITES_PER_BATCH, strict=False):
            with suppress(ItemChanged):  # the deletion of a conversation removes all of them
                await self._items.write(partition, batch)

    async def resume(self) -> None:
        """Finishes deletions of all callers that began so long ago that their process must be dead."""
        begun_before = timestamp(now() - self._abandoned_after)
        await self._registry.resume_deletions(begun_before, limit=_AT_ONCE)
        where = {"status": "deleting"}
        for stored in await self._items.query((), "conversation", where=where, before=begun_before, limit=_AT_ONCE):
            try:
                await self._delete(stored.conversation_key)
            except OrcError as error:
                logger.warning("An interrupted deletion could not be finished: %s %s", error.code, error.message)
            else:
                logger.info("The deletion of conversation %s was finished", stored.body["conversation_id"])

    async def _delete(self, key: ConversationKey) -> None:
        await self._registry.hide(key)
        for _ in range(_PASSES):  # a file that was being read may have become a document in the meantime
            documents = await self._registry.of_conversation(key)
            for document in documents:
                with suppress(NotFound):  # its owner is deleting it at the same time
                    await self._registry.delete(key.caller, document.file_id)
            blobs = [blob async for blob in self._blobs.list(conversation_folder(key))]
            for blob in blobs:
                await self._blobs.delete(blob.path)
            if not documents and not blobs:
                break
        await self._registry.forget_events(key)
        await self._conversations.bury(key)
        await self._items.delete_partition(key.partition, last=CONVERSATION_ITEM_ID)
