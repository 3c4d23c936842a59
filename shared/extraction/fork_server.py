"""A process that has the readers' libraries in memory and forks a child for each file. It reads no file itself, so
files are isolated from each other.

The host requests a child by one byte on the control socket, with two sockets attached. The child talks to the host over
the first. Over the second the host receives the child's exit status, and closing it ends the child. The process ends
with its last child when the host closes the control socket or has ended (D-066).
"""

import encodings
import gc
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pkgutil import iter_modules
from selectors import EVENT_READ, DefaultSelector
from socket import recv_fds, socket
from typing import NoReturn

from orc import text
from shared.extraction import sandbox

_LIBRARIES = ("pdf", "pdf_page", "html", "text", "package", "word", "slides", "sheets")
_FIRST_INHERITED_FILE = 3


def main() -> None:
    """Loads what readers need, then serves until the host is gone."""
    from shared.extraction.formats import charsets
    from shared.extraction.worker import work

    sandbox.hide()
    for reader in _LIBRARIES:
        import_module(f"shared.extraction.formats.{reader}")
    for codec in iter_modules(encodings.__path__):  # a file may declare any of them, and a child opens no files
        with suppress(ImportError):  # codecs of other systems
            import_module(f"encodings.{codec.name}")
    text.prepare()
    charsets.prepare()
    serve(work)


def serve(work: Callable[[socket], NoReturn]) -> None:
    """Runs work in a child for each request; the control socket is standard input."""
    gc.disable()  # a child ends before a garbage collection pays off
    gc.freeze()
    _ForkServer(work, socket(fileno=os.dup(0))).run()


class _ForkServer:
    def __init__(self, work: Callable[[socket], NoReturn], control: socket) -> None:
        self._work = work
        self._control = control
        self._hosts: dict[int, socket] = {}  # by the child's process id
        self._selector = DefaultSelector()
        self._woken, waking = os.pipe()
        for end in (self._woken, waking):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(waking, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        self._selector.register(control, EVENT_READ, self._fork_child)
        self._selector.register(self._woken, EVENT_READ, self._reap_children)

    def run(self) -> None:
        while self._control.fileno() >= 0 or self._hosts:
            for key, _ in self._selector.select():
                key.data()

    def _fork_child(self) -> None:
        request, files, _, _ = recv_fds(self._control, 1, 2)
        if not request:
            self._selector.unregister(self._control)
            self._control.close()
            return
        talk, host = (socket(fileno=file) for file in files)
        fork_server = os.getpid()
        pid = os.fork()
        if not pid:  # the child keeps one of the open files, the socket, and no signal handler
            try:
                sandbox.end_with_parent()
                if os.getppid() != fork_server:  # the parent ended before the line above
                    os._exit(1)
                os.setpgid(0, 0)
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                os.dup2(talk.detach(), 0)
                nothing = os.open(os.devnull, os.O_RDWR)
                os.dup2(nothing, 1)
                os.dup2(nothing, 2)
                os.closerange(_FIRST_INHERITED_FILE, os.sysconf("SC_OPEN_MAX"))
                self._work(socket(fileno=0))
            except BaseException as error:
                sys.excepthook(type(error), error, error.__traceback__)
                raise
            finally:
                os._exit(1)
        talk.close()
        with suppress(ProcessLookupError, PermissionError):  # the child may have done so itself, or have ended
            os.setpgid(pid, pid)

        def kill() -> None:
            if pid not in self._hosts:  # reaped by an earlier callback of the same select
                return
            self._selector.unregister(host)
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(pid, signal.SIGKILL)

        self._hosts[pid] = host
        self._selector.register(host, EVENT_READ, kill)

    def _reap_children(self) -> None:
        """Reports exit statuses to the hosts, and ends any processes that a child leaves behind."""
        with suppress(BlockingIOError):
            os.read(self._woken, 4096)
        with suppress(ChildProcessError):
            while ended := os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(ended.si_pid, signal.SIGKILL)
                _, status = os.waitpid(ended.si_pid, 0)
                host = self._hosts.pop(ended.si_pid)
                with suppress(KeyError):
                    self._selector.unregister(host)
                with suppress(OSError), host:
                    host.sendall(b"%d" % os.waitstatus_to_exitcode(status))
