"""Starts local hosts that can be made to fail. All is imported once; each host is a fork of this process, which saves
most of its start.

A line of JSON on standard input, {"env", "log"}, starts one; its process id comes back. The environment's FAULTS names
the directory of faults, DELIVERIES how often each activity and each blob event is delivered at the same time.
"""

import asyncio
import importlib
import json
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from shared.devhost import blobs, cli, durable, timers
from tests.faults.points import Faults, install

_TIMER_SECONDS = 0.3
_NEEDED = (
    "azure.durable_functions",
    "azure.functions",
    "azure_functions_runtime.handle_event",
    "azurefunctions.extensions.http.fastapi",
    "langgraph.graph",
    "mcp.client",
    "openai",
    "orc.api.app",
    "orc.deletion",
    "orc.documents.extract",
    "orc.documents.search",
    "orc.tools.server",
    "orc.tools.toolbox",
    "shared.auth",
    "shared.blobs.azure",
    "shared.blobs.local",
    "shared.bootstrap",
    "shared.devhost.host",
    "shared.models.extractive",
    "shared.models.openai",
    "shared.stores.cosmos",
    "shared.stores.sqlite",
    "shared.telemetry.exporters",
    "shared.triggers",
)


def _often(_: str, moment: datetime) -> datetime:
    """All timers fire soon again: what is recovered need not be waited for."""
    return moment + timedelta(seconds=_TIMER_SECONDS)


def _repeated(times: int, deliver: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Delivers so many times at once, and then once more."""

    async def several(*args: object) -> Any:
        await asyncio.gather(*(deliver(*args) for _ in range(times)))
        return await deliver(*args)

    return several


def _serve(env: dict[str, str], log: str) -> None:
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    written = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, target in ((nothing, 0), (written, 1), (written, 2)):
        os.dup2(number, target)
    os.environ.update(env)
    install(Faults(Path(env["FAULTS"])))
    vars(timers)["next_after"] = _often
    if (times := int(env.get("DELIVERIES", "1"))) > 1:
        vars(durable)["DurableEngine"]._act = _repeated(times, durable.DurableEngine._act)
        vars(blobs)["BlobEvents"]._invoke = _repeated(times, blobs.BlobEvents._invoke)
    sys.exit(cli.main(["serve", "--port", "0"]))


def main() -> None:
    for name in _NEEDED:
        importlib.import_module(name)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the hosts
    for line in sys.stdin:
        asked = json.loads(line)
        process = os.fork()
        if process == 0:
            _serve(asked["env"], asked["log"])
        sys.stdout.write(f"{process}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
