"""Conversations for their owners: create, list, read, change. A missing conversation and another user's are both not
found."""

import asyncio
import hashlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Literal, cast

from orc.conversations.records import (
    CONVERSATION_ITEM_ID,
    FILE_CONVERSATION,
    Conversation,
    Feedback,
    ImportedMessage,
    Message,
    Run,
    feedback_id,
    messages_of,
    new_conversation_id,
    title_of,
)
from orc.conversations.summaries import Summary
from orc.domain import Caller, ConversationKey
from orc.errors import InvalidRequest, ItemExists, NotFound
from orc.items import Stored, now, retry_conflicts, timestamp
from orc.ports import MAX_WRITES_PER_BATCH, Create, Item, ItemStore, PartitionKey, Replace, StoredItem, Upsert

_PAGE = 200
_NEWEST_SUMMARIES = 10
_TOMBSTONE_SECONDS = 30 * 24 * 3600  # longer than any client repeats a request

MAX_IMPORTED = MAX_WRITES_PER_BATCH - 1
"""So many messages can a conversation begin with: they are stored in one transaction with it."""


def _tombstone_of(key: ConversationKey) -> tuple[PartitionKey, str]:
    """The partition and id of the note that a conversation was deleted. It outlives the conversation's partition."""
    digest = hashlib.sha256(key.conversation_id.encode()).hexdigest()[:32]  # it must not reveal the id
    return (*key.caller.partition, "deleted"), f"deleted-{digest}"


class Conversations:
    """Reads and changes the conversations of all callers."""

    def __init__(self, items: ItemStore) -> None:
        self._items = items

    async def create(
        self,
        caller: Caller,
        title: str | None = None,
        *,
        imported: Sequence[ImportedMessage] = (),
        metadata: Mapping[str, str] | None = None,
    ) -> Conversation:
        """A new conversation. imported is its history from a client: at most MAX_IMPORTED messages, which come
        from no run and lie before its first event."""
        return await self._create(caller.conversation(new_conversation_id()), title, imported, metadata)

    async def open(self, key: ConversationKey) -> Conversation:
        """The conversation, created if there is none."""
        if await self.find(key.partition) is None:
            with suppress(ItemExists):
                return await self._create(key)
        return (await self.get(key)).record

    async def _create(
        self,
        key: ConversationKey,
        title: str | None = None,
        imported: Sequence[ImportedMessage] = (),
        metadata: Mapping[str, str] | None = None,
        purpose: str | None = None,
    ) -> Conversation:
        created = timestamp(now())
        messages = messages_of(imported, first_seq=1 - len(imported), parent_message_id=None)
        conversation = Conversation(
            conversation_id=key.conversation_id,
            title=title or title_of(next((each.text for each in imported if each.role == "user"), "")),
            turn_count=sum(message.role == "user" for message in messages),
            created_at=created,
            updated_at=created,
            active_message_id=messages[-1].message_id if messages else None,
            metadata=metadata or {},
            purpose=purpose,
        )
        writes = [Create(conversation.to_item()), *(Create(message.to_item()) for message in messages)]
        await self._items.write(key.partition, writes)
        return conversation

    async def create_for_file(self, caller: Caller, purpose: str) -> Conversation:
        """A conversation that holds a file for this purpose and is never listed."""
        return await self._create(caller.conversation(new_conversation_id()), purpose=purpose)

    async def of_files(self, caller: Caller) -> dict[str, Conversation]:
        """The caller's conversations that hold files, by id."""
        found: list[StoredItem] = []
        while True:
            after = str(found[-1].body["sort"]) if found else None
            page = await self._items.query(caller.partition, FILE_CONVERSATION, after=after, limit=_PAGE)
            found += page
            if len(page) < _PAGE:
                return {str(each.body["conversation_id"]): Conversation.from_item(each) for each in found}

    async def begun(self, key: ConversationKey) -> Stored[Conversation] | None:
        """The conversation of an id that a client can repeat; None if it has not begun. Raises NotFound if it was
        deleted recently."""
        found = await self.find(key.partition)
        deleted = found.record.status == "deleting" if found else await self._items.read(*_tombstone_of(key))
        if deleted:
            raise NotFound("The conversation of this client_message_id was deleted.", code="conversation_not_found")
        return found

    async def bury(self, key: ConversationKey) -> None:
        """Notes that the conversation is deleted: until the note expires, no repeated request begins it again."""
        partition, item_id = _tombstone_of(key)
        item: Item = {"id": item_id, "type": "deleted_conversation", "schema_version": 1, "ttl": _TOMBSTONE_SECONDS}
        await self._items.write(partition, [Upsert(item)])

    async def get(self, key: ConversationKey) -> Stored[Conversation]:
        found = await self.find(key.partition)
        if found is None or found.record.status == "deleting":
            raise NotFound("There is no such conversation.", code="conversation_not_found")
        return found

    async def find(self, partition: PartitionKey) -> Stored[Conversation] | None:
        """The conversation of a partition, even while it is being deleted."""
        stored = await self._items.read(partition, CONVERSATION_ITEM_ID)
        return Stored(Conversation.from_item(stored), stored.etag) if stored else None

    @retry_conflicts
    async def change(self, key: ConversationKey, edit: Callable[[Conversation], Conversation]) -> Conversation:
        """Writes the record that edit returns, under optimistic concurrency. edit may be called several times."""
        stored = await self.get(key)
        conversation = edit(stored.record)
        await self._items.write(key.partition, [Replace(conversation.to_item(), stored.etag)])
        return conversation

    async def update(self, key: ConversationKey, *, title: str | None, active_message_id: str | None) -> Conversation:
        """Renames a conversation, selects the last message of its active branch, or both. Without either, nothing
        changes, not even the position in listings."""
        if title is None and active_message_id is None:
            return (await self.get(key)).record
        if active_message_id is not None:
            await self.message(key, active_message_id)

        def changed(conversation: Conversation) -> Conversation:
            return replace(
                conversation,
                title=title or conversation.title,
                active_message_id=active_message_id or conversation.active_message_id,
                updated_at=timestamp(now()),
            )

        return await self.change(key, changed)

    async def note(self, key: ConversationKey, metadata: Mapping[str, str]) -> Conversation:
        """Replaces the client's metadata. Nothing else changes, not even the position in listings."""
        return await self.change(key, lambda conversation: replace(conversation, metadata=metadata))

    async def listing(self, caller: Caller, *, limit: int, continuation: str | None) -> list[Conversation]:
        """Most recent change first; continuation is the updated_at after which the page begins."""
        found: list[Conversation] = []
        while True:
            page = await self._items.query(
                caller.partition, "conversation", before=continuation, descending=True, limit=limit
            )
            conversations = [Conversation.from_item(stored) for stored in page]
            found += [conversation for conversation in conversations if conversation.status != "deleting"]
            if len(page) < limit or len(found) >= limit:
                return found[:limit]
            continuation = conversations[-1].updated_at

    async def messages(self, key: ConversationKey) -> list[Message]:
        """All messages of a conversation, oldest first."""
        return [Message.from_item(stored) for stored in await self._all(key, "message")]

    async def newest_messages(self, key: ConversationKey, *, limit: int, before: int | None) -> list[Message]:
        """The newest messages before the given number, newest first."""
        found = await self._items.query(key.partition, "message", before=before, descending=True, limit=limit)
        return [Message.from_item(stored) for stored in found]

    async def message(self, key: ConversationKey, message_id: str) -> Message:
        found = await self.find_message(key.partition, message_id)
        if found is None:
            raise NotFound("There is no such message.", code="message_not_found")
        return found

    async def find_message(self, partition: PartitionKey, message_id: str) -> Message | None:
        stored = await self._items.read(partition, message_id)
        return Message.from_item(stored) if stored and stored.body["type"] == "message" else None

    async def give_feedback(
        self, key: ConversationKey, message_id: str, rating: Literal["up", "down"], comment: str | None
    ) -> Feedback:
        """Stores the caller's rating of an answer, replacing an earlier one."""
        message = await self.message(key, message_id)
        if message.role != "assistant":
            raise InvalidRequest.of("message_id", "is a question; only answers can be rated", code="not_an_answer")
        feedback = Feedback(message_id=message_id, rating=rating, comment=comment, updated_at=timestamp(now()))
        await self._items.write(key.partition, [Upsert(feedback.to_item())])
        return feedback

    async def feedback(self, key: ConversationKey) -> dict[str, Feedback]:
        """All feedback of a conversation, by message."""
        found: list[Feedback] = []
        while True:
            after = found[-1].message_id if found else None
            page = await self._items.query(key.partition, "feedback", after=after, limit=_PAGE)
            found += [Feedback.from_item(stored) for stored in page]
            if len(page) < _PAGE:
                return {feedback.message_id: feedback for feedback in found}

    async def feedback_on(self, key: ConversationKey, message_id: str) -> Feedback | None:
        stored = await self._items.read(key.partition, feedback_id(message_id))
        return Feedback.from_item(stored) if stored else None

    async def runs(self, key: ConversationKey) -> list[Run]:
        """All runs of a conversation, oldest first."""
        return [Run.from_item(stored) for stored in await self._all(key, "run")]

    async def newest_run_id(self, key: ConversationKey) -> str | None:
        """The run that was requested last, if there is one."""
        newest = await self._items.query(key.partition, "run", descending=True, limit=1)
        return str(newest[0].body["id"]) if newest else None

    async def runs_of(self, key: ConversationKey, messages: Sequence[Message]) -> list[Run]:
        """The runs of these messages, in order. Copied and imported messages have none."""
        run_ids = dict.fromkeys(message.run_id for message in messages if message.seq > 0 and message.run_id)
        stored = await asyncio.gather(*(self._items.read(key.partition, run_id) for run_id in run_ids))
        return [Run.from_item(each) for each in stored if each]

    async def _all(self, key: ConversationKey, item_type: str) -> list[StoredItem]:
        """Every item of a type whose sort key is the unique number of its event."""
        found: list[StoredItem] = []
        while True:
            after = cast(int, found[-1].body["sort"]) if found else None
            page = await self._items.query(key.partition, item_type, after=after, limit=_PAGE)
            found += page
            if len(page) < _PAGE:
                return found

    async def run(self, key: ConversationKey, run_id: str) -> Stored[Run]:
        stored = await self._items.read(key.partition, run_id)
        if stored is None or stored.body["type"] != "run":
            raise NotFound("There is no such run.", code="run_not_found")
        return Stored(Run.from_item(stored), stored.etag)

    async def branch(self, partition: PartitionKey, leaf_id: str | None, limit: int) -> list[Message]:
        """The newest messages of the branch that ends in leaf_id, oldest first, at most limit."""
        if leaf_id is None or limit == 0:
            return []
        newest = await self._items.query(partition, "message", descending=True, limit=limit + 2)
        by_id = {cast(str, stored.body["id"]): Message.from_item(stored) for stored in newest}
        messages: list[Message] = []
        next_id: str | None = leaf_id
        while next_id is not None and len(messages) < limit:
            message = by_id.get(next_id) or await self.find_message(partition, next_id)
            if message is None:
                break
            messages.append(message)
            next_id = message.parent_message_id
        return messages[::-1]

    async def summaries(self, partition: PartitionKey) -> list[Summary]:
        """The newest summaries of a conversation, on any branch, newest first."""
        found = await self._items.query(partition, "summary", descending=True, limit=_NEWEST_SUMMARIES)
        return [Summary.from_item(stored) for stored in found]

    async def add_summary(self, partition: PartitionKey, summary: Summary) -> None:
        await self._items.write(partition, [Upsert(summary.to_item())])
