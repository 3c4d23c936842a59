"""The faults of hosts and stores in a soak, drawn from its seed."""

import json
import random
import signal
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path

from benchmarks.soak.fleet import Host
from benchmarks.soak.ledger import Ledger
from tests.faults.points import Fault

_SIGNALS = (signal.SIGKILL, signal.SIGKILL, signal.SIGTERM)
_LONGEST_ABSENCE = 5.0
_SHORTEST_PAUSE = 3.0
_AFTER_UPLOADS = 0.5
_LONGEST_AWAIT, _LONGEST_READING = 10.0, 1.0


class Killer:
    """Kills hosts at random moments and starts them again. Each host is spared for its part of the time, so that it has
    one long life to be watched; halfway all of them die at once."""

    def __init__(self, hosts: Sequence[Host], ledger: Ledger, rng: random.Random, *, seconds: float, every: float):
        self._hosts, self._ledger, self._rng = hosts, ledger, rng
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
        """Returns some moments after the host has taken in a file, which it is then reading."""
        before, deadline = self._ledger.uploads[host.number], time.monotonic() + _LONGEST_AWAIT
        while self._ledger.uploads[host.number] == before and time.monotonic() < deadline:
            if over.wait(0.01):
                return
        time.sleep(self._rng.uniform(0, _LONGEST_READING))

    def _kill(self, host: Host, by: signal.Signals, absent: float) -> None:
        self._ledger.count(f"{by.name} of a host")
        host.die(by)
        time.sleep(absent)
        host.start()


class BadStores:
    """Has the stores fail, or be slow, for one user after the other for a while; some users are spared for good."""

    def __init__(self, directory: Path, users: Sequence[str], ledger: Ledger, rng: random.Random) -> None:
        self._directory, self._users, self._ledger, self._rng = directory, users, ledger, rng

    def run(self, over: threading.Event) -> None:
        while not over.wait(self._rng.uniform(0.5, 4)):
            user = self._rng.choice(self._users)
            fail = Fault(action="fail", every=self._rng.randrange(11, 60))
            slow = Fault(seconds=self._rng.uniform(0.02, 0.25))
            self._ledger.count("spells of a bad store")
            unfinished = self._directory / f".{user}"
            unfinished.write_text(json.dumps(asdict(self._rng.choice([fail, slow]))))
            unfinished.replace(self._directory / user)
            over.wait(self._rng.uniform(2, 8))
            self.end(user)

    def end(self, user: str) -> None:
        for name in (user, f"{user}.points"):
            (self._directory / name).unlink(missing_ok=True)
