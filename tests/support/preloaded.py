"""A process that has loaded what the servers of tests need, and is forked for each of them: that is most of a start.

It reads requests from standard input, each a line of JSON, and answers each with a line of JSON.
{"module", "arguments", "env", "stdout", "stderr"}: a new process, with a group of its own, runs
module.main(arguments) and writes to the files (null: where this process does); its process id.
{"ended": process id}: its exit code (less than zero: the signal that ended it), or null while it runs.
When the input ends, whatever still runs is killed.
"""

import gc
import importlib
import json
import os
import signal
import sys
import threading
from contextlib import suppress
from functools import cache
from typing import Any

import httpcore2

from orc.documents import metadata

_NEEDED = (
    "anyio._backends._asyncio",
    "azure.cosmos.aio",
    "azure.durable_functions",
    "azure.functions",
    "azure.storage.blob.aio",
    "azure_functions_runtime.handle_event",
    "azurefunctions.extensions.http.fastapi",
    "jsonschema",
    "langgraph.graph",
    "mcp.client",
    "openai",
    "orc.api.app",
    "orc.deletion",
    "orc.documents.extract",
    "orc.documents.search",
    "orc.graphs.main",
    "orc.tools.query_documents",
    "orc.tools.server",
    "orc.tools.toolbox",
    "shared.auth",
    "shared.blobs.azure",
    "shared.blobs.azure_client",
    "shared.blobs.local",
    "shared.bootstrap",
    "shared.devhost.cli",
    "shared.devhost.host",
    "shared.durable_payloads",
    "shared.models.extractive",
    "shared.models.openai",
    "shared.stores.cosmos",
    "shared.stores.cosmos.container",
    "shared.stores.sqlite",
    "shared.telemetry.exporters",
    "shared.triggers",
    "tests.support.cosmos_server",
    "tests.support.mcp_servers",
    "tests.support.openai_stub",
    "tests.support.workflow_servers",
    "uvicorn.protocols.http.h11_impl",
)


def _fork_to_run() -> dict[str, Any] | None:
    """Answers requests. Returns in each fork, with what it is to run, and at the end of the input."""
    running: set[int] = set()
    for line in sys.stdin:
        request = json.loads(line)
        if "ended" in request:
            answer = _exit_code(request["ended"])
            running -= {request["ended"]} if answer is not None else set()
        elif (answer := os.fork()) == 0:
            return dict(request)
        else:
            running.add(answer)
        sys.stdout.write(f"{json.dumps(answer)}\n")
        sys.stdout.flush()
    for process in running:
        with suppress(ProcessLookupError):
            os.killpg(process, signal.SIGKILL)
    return None


def _exit_code(process: int) -> int | None:
    ended, status = os.waitpid(process, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended else None


def _run(request: dict[str, Any]) -> int:
    os.setsid()
    files = {0: os.devnull, 1: request["stdout"], 2: request["stderr"]}
    for number, path in files.items():
        if path is not None:
            os.dup2(os.open(path, os.O_RDWR | os.O_APPEND), number)
    os.environ.clear()
    os.environ.update(request["env"])
    code: int | None = importlib.import_module(request["module"]).main(request["arguments"])
    return code or 0


def main() -> None:
    for name in _NEEDED:
        importlib.import_module(name)
    vars(httpcore2)["default_ssl_context"] = cache(httpcore2.default_ssl_context)
    httpcore2.default_ssl_context()
    metadata.prepare()
    assert threading.active_count() == 1  # a fork has none of the others, but all of their locks
    gc.freeze()
    if request := _fork_to_run():
        sys.exit(_run(request))


if __name__ == "__main__":
    main()
