"""A server for one command: a running one, or one that is started for the command and stopped afterwards."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2

from shared.devhost.worker import StartupFailed

_START_SECONDS = 60
_STOP_SECONDS = 30


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
    command = [sys.executable, "-m", "shared.devhost", "serve", "--quiet", "--app", str(app), "--port", str(port)]
    with tempfile.TemporaryFile("w+") as log:
        process = subprocess.Popen(  # noqa: S603 - this interpreter and this package
            command, stderr=log, stdout=log, text=True, start_new_session=True
        )
        try:
            _await_health(address, process)
            yield address
        except StartupFailed:
            log.seek(0)
            raise StartupFailed(log.read().strip() or "The server did not start.") from None
        finally:
            process.terminate()
            try:
                process.wait(_STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _answers(address: str) -> bool:
    try:
        return httpx2.get(f"{address}/api/health", timeout=5, trust_env=False).is_success
    except httpx2.TransportError:
        return False


def _await_health(address: str, process: "subprocess.Popen[str]") -> None:
    deadline = time.monotonic() + _START_SECONDS
    while not _answers(address):
        if process.poll() is not None or time.monotonic() > deadline:
            raise StartupFailed
        time.sleep(0.05)
