"""The hosts of a soak test: started, killed, restarted and observed. Needs Linux for /proc."""

import os
import re
import signal
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.soak.record import Record
from tests.app.conftest import UNSET
from tests.support.forked import Forked, fork, kill_group
from tests.support.waiting import eventually

_ORPHAN_SECONDS = 15
_STOP_SECONDS = 60
_MB = 1024


@dataclass(frozen=True)
class Sample:
    """A measurement of a process: seconds since its start, resident memory, and open files."""

    age: float
    memory_mb: float
    files: int


@dataclass(eq=False)
class Life:
    """One process of a host. It is no longer sampled once it is ending."""

    process: Forked
    log: Path
    began: float
    url: str = ""
    ends: bool = False
    samples: list[Sample] = field(default_factory=list)


type ProcessId = tuple[int, str]
"""The id and the start time of a process. Ids are reused."""


class Host:
    """A host, which has a new process after each kill. It serves requests while url is not empty."""

    def __init__(self, number: int, home: Path, environment: Mapping[str, str], record: Record) -> None:
        self.number = number
        self.lives: list[Life] = []
        self._home, self._environment, self._record = home, environment, record
        self._leaving: dict[ProcessId, float] = {}

    @property
    def url(self) -> str:
        return self.lives[-1].url if self.lives else ""

    @property
    def pid(self) -> int:
        return self.lives[-1].process.pid

    def start(self) -> None:
        """Returns when the host accepts connections."""
        self._home.mkdir(parents=True, exist_ok=True)
        log = self._home / f"host-{self.number}-{len(self.lives)}.log"
        environment = {**os.environ, **UNSET, **self._environment}
        life = Life(
            fork("benchmarks.soak.host", ["serve", "--port", "0"], environment, log, log), log, time.monotonic()
        )
        self.lives.append(life)
        life.url = eventually(lambda: _address(life), seconds=120)

    def die(self, by: signal.Signals) -> None:
        """Ends the host's process. Processes that it has started must end by themselves; look checks that."""
        life, started = self.lives[-1], dict.fromkeys(_descendants(self.pid), time.monotonic())
        life.ends = True
        if by is signal.SIGKILL:
            life.url = ""
        life.process.send_signal(by)
        self._record.host_died(self.number, by.name)
        try:
            code = life.process.wait(_STOP_SECONDS)
        except AssertionError:
            self._record.violation("unclean stops", f"host {self.number} did not stop in {_STOP_SECONDS} s: {life.log}")
            life.process.kill()
            code = life.process.wait(_STOP_SECONDS)
        life.url = ""
        if by is not signal.SIGKILL and code != 0:
            self._record.violation("unclean stops", f"host {self.number} ended with {code}: {life.log}")
        self._leaving |= started

    def look(self) -> None:
        """Samples the process, and records children that have outlived their process for too long."""
        for process, since in list(self._leaving.items()):
            if process not in _running([process[0]]):
                del self._leaving[process]
            elif time.monotonic() - since > _ORPHAN_SECONDS:
                self._record.violation("left processes", f"process {process[0]} of host {self.number}")
                del self._leaving[process]
        if self.url and not self.lives[-1].ends and (sample := _sample(self.lives[-1])):
            self.lives[-1].samples.append(sample)

    @property
    def leaves_something(self) -> bool:
        return bool(self._leaving)

    def kill_what_is_left(self) -> None:
        for life in self.lives:
            life.url = ""
            kill_group(life.process)
        for pid, _ in self._leaving:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def tracebacks(self) -> int:
        return sum(life.log.read_text(errors="replace").count("Traceback (most recent") for life in self.lives)


class Watch:
    """Samples all hosts at intervals while its block runs."""

    def __init__(self, hosts: list[Host], every_seconds: float) -> None:
        self._hosts, self._every, self._over = hosts, every_seconds, threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._over.wait(self._every):
            for host in self._hosts:
                host.look()


def _address(life: Life) -> str:
    found = re.search(r"Functions host on (http://[\w.:]+)", life.log.read_text())
    assert found or life.process.poll() is None, life.log.read_text()
    return found[1] if found else ""


def _sample(life: Life) -> Sample | None:
    proc = Path(f"/proc/{life.process.pid}")
    try:
        [kilobytes] = re.findall(r"VmRSS:\s+(\d+) kB", (proc / "status").read_text())
        files = sum(1 for _ in (proc / "fd").iterdir())
    except (OSError, ValueError):  # it has just ended
        return None
    return Sample(time.monotonic() - life.began, int(kilobytes) / _MB, files)


def _descendants(pid: int) -> list[ProcessId]:
    """All processes that a process has started, directly or indirectly."""
    children: dict[int, list[ProcessId]] = {}
    for child, parent, started in _processes():
        children.setdefault(parent, []).append((child, started))
    found, left = list[ProcessId](), [pid]
    while left:
        for process in children.get(left.pop(), []):
            found.append(process)
            left.append(process[0])
    return found


def _running(pids: list[int]) -> list[ProcessId]:
    return [(pid, started) for pid, _, started in _processes(pids)]


def _processes(pids: list[int] | None = None) -> Iterator[tuple[int, int, str]]:
    """The id, parent and start time of each running process, or of those with the given ids."""
    for pid in (
        pids if pids is not None else [int(each.name) for each in Path("/proc").iterdir() if each.name.isdigit()]
    ):
        try:
            state, parent, *rest = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if state != "Z":
            yield pid, int(parent), rest[17]
