"""Restricts a process before it reads the first byte of a file: no files, no sockets, no other processes.

It keeps its memory and the socket to the host. Three mechanisms of the system work independently of each other:
resource limits (any Unix), Landlock (Linux 5.13) and seccomp (Linux, on the processors of _PLATFORMS) (D-067, D-068).
"""

import ctypes
import errno
import os
import resource
import signal
import sys
from contextlib import suppress
from functools import cache
from typing import NamedTuple

from shared.extraction.job import Job

LANDLOCK = "Landlock"
SECCOMP = "seccomp"

_NICENESS = 2
_LIMITS = {
    resource.RLIMIT_FSIZE: 0,
    resource.RLIMIT_NOFILE: 0,  # open files stay open; no file and no socket can be opened
    resource.RLIMIT_NPROC: 0,
    resource.RLIMIT_CORE: 0,
}

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_PR_SET_SECCOMP = 22
_PR_SET_NO_NEW_PRIVS = 38
_SECCOMP_MODE_FILTER = 2

_LANDLOCK_CREATE_RULESET = 444  # the numbers of system calls as young as Landlock's are those of all processors
_LANDLOCK_RESTRICT_SELF = 446
_LANDLOCK_TELL_VERSION = 1
# All rights of include/uapi/linux/landlock.h in Linux 6.15, by the version that introduced them.
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 5: 16}  # how many of the lowest bits
_NETWORK_SINCE, _NETWORK_RIGHTS = 4, 0b11  # bind and connect TCP
_SCOPES_SINCE, _SCOPES = 6, 0b11  # abstract Unix sockets and signals

_LOAD_WORD = 0x20  # instructions of the classic BPF, linux/bpf_common.h
_JUMP_IF_EQUAL = 0x15
_RETURN = 0x06
_NUMBER_AT, _ARCHITECTURE_AT, _FIRST_ARGUMENT_AT = 0, 4, 16  # in struct seccomp_data, on little-endian processors
_KILL = 0x80000000
_REFUSE = 0x00050000 | 1  # with EPERM
_ALLOW = 0x7FFF0000


class _Platform(NamedTuple):
    """A processor as seccomp knows it: its AUDIT_ARCH value and the numbers of the system calls that stay allowed."""

    mark: int
    allowed: tuple[int, ...]
    tgkill: int


_PLATFORMS = {
    "x86_64": _Platform(
        0xC000003E,
        (
            *(0, 1, 19, 20, 45, 44, 48, 3, 5),  # read write readv writev recvfrom sendto shutdown close fstat
            *(9, 11, 10, 25, 28, 12),  # mmap munmap mprotect mremap madvise brk
            *(13, 14, 15, 131),  # rt_sigaction rt_sigprocmask rt_sigreturn sigaltstack
            *(202, 24, 204, 99, 39, 186, 318),  # futex sched_yield sched_getaffinity sysinfo getpid gettid getrandom
            *(228, 96, 201, 35, 230, 219),  # clock_gettime gettimeofday time nanosleep clock_nanosleep restart_syscall
            *(60, 231),  # exit exit_group
        ),
        234,
    ),
    "aarch64": _Platform(  # the same without time, which it does not have
        0xC00000B7,
        (
            *(63, 64, 65, 66, 207, 206, 210, 57, 80),
            *(222, 215, 226, 216, 233, 214),
            *(134, 135, 139, 132),
            *(98, 124, 123, 179, 172, 178, 278),
            *(113, 169, 101, 115, 128),
            *(93, 94),
        ),
        131,
    ),
}


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scopes", ctypes.c_uint64))


class _Instruction(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_uint16),
        ("yes", ctypes.c_uint8),
        ("no", ctypes.c_uint8),
        ("operand", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("instructions", ctypes.POINTER(_Instruction)))


def missing() -> list[str]:
    """The names of the mechanisms that this system lacks: LANDLOCK, SECCOMP."""
    has_seccomp = sys.platform == "linux" and os.uname().machine in _PLATFORMS
    if has_seccomp:
        try:
            _prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER)
        except OSError as error:
            has_seccomp = error.errno == errno.EFAULT  # it is available: it tried to read the missing filter
    available = {LANDLOCK: _landlock_version() > 0, SECCOMP: has_seccomp}
    return [name for name, is_available in available.items() if not is_available]


def hide() -> None:
    """Hides this process's memory, environment and open files in /proc from other processes of its user. It leaves no
    core dump and accepts no debugger."""
    if sys.platform == "linux":
        _prctl(_PR_SET_DUMPABLE, 0)


def end_with_parent() -> None:
    """Makes the system kill this process when its parent ends in any way."""
    if sys.platform == "linux":
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def enter(job: Job) -> None:
    """Gives up everything that reading a file does not need, and applies the job's limits. Raises OSError when an
    available mechanism fails; a mechanism that the system lacks is skipped."""
    lacking = missing()
    if sys.platform == "linux":
        _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    if LANDLOCK not in lacking:
        # No opening by path, connecting, listening and signalling, as far as the kernel's Landlock version can.
        version = _landlock_version()
        rights = max(count for since, count in _FILE_RIGHTS.items() if since <= version)
        ruleset = _Ruleset(
            files=(1 << rights) - 1,
            network=_NETWORK_RIGHTS if version >= _NETWORK_SINCE else 0,
            scopes=_SCOPES if version >= _SCOPES_SINCE else 0,
        )
        fields = 1 + (version >= _NETWORK_SINCE) + (version >= _SCOPES_SINCE)  # a kernel refuses unknown fields
        file = _system_call(_LANDLOCK_CREATE_RULESET, ctypes.byref(ruleset), fields * ctypes.sizeof(ctypes.c_uint64), 0)
        try:
            _system_call(_LANDLOCK_RESTRICT_SELF, file, 0)
        finally:
            os.close(file)
    _take_limits(job)
    os.nice(_NICENESS)  # the host has priority
    if SECCOMP not in lacking:
        # Allowed are calls on memory, time and open files, and signals to itself, with which the C library aborts.
        platform = _PLATFORMS[os.uname().machine]
        to_the_end = range(len(platform.allowed) + 3, 3, -1)
        numbers = zip(to_the_end, platform.allowed, strict=True)
        instructions = [
            _Instruction(_LOAD_WORD, 0, 0, _ARCHITECTURE_AT),
            _Instruction(_JUMP_IF_EQUAL, 1, 0, platform.mark),
            _Instruction(_RETURN, 0, 0, _KILL),
            _Instruction(_LOAD_WORD, 0, 0, _NUMBER_AT),
            *(_Instruction(_JUMP_IF_EQUAL, jump, 0, number) for jump, number in numbers),
            _Instruction(_JUMP_IF_EQUAL, 0, 2, platform.tgkill),
            _Instruction(_LOAD_WORD, 0, 0, _FIRST_ARGUMENT_AT),
            _Instruction(_JUMP_IF_EQUAL, 1, 0, os.getpid()),
            _Instruction(_RETURN, 0, 0, _REFUSE),
            _Instruction(_RETURN, 0, 0, _ALLOW),
        ]
        array = (_Instruction * len(instructions))(*instructions)
        _prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(_Program(len(array), array)))


def _take_limits(job: Job) -> None:
    limits = {resource.RLIMIT_AS: job["memory_bytes"], resource.RLIMIT_CPU: job["cpu_seconds"], **_LIMITS}
    for kind, value in limits.items():
        with suppress(ValueError, OSError):  # a system without this limit, or with a tighter one
            resource.setrlimit(kind, (value, value))


def _landlock_version() -> int:
    """0 without Landlock, or where it is disabled."""
    if sys.platform != "linux":
        return 0
    try:
        return _system_call(_LANDLOCK_CREATE_RULESET, None, 0, _LANDLOCK_TELL_VERSION)
    except OSError:
        return 0


@cache
def _library() -> ctypes.CDLL:
    library = ctypes.CDLL(None, use_errno=True)
    library.syscall.restype = ctypes.c_long
    return library


def _system_call(number: int, *arguments: object) -> int:
    """For calls without a function in the C library."""
    return _checked(_library().syscall(ctypes.c_long(number), *map(_as_word, arguments)))


def _prctl(option: int, argument: int, pointer: object = 0) -> None:
    _checked(_library().prctl(option, *map(_as_word, (argument, pointer, 0, 0))))


def _as_word(argument: object) -> object:
    """Variadic functions do not convert their arguments."""
    return ctypes.c_ulong(argument) if isinstance(argument, int) else argument


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result
