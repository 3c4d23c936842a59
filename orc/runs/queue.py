"""Queued runs: executed in the order of their requests, except that an interrupting run comes first (D-025)."""

from dataclasses import replace

from orc.conversations.records import Conversation, Run
from orc.conversations.repository import Conversations
from orc.domain import ConversationKey, OnBusy
from orc.errors import Conflict, ItemChanged
from orc.items import Stored, now, retry_conflicts, timestamp
from orc.ports import Create, ItemStore, Replace, Write

_MOST_SUPERSEDED = 200


class Queue:
    """Runs that are stored as pending, by conversation; each conversation lists its own."""

    def __init__(self, items: ItemStore, conversations: Conversations, *, limit: int) -> None:
        self._items = items
        self._conversations = conversations
        self._limit = limit

    async def join(self, key: ConversationKey, stored: Stored[Conversation], run: Run, on_busy: OnBusy) -> str | None:
        """Queues a run in a busy conversation, or refuses it with a Conflict; returns the run to interrupt.

        An interrupting run goes first and supersedes an earlier interrupting one. ItemChanged when the conversation
        has changed since it was read.
        """
        conversation = stored.record
        if on_busy == "reject":
            raise Conflict("Another turn of this conversation is still running.", code="run_in_progress")
        queue, superseded = list(conversation.queue), conversation.superseded
        if on_busy == "interrupt":
            if conversation.waiting:
                first = (await self._conversations.run(key, conversation.waiting[0])).record
                if first.status != "pending":
                    raise ItemChanged("The first run of the queue has been started in the meantime.")
                superseded += first.interrupts
            if superseded > _MOST_SUPERSEDED:
                raise Conflict("Too many turns are interrupting this conversation at once.", code="queue_full")
            queue.insert(superseded, run.run_id)
        elif len(conversation.waiting) >= self._limit:
            raise Conflict(
                f"{self._limit} turns of this conversation are already waiting, which is the limit.", code="queue_full"
            )
        else:
            queue.append(run.run_id)
        changed = replace(conversation, queue=tuple(queue), superseded=superseded, updated_at=timestamp(now()))
        writes: list[Write] = [Create(run.to_item()), Replace(changed.to_item(), stored.etag)]
        await self._items.write(key.partition, writes)
        return conversation.active_run_id if on_busy == "interrupt" else None

    @retry_conflicts
    async def withdraw(self, key: ConversationKey, run_id: str) -> Run:
        """Cancels a queued run and returns it; returns any other run unchanged."""
        conversation = await self._conversations.get(key)
        stored = await self._conversations.run(key, run_id)
        if stored.record.status != "pending":
            return stored.record
        run = stored.record.become("cancelled")
        shorter = conversation.record.without(run_id)
        changed = replace(shorter, status="running" if shorter.is_busy else "idle", updated_at=timestamp(now()))
        writes = [Replace(run.to_item(), stored.etag), Replace(changed.to_item(), conversation.etag)]
        await self._items.write(key.partition, writes)
        return run
