"""Waiting for what happens elsewhere: on a condition, with a limit, never for a fixed time."""

import time
from collections.abc import Callable


def eventually[T](condition: Callable[[], T | None], *, seconds: float = 10) -> T:
    """The first true value of the condition; an AssertionError when there is none in time."""
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < deadline, f"did not happen within {seconds} s"
        time.sleep(0.01)
    return value
