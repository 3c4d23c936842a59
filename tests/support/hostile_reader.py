"""Children that a file has taken over from within: the file is a list of Python expressions, and the reader runs them
where readers of files run. Its text tells what came of each: null, or the name of the error."""

import ctypes
import errno
import json
import os
import resource
import signal
import socket
from collections.abc import Callable
from typing import Any

from shared.extraction import fork_server, sandbox, worker
from shared.extraction.formats.content import Content

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
_PROBES = {335, 336}  # uretprobe and uprobe on x86-64: Linux asks no filter, and serves nobody but its own code
_PLATFORM = sandbox._PLATFORMS[os.uname().machine]


def main(mechanism: str) -> None:
    """Serves with all mechanisms that shut a reader in, with one of them alone, or with nothing."""
    _WITH[mechanism]()
    vars(worker)["read_file"] = _run
    fork_server.main()


def called(number: int, *arguments: object) -> int:
    """The result of a system call; OSError when there is none."""
    result: int = libc.syscall(ctypes.c_long(number), *arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), "")
    return result


def read(path: str) -> bytes:
    with open(path, "rb") as file:  # noqa: PTH123 - pathlib has to look first
        return file.read(1)


def write(path: str) -> int:
    with open(path, "wb") as file:  # noqa: PTH123
        return file.write(b"x")


def connect(family: int, kind: int, address: Any) -> None:
    with socket.socket(family, kind) as client:
        client.connect(address)
        client.send(b"x")


def forked() -> None:
    if not os.fork():
        os._exit(0)
    os.wait()


def started(program: str) -> None:
    os.posix_spawn(program, [program], {})
    os.wait()


def peeked(process: int) -> None:
    """Reads a byte of another process's memory: where this one has a list, it has something."""
    buffer = ctypes.create_string_buffer(1)
    parts = [(ctypes.c_size_t * 2)(at, 1) for at in (ctypes.addressof(buffer), id(os))]
    if libc.process_vm_readv(process, parts[0], 1, parts[1], 1, 0) < 0 and ctypes.get_errno() != errno.EFAULT:
        raise OSError(ctypes.get_errno(), "")


def traced(process: int) -> None:
    if libc.ptrace(0x4206, process, None, None) < 0:  # PTRACE_SEIZE, which does not stop it
        raise OSError(ctypes.get_errno(), "")
    libc.ptrace(17, process, None, None)


def open_files() -> list[int]:
    """Besides the socket to the host."""
    found = []
    for number in range(1, 256):
        try:
            os.read(number, 0)
        except OSError as error:
            if error.errno == errno.EBADF:
                continue
        found.append(number)
    return found


def calls_not_refused() -> list[int]:
    """Of the system calls that a reader may not make, those that came through. Their arguments are wrong."""
    others = (number for number in range(500) if number not in {*_PLATFORM.allowed, _PLATFORM.tgkill, *_PROBES})
    return [number for number in others if libc.syscall(number, -1, 0, 0, 0) != -1 or ctypes.get_errno() != errno.EPERM]


def _run(data: bytes, *_: object, **__: object) -> Content:
    results = {}
    names = {**globals(), "os": os, "resource": resource, "signal": signal, "socket": socket}
    for expression in json.loads(data):
        try:
            results[expression] = [None, repr(eval(expression, names))]
        except (OSError, ValueError) as error:  # the latter is what the resource module makes of EPERM
            results[expression] = [errno.errorcode.get(getattr(error, "errno", 0), repr(error)), ""]
    return Content(json.dumps(results))


def _only(*there: str) -> Callable[[], None]:
    def take_away() -> None:
        lacking = [name for name in (sandbox.LANDLOCK, sandbox.SECCOMP) if name not in there]
        vars(sandbox)["missing"] = lambda: lacking
        if "limits" not in there:
            vars(sandbox)["_take_limits"] = lambda _: None

    return take_away


_WITH: dict[str, Callable[[], None]] = {
    "all": lambda: None,
    "limits": _only("limits"),
    "Landlock": _only(sandbox.LANDLOCK),
    "seccomp": _only(sandbox.SECCOMP),
    "nothing": _only(),
}
