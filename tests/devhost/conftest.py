import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.support.hosts import RunningHost, running_host
from tests.support.loopback import NO_AUTHORITIES

APP = Path(__file__).parent / "app"

type Notes = Callable[[str], list[dict[str, Any]]]


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHost]:
    """One host with the test app for all tests that do not stop it."""
    env = {"RECOVERY_SCHEDULE": "* * * * * *"}
    with running_host(APP, tmp_path_factory.mktemp("host"), env, arguments=["--blob-retry-delay", "0.05"]) as host:
        yield host


@pytest.fixture
def client(host: RunningHost) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=host.url, timeout=60, trust_env=False, verify=NO_AUTHORITIES) as client:
        yield client


@pytest.fixture
def notes(host: RunningHost) -> Notes:
    return lambda name: notes_in(host.data_dir, name)


def notes_in(data_dir: Path, name: str) -> list[dict[str, Any]]:
    """What the test app noted under a name."""
    path = data_dir / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
