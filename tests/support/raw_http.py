"""HTTP/1.1 at the level of bytes, for requests that no client sends."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from socket import create_connection, socket
from typing import Any
from urllib.parse import urlsplit

from tests.support.waiting import LIMIT_SECONDS


@dataclass(frozen=True)
class Answer:
    """A final response. Header names are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def problem(self) -> dict[str, Any]:
        described = json.loads(self.body)
        if "error" in described:
            return dict(described["error"])
        assert self.headers["content-type"] == "application/problem+json"
        assert described["status"] == self.status
        return dict(described)


class RawConnection:
    """One connection to a server."""

    def __init__(self, opened: socket) -> None:
        self._socket = opened
        self._read = b""

    def head(self, request: str, headers: Mapping[str, str]) -> None:
        """Sends the head of a request, which is a method and a path."""
        lines = [f"{request} HTTP/1.1", "host: 127.0.0.1", *(f"{key}: {value}" for key, value in headers.items())]
        self.send("\r\n".join([*lines, "", ""]).encode())

    def send(self, data: bytes) -> None:
        self._socket.sendall(data)

    def drip(self, pieces: Iterable[bytes], *, pause: float) -> None:
        """Sends a piece after each pause, until the server answers or closes the connection."""
        self._socket.settimeout(pause)
        for piece in pieces:
            try:
                self.send(piece)
                self._read += self._socket.recv(65536)
            except TimeoutError:
                continue
            except ConnectionError:  # closed with a piece on its way
                pass
            break
        else:
            raise AssertionError("all of it was taken")
        self._socket.settimeout(LIMIT_SECONDS)

    def close(self) -> None:
        self._socket.close()

    def interim(self) -> int:
        """The status of an interim response."""
        return int(self._head()[0])

    def answer(self, *, has_body: bool = True) -> Answer:
        status, headers = self._head()
        size = int(headers.get("content-length", 0)) if has_body else 0
        while len(self._read) < size:
            self._receive()
        body, self._read = self._read[:size], self._read[size:]
        return Answer(status, headers, body)

    def ends(self) -> bool:
        """Waits until the server closes the connection. Fails if it sends anything more."""
        try:
            return self._read == self._socket.recv(1) == b""
        except ConnectionResetError:
            return True

    def _head(self) -> tuple[int, dict[str, str]]:
        while b"\r\n\r\n" not in self._read:
            self._receive()
        head, _, self._read = self._read.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        found = re.fullmatch(r"HTTP/1\.1 (\d{3}) .*", first)
        assert found, first
        return int(found[1]), {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}

    def _receive(self) -> None:
        data = self._socket.recv(65536)
        assert data, f"the connection ended after {self._read!r}"
        self._read += data


@contextmanager
def raw_connection(url: str) -> Iterator[RawConnection]:
    address = urlsplit(url)
    with create_connection((address.hostname or "", address.port or 80), timeout=LIMIT_SECONDS) as opened:
        yield RawConnection(opened)


def chunk(data: bytes) -> bytes:
    """A chunk of a body of unknown length."""
    return b"%x\r\n%s\r\n" % (len(data), data)
