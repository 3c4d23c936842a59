"""Put on a process's path, this stops it from reaching anything but its own machine, and says who tried."""

import sys
from typing import Any

_OWN = ("127.0.0.1", "::1", "localhost", None, "")


def _refuse(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "socket.getaddrinfo":
        host = arguments[0]
    elif event in ("socket.connect", "socket.sendto") and isinstance(arguments[1], tuple):
        host = arguments[1][0]
    else:
        return
    if host not in _OWN and host not in (b"127.0.0.1", b"localhost"):
        sys.stderr.write(f"{event} left the machine for {host}\n")
        raise PermissionError(f"{event} {host}")


sys.addaudithook(_refuse)
