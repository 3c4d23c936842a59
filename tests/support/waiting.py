"""Waits for a condition, with a limit, instead of a fixed time."""

import asyncio
import time
from collections.abc import Awaitable, Callable

LIMIT_SECONDS = 30  # for what takes a moment, on a machine that has much else to do
_FIRST_PAUSE, _LONGEST_PAUSE = 0.01, 0.2  # who looks all the time takes the processor from what is waited for


def eventually[T](
    condition: Callable[[], T | None], *, seconds: float = LIMIT_SECONDS, pause: float = _FIRST_PAUSE
) -> T:
    """Returns the first true value of the condition. Raises AssertionError after the limit. The first pause, in
    seconds, is the time that the condition usually takes; the next ones are longer."""
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < deadline, f"did not happen within {seconds} s"
        time.sleep(pause)
        pause = min(pause * 1.5, _LONGEST_PAUSE)
    return value


async def until(condition: Callable[[], Awaitable[object] | object], *, seconds: float = LIMIT_SECONDS) -> None:
    """Returns when the condition, plain or awaitable, is true. The event loop continues meanwhile."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if await value if isinstance(value, Awaitable) else value:
            return
        assert time.monotonic() < deadline, f"did not happen within {seconds} s"
        await asyncio.sleep(0.01)
