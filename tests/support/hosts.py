"""The local host as its own process, for tests that talk to a whole app."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.support.waiting import eventually

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class RunningHost:
    """stop() sends SIGTERM and returns the exit code; log is what the process has written."""

    url: str
    data_dir: Path
    process: "subprocess.Popen[bytes]"
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
    module: str = "shared.devhost",
) -> "subprocess.Popen[bytes]":
    """Starts `serve` on a free port, in a process group of its own."""
    command = [sys.executable, "-m", module, "serve", "--app", str(app_directory), "--port", "0", *arguments]
    environment = {**os.environ, "ORC_DATA_DIR": str(data_dir), **env}
    with log_file.open("wb") as log:
        return subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
        )


@contextmanager
def running_host(
    app_directory: Path,
    data_dir: Path,
    env: Mapping[str, str] | None = None,
    arguments: Sequence[str] = (),
    module: str = "shared.devhost",
) -> Iterator[RunningHost]:
    """A host that listens, on a free port. A test that ends well also asserts that SIGTERM ends the host well."""
    data_dir.mkdir(parents=True, exist_ok=True)
    log_file = data_dir / "host.log"
    process = serve(app_directory, data_dir, log_file, env or {}, arguments, module)
    try:
        yield RunningHost(_url(process, log_file), data_dir, process, log_file)
        if process.poll() is None:
            process.terminate()
        assert process.wait(40) == 0, log_file.read_text()
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _url(process: "subprocess.Popen[bytes]", log_file: Path) -> str:
    def found() -> str | None:
        assert process.poll() is None, log_file.read_text()
        match = re.search(r"Functions host on (http://[\w.:]+)", log_file.read_text())
        return match[1] if match else None

    return eventually(found, seconds=30)
