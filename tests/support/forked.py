"""Processes that are forked from one that has imported everything (tests/support/preloaded.py)."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from socket import AF_UNIX, socket
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any

from tests.support.waiting import eventually

ROOT = Path(__file__).parents[2]
_RUN = "ORC_TEST_RUN"
_SOCKET = "forks"


class Forked:
    """The part of subprocess.Popen that tests use."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None:
            self.returncode = _parent().ask({"ended": self.pid})
        return self.returncode

    def wait(self, timeout: float) -> int:
        """Returns the exit code once the process has ended."""
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


class TestRun:
    """The directory that the processes of a test run share, and the process that is forked. Both end with the process
    that created them, however that ends."""

    def __init__(self) -> None:
        self._directory = TemporaryDirectory()
        self._preloaded: subprocess.Popen[bytes] | None = None
        os.environ[_RUN] = self._directory.name

    @staticmethod
    def is_joined() -> bool:
        """Whether another process has created the run."""
        return _RUN in os.environ

    def start(self) -> None:
        """Starts loading the imports now. Without this, the first fork does."""
        if self._preloaded is None:
            command = [sys.executable, "-m", "tests.support.preloaded", str(run_directory() / _SOCKET)]
            self._preloaded = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, start_new_session=True)

    def end(self) -> None:
        if self._preloaded is not None:
            self._preloaded.communicate()
        self._directory.cleanup()
        del os.environ[_RUN]


_runs: list[TestRun] = []  # the one that this process has made


def begin_run(*, at_once: bool) -> None:
    """Begins a test run, unless this process is a worker of one."""
    if not TestRun.is_joined():
        _runs.append(TestRun())
        if at_once:
            _runs[0].start()


def end_run() -> None:
    if _parent.cache_info().currsize:
        _parent().close()
        _parent.cache_clear()
    while _runs:
        _runs.pop().end()


def run_directory() -> Path:
    """The directory that the processes of the test run share."""
    return Path(os.environ[_RUN])


class _Parent:
    """A connection to the process that is forked."""

    def __init__(self) -> None:
        for run in _runs:
            run.start()
        self._socket = socket(AF_UNIX)
        eventually(self._connected, seconds=120)
        self._lines = self._socket.makefile("rw")
        self._lock = Lock()

    def _connected(self) -> bool:
        with suppress(FileNotFoundError, ConnectionRefusedError):
            self._socket.connect(str(run_directory() / _SOCKET))
            return True
        return False

    def ask(self, request: Mapping[str, Any]) -> Any:
        with self._lock:
            self._lines.write(f"{json.dumps(request)}\n")
            self._lines.flush()
            return json.loads(self._lines.readline())

    def close(self) -> None:
        self._lines.close()
        self._socket.close()


@cache
def _parent() -> _Parent:
    return _Parent()


def fork(
    module: str,
    arguments: Sequence[str],
    env: Mapping[str, str],
    stdout: Path,
    stderr: Path | None = None,
    *,
    shared: bool = False,
) -> Forked:
    """Runs main(arguments) of a module as a process, which leads a group and writes to the files. It ends at the latest
    with this process; when it is shared, with the test run. Its temporary files end with the test run too: a killed
    process cannot remove its own."""
    files = {"stdout": str(stdout), "stderr": stderr and str(stderr)}
    for file in filter(None, (stdout, stderr)):
        file.write_bytes(b"")
    own = {"TMPDIR": str(run_directory()), **env}
    request = {"module": module, "arguments": list(arguments), "env": own, **files, "shared": shared}
    return Forked(_parent().ask(request))


def run_program(
    program: str | Path,
    arguments: Sequence[str | Path],
    env: Mapping[str, str],
    directory: Path,
    output: Path,
    *,
    shared: bool = False,
) -> Forked:
    """The same with any program, which runs in a directory."""
    given = [str(each) for each in (directory, program, *arguments)]
    return fork("tests.support.program", given, env, output, output, shared=shared)


def kill_group(process: Forked) -> None:
    """Kills the remaining processes of a group."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(40)


def start_server(module: str, *arguments: str) -> tuple[Forked, str]:
    """Starts a server and returns it with the first line that it writes, which is its address."""
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
    """Yields the address of a server that runs until the block ends."""
    process, said = start_server(module, *arguments)
    try:
        yield said
    finally:
        kill_group(process)
