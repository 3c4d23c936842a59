"""The host's side of reading files: the process that forks a child for each file, and the exchange with a child."""

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
# A child ends before its memory is missed. Returning memory and fetching it again for each page, which is the C
# library's default in a young process, takes half as long as the reading itself.
_KEEP_MEMORY = {
    "MALLOC_MMAP_THRESHOLD_": str(32 << 20),
    "MALLOC_TRIM_THRESHOLD_": str(256 << 20),
    "MALLOC_TOP_PAD_": str(16 << 20),
}
_SECONDS_TO_END = 5


class TooMuchOutput(Exception):
    """The child sent more than max_output bytes."""


class ForkServer:
    """Runs each job in a forked child. The process that forks starts with the first job.

    A child that a signal ends takes the forking process with it, so that no two attacks meet the same memory layout.
    close() ends the process, as does garbage collection of this object.
    """

    def __init__(self) -> None:
        self._processes: list[_Process] = []
        self._finalizer = weakref.finalize(self, _end, self._processes)

    async def run(self, job: Job, data: bytes, *, max_output: int) -> tuple[int, bytes]:
        """Returns the child's exit status (negative: the signal that ended it) and its output.

        The child has ended when this returns or raises. Raises TooMuchOutput beyond max_output bytes, and OrcError
        when no child can be started.
        """
        talk, its_talk = socketpair()
        life, its_life = socketpair()
        with talk, life:
            talk.setblocking(False)
            life.setblocking(False)
            with its_talk, its_life:
                process = self._request_child(its_talk, its_life)
            try:
                output = await _exchange(talk, job, data, max_output)
                status = await _status(life)
            except BaseException:
                life.shutdown(SHUT_WR)
                await asyncio.shield(_status(life))
                raise
        if status < 0:
            process.control.close()
        return status, output

    def close(self) -> None:
        """Ends the forking process once its last child has ended."""
        _end(self._processes)

    def _request_child(self, talk: socket, life: socket) -> "_Process":
        for _ in range(2):
            if not (self._processes and self._processes[-1].is_open):
                self._processes[:] = [process for process in self._processes if process.popen.poll() is None]
                self._processes.append(_start_process())
            process = self._processes[-1]
            with suppress(BrokenPipeError, ConnectionResetError):  # the process was killed from outside
                send_fds(process.control, [b"."], [talk.fileno(), life.fileno()])
                return process
            process.control.close()
        raise OrcError("The text extraction did not start.")


class _Process(NamedTuple):
    """A forking process; it ends with its last child once control is closed."""

    popen: "subprocess.Popen[bytes]"
    control: socket

    @property
    def is_open(self) -> bool:
        return self.control.fileno() >= 0


def _start_process() -> _Process:
    """Starts without the host's environment, and with its module search path, as -S skips the site configuration."""
    search_path = [str(Path(entry).absolute()) for entry in sys.path]
    library_path = sysconfig.get_config_var("LIBDIR") or ""  # for a Python that is built as a shared library
    control, its_control = socketpair()
    with its_control:
        popen = subprocess.Popen(  # noqa: S603 - the command holds no input
            [sys.executable, *_COMMAND, json.dumps(search_path)],
            stdin=its_control.fileno(),
            stdout=subprocess.DEVNULL,
            env={"LD_LIBRARY_PATH": library_path, **_KEEP_MEMORY},
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


async def _exchange(talk: socket, job: Job, data: bytes, max_output: int) -> bytes:
    loop = asyncio.get_running_loop()

    async def send() -> None:
        with suppress(BrokenPipeError, ConnectionResetError):  # the child needs no more of the file, or has ended
            await loop.sock_sendall(talk, json.dumps(job).encode() + b"\n")
            await loop.sock_sendall(talk, data)

    sending = loop.create_task(send())  # beside receiving: a child may answer before it has read everything
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


async def _receive(loop: AbstractEventLoop, end: socket) -> bytes:
    try:
        return await loop.sock_recv(end, _READ_SIZE)
    except ConnectionResetError:  # the peer ended with unread input
        return b""


async def _status(life: socket) -> int:
    """The child's exit status, once it has ended; 1 when the forking process ended before it reported one."""
    reported = await _receive(asyncio.get_running_loop(), life)
    return int(reported) if reported else 1
