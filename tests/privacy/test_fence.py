"""The fence of an erasure, as several processes over one store meet it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import pytest

from orc.domain import Caller
from orc.errors import ErasureInProgress
from orc.ports import AUDIT_ITEMS, DOCUMENT_ITEMS, Upsert
from orc.privacy.fence import Fence, FencedItems, fence_item
from shared.stores.sqlite import SqliteDatabase, SqliteItemStore
from tests.support.waiting import until

pytestmark = pytest.mark.req("BX-18")

USER, OTHER = Caller("org", "user"), Caller("org", "other")
NOTE = Upsert({"id": "note", "type": "note", "schema_version": 1})


class Stores:
    """The stores that all processes share; an erasure opens and closes the fence there."""

    def __init__(self, database: SqliteDatabase) -> None:
        self.items = SqliteItemStore(database, DOCUMENT_ITEMS)
        self.audit = SqliteItemStore(database, AUDIT_ITEMS)

    def process(self, *, seconds: float = 0.0) -> tuple[Fence, FencedItems]:
        """One that looks again after so many seconds."""
        fence = Fence(self.audit, seconds=seconds)
        return fence, FencedItems(self.items, fence)

    async def close(self) -> None:
        await self.audit.write(("org", USER.subject), [Upsert(fence_item(1, "erasure-1"))])

    async def open(self) -> None:
        await self.audit.write(("org", USER.subject), [Upsert(fence_item(1, None))])

    async def has(self, caller: Caller = USER) -> bool:
        return await self.items.read(caller.partition, "note") is not None


@pytest.fixture
async def stores(tmp_path: Path) -> AsyncIterator[Stores]:
    async with aclosing(SqliteDatabase(tmp_path / "orc.db")) as database:
        yield Stores(database)


async def write(items: FencedItems, caller: Caller = USER) -> None:
    await items.write(caller.partition, [NOTE])


async def test_nothing_is_written_while_the_fence_is_closed(stores: Stores) -> None:
    _, items = stores.process()
    await stores.close()
    with pytest.raises(ErasureInProgress):
        await write(items)
    await write(items, OTHER)
    assert (await stores.has(), await stores.has(OTHER)) == (False, True)


async def test_work_that_began_before_an_erasure_writes_nothing_after_it(stores: Stores) -> None:
    fence, items = stores.process()
    begun, erased = asyncio.Event(), asyncio.Event()

    async def work(wait: bool) -> None:
        fence.admit(USER, refuse=True)
        await write(items)
        begun.set()
        if wait:
            await erased.wait()
            await write(items)

    late = asyncio.create_task(work(True))
    await begun.wait()
    await stores.close()
    await stores.items.delete_under(USER.partition)
    await stores.open()
    erased.set()
    with pytest.raises(ErasureInProgress, match="after this work had begun"):
        await late
    assert not await stores.has()
    await asyncio.create_task(work(False))
    assert await stores.has()


async def test_a_write_that_outlasts_an_erasure_is_undone(stores: Stores) -> None:
    fence, _ = stores.process(seconds=0)
    writing, erased = asyncio.Event(), asyncio.Event()

    async def slowly() -> None:
        writing.set()
        await erased.wait()
        await stores.items.write(USER.partition, [NOTE])

    async def undo() -> None:
        await stores.items.delete_under(USER.partition)

    late = asyncio.create_task(fence.guard(USER, slowly, undo))
    await writing.wait()
    await stores.close()
    await stores.open()
    erased.set()
    with pytest.raises(ErasureInProgress):
        await late
    assert not await stores.has()


async def test_a_process_that_has_looked_notices_an_erasure(stores: Stores) -> None:
    _, items = stores.process(seconds=0.02)
    await write(items)
    await stores.close()

    async def refused() -> bool:
        try:
            await asyncio.create_task(write(items))
        except ErasureInProgress:
            return True
        return False

    await until(refused)


async def test_requests_of_a_user_are_refused_at_once_where_they_asked(stores: Stores) -> None:
    fence, items = stores.process(seconds=60)
    await write(items)
    fence.close_soon(USER)
    with pytest.raises(ErasureInProgress):
        fence.admit(USER, refuse=True)
    fence.admit(USER, refuse=False)
    fence.admit(OTHER, refuse=True)
    fence.forget(USER.subject)
    fence.admit(USER, refuse=True)
