"""The host's side of reading files: the process that forks a child for each file, and the exchange with a child."""

import asyncio
import json
import re
import subprocess
import sys
import sysconfig
import weakref
from asyncio import AbstractEventLoop
from contextlib import suppress
from pathlib import Path
from socket import MSG_PEEK, SHUT_WR, send_fds, socket, socketpair
from typing import NamedTuple

from orc.errors import OrcError
from orc.ports import PagesRead
from shared.extraction.job import PROGRESS, Job

_BOOT = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from shared.extraction import fork_server"
_COMMAND = ("-I", "-S", "-X", "utf8", "-c", f"{_BOOT}; fork_server.main()")
_READ_SIZE = 1 << 18
# A child ends before its memory is needed elsewhere. Returning and fetching memory for each page, the C library's
# default in a young process, takes half as long as the reading itself.
_KEEP_MEMORY = {
    "MALLOC_MMAP_THRESHOLD_": str(32 << 20),
    "MALLOC_TRIM_THRESHOLD_": str(256 << 20),
    "MALLOC_TOP_PAD_": str(16 << 20),
}
_SECONDS_TO_END = 5
_LONGEST_LINE = 16
_PROGRESS_LINE = re.compile(rb"%s(\d{1,6})/(\d{1,6})\n" % re.escape(PROGRESS))


class TooMuchOutput(Exception):
    """The child sent more than max_output bytes."""


class ForkServer:
    """Runs each job in a separate forked child. The forking process starts with the first job; from then on one spare
    child, which has seen no file, is forked in advance and waits for its job. If a signal ends a child, the forking
    process is replaced too, so that no two attacks find the same memory layout. close() ends the process, as does
    garbage collection of this object."""

    def __init__(self) -> None:
        self._processes: list[_Process] = []
        self._spares: list[_Child] = []
        self._closed = False
        self._finalizer = weakref.finalize(self, _end, self._processes, self._spares)

    async def run(
        self, job: Job, data: bytes, *, max_output: int, pages_read: PagesRead | None = None
    ) -> tuple[int, bytes]:
        """Returns the child's exit status (negative: the signal that ended it) and its output, without the progress
        lines before it, for which pages_read is called.

        The child has ended when this returns or raises. Raises TooMuchOutput beyond max_output bytes, and OrcError
        when no child can be started.
        """
        child = self._spares.pop() if self._spares else self._request_child()
        if not child.waits:
            child.close()
            child = self._request_child()
        with child.talk, child.life:
            try:
                output = await _exchange(child.talk, job, data, max_output, pages_read)
                status = await _status(child.life)
            except BaseException:
                child.life.shutdown(SHUT_WR)
                await asyncio.shield(_status(child.life))
                raise
        if status < 0:
            child.process.control.close()
            _close(self._spares)
        elif not self._spares and not self._closed:
            self._spares.append(self._request_child())
        return status, output

    def close(self) -> None:
        """Ends the forking process once its last child has ended."""
        self._closed = True
        _end(self._processes, self._spares)

    def _request_child(self) -> "_Child":
        for _ in range(2):
            if not (self._processes and self._processes[-1].is_open):
                self._processes[:] = [process for process in self._processes if process.popen.poll() is None]
                # Starts without the host's environment, and with its module search path, as -S skips the site
                # configuration.
                search_path = [str(Path(entry).absolute()) for entry in sys.path]
                library_path = sysconfig.get_config_var("LIBDIR") or ""  # for a Python built as a shared library
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
                self._processes.append(_Process(popen, control))
            process = self._processes[-1]
            (talk, its_talk), (life, its_life) = socketpair(), socketpair()
            child = _Child(process, talk, life)
            talk.setblocking(False)
            life.setblocking(False)
            with its_talk, its_life, suppress(BrokenPipeError, ConnectionResetError):  # killed from outside
                send_fds(process.control, [b"."], [its_talk.fileno(), its_life.fileno()])
                return child
            child.close()
            process.control.close()
        raise OrcError("The text extraction did not start.")


class _Process(NamedTuple):
    """A forking process; it ends with its last child once control is closed."""

    popen: "subprocess.Popen[bytes]"
    control: socket

    @property
    def is_open(self) -> bool:
        return self.control.fileno() >= 0


class _Child(NamedTuple):
    """A child of a forking process. talk is the socket for its job and its output; life is the socket for its exit
    status, and closing it ends the child."""

    process: _Process
    talk: socket
    life: socket

    @property
    def waits(self) -> bool:
        """Whether it is still running, according to the forking process."""
        try:
            self.life.recv(1, MSG_PEEK)
        except BlockingIOError:
            return True
        except ConnectionResetError:
            return False
        return False

    def close(self) -> None:
        self.talk.close()
        self.life.close()


def _end(processes: list[_Process], spares: list[_Child]) -> None:
    _close(spares)
    for process in processes:
        process.control.close()
    while processes:
        popen = processes.pop().popen
        try:
            popen.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            popen.kill()
            popen.wait()


def _close(spares: list[_Child]) -> None:
    while spares:
        spares.pop().close()


async def _exchange(talk: socket, job: Job, data: bytes, max_output: int, pages_read: PagesRead | None = None) -> bytes:
    loop = asyncio.get_running_loop()

    async def send() -> None:
        with suppress(BrokenPipeError, ConnectionResetError):  # the child needs no more input, or has ended
            await loop.sock_sendall(talk, json.dumps(job).encode() + b"\n")
            await loop.sock_sendall(talk, data)

    sending = loop.create_task(
        send()
    )  # concurrently with receiving, because a child may answer before it has read everything
    parts: list[bytes] = []
    begins, head = True, b""  # possibly a part of a progress line
    try:
        while part := await _receive(loop, talk):
            max_output -= len(part)
            if max_output < 0:
                raise TooMuchOutput
            if begins:
                part = head + part
                last, end = None, 0
                while line := _PROGRESS_LINE.match(part, end):
                    last, end = line, line.end()
                if last is not None and pages_read is not None:
                    pages_read(int(last[1]), int(last[2]))
                part = head = part[end:]
                begins = not head or (head[:1] == PROGRESS and len(head) < _LONGEST_LINE)
            if not begins:
                parts.append(part)
    finally:
        sending.cancel()
        await asyncio.wait([sending])
    return b"".join(parts) or head


async def _receive(loop: AbstractEventLoop, end: socket) -> bytes:
    try:
        return await loop.sock_recv(end, _READ_SIZE)
    except ConnectionResetError:  # the peer ended with unread input
        return b""


async def _status(life: socket) -> int:
    """The child's exit status, once it has ended; 1 when the forking process ended before it reported one."""
    reported = await _receive(asyncio.get_running_loop(), life)
    return int(reported) if reported else 1
