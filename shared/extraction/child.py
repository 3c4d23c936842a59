"""The host's side of reading files: the process that forks a child for each of them, and talking to such a child."""

import asyncio
import json
import subprocess
import sys
import sysconfig
import weakref
from asyncio import AbstractEventLoop
from contextlib import suppress
from pathlib import Path
from socket import SHUT_WR, send_fds, socket, socketpair
from typing import NamedTuple

from orc.errors import OrcError
from shared.extraction.job import Job

_BOOT = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from shared.extraction import fork_server"
_COMMAND = ("-I", "-S", "-X", "utf8", "-c", f"{_BOOT}; fork_server.main()")
_READ_SIZE = 1 << 18
# A child is over before the memory that it frees is missed. To give it back and fetch it anew for each page, as the
# C library does by default in a young process, takes half as long as reading does.
_KEEP_MEMORY = {
    "MALLOC_MMAP_THRESHOLD_": str(32 << 20),
    "MALLOC_TRIM_THRESHOLD_": str(256 << 20),
    "MALLOC_TOP_PAD_": str(16 << 20),
}
_SECONDS_TO_END = 5


class TooMuchOutput(Exception):
    """The child has more to say than it may."""


class ForkServer:
    """Starts its process with the first file; a child that came to a bad end takes the process with it, so that no
    two attacks meet the same memory layout. close() ends it, as does forgetting this."""

    def __init__(self) -> None:
        self._processes: list[_Process] = []
        self._finalizer = weakref.finalize(self, _end, self._processes)

    async def run(self, job: Job, data: bytes, *, max_output: int) -> tuple[int, bytes]:
        """How the child that read the file ended (below 0: the signal), and what it said. When this returns or
        raises there is no child any more."""
        talk, its_talk = socketpair()
        life, its_life = socketpair()
        with talk, life:
            talk.setblocking(False)
            life.setblocking(False)
            with its_talk, its_life:
                process = self._ask_for_child(its_talk, its_life)
            try:
                output = await _converse(talk, job, data, max_output)
                status = await _status(life)
            except BaseException:
                life.shutdown(SHUT_WR)
                await asyncio.shield(_status(life))
                raise
        if status < 0:
            process.control.close()
        return status, output

    def close(self) -> None:
        _end(self._processes)

    def _ask_for_child(self, talk: socket, life: socket) -> "_Process":
        for _ in range(2):
            process = self._process()
            with suppress(BrokenPipeError, ConnectionResetError):  # somebody has ended it
                send_fds(process.control, [b"."], [talk.fileno(), life.fileno()])
                return process
            process.control.close()
        raise OrcError("The text extraction did not start.")

    def _process(self) -> "_Process":
        if not (self._processes and self._processes[-1].is_open):
            self._processes[:] = [process for process in self._processes if process.popen.poll() is None]
            self._processes.append(_start())
        return self._processes[-1]


class _Process(NamedTuple):
    """It ends with its last child once control is closed."""

    popen: "subprocess.Popen[bytes]"
    control: socket

    @property
    def is_open(self) -> bool:
        return self.control.fileno() >= 0


def _start() -> _Process:
    control, its_control = socketpair()
    with its_control:
        popen = subprocess.Popen(  # noqa: S603 - this interpreter, and nothing that anybody sent
            [sys.executable, *_COMMAND, json.dumps(_search_path())],
            stdin=its_control.fileno(),
            stdout=subprocess.DEVNULL,
            env=_environment(),
            cwd="/",
            start_new_session=True,
        )
    return _Process(popen, control)


def _end(processes: list[_Process]) -> None:
    for process in processes:
        process.control.close()
    while processes:
        popen = processes.pop().popen
        try:
            popen.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            popen.kill()
            popen.wait()


async def _converse(talk: socket, job: Job, data: bytes, max_output: int) -> bytes:
    loop = asyncio.get_running_loop()
    sending = loop.create_task(_send(talk, job, data))  # meanwhile: a child may speak without having listened
    parts: list[bytes] = []
    try:
        while part := await _receive(loop, talk):
            parts.append(part)
            max_output -= len(part)
            if max_output < 0:
                raise TooMuchOutput
    finally:
        sending.cancel()
        await asyncio.wait([sending])
    return b"".join(parts)


async def _send(talk: socket, job: Job, data: bytes) -> None:
    loop = asyncio.get_running_loop()
    with suppress(BrokenPipeError, ConnectionResetError):  # it knows enough, or has ended
        await loop.sock_sendall(talk, json.dumps(job).encode() + b"\n")
        await loop.sock_sendall(talk, data)


async def _receive(loop: AbstractEventLoop, end: socket) -> bytes:
    try:
        return await loop.sock_recv(end, _READ_SIZE)
    except ConnectionResetError:  # it ended without having read all
        return b""


async def _status(life: socket) -> int:
    """How the child ended, once it has; 1 when nobody is there any more to tell."""
    said = await _receive(asyncio.get_running_loop(), life)
    return int(said) if said else 1


def _search_path() -> list[str]:
    """Where this process finds its modules; the child, which reads no site configuration, is to find the same."""
    return [str(Path(entry).absolute()) for entry in sys.path]


def _environment() -> dict[str, str]:
    """Nothing of this process's own; a Python built as a shared library may need to be told where that is."""
    return {"LD_LIBRARY_PATH": sysconfig.get_config_var("LIBDIR") or "", **_KEEP_MEMORY}
