"""The event log over the real store: numbers without gaps, replay as it was sent, nothing sent that is not stored."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from orc.errors import ItemExists, RunTaken
from orc.events import log
from orc.events.codec import event_data
from orc.events.hub import EventHub, RunChannel
from orc.events.log import RunEvents, last_seq, replay, shared_channel
from orc.events.types import Done, LoggedEvent, StepStarted, StepThinking, Token
from orc.graphs.context.state import StepFailure, StepResult
from orc.graphs.execution.steps import step_complete
from orc.ports import CONVERSATION_ITEMS, Create, ItemStore, PartitionKey, StoredItem, Write
from shared.stores.sqlite import SqliteDatabase, SqliteItemStore
from tests.support.waiting import until

HOME = ("org", "user", "conversation")
PLANNING = StepThinking("planning", "Reading")
DONE = Done("run-1", "completed")


@pytest.fixture
async def items(tmp_path: Path) -> AsyncIterator[ItemStore]:
    async with aclosing(SqliteDatabase(tmp_path / "orc.db")) as database:
        yield SqliteItemStore(database, CONVERSATION_ITEMS)


def writer(items: ItemStore, *, next_seq: int = 1) -> tuple[RunEvents, RunChannel]:
    channel = RunChannel(next_seq)
    return RunEvents(items, HOME, "run-1", channel, next_seq=next_seq), channel


async def stored(items: ItemStore, since: int = 0) -> list[LoggedEvent]:
    return [event async for events in replay(items, HOME, since) for event in events]


async def followed(channel: RunChannel, since: int = 0) -> list[LoggedEvent]:
    batches = channel.follow(since, tick_seconds=5)
    return [event async for events in batches for event in events]


async def say(events: RunEvents, words: Sequence[str]) -> None:
    for word in words:
        await events.token(word)


async def test_a_replay_gives_the_very_events_that_were_sent(items: ItemStore) -> None:
    events, channel = writer(items)
    await events.append(PLANNING)
    await say(events, [f"word{n} " for n in range(250)])
    await events.append(DONE)
    channel.close()

    sent = await followed(channel)
    assert [event.seq for event in sent] == list(range(1, 253))
    assert await stored(items) == sent


async def test_tokens_are_stored_together_and_cut_apart_at_any_point_again(items: ItemStore) -> None:
    events, channel = writer(items)
    await say(events, ["a", "b", "c", "d"])
    await events.append(DONE)

    assert len(await items.query(HOME, "event")) == 1
    for since in range(6):
        assert await stored(items, since) == channel.events[since:]


async def test_tokens_of_a_model_that_pauses_are_stored_all_the_same(items: ItemStore) -> None:
    events, _ = writer(items)
    await events.token("Wait")
    await until(lambda: stored(items))
    assert (await stored(items))[0].event == Token("Wait")


@pytest.mark.parametrize("stored_only", [True, False])
async def test_the_first_token_is_stored_at_once_for_who_waits_for_that(
    items: ItemStore, monkeypatch: pytest.MonkeyPatch, *, stored_only: bool
) -> None:
    monkeypatch.setattr(log, "_FLUSH_AFTER_SECONDS", 3600)
    events, channel = writer(items)
    async with aclosing(channel.follow(0, tick_seconds=5, stored_only=stored_only)) as batches:
        following = asyncio.ensure_future(anext(batches))
        await asyncio.sleep(0)
        await events.token("a")
        assert [each.event for each in await following] == [Token("a")]
        await events.token("b")
    await events.aclose()
    assert [each.event for each in await stored(items)] == ([Token("a")] if stored_only else [])


async def test_tokens_that_come_while_the_store_writes_are_stored_as_well(
    items: ItemStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "_FLUSH_AFTER_SECONDS", 0.001)
    events, _ = writer(items)
    write, is_writing, may_end = items.write, asyncio.Event(), asyncio.Event()

    async def slow(partition: PartitionKey, writes: Sequence[Write]) -> list[str]:
        is_writing.set()
        await may_end.wait()
        return await write(partition, writes)

    monkeypatch.setattr(items, "write", slow)
    await events.token("a")
    await is_writing.wait()
    await events.token("b")
    may_end.set()

    async def are_both_stored() -> bool:
        return [each.event for each in await stored(items)] == [Token("a"), Token("b")]

    await until(are_both_stored)
    await events.aclose()


async def test_an_event_is_sent_only_when_it_is_stored(items: ItemStore) -> None:
    events, channel = writer(items)
    await items.write(HOME, [Create({"id": "taken", "type": "message", "schema_version": 1})])

    with pytest.raises(ItemExists):
        await events.append(DONE, writes=[Create({"id": "taken", "type": "message", "schema_version": 1})])
    assert channel.events == []
    assert await stored(items) == []

    await events.append(PLANNING)
    assert [event.seq for event in channel.events] == [1]


async def test_a_writer_that_loses_a_sequence_number_takes_the_next(items: ItemStore) -> None:
    first, _ = writer(items)
    second, channel = writer(items)
    await first.append(PLANNING)
    await second.append(DONE)
    await first.append(PLANNING)
    await second.append(DONE)

    assert [(event.seq, event.event.type) for event in channel.events] == [
        (1, "step_thinking"),
        (2, "done"),
        (3, "step_thinking"),
        (4, "done"),
    ]
    assert await stored(items) == channel.events


async def test_fifty_writers_at_once_leave_no_gap(items: ItemStore) -> None:
    shared = RunChannel(1)
    writers = [RunEvents(items, HOME, "run-1", shared, next_seq=1) for _ in range(50)]
    await asyncio.gather(*(each.append(PLANNING) for each in writers))

    assert [event.seq for event in shared.events] == list(range(1, 51))
    assert await stored(items) == shared.events


async def test_writers_in_two_processes_leave_no_gaps_for_any_follower(items: ItemStore) -> None:
    channels = [RunChannel(1), RunChannel(1)]
    writers = [RunEvents(items, HOME, "run-1", channels[n % 2], next_seq=1) for n in range(12)]

    async def write(events: RunEvents) -> None:
        for _ in range(5):
            await events.append(PLANNING, DONE)

    await asyncio.gather(*map(write, writers))
    for events in writers:
        await events.catch_up()
    found = await stored(items)
    assert [event.seq for event in found] == list(range(1, 121))
    assert [event.event.type for event in found] == ["step_thinking", "done"] * 60
    assert [channel.events for channel in channels] == [found, found]


async def test_tokens_that_were_sent_keep_their_numbers_or_fail(items: ItemStore) -> None:
    first, _ = writer(items)
    second, channel = writer(items)
    await second.token("a")
    await first.append(PLANNING)

    with pytest.raises(ItemExists):
        await second.append(PLANNING)
    assert [event.event.type for event in channel.events] == ["token"]


async def test_a_worker_without_its_lease_writes_no_more(items: ItemStore) -> None:
    events, channel = writer(items)
    events.lease_expires_at = 0

    with pytest.raises(RunTaken):
        await events.append(PLANNING)
    with pytest.raises(RunTaken):
        await events.token("a")
    assert channel.events == []
    assert await stored(items) == []


async def test_an_event_is_stored_and_sent_although_its_writer_is_cancelled(items: ItemStore) -> None:
    events, channel = writer(items)
    writing = asyncio.create_task(events.append(PLANNING))
    await asyncio.sleep(0)
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing

    await events.append(DONE)
    assert await stored(items) == channel.events
    assert [event.seq for event in channel.events] == [1, 2]


async def test_the_next_run_continues_the_sequence_numbers(items: ItemStore) -> None:
    assert await last_seq(items, HOME) == 0
    events, _ = writer(items)
    await say(events, ["a", "b"])
    await events.append(DONE)

    assert await last_seq(items, HOME) == 3
    later, _ = writer(items, next_seq=4)
    await later.append(PLANNING)
    assert [event.seq for event in await stored(items, since=2)] == [3, 4]


async def test_a_follower_that_comes_late_or_reads_slowly_misses_nothing(items: ItemStore) -> None:
    events, channel = writer(items)
    await events.append(PLANNING)
    late = asyncio.create_task(followed(channel, since=1))
    await say(events, ["a", "b", "c"])
    await events.append(DONE)
    channel.close()

    assert await late == channel.events[1:]
    assert await followed(channel, since=4) == channel.events[4:]


@pytest.mark.req("BX-13")
async def test_a_follower_of_stored_events_hears_nothing_that_a_crash_takes_back(
    items: ItemStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "_FLUSH_AFTER_SECONDS", 3600)
    events, channel = writer(items)
    await events.append(PLANNING)
    heard: list[LoggedEvent] = []
    async with aclosing(channel.follow(0, tick_seconds=5, stored_only=True)) as batches:
        heard += await anext(batches)
        await events.token("a")
        heard += await anext(batches)
        assert heard == channel.events
        await events.token("b")
        await events.aclose()
        channel.publish([LoggedEvent(0, DONE)])
        channel.close()
        heard += [event async for each in batches for event in each]
    assert heard == [*await stored(items), LoggedEvent(0, DONE)]


async def test_a_silent_channel_yields_an_empty_batch_at_each_tick() -> None:
    channel = RunChannel(1)
    async with aclosing(channel.follow(0, tick_seconds=0.01)) as batches:
        assert await anext(batches) == ()


@pytest.mark.req("RE-06")
async def test_silence_before_a_follower_came_counts() -> None:
    channel = RunChannel(1)
    async with aclosing(channel.follow(0, tick_seconds=100, silent_seconds=99.99)) as batches:
        assert await anext(batches) == ()


@pytest.mark.parametrize("at_query", [1, 2, 3])
async def test_a_writer_that_arrives_as_the_last_leaves_has_an_open_channel(
    items: ItemStore, monkeypatch: pytest.MonkeyPatch, at_query: int
) -> None:
    hub = EventHub()
    channel = hub.share(HOME, 1)
    await writer(items)[0].append(PLANNING)
    query, queries = items.query, count(1)

    async def watched(*args: Any, **options: Any) -> Sequence[StoredItem]:
        found = await query(*args, **options)
        if next(queries) == at_query:
            hub.remove(HOME, channel)
        return found

    monkeypatch.setattr(items, "query", watched)
    shared = await shared_channel(items, HOME, hub)
    assert next(queries) > at_query
    assert hub.channel(HOME) is shared
    assert (shared.closed, shared.writers, shared.next_seq) == (False, 1, 2)
    hub.remove(HOME, shared)
    assert (shared.closed, hub.channel(HOME)) == (True, None)


@pytest.mark.req("RE-06")
async def test_followers_that_are_gone_leave_nothing_behind() -> None:
    channel = RunChannel(1)

    async def listen() -> None:
        async for _ in channel.follow(0, tick_seconds=0.001):
            pass

    listeners = [asyncio.create_task(listen()) for _ in range(50)]
    await until(lambda: len(channel._waiting) == 50)
    for listener in listeners:
        listener.cancel()
    await asyncio.wait(listeners)
    assert not channel._waiting


@pytest.mark.req("RE-06")
async def test_an_idle_subscriber_blocks_nobody_and_copies_nothing() -> None:
    channel = RunChannel(1)
    slow = [channel.follow(0, tick_seconds=5) for _ in range(50)]
    channel.publish([LoggedEvent(1, Token("first"))])
    for follower in slow:
        assert await anext(follower) == channel.events
    channel.publish([LoggedEvent(n, Token("more")) for n in range(2, 5_001)])
    channel.close()
    assert len(await followed(channel)) == 5_000
    for follower in slow:
        rest = [batch async for batch in follower]
        assert max(map(len, rest)) < 1_000
        assert all(a is b for a, b in zip((e for batch in rest for e in batch), channel.events[1:], strict=True))


@pytest.mark.req("CS-12")
async def test_tokens_that_come_together_are_one_item_and_other_events_one_each(items: ItemStore) -> None:
    events, _ = writer(items)
    await events.append(PLANNING)
    await say(events, [f"word{n} " for n in range(1_000)])
    await events.append(DONE)
    found = await items.query(HOME, "event", limit=1_000)
    assert len(found) < 100
    assert len(await stored(items)) == 1_002


@pytest.mark.req("SE-15")
async def test_reasons_and_progress_are_shown_inert(items: ItemStore) -> None:
    events, channel = writer(items)
    await events.append(StepThinking("tools", "Asking ![x](https://e.x)"))
    await events.append(StepStarted(1, "tool", {"a": "<b>"}, "So <b>it</b> is"))
    assert await stored(items) == channel.events
    told, started = (event_data(logged.event) for logged in channel.events)
    assert told["text"] == r"Asking ![x]\(https://e.x)"
    assert (started["reasoning"], started["params"]) == ("So &lt;b>it&lt;/b> is", {"a": "<b>"})
    failed = StepFailure(code="c", message="No <img src=x>")
    ended = event_data(step_complete(StepResult(step=1, tool="t", output_key="o", params={}, failure=failed)))
    shown = "No &lt;img src=x>"
    assert ended["error"] == {"code": "c", "message": shown, "retryable": False}
    assert ended["result"] == {"kind": "text", "text": shown}
