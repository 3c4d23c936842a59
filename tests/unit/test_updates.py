"""Changes of stored items under optimistic concurrency."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from pathlib import Path

import pytest

from orc.errors import ItemChanged
from orc.items import update
from orc.ports import CONVERSATION_ITEMS, Item, ItemStore, PartitionKey, StoredItem, Write
from shared.stores.sqlite import SqliteDatabase, SqliteItemStore

HOME = ("org", "user", "conversation")


@pytest.fixture
async def items(tmp_path: Path) -> AsyncIterator[ItemStore]:
    async with aclosing(SqliteDatabase(tmp_path / "orc.db")) as database:
        yield SqliteItemStore(database, CONVERSATION_ITEMS)


def incremented(stored: StoredItem | None) -> Item:
    count = stored.body["count"] if stored else 0
    assert isinstance(count, int)
    return {"id": "counter", "type": "counter", "schema_version": 1, "count": count + 1}


async def test_concurrent_updates_of_an_item_are_all_kept(items: ItemStore) -> None:
    counts = await asyncio.gather(*(update(items, HOME, "counter", incremented) for _ in range(20)))
    assert sorted(str(each["count"]).zfill(2) for each in counts) == [f"{n:02}" for n in range(1, 21)]


async def test_an_edit_that_returns_none_leaves_the_item_as_it_is(items: ItemStore) -> None:
    await update(items, HOME, "counter", incremented)
    before = await items.read(HOME, "counter")
    await update(items, HOME, "counter", lambda _: None)
    assert await items.read(HOME, "counter") == before


async def test_an_item_that_others_change_at_each_attempt_is_a_conflict(
    items: ItemStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refused(partition: PartitionKey, writes: Sequence[Write]) -> list[str]:
        raise ItemChanged("The item was changed in the meantime.")

    monkeypatch.setattr(items, "write", refused)
    with pytest.raises(ItemChanged, match="every attempt"):
        await update(items, HOME, "counter", incremented)
