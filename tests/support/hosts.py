"""The local host as its own process, for tests that talk to a whole app."""

import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.forked import ROOT, Forked, fork, kill_group, run_program
from tests.support.waiting import eventually


@dataclass(frozen=True)
class RunningHost:
    """stop() sends SIGTERM and returns the exit code. log is the output of the process."""

    url: str
    data_dir: Path
    process: Forked
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
    arguments: Sequence[str] = (),
    module: str = "shared.devhost.cli",
    *,
    from_scratch: bool = False,
) -> Forked:
    """Starts `serve` on a free port: as a fork of a process that has imported everything, or from scratch as a user
    does."""
    environment = {**os.environ, "ORC_DATA_DIR": str(data_dir), **env}
    given = ["serve", "--app", str(app_directory), "--port", "0", *arguments]
    if from_scratch:
        return run_program(sys.executable, ["-m", "shared.devhost", *given], environment, ROOT, log_file)
    return fork(module, given, environment, log_file, log_file)


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
    """A listening host on a free port. If the test passes, also asserts that SIGTERM ends the host cleanly."""
    data_dir.mkdir(parents=True, exist_ok=True)
    log_file = data_dir / "host.log"
    process = serve(app_directory, data_dir, log_file, env or {}, arguments, module, from_scratch=from_scratch)
    try:
        yield RunningHost(_url(process, log_file), data_dir, process, log_file)
        if process.poll() is None:
            process.terminate()
        assert process.wait(40) == 0, log_file.read_text()
    finally:
        kill_group(process)


def _url(process: Forked, log_file: Path) -> str:
    def found() -> str | None:
        assert process.poll() is None, log_file.read_text()
        match = re.search(r"Functions host on (http://[\w.:]+)", log_file.read_text())
        return match[1] if match else None

    return eventually(found, seconds=60)
