"""Children that a file has taken over: each does to the host what the real one never would."""

import os
import signal
import sys
import time
from collections.abc import Callable
from socket import SHUT_WR, socket
from typing import NoReturn

from shared.extraction.fork_server import serve


def main(behaviour: str) -> None:
    serve(lambda host: _run(_BEHAVIOURS[behaviour], host))


def _run(behaviour: Callable[[socket], object], host: socket) -> NoReturn:
    behaviour(host)
    sys.exit(0)


def _endless(host: socket) -> None:
    while True:
        host.sendall(b"y" * 4096)


def _counting(host: socket) -> None:
    while True:
        host.sendall(b"+9/9\n" * 1000)


def _says(answer: bytes) -> Callable[[socket], None]:
    def say(host: socket) -> None:
        host.sendall(answer)
        os._exit(0)

    return say


def _silent(host: socket) -> None:
    host.shutdown(SHUT_WR)
    host.close()
    time.sleep(60)


_BEHAVIOURS: dict[str, Callable[[socket], object]] = {
    "endless": _endless,
    "counting": _counting,
    "nonsense": _says(b"nonsense"),
    "empty_list": _says(b"[]\n"),
    "made_up_failure": _says(b'{"failure": "made_up"}\n'),
    "segmentation_fault": lambda _: os.kill(os.getpid(), signal.SIGSEGV),
    "killed": lambda _: os.kill(os.getpid(), signal.SIGKILL),
    "silent": _silent,
}
