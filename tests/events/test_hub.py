"""How the live events of a run reach those who follow it."""

import asyncio
from contextlib import aclosing

from orc.events.hub import RunChannel
from orc.events.types import Done, Event, LoggedEvent, Token

DONE = Done("run-1", "completed")


def numbered(*events: Event, first: int = 1) -> list[LoggedEvent]:
    return [LoggedEvent(seq, event) for seq, event in enumerate(events, first)]


async def test_tokens_of_one_frame_come_together_and_other_events_at_once() -> None:
    channel = RunChannel(1)
    first, *rest = numbered(Token("one"), Token(" two"), Token(" three"), DONE)
    async with aclosing(channel.follow(0, tick_seconds=3600, frame_seconds=1800)) as batches:
        coming = asyncio.create_task(anext(batches))
        await asyncio.sleep(0)
        channel.publish([first], stored=False)
        assert await coming == [first]
        coming = asyncio.create_task(anext(batches))
        for event in rest[:2]:
            await asyncio.sleep(0)
            channel.publish([event], stored=False)
        await asyncio.sleep(0)
        assert not coming.done()
        channel.publish(rest[2:])
        assert await coming == rest


async def test_a_token_waits_no_longer_than_a_frame() -> None:
    channel = RunChannel(1)
    tokens = numbered(Token("one"), Token(" two"))
    async with aclosing(channel.follow(0, tick_seconds=3600, frame_seconds=0.01)) as batches:
        for token in tokens:
            coming = asyncio.create_task(anext(batches))
            await asyncio.sleep(0)
            channel.publish([token], stored=False)
            async with asyncio.timeout(10):
                assert await coming == [token]


async def test_the_rest_comes_at_once_when_the_channel_closes() -> None:
    channel = RunChannel(1)
    tokens = numbered(Token("one"), Token(" two"))
    async with aclosing(channel.follow(0, tick_seconds=3600, frame_seconds=1800)) as batches:
        channel.publish(tokens[:1], stored=False)
        assert await anext(batches) == tokens[:1]
        coming = asyncio.create_task(anext(batches))
        await asyncio.sleep(0)
        channel.publish(tokens[1:], stored=False)
        channel.close()
        assert await coming == tokens[1:]
