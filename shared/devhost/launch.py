"""A server for one command: a running one, or one that is started for the command and stopped afterwards."""

import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx2

from shared.devhost.worker import StartupFailed
from shared.settings import own_environment

_START_SECONDS = 60
_STOP_SECONDS = 30
_ROOT = Path(__file__).parents[2]
_ANNOUNCED = re.compile(r"Functions host on (http://[\w.:]+)")


@contextmanager
def server(url: str | None, *, app: Path, port: int) -> Iterator[str]:
    """The address of a server that answers. Raises StartupFailed when the given url does not answer, or when a new
    server does not start."""
    address = (url or f"http://127.0.0.1:{port}").rstrip("/")
    if _answers(address):
        yield address
        return
    if url:
        raise StartupFailed(f"No server answers at {address}.")
    with _started(["--quiet", "--app", str(app), "--port", str(port)], lambda _: _answers(address)):
        yield address


@contextmanager
def own_server(*, app: Path) -> Iterator[str]:
    """The address of a new server on a free port. At the end, even of a killed process, the server stops and its data
    is deleted. Raises StartupFailed.
    """
    found: list[str] = []

    def listens(log: str) -> bool:
        found.extend(_ANNOUNCED.findall(log))
        return bool(found)

    arguments = ["--app", str(app.resolve()), "--port", "0", "--temporary"]
    with (
        tempfile.TemporaryDirectory(prefix="orc-", ignore_cleanup_errors=True) as data,
        _started(arguments, listens, env=own_environment(Path(data)), cwd=_ROOT),
    ):
        yield found[0]


@contextmanager
def _started(
    arguments: Sequence[str],
    is_up: Callable[[str], bool],
    *,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> Iterator[None]:
    """A server process. It stops when this process ends, however that happens: then its stdin ends. is_up is called
    with its output so far."""
    with tempfile.NamedTemporaryFile("w+") as log:
        process = subprocess.Popen(  # noqa: S603 - this interpreter and this package
            [sys.executable, "-m", "shared.devhost", "serve", "--until-stdin-ends", *arguments],
            stdin=subprocess.PIPE,
            stderr=log,
            stdout=log,
            text=True,
            start_new_session=True,
            cwd=cwd,
            env=env,
        )
        try:
            deadline = time.monotonic() + _START_SECONDS
            while not is_up(written := Path(log.name).read_text(encoding="utf-8", errors="replace")):
                if process.poll() is not None or time.monotonic() > deadline:
                    raise StartupFailed(written.strip() or "The server did not start.")
                time.sleep(0.05)
            yield
        finally:
            process.terminate()
            try:
                process.wait(_STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            if process.stdin:
                process.stdin.close()


def _answers(address: str) -> bool:
    try:
        return httpx2.get(f"{address}/api/health", timeout=5, trust_env=False).is_success
    except httpx2.TransportError:
        return False
