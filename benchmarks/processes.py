"""The measured servers. Each is a separate process that ends with its block. Needs Linux for /proc."""

import os
import re
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import STDOUT, Popen

ROOT = Path(__file__).parents[1]
_TICKS = os.sysconf("SC_CLK_TCK")
_START_SECONDS = 60
_LOG_CHARACTERS = 4_000
_CORES = sorted(os.sched_getaffinity(0))


def server_core(pid: int) -> None:
    """Moves a process to the core of the servers."""
    os.sched_setaffinity(pid, _CORES[:1])


def other_core(pid: int) -> None:
    """Moves a process to another core than that of the servers, if there is one."""
    os.sched_setaffinity(pid, _CORES[1:] or _CORES)


@dataclass(frozen=True)
class Server:
    port: int
    pid: int

    def cpu_seconds(self) -> float:
        """The CPU time of all its threads."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def peak_memory_mb(self) -> float:
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0]) / 1024


@contextmanager
def asgi_server(
    application: str, directory: Path, env: Mapping[str, str], *, python: str = sys.executable
) -> Iterator[Server]:
    """A uvicorn of this Python that serves the app of the named factory."""
    command = ["uvicorn", "--factory", application, "--port", "0", "--no-access-log", "--lifespan", "off"]
    log = directory / f"{application.partition(':')[0]}.log"
    with _running(command, log, r"running on http://127\.0\.0\.1:(\d+)", env, python) as server:
        server_core(server.pid)
        yield server


@contextmanager
def model_server(directory: Path, *, first_token_seconds: float, token_seconds: float, tokens: int) -> Iterator[Server]:
    """A stand-in for OpenAI with constant latency."""
    command = ["tests.support.openai_stub", "--tokens", str(tokens)]
    command += ["--first-token-delay", str(first_token_seconds), "--token-delay", str(token_seconds)]
    with _running(command, directory / "model.log", r"http://127\.0\.0\.1:(\d+)", {}) as server:
        other_core(server.pid)
        yield server


@contextmanager
def _running(
    module: Sequence[str], log: Path, address: str, env: Mapping[str, str], python: str = sys.executable
) -> Iterator[Server]:
    environment = {**os.environ, **env}
    with log.open("wb") as out:
        process = Popen([python, "-m", *module], cwd=ROOT, env=environment, stdout=out, stderr=STDOUT)
    try:
        yield Server(_port(process, log, address), process.pid)
    except SystemExit:
        print(f"{module[0]} said, at last:\n{log.read_text()[-_LOG_CHARACTERS:]}")
        raise
    finally:
        process.terminate()
        process.wait(_START_SECONDS)


def _port(process: "Popen[bytes]", log: Path, address: str) -> int:
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        if found := re.search(address, log.read_text()):
            return int(found[1])
        time.sleep(0.02)
    raise SystemExit(f"A server did not start:\n{log.read_text()}")
