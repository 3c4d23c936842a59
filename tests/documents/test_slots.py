"""Slots for reading, shared out between callers: nobody waits for another's pile, and nobody for ever."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from orc.documents.slots import LONG_BYTES, Slots
from orc.domain import Caller

pytestmark = pytest.mark.req("SE-14")

ADA, BOB, CLEO, DAN = (Caller("organization", name) for name in ("ada", "bob", "cleo", "dan"))
SHORT, LONG = 1000, LONG_BYTES


class Readings:
    """Files that want to be read: which of them are, and have been, in their order; each ends when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0
        self.begun: list[str] = []
        self.waited: list[str] = []
        self.slots = Slots(clock=lambda: self.now)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._ends: dict[str, asyncio.Event] = {}

    async def add(self, caller: Caller, size: int, *names: str) -> None:
        for name in names:
            self._ends[name] = asyncio.Event()
            self._tasks[name] = asyncio.create_task(self._read(caller, size, name))
            await self._settle()

    async def end(self, *names: str) -> None:
        for name in names:
            assert name in self.begun
            self._ends[name].set()
            await self._tasks[name]
            await self._settle()

    async def give_up(self, name: str) -> None:
        self._tasks[name].cancel()
        await asyncio.wait([self._tasks[name]])
        await self._settle()

    async def aclose(self) -> None:
        for name in self._tasks:
            await self.give_up(name)

    async def _read(self, caller: Caller, size: int, name: str) -> None:
        async def waits() -> None:
            self.waited.append(name)

        async with self.slots.slot(caller, size, waits):
            self.begun.append(name)
            await self._ends[name].wait()

    async def _settle(self) -> None:
        for _ in range(10):
            await asyncio.sleep(0)


@pytest.fixture
async def readings() -> AsyncIterator[Readings]:
    async with AsyncExitStack() as opened:
        made = Readings()
        opened.push_async_callback(made.aclose)
        yield made


@pytest.mark.parametrize("size", [SHORT, LONG])
async def test_one_caller_leaves_a_slot_to_others_who_come_later(readings: Readings, size: int) -> None:
    await readings.add(ADA, size, *"abcd")
    assert "d" not in readings.begun
    assert len(readings.begun) < 3
    await readings.add(BOB, size, "bob's")
    assert readings.begun[-1] == "bob's"
    assert "bob's" not in readings.waited


async def test_a_short_file_does_not_wait_for_other_users_long_ones(readings: Readings) -> None:
    for caller in (ADA, BOB, CLEO):
        await readings.add(caller, LONG, *(f"{caller.user_id}{number}" for number in range(3)))
    await readings.add(DAN, SHORT, "short")
    assert readings.begun == ["ada0", "bob0", "short"]


async def test_callers_take_turns(readings: Readings) -> None:
    await readings.add(ADA, SHORT, "a1", "a2", "a3", "a4", "a5")
    await readings.add(BOB, SHORT, "b1", "b2", "b3")
    await readings.add(CLEO, SHORT, "c1", "c2")
    await readings.end("a1", "b1", "a2")
    assert readings.begun == ["a1", "a2", "b1", "c1", "b2", "a3"]
    await readings.end("c1")
    assert readings.begun[-1] == "c2"


async def test_a_caller_who_was_served_goes_to_the_end_of_the_queue(readings: Readings) -> None:
    await readings.add(ADA, SHORT, "a1", "a2")
    await readings.add(BOB, SHORT, "b1")
    await readings.add(CLEO, SHORT, "c1", "c2", "c3")
    await readings.add(DAN, SHORT, "d1", "d2", "d3")
    await readings.end("a1", "c1", "d1", "c2")
    assert readings.begun == ["a1", "a2", "b1", "c1", "d1", "c2", "d2"]


async def test_the_shortest_file_of_a_caller_comes_first(readings: Readings) -> None:
    await readings.add(ADA, SHORT, "first", "second")
    await readings.add(ADA, 500_000, "middle")
    await readings.add(ADA, 100, "shortest")
    await readings.end("first", "second")
    assert readings.begun == ["first", "second", "shortest", "middle"]


async def test_a_long_file_that_has_waited_comes_before_short_ones(readings: Readings) -> None:
    await readings.add(ADA, SHORT, "first", "second")
    await readings.add(ADA, 50 * LONG, "long")
    readings.now = 49
    await readings.add(ADA, SHORT, "before")
    readings.now = 51
    await readings.add(ADA, SHORT, "after")
    await readings.end("first", "second")
    assert readings.begun == ["first", "second", "before", "long"]


async def test_a_reader_that_gives_up_blocks_nobody(readings: Readings) -> None:
    await readings.add(ADA, SHORT, *"abcd")
    await readings.give_up("c")
    await readings.give_up("a")
    assert readings.begun == ["a", "b", "d"]
    assert readings.waited == ["c", "d"]


async def test_a_slot_that_is_given_back_early_is_given_back_once(readings: Readings) -> None:
    async with readings.slots.slot(ADA, SHORT) as slot:
        await readings.add(ADA, SHORT, *"abc")
        assert readings.begun == ["a"]
        slot.release()
        await readings.end("a")
        assert readings.begun == ["a", "b", "c"]
    await readings.add(ADA, SHORT, "d")
    assert readings.begun == ["a", "b", "c"]
