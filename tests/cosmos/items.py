"""Items to write and read."""

from orc.domain import Json
from orc.ports import CONVERSATION_ITEMS, ItemStore, PartitionKey, StoredItem

HOME = ("org", "user", "conversation")
PARTS: dict[str, Json] = dict(zip(CONVERSATION_ITEMS.partition_fields, HOME, strict=True))


def item(item_id: str, **fields: Json) -> dict[str, Json]:
    return {"id": item_id, "type": "message", "schema_version": 1, **PARTS, "sort": 0, **fields}


async def stored(items: ItemStore, item_id: str, partition: PartitionKey = HOME) -> StoredItem:
    found = await items.read(partition, item_id)
    assert found is not None
    return found
