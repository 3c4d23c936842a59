"""Waiting for what happens elsewhere: on a condition, with a limit, never for a fixed time."""

import asyncio
import time
from collections.abc import Awaitable, Callable


def eventually[T](condition: Callable[[], T | None], *, seconds: float = 10) -> T:
    """The first true value of the condition; an AssertionError when there is none in time."""
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < deadline, f"did not happen within {seconds} s"
        time.sleep(0.01)
    return value


async def until(condition: Callable[[], Awaitable[object] | object], *, seconds: float = 10) -> None:
    """Returns when the condition, plain or awaitable, is true; lets the event loop run meanwhile."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if await value if isinstance(value, Awaitable) else value:
            return
        assert time.monotonic() < deadline, f"did not happen within {seconds} s"
        await asyncio.sleep(0.01)
