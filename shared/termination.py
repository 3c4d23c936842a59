"""SIGTERM, which the platform sends some time before it ends a worker."""

import asyncio
import os
import signal
import threading
from collections.abc import Awaitable, Callable
from types import FrameType


def before_sigterm(drain: Callable[[], Awaitable[None]]) -> None:
    """Makes SIGTERM run drain in the running loop before its previous action. Has no effect outside the main thread,
    which alone receives signals."""
    if threading.current_thread() is not threading.main_thread():
        return
    loop, previous = asyncio.get_running_loop(), signal.getsignal(signal.SIGTERM)
    draining: list[asyncio.Task[None]] = []

    async def end() -> None:
        await drain()
        if previous == signal.SIG_DFL:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGTERM)

    def handle(number: int, frame: FrameType | None) -> None:
        if not draining:
            loop.call_soon_threadsafe(lambda: draining.append(loop.create_task(end())))
        if callable(previous):
            previous(number, frame)

    signal.signal(signal.SIGTERM, handle)
