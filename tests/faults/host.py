"""The commands of a local host that can be made to fail.

FAULTS names the directory of faults, DELIVERIES how often each activity and each blob event is delivered at the same
time.
"""

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
    """All timers fire soon again: what is recovered need not be waited for."""
    return moment + timedelta(seconds=_TIMER_SECONDS)


def _repeated(times: int, deliver: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Delivers so many times at once, and then once more."""

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
