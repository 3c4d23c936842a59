"""Processes that are forked from one that has everything imported (tests/support/preloaded.py)."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any

from tests.support.waiting import eventually

ROOT = Path(__file__).parents[2]


class Forked:
    """What tests use of subprocess.Popen."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None:
            self.returncode = _parent().ask({"ended": self.pid})
        return self.returncode

    def wait(self, timeout: float) -> int:
        """The exit code, once the process has ended."""
        eventually(lambda: self.poll() is not None, seconds=timeout)
        assert self.returncode is not None
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class _Parent:
    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.support.preloaded"]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        self._lock = Lock()

    def ask(self, request: Mapping[str, Any]) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with self._lock:
            self._process.stdin.write(f"{json.dumps(request)}\n")
            self._process.stdin.flush()
            return json.loads(self._process.stdout.readline())

    def end(self) -> None:
        self._process.communicate()


@cache
def _parent() -> _Parent:
    return _Parent()


def end_forks() -> None:
    """Ends the process that is forked, and whatever still runs of its forks."""
    if _parent.cache_info().currsize:
        _parent().end()
        _parent.cache_clear()


def fork(
    module: str, arguments: Sequence[str], env: Mapping[str, str], stdout: Path, stderr: Path | None = None
) -> Forked:
    """Runs main(arguments) of a module as a process, which leads a group and writes to the files."""
    files = {"stdout": str(stdout), "stderr": stderr and str(stderr)}
    for file in filter(None, (stdout, stderr)):
        file.write_bytes(b"")
    return Forked(_parent().ask({"module": module, "arguments": list(arguments), "env": dict(env), **files}))


def kill_group(process: "Forked | subprocess.Popen[bytes]") -> None:
    """Kills what there still is of a process that leads a group, and of what it has started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(40)


def start_server(module: str, *arguments: str) -> tuple[Forked, str]:
    """A server, and the first line that it writes, which is where it is."""
    with TemporaryDirectory() as directory:
        output = Path(directory) / "output"
        process = fork(module, arguments, os.environ, output)

        def said() -> str | None:
            assert process.poll() is None, f"{module} did not start"
            line, end, _ = output.read_text().partition("\n")
            return line if end else None

        return process, eventually(said, seconds=60)


@contextmanager
def running_server(module: str, *arguments: str) -> Iterator[str]:
    """The first line of a server that runs until the block ends."""
    process, said = start_server(module, *arguments)
    try:
        yield said
    finally:
        kill_group(process)
