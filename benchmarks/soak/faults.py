"""Injects the faults of hosts and stores. The seed determines them."""

import json
import random
import signal
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path

from benchmarks.soak.hosts import Host
from benchmarks.soak.record import Record
from tests.faults.points import Fault

_SIGNALS = (signal.SIGKILL, signal.SIGKILL, signal.SIGTERM)
_LONGEST_ABSENCE = 5.0
_SHORTEST_PAUSE = 3.0
_AFTER_UPLOADS = 0.5
_LONGEST_AWAIT, _LONGEST_READING = 10.0, 1.0


class Killer:
    """Kills hosts at random moments and starts them again. Each host is spared for a part of the time, so that one long
    life of it can be observed. Halfway, all hosts are killed at once."""

    def __init__(self, hosts: Sequence[Host], record: Record, rng: random.Random, *, seconds: float, every: float):
        self._hosts, self._record, self._rng = hosts, record, rng
        self._seconds, self._every = seconds, every

    def run(self, over: threading.Event) -> None:
        began, halved = time.monotonic(), False
        while not over.wait(_SHORTEST_PAUSE + self._rng.expovariate(1 / max(self._every - _SHORTEST_PAUSE, 0.1))):
            part = (time.monotonic() - began) / self._seconds
            if part >= 0.5 and not halved:
                halved = True
                with ThreadPoolExecutor() as threads:
                    list(threads.map(lambda host: self._kill(host, signal.SIGKILL, 0.0), self._hosts))
                continue
            spared = int(part * len(self._hosts)) if len(self._hosts) > 1 else -1
            victim = self._rng.choice([host for number, host in enumerate(self._hosts) if number != spared])
            if self._rng.random() < _AFTER_UPLOADS:
                self._await_upload(victim, over)
            self._kill(victim, self._rng.choice(_SIGNALS), self._rng.uniform(0, _LONGEST_ABSENCE))

    def _await_upload(self, host: Host, over: threading.Event) -> None:
        """Returns shortly after the host has received a file, while it is reading that file."""
        before, deadline = self._record.uploads[host.number], time.monotonic() + _LONGEST_AWAIT
        while self._record.uploads[host.number] == before and time.monotonic() < deadline:
            if over.wait(0.01):
                return
        time.sleep(self._rng.uniform(0, _LONGEST_READING))

    def _kill(self, host: Host, by: signal.Signals, absent: float) -> None:
        self._record.count(f"{by.name} of a host")
        host.die(by)
        time.sleep(absent)
        host.start()


class BadStores:
    """Makes the stores fail or slow down for one user at a time. Users without an entry never get a store fault."""

    def __init__(self, directory: Path, users: Sequence[str], record: Record, rng: random.Random) -> None:
        self._directory, self._users, self._record, self._rng = directory, users, record, rng

    def run(self, over: threading.Event) -> None:
        while not over.wait(self._rng.uniform(0.5, 4)):
            user = self._rng.choice(self._users)
            fail = Fault(action="fail", every=self._rng.randrange(11, 60))
            slow = Fault(seconds=self._rng.uniform(0.02, 0.25))
            self._record.count("spells of a bad store")
            unfinished = self._directory / f".{user}"
            unfinished.write_text(json.dumps(asdict(self._rng.choice([fail, slow]))))
            unfinished.replace(self._directory / user)
            over.wait(self._rng.uniform(2, 8))
            self.end(user)

    def end(self, user: str) -> None:
        for name in (user, f"{user}.points"):
            (self._directory / name).unlink(missing_ok=True)
