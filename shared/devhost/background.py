"""Background tasks, and their grace period when the host stops."""

import asyncio
import logging
import time
from collections.abc import Coroutine

logger = logging.getLogger(__name__)


class Grace:
    """The time in which all running work must finish, counted from begin()."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._deadline: float | None = None

    def begin(self) -> None:
        """Starts the grace period."""
        self._deadline = time.monotonic() + self.seconds

    def left(self) -> float:
        """Seconds until the end of the grace period; all of them before begin()."""
        return self.seconds if self._deadline is None else max(0.0, self._deadline - time.monotonic())


class Background:
    """Independent tasks. An error of one is logged and stops no other."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        """Runs work in a task and returns the task."""

        def on_end(task: asyncio.Task[None]) -> None:
            self._tasks.discard(task)
            if not task.cancelled() and (error := task.exception()):
                logger.error("Background work failed", exc_info=error)

        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(on_end)
        return task

    async def finish(self, seconds: float) -> None:
        """Waits up to this many seconds for the tasks, then cancels the rest."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)
        await cancel(*self._tasks)


async def cancel(*tasks: asyncio.Task[None]) -> None:
    """Cancels tasks and returns when they have ended."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
