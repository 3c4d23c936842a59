"""Turns that wait for their conversation: in the order of their coming, but for one that interrupts."""

from collections.abc import Sequence
from dataclasses import replace

from orc.conversations import Conversations
from orc.domain import Caller, OnBusy
from orc.errors import Conflict, ItemChanged
from orc.ports import Create, ItemStore, Replace, Write
from orc.records import Conversation, Run, Stored, now, partition_of, timestamp


class Queue:
    """Runs that are stored as pending, by conversation; each conversation lists its own."""

    def __init__(self, items: ItemStore, conversations: Conversations, *, limit: int) -> None:
        self._items = items
        self._conversations = conversations
        self._limit = limit

    async def join(self, caller: Caller, stored: Stored[Conversation], run: Run, on_busy: OnBusy) -> str | None:
        """Stores a run to wait in a busy conversation, or refuses it with a Conflict; returns the run to interrupt.

        What interrupts goes first, in place of an earlier one that wanted the same. ItemChanged when the conversation
        is not as it was read.
        """
        conversation = stored.record
        if on_busy == "reject":
            raise Conflict("Another turn of this conversation is still running.", code="run_in_progress")
        writes: list[Write] = [Create(run.to_item())]
        queue = list(conversation.queue)
        if on_busy == "interrupt":
            superseded = await self._superseded(caller, conversation)
            writes += superseded
            queue = [run.run_id, *queue[len(superseded) :]]
        elif len(queue) >= self._limit:
            raise Conflict(f"{self._limit} turns of this conversation are waiting already.", code="queue_full")
        else:
            queue.append(run.run_id)
        changed = replace(conversation, queue=tuple(queue), updated_at=timestamp(now()))
        writes.append(Replace(changed.to_item(), stored.etag))
        await self._items.write(partition_of(caller, run.conversation_id), writes)
        return conversation.active_run_id if on_busy == "interrupt" else None

    async def _superseded(self, caller: Caller, conversation: Conversation) -> Sequence[Replace]:
        if not conversation.queue:
            return []
        first = await self._conversations.run(caller, conversation.conversation_id, conversation.queue[0])
        if first.record.status != "pending":
            raise ItemChanged("The first of the queue has begun meanwhile.")
        if not first.record.interrupts:
            return []
        return [Replace(first.record.become("cancelled").to_item(), first.etag)]

    async def withdraw(self, caller: Caller, conversation_id: str, run_id: str) -> Run:
        """Cancels a run that waits, and returns it; one that does not wait is returned as it is."""
        while True:
            conversation = await self._conversations.get(caller, conversation_id)
            stored = await self._conversations.run(caller, conversation_id, run_id)
            if stored.record.status != "pending":
                return stored.record
            run = stored.record.become("cancelled")
            queue = tuple(other for other in conversation.record.queue if other != run_id)
            busy = conversation.record.active_run_id is not None or queue
            changed = replace(
                conversation.record, queue=queue, status="running" if busy else "idle", updated_at=timestamp(now())
            )
            writes = [Replace(run.to_item(), stored.etag), Replace(changed.to_item(), conversation.etag)]
            try:
                await self._items.write(partition_of(caller, conversation_id), writes)
            except ItemChanged:
                continue
            return run
