"""Starts, kills and asks hosts with injected faults."""

import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import httpx2

from tests.app.conftest import UNSET
from tests.faults.points import Fault, listed
from tests.support.app import Api, principal
from tests.support.forked import Forked, fork, kill_group
from tests.support.loopback import NO_AUTHORITIES
from tests.support.waiting import eventually


@dataclass(frozen=True)
class FaultyHost:
    url: str
    process: Forked
    log_file: Path
    faults: Path

    @property
    def log(self) -> str:
        return self.log_file.read_text()

    @property
    def is_alive(self) -> bool:
        return self.process.poll() is None

    def kill(self) -> None:
        kill_group(self.process)

    def stop(self) -> None:
        self.process.terminate()
        self.until_dead()

    def until_dead(self) -> None:
        eventually(lambda: not self.is_alive, seconds=40)

    @contextmanager
    def user(self, name: str) -> Iterator[Api]:
        headers = principal("organization", name)
        with httpx2.Client(
            base_url=self.url, headers=headers, timeout=60, trust_env=False, verify=NO_AUTHORITIES
        ) as http:
            yield Api(http)

    def set(self, user: str, fault: Fault) -> None:
        """Has the fault befall the user, whose points are listed from here on."""
        (self.faults / f"{user}.points").unlink(missing_ok=True)
        unfinished = self.faults / f".{user}"
        unfinished.write_text(json.dumps(asdict(fault)))
        unfinished.replace(self.faults / user)

    def clear(self, user: str) -> None:
        (self.faults / user).unlink(missing_ok=True)

    def points(self, user: str) -> list[str]:
        """What the user has passed since its fault was set, in all processes."""
        return [point for _, point in listed(self.faults, user)]


class Hosts:
    """Starts hosts with injected faults."""

    @contextmanager
    def running(self, data_dir: Path, env: Mapping[str, str]) -> Iterator[FaultyHost]:
        """A host on the data of a directory, with its faults; what is left of it at the end is killed."""
        faults = data_dir / "faults"
        faults.mkdir(parents=True, exist_ok=True)
        log = data_dir / "host.log"
        settings = {"IDENTITY": "easyauth", "RATE_LIMIT_PER_MINUTE": "0", "MAX_CONCURRENT_RUNS": "0"}
        places = {"ORC_DATA_DIR": str(data_dir), "FAULTS": str(faults)}
        environment = {**os.environ, **UNSET, **settings, **env, **places}
        process = fork(
            "tests.faults.host", ["serve", "--port", "0", "--blob-retry-delay", "0.1"], environment, log, log
        )
        host = FaultyHost("", process, log, faults)
        try:
            yield FaultyHost(eventually(lambda: _address(host), seconds=60), process, log, faults)
        finally:
            host.kill()


def _address(host: FaultyHost) -> str | None:
    found = re.search(r"Functions host on (http://[\w.:]+)", host.log)
    assert found or host.is_alive, host.log
    return found[1] if found else None
