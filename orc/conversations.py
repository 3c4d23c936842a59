"""Conversations as their owners see them: create, list, read. Missing and foreign are alike: not found."""

from typing import cast

from orc.domain import Caller
from orc.errors import NotFound
from orc.ports import Create, ItemStore, PartitionKey, StoredItem
from orc.records import (
    CONVERSATION_ITEM_ID,
    Conversation,
    Message,
    Run,
    Stored,
    new_conversation_id,
    now,
    partition_of,
    timestamp,
)

_PAGE = 200


class Conversations:
    """Reads and changes the conversations of all callers."""

    def __init__(self, items: ItemStore) -> None:
        self._items = items

    async def create(self, caller: Caller, title: str | None = None) -> Conversation:
        created = timestamp(now())
        conversation = Conversation(
            conversation_id=new_conversation_id(), title=title, created_at=created, updated_at=created
        )
        await self._items.write(partition_of(caller, conversation.conversation_id), [Create(conversation.to_item())])
        return conversation

    async def get(self, caller: Caller, conversation_id: str) -> Stored[Conversation]:
        stored = await self._items.read(partition_of(caller, conversation_id), CONVERSATION_ITEM_ID)
        if stored is None:
            raise NotFound("There is no such conversation.", code="conversation_not_found")
        return Stored(Conversation.from_item(stored), stored.etag)

    async def listing(self, caller: Caller, *, limit: int, continuation: str | None) -> list[Conversation]:
        """Newest change first; continuation is the updated_at after which the page begins."""
        found = await self._items.query(
            caller.partition, "conversation", before=continuation, descending=True, limit=limit
        )
        return [Conversation.from_item(stored) for stored in found]

    async def messages(self, caller: Caller, conversation_id: str) -> list[Message]:
        """All messages of a conversation, oldest first."""
        return [Message.from_item(stored) for stored in await self._all(caller, conversation_id, "message")]

    async def message(self, caller: Caller, conversation_id: str, message_id: str) -> Message:
        found = await self.find_message(partition_of(caller, conversation_id), message_id)
        if found is None:
            raise NotFound("There is no such message.", code="message_not_found")
        return found

    async def find_message(self, partition: PartitionKey, message_id: str) -> Message | None:
        stored = await self._items.read(partition, message_id)
        return Message.from_item(stored) if stored and stored.body["type"] == "message" else None

    async def runs(self, caller: Caller, conversation_id: str) -> list[Run]:
        """All runs of a conversation, oldest first."""
        return [Run.from_item(stored) for stored in await self._all(caller, conversation_id, "run")]

    async def _all(self, caller: Caller, conversation_id: str, item_type: str) -> list[StoredItem]:
        """Every item of a type whose sort is its event's number, which no two share."""
        partition = partition_of(caller, conversation_id)
        found: list[StoredItem] = []
        while True:
            after = cast(int, found[-1].body["sort"]) if found else None
            page = await self._items.query(partition, item_type, after=after, limit=_PAGE)
            found += page
            if len(page) < _PAGE:
                return found

    async def run(self, caller: Caller, conversation_id: str, run_id: str) -> Stored[Run]:
        stored = await self._items.read(partition_of(caller, conversation_id), run_id)
        if stored is None or stored.body["type"] != "run":
            raise NotFound("There is no such run.", code="run_not_found")
        return Stored(Run.from_item(stored), stored.etag)

    async def branch(self, partition: PartitionKey, leaf_id: str | None, limit: int) -> list[Message]:
        """The newest messages of the branch that ends in leaf_id, oldest first, at most limit."""
        if leaf_id is None or limit == 0:
            return []
        newest = await self._items.query(partition, "message", descending=True, limit=limit + 2)
        known = {cast(str, stored.body["id"]): Message.from_item(stored) for stored in newest}
        found: list[Message] = []
        wanted: str | None = leaf_id
        while wanted is not None and len(found) < limit:
            message = known.get(wanted) or await self.find_message(partition, wanted)
            if message is None:
                break
            found.append(message)
            wanted = message.parent_message_id
        return found[::-1]
