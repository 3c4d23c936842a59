"""A process that has loaded what the servers of tests need, and is forked for each of them: that is most of a start.

Its argument is the path of a Unix socket. What connects there writes requests, each a line of JSON, and is
answered with a line of JSON for each.
{"module", "arguments", "env", "stdout", "stderr", "shared"}: a new process, with a group of its own, runs
module.main(arguments) and writes to the files (null: where this process does); its process id.
{"ended": process id}: its exit code (less than zero: the signal that ended it), or null while it runs.
When a connection ends, those of its forks that are not shared are killed; when standard input ends, all are, and the
directory with the socket is removed.
"""

import atexit
import gc
import importlib
import json
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector, SelectorKey
from shutil import rmtree
from socket import AF_UNIX, socket
from typing import Any, TextIO, cast

import orc
from tests.support.first_use import build_what_is_built_on_first_use


def _modules(package: Path) -> Iterator[str]:
    """The names of all modules of a package, by their files: its folders need no __init__.py."""
    for file in sorted(package.rglob("*.py")):
        yield ".".join(file.relative_to(package.parent).with_suffix("").parts).removesuffix(".__init__")


_NEEDED = (
    "anyio._backends._asyncio",
    "azure.cosmos.aio",
    "azure.durable_functions",
    "azure.functions",
    "azure.storage.blob.aio",
    "azure_functions_runtime.handle_event",
    "azurefunctions.extensions.http.fastapi",
    "cosmos_server",
    "grpc._server",
    "httpcore2",
    "jsonschema",
    "langchain_core.tracers.context",
    "langchain_core.tracers.run_collector",
    "langchain_core.tracers.stdout",
    "langgraph.graph",
    "mcp.client",
    "openai",
    "rich._emoji_codes",
    "shared.asgi",
    "shared.auth",
    "shared.blob_reference",
    "shared.blobs.azure",
    "shared.blobs.azure_client",
    "shared.blobs.local",
    "shared.bootstrap",
    "shared.devhost.cli",
    "shared.devhost.host",
    "shared.durable_payloads",
    "shared.extraction.extractor",
    "shared.importing_app",
    "shared.models.by_task",
    "shared.models.extractive",
    "shared.models.openai",
    "shared.owners",
    "shared.page",
    "shared.stores.cosmos",
    "shared.stores.cosmos.container",
    "shared.stores.sqlite",
    "shared.telemetry.exporters",
    "shared.telemetry.model",
    "shared.triggers",
    "tests.support.mcp_servers",
    "tests.support.openai_stub",
    "tests.support.workflow_servers",
    "uvicorn.lifespan.off",
    "uvicorn.protocols.http.h11_impl",
    *_modules(Path(orc.__file__).parent),  # whatever a host imports on first use
)


class _Forks:
    def __init__(self, path: str) -> None:
        self._listener = socket(AF_UNIX)
        self._listener.bind(path)
        self._listener.listen()
        self._selector = DefaultSelector()
        self._selector.register(sys.stdin, EVENT_READ)
        self._selector.register(self._listener, EVENT_READ)
        self._running: dict[int, socket | None] = {}  # by the process id: the connection that it ends with

    def serve(self) -> dict[str, Any] | None:
        """Answers requests. Returns in each fork, with what it is to run, and when all is over."""
        while True:
            for key, _ in self._selector.select():
                if key.fileobj is sys.stdin:
                    self._kill(list(self._running))
                    return None
                if key.fileobj is self._listener:
                    connection, _ = self._listener.accept()
                    self._selector.register(connection, EVENT_READ, connection.makefile("rw"))
                elif to_run := self._answer(key):
                    return to_run

    def _answer(self, key: SelectorKey) -> dict[str, Any] | None:
        """Returns something in a fork only."""
        connection, lines = cast(socket, key.fileobj), cast(TextIO, key.data)
        line = ""
        with suppress(OSError):
            line = lines.readline()
        if not line:
            self._part_with(connection, lines)
            return None
        request = json.loads(line)
        if "ended" in request:
            answer = self._exit_code(request["ended"])
        elif (answer := os.fork()) == 0:
            self._forget()
            return dict(request)
        else:
            self._running[answer] = None if request["shared"] else connection
        with suppress(OSError):  # its end will be read
            lines.write(f"{json.dumps(answer)}\n")
            lines.flush()
        return None

    def _part_with(self, connection: socket, lines: TextIO) -> None:
        self._selector.unregister(connection)
        with suppress(OSError):
            lines.close()
        connection.close()
        self._kill([process for process, other in self._running.items() if other is connection])

    def _exit_code(self, process: int) -> int | None:
        ended, status = os.waitpid(process, os.WNOHANG)
        if not ended:
            return None
        del self._running[process]
        return os.waitstatus_to_exitcode(status)

    def _kill(self, processes: Sequence[int]) -> None:
        for process in processes:
            del self._running[process]
            with suppress(ProcessLookupError):
                os.killpg(process, signal.SIGKILL)
            os.kill(process, signal.SIGKILL)  # where it did not get as far as to lead a group
            os.waitpid(process, 0)

    def _forget(self) -> None:
        """A fork has no part in the connections."""
        for key in list(self._selector.get_map().values()):
            if isinstance(key.fileobj, socket):
                if key.data is not None:
                    key.data.close()
                key.fileobj.close()
        self._selector.close()


def _run(request: dict[str, Any]) -> int:
    os.setsid()
    files = {0: os.devnull, 1: request["stdout"], 2: request["stderr"]}
    for number, path in files.items():
        if path is not None:
            os.dup2(os.open(path, os.O_RDWR | os.O_APPEND), number)
    os.environ.clear()
    os.environ.update(request["env"])
    tempfile.tempdir = None  # is read from the environment again
    code: int | None = importlib.import_module(request["module"]).main(request["arguments"])
    return code or 0


_exit_codes: list[int] = []  # of this process, where it is a fork that has done its work


def _leave() -> None:
    """Ends a fork. The interpreter would free each of its objects, and have each page copied that it shares with other
    forks: that takes longer than a host works in most tests. Hosts that start from scratch end as usual."""
    for code in _exit_codes:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def main(path: str) -> None:
    atexit.register(_leave)  # before what the imports register: it runs after that
    for name in _NEEDED:
        importlib.import_module(name)
    build_what_is_built_on_first_use()
    assert threading.active_count() == 1  # a fork has none of the others, but all of their locks
    gc.freeze()
    if request := _Forks(path).serve():
        _exit_codes.append(_run(request))
        sys.exit(_exit_codes[0])
    rmtree(Path(path).parent, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1])
