"""Following a run of another process through a store that fails: for a moment, and for good."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from orc.conversations.records import Run, TurnRequest
from orc.conversations.repository import Conversations
from orc.domain import Caller, ConversationKey
from orc.errors import StoreUnavailable
from orc.events import subscription
from orc.events.hub import EventHub
from orc.events.sse import event_stream
from orc.events.subscription import Subscriptions
from orc.events.types import LoggedEvent
from orc.ports import CONVERSATION_ITEMS, ItemContainer, PartitionKey, StoredItem
from orc.runs.active_run import ActiveRun
from shared.composition.runs import Runs
from shared.stores.sqlite import SqliteDatabase, SqliteItemStore
from tests.app.parts import Parts, parts

CALLER = Caller("organization", "user")
AWAY = StoreUnavailable("The store does not answer.")
HEARTBEAT = b": heartbeat\n\n"


class Items(SqliteItemStore):
    """Items that fail so many queries, and that answer nothing while they are slow."""

    failures = 0
    asked, most_asked = 0, 0

    def __init__(self, database: SqliteDatabase, container: ItemContainer) -> None:
        super().__init__(database, container)
        self.quick = asyncio.Event()
        self.quick.set()

    async def query(self, partition: PartitionKey, item_type: str, **options: Any) -> list[StoredItem]:
        if self.failures:
            self.failures -= 1
            raise AWAY
        await self._answers()
        return await super().query(partition, item_type, **options)

    async def read(self, partition: PartitionKey, item_id: str) -> StoredItem | None:
        await self._answers()
        return await super().read(partition, item_id)

    async def _answers(self) -> None:
        self.asked += 1
        self.most_asked = max(self.most_asked, self.asked)
        try:
            await self.quick.wait()
        finally:
            self.asked -= 1


@pytest.fixture
async def items(tmp_path: Path) -> AsyncIterator[Items]:
    """The items of the process that follows the run."""
    async with aclosing(SqliteDatabase(tmp_path / "orc.db")) as database:
        yield Items(database, CONVERSATION_ITEMS)


@pytest.fixture
async def elsewhere(tmp_path: Path) -> AsyncIterator[Parts]:
    """The process that executes the run."""
    async with parts(tmp_path) as orc:
        yield orc


async def begun(orc: Parts) -> tuple[Runs, ActiveRun]:
    runs = orc.process()
    active = await runs.store.create(CALLER, TurnRequest(question="Hello?"))
    assert isinstance(active, ActiveRun)
    return runs, active


async def _nobody(key: ConversationKey) -> None:
    """Looks after no run."""


def stream_of(active: ActiveRun, items: Items, *, tick_seconds: float = 60) -> AsyncIterator[bytes]:
    """What a client hears."""
    here = Subscriptions(items, Conversations(items), EventHub(), _nobody)
    return sent(here.conversation(CALLER.conversation(active.run.conversation_id), 0, tick_seconds=tick_seconds))


def sent(batches: AsyncGenerator[Sequence[LoggedEvent]]) -> AsyncIterator[bytes]:
    stream: Any = event_stream(batches, "/where/the/rest/is").body_iterator
    return aiter(stream)


def types(sent: bytes) -> list[str]:
    return [line.removeprefix("event: ") for line in sent.decode().splitlines() if line.startswith("event: ")]


@pytest.mark.req("CS-04", "BX-03")
async def test_a_subscriber_resumes_here_after_a_token_not_yet_stored(items: Items, elsewhere: Parts) -> None:
    runs, active = await begun(elsewhere)
    here = Subscriptions(items, Conversations(items), EventHub(), _nobody)
    conversation = active.run.conversation_id
    for text in ("One ", "two ", "three."):
        await active.events.token(text)
    seen = active.events.next_seq - 2
    assert seen <= await here.newest_seq(CALLER.conversation(conversation))
    stream = sent(here.conversation(CALLER.conversation(conversation), seen, tick_seconds=0))
    assert await anext(stream) == HEARTBEAT
    await runs.store.fail(active, AWAY)
    rest = b"".join([piece async for piece in stream if piece != HEARTBEAT])
    assert types(rest) == ["token", "error", "done"]
    assert b"three." in rest
    assert await here.newest_seq(CALLER.conversation(conversation)) == active.events.next_seq - 1


@pytest.mark.req("CS-03", "CS-04")
async def test_the_offset_of_a_queued_turn_that_has_started_meanwhile_is_before_its_question(
    items: Items, elsewhere: Parts
) -> None:
    runs, active = await begun(elsewhere)
    queued = await runs.store.create(
        CALLER, TurnRequest(question="And?", conversation_id=active.run.conversation_id, on_busy="enqueue")
    )
    assert isinstance(queued, Run)
    here = Subscriptions(items, Conversations(items), EventHub(), _nobody)
    before = await here.offset(CALLER, queued)
    await runs.store.fail(active, AWAY)
    started = await runs.store.start_next(active.key)
    assert started is not None
    assert before < await here.offset(CALLER, queued) == started.run.first_seq - 1


@pytest.mark.req("CS-04")
async def test_a_stream_continues_after_a_store_outage(items: Items, elsewhere: Parts) -> None:
    runs, active = await begun(elsewhere)
    stream = stream_of(active, items)
    assert types(await anext(stream)) == ["user_message", "run_start", "step_thinking"]
    items.failures = 3
    await runs.store.fail(active, AWAY)
    rest = b"".join([piece async for piece in stream])
    assert types(rest) == ["error", "done"]
    assert items.failures == 0


@pytest.mark.req("CS-15", "RE-12")
async def test_a_long_store_outage_ends_the_stream_but_not_the_run(
    items: Items, elsewhere: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subscription, "_OUTAGE_SECONDS", 0.3)
    _, active = await begun(elsewhere)
    stream = stream_of(active, items)
    await anext(stream)
    items.failures = 1_000_000
    rest = b"".join([piece async for piece in stream])
    assert rest.startswith(b'event: error\ndata: {"type": "error", "code": "stream_interrupted"')
    assert b"/where/the/rest/is" in rest
    assert b'"retryable": false' in rest
    assert (types(rest), b"id:" in rest) == (["error"], False)


async def test_a_stream_of_a_conversation_that_is_deleted_says_so(items: Items, elsewhere: Parts) -> None:
    _, active = await begun(elsewhere)
    stream = stream_of(active, items)
    await anext(stream)
    await elsewhere.items.delete_partition(active.partition)
    rest = b"".join([piece async for piece in stream])
    assert b'"code": "conversation_not_found"' in rest
    assert types(rest) == ["error"]


async def heard[T](stream: AsyncIterator[T], times: int) -> list[T]:
    """What comes next, so many times."""
    async with asyncio.timeout(30):
        return [await anext(stream) for _ in range(times)]


@pytest.mark.req("CS-04")
async def test_a_subscriber_gets_heartbeats_while_the_store_is_slow(items: Items, elsewhere: Parts) -> None:
    runs, active = await begun(elsewhere)
    stream = stream_of(active, items, tick_seconds=0.01)
    items.quick.clear()
    assert await heard(stream, 5) == [HEARTBEAT] * 5
    items.quick.set()
    await runs.store.fail(active, AWAY)
    rest = [piece async for piece in stream]
    assert types(b"".join(piece for piece in rest if piece != HEARTBEAT)) == [
        "user_message",
        "run_start",
        "step_thinking",
        "error",
        "done",
    ]
    assert items.most_asked == 1


@pytest.mark.req("CS-04")
async def test_a_waiting_client_gets_heartbeats_while_the_store_is_slow(items: Items, elsewhere: Parts) -> None:
    runs, active = await begun(elsewhere)
    asked = TurnRequest(question="And?", conversation_id=active.run.conversation_id, on_busy="enqueue")
    waiting = await runs.store.create(CALLER, asked)
    assert isinstance(waiting, Run)
    here = Subscriptions(items, Conversations(items), EventHub(), _nobody)
    stream = sent(here.run(CALLER, waiting, tick_seconds=0.01))
    assert types(await anext(stream)) == ["status_change"]
    items.quick.clear()
    assert await heard(stream, 5) == [HEARTBEAT] * 5
    await runs.queue.withdraw(CALLER.conversation(waiting.conversation_id), waiting.run_id)
    items.quick.set()
    rest = b"".join([piece async for piece in stream if piece != HEARTBEAT])
    assert types(rest) == ["done"]
    assert items.most_asked == 1


async def test_a_disconnected_subscriber_cancels_its_slow_query(items: Items, elsewhere: Parts) -> None:
    _, active = await begun(elsewhere)
    batches = Subscriptions(items, Conversations(items), EventHub(), _nobody).conversation(
        CALLER.conversation(active.run.conversation_id), 0, tick_seconds=0.01
    )
    items.quick.clear()
    assert await heard(batches, 1) == [()]
    assert items.asked == 1
    await batches.aclose()
    assert items.asked == 0
