"""The local host as its own process, for tests that talk to a whole app."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.forked import ROOT, Forked, fork, kill_group
from tests.support.waiting import eventually

type HostProcess = "Forked | subprocess.Popen[bytes]"


@dataclass(frozen=True)
class RunningHost:
    """stop() sends SIGTERM and returns the exit code; log is what the process has written."""

    url: str
    data_dir: Path
    process: HostProcess
    log_file: Path

    @property
    def log(self) -> str:
        return self.log_file.read_text()

    def stop(self, *, seconds: float = 40) -> int:
        self.process.terminate()
        return self.process.wait(seconds)


def serve(
    app_directory: Path,
    data_dir: Path,
    log_file: Path,
    env: Mapping[str, str],
    arguments: Sequence[str],
) -> "subprocess.Popen[bytes]":
    """Starts `serve` on a free port, in a process group of its own."""
    command = [sys.executable, "-m", "shared.devhost", *_arguments(app_directory, arguments)]
    with log_file.open("wb") as log:
        return subprocess.Popen(
            command,
            cwd=ROOT,
            env=_environment(data_dir, env),
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )


def _arguments(app_directory: Path, arguments: Sequence[str]) -> list[str]:
    return ["serve", "--app", str(app_directory), "--port", "0", *arguments]


def _environment(data_dir: Path, env: Mapping[str, str]) -> dict[str, str]:
    return {**os.environ, "ORC_DATA_DIR": str(data_dir), **env}


@contextmanager
def running_host(
    app_directory: Path,
    data_dir: Path,
    env: Mapping[str, str] | None = None,
    arguments: Sequence[str] = (),
    module: str = "shared.devhost.cli",
    *,
    from_scratch: bool = False,
) -> Iterator[RunningHost]:
    """A host that listens, on a free port. A test that ends well also asserts that SIGTERM ends the host well.

    It is a fork of a process that has imported what hosts need, unless it is to be started from scratch.
    """
    data_dir.mkdir(parents=True, exist_ok=True)
    log_file = data_dir / "host.log"
    env = env or {}
    process: HostProcess
    if from_scratch:
        process = serve(app_directory, data_dir, log_file, env, arguments)
    else:
        process = fork(module, _arguments(app_directory, arguments), _environment(data_dir, env), log_file, log_file)
    try:
        yield RunningHost(_url(process, log_file), data_dir, process, log_file)
        if process.poll() is None:
            process.terminate()
        assert process.wait(40) == 0, log_file.read_text()
    finally:
        kill_group(process)


def _url(process: HostProcess, log_file: Path) -> str:
    def found() -> str | None:
        assert process.poll() is None, log_file.read_text()
        match = re.search(r"Functions host on (http://[\w.:]+)", log_file.read_text())
        return match[1] if match else None

    return eventually(found, seconds=30)
