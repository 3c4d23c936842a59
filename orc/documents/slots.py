"""Schedules which file is read next. Callers share the slots, so that no caller waits for another's many files."""

import asyncio
import time
from bisect import insort
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from orc.domain import Caller

LONG_BYTES = 1 << 20
"""Files of at least this size count as long."""

_BYTES_PER_SECOND = 1 << 20  # for each second of waiting, a file may be this much longer and still precede a later one


class Slot:
    """A file's slot, or its place in the queue for one."""

    def __init__(self, slots: "Slots", caller: Caller, size: int, now: float) -> None:
        self.caller = caller
        self.is_long = size >= LONG_BYTES
        self.due = now + size / _BYTES_PER_SECOND
        self.granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._slots = slots

    def release(self) -> None:
        """Gives the slot to the next file. A second call has no effect."""
        self._slots.withdraw(self)


class Slots:
    """The slots of a process: count files are read at a time, at least 3.

    No caller occupies all slots, and long files never do; a caller's long files leave two slots free. So a short file,
    or a caller's first long one, never waits for the many files of one other caller. A free slot goes to the caller
    with the fewest slots, in turn. Of a caller's files it goes to the shortest, where each second of waiting makes up
    for one MiB of length."""

    def __init__(self, count: int = 3, clock: Callable[[], float] = time.monotonic) -> None:
        self._count = count
        self._clock = clock
        self._held: list[Slot] = []
        self._waiting: dict[Caller, list[Slot]] = {}  # callers in round-robin order, slots ordered by due

    @asynccontextmanager
    async def slot(
        self, caller: Caller, size: int, waits: Callable[[], Awaitable[None]] | None = None
    ) -> AsyncIterator[Slot]:
        """Waits for a slot for a file of size bytes; waits is called if there is none at once."""
        slot = Slot(self, caller, size, self._clock())
        insort(self._waiting.setdefault(caller, []), slot, key=lambda each: each.due)
        try:
            self._grant()
            if waits is not None and not slot.granted.done():
                await waits()
            await slot.granted
            yield slot
        finally:
            slot.release()

    def withdraw(self, slot: Slot) -> None:
        if slot in self._held:
            self._held.remove(slot)
        elif slot in (queue := self._waiting.get(slot.caller, [])):
            self._remove(queue, slot)
        self._grant()

    def _grant(self) -> None:
        while len(self._held) < self._count:
            held = Counter(slot.caller for slot in self._held)
            long = Counter(slot.caller for slot in self._held if slot.is_long)
            for caller in sorted(self._waiting, key=lambda each: held[each]):  # the order is otherwise unchanged
                takes_long = long.total() < self._count - 1 and long[caller] < self._count - 2
                fitting = (slot for slot in self._waiting[caller] if takes_long or not slot.is_long)
                if held[caller] < self._count - 1 and (slot := next(fitting, None)):
                    break
            else:
                return
            queue = self._waiting.pop(slot.caller)
            self._waiting[slot.caller] = queue  # behind all others
            self._remove(queue, slot)
            self._held.append(slot)
            if not slot.granted.done():  # its task may have been cancelled just now, and will withdraw it
                slot.granted.set_result(None)

    def _remove(self, queue: list[Slot], slot: Slot) -> None:
        queue.remove(slot)
        if not queue:
            del self._waiting[slot.caller]
