"""Following a run of another process through a store that fails: for a moment, and for good."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from orc import following
from orc.api.streams import event_stream
from orc.channels import EventHub
from orc.conversations import Conversations
from orc.domain import Caller
from orc.errors import StoreUnavailable
from orc.following import Following
from orc.open_run import OpenRun
from orc.ports import CONVERSATION_ITEMS, PartitionKey, StoredItem
from orc.records import TurnRequest
from orc.runs import Runs
from shared.stores.sqlite import SqliteDatabase, SqliteItemStore
from tests.app.parts import Parts, parts

CALLER = Caller("organization", "user")
AWAY = StoreUnavailable("The store does not answer.")


class Items(SqliteItemStore):
    """Items that fail so many queries."""

    failures = 0

    async def query(self, partition: PartitionKey, item_type: str, **options: Any) -> list[StoredItem]:
        if self.failures:
            self.failures -= 1
            raise AWAY
        return await super().query(partition, item_type, **options)


@pytest.fixture
async def items(tmp_path: Path) -> AsyncIterator[Items]:
    """Those of the process that follows."""
    async with aclosing(SqliteDatabase(tmp_path / "orc.db")) as database:
        yield Items(database, CONVERSATION_ITEMS)


@pytest.fixture
async def elsewhere(tmp_path: Path) -> AsyncIterator[Parts]:
    """The process that has the run in hand."""
    async with parts(tmp_path) as orc:
        yield orc


async def begun(orc: Parts) -> tuple[Runs, OpenRun]:
    runs = Runs(orc.items, orc.conversations, orc.registry, EventHub())
    opened = await runs.begin(CALLER, TurnRequest(question="Hello?"))
    assert isinstance(opened, OpenRun)
    return runs, opened


async def _nobody(caller: Caller, conversation_id: str) -> None:
    """Looks after no run."""


def stream_of(opened: OpenRun, items: Items) -> AsyncIterator[bytes]:
    """What a client hears."""
    here = Following(items, Conversations(items), EventHub(), _nobody)
    batches = here.conversation(CALLER, opened.run.conversation_id, 0, tick_seconds=60)
    sent: Any = event_stream(batches).body_iterator
    return aiter(sent)


def types(sent: bytes) -> list[str]:
    return [line.removeprefix("event: ") for line in sent.decode().splitlines() if line.startswith("event: ")]


@pytest.mark.req("CS-04")
async def test_a_stream_goes_on_when_the_store_is_back(items: Items, elsewhere: Parts) -> None:
    runs, opened = await begun(elsewhere)
    stream = stream_of(opened, items)
    assert types(await anext(stream)) == ["user_message", "run_start"]
    items.failures = 3
    await runs.fail(opened, AWAY)
    rest = b"".join([sent async for sent in stream])
    assert types(rest) == ["error", "done"]
    assert items.failures == 0


@pytest.mark.req("CS-15")
async def test_a_stream_that_the_store_fails_for_long_ends_in_an_error_that_is_not_the_runs(
    items: Items, elsewhere: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "_OUTAGE_SECONDS", 0.3)
    _, opened = await begun(elsewhere)
    stream = stream_of(opened, items)
    await anext(stream)
    items.failures = 1_000_000
    rest = b"".join([sent async for sent in stream])
    assert rest.startswith(b'event: error\ndata: {"code": "store_unavailable"')
    assert b'"retryable": true' in rest
    assert (types(rest), b"id:" in rest) == (["error"], False)


async def test_a_stream_of_a_conversation_that_is_deleted_says_so(items: Items, elsewhere: Parts) -> None:
    _, opened = await begun(elsewhere)
    stream = stream_of(opened, items)
    await anext(stream)
    await elsewhere.items.delete_partition(opened.partition)
    rest = b"".join([sent async for sent in stream])
    assert b'"code": "conversation_not_found"' in rest
    assert types(rest) == ["error"]
