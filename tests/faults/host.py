"""The commands of a local host with injected faults. FAULTS names the directory of faults, DELIVERIES the number of
concurrent deliveries of each activity and each blob event."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from shared.devhost import blobs, cli, durable, timers
from tests.faults.points import Faults, install

_TIMER_SECONDS = 0.3


def _often(_: str, moment: datetime) -> datetime:
    """Makes all timers fire often, so that tests need not wait for recovery."""
    return moment + timedelta(seconds=_TIMER_SECONDS)


def _repeated(times: int, deliver: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Delivers this many times concurrently, and then once more."""

    async def several(*args: object) -> Any:
        await asyncio.gather(*(deliver(*args) for _ in range(times)))
        return await deliver(*args)

    return several


def main(arguments: Sequence[str]) -> int:
    install(Faults(Path(os.environ["FAULTS"])))
    vars(timers)["next_after"] = _often
    if (times := int(os.environ.get("DELIVERIES", "1"))) > 1:
        vars(durable)["DurableEngine"]._run_activity = _repeated(times, durable.DurableEngine._run_activity)
        vars(blobs)["BlobEvents"]._invoke = _repeated(times, blobs.BlobEvents._invoke)
    return cli.main(arguments)
