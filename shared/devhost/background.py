"""Work that outlives the loop that started it, and how long it may take once the host stops."""

import asyncio
import logging
import time
from collections.abc import Coroutine

logger = logging.getLogger(__name__)


class Grace:
    """The seconds that running work has to finish, counted for all of it together from begin() on."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._deadline: float | None = None

    def begin(self) -> None:
        self._deadline = time.monotonic() + self.seconds

    def left(self) -> float:
        return self.seconds if self._deadline is None else max(0.0, self._deadline - time.monotonic())


class Background:
    """Tasks that run on their own. What one of them raises is logged and stops nothing else."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            logger.error("Work in the background failed", exc_info=error)

    async def finish(self, seconds: float) -> None:
        """Waits for the tasks, at most so long; then cancels what is left."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)
        await cancel(*self._tasks)


async def cancel(*tasks: asyncio.Task[None]) -> None:
    """Cancels tasks and returns when they have ended."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
