"""A small HTTP/1.1 server on a loopback port. Tests control every byte that it sends."""

import asyncio
import json
import socket
import ssl
from asyncio import StreamReader, StreamWriter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Self

from tests.support.waiting import LIMIT_SECONDS

# For clients of plain HTTP, which would each read the certificates of all authorities, for 27 ms.
NO_AUTHORITIES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


@dataclass(frozen=True)
class Received:
    """A request. Header names are in lower case; body is its parsed JSON, or bytes of another type."""

    method: str
    path: str
    headers: dict[str, str]
    body: Any


class LoopbackServer:
    """Serves while its block runs, on a free port unless one is given; a subclass answers in respond()."""

    def __init__(self, *, port: int = 0) -> None:
        self.requests: list[Received] = []
        self.disconnects: list[Received] = []
        self._port = port
        self._changed = asyncio.Condition()
        self._conversations: list[asyncio.Task[None]] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    @property
    def connections(self) -> int:
        """The number of connections so far."""
        return len(self._conversations)

    async def respond(self, received: Received, writer: StreamWriter) -> None:
        raise NotImplementedError

    async def until(self, condition: Callable[[], bool]) -> None:
        """Returns once the condition holds. It is evaluated when a request arrives and when a client leaves."""
        async with asyncio.timeout(LIMIT_SECONDS), self._changed:
            await self._changed.wait_for(condition)

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self._port)
        self._port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._server.close()
        self._server.abort_clients()
        await self._server.wait_closed()
        await asyncio.gather(*self._conversations)  # what went wrong in respond() fails the test

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._conversations.append(task)
        try:
            await self._converse(reader, writer)
        finally:
            writer.transport.abort()

    async def _converse(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Answers the requests of a connection. Reads ahead for the next request, which shows when the client
        leaves."""
        received = await _read(reader)
        while received is not None:
            await self._note(self.requests, received)
            following = asyncio.create_task(_read(reader))
            replying = asyncio.create_task(self.respond(received, writer))
            await asyncio.wait({following, replying}, return_when=asyncio.FIRST_COMPLETED)
            if following.done() and following.result() is None:
                replying.cancel()
            (outcome,) = await asyncio.gather(replying, return_exceptions=True)
            if isinstance(outcome, asyncio.CancelledError | ConnectionError):
                await self._note(self.disconnects, received)
            elif outcome is not None:
                raise outcome
            received = await following

    async def _note(self, where: list[Received], received: Received) -> None:
        where.append(received)
        async with self._changed:
            self._changed.notify_all()


async def _read(reader: StreamReader) -> Received | None:
    """The next request of a connection; None when the client has closed it."""
    try:
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines if line)}
        content = await reader.readexactly(int(headers.get("content-length", 0)))
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    method, path, _ = first.split(" ")
    is_json = headers.get("content-type") != "application/octet-stream"
    return Received(method, path, headers, (json.loads(content) if is_json else content) if content else None)


def send_head(writer: StreamWriter, status: int, headers: Mapping[str, str]) -> None:
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", *(f"{name}: {value}" for name, value in headers.items())]
    writer.write("\r\n".join([*lines, "", ""]).encode("latin-1"))


async def send_json(
    writer: StreamWriter, body: object, *, status: int = 200, headers: Mapping[str, str] | None = None
) -> None:
    content = json.dumps(body).encode()
    own = {"content-type": "application/json", "content-length": str(len(content))}
    send_head(writer, status, own | dict(headers or {}))
    writer.write(content)
    await writer.drain()


async def send_chunk(writer: StreamWriter, data: bytes) -> None:
    """One chunk of a chunked body; an empty one ends it."""
    writer.write(b"%x\r\n%b\r\n" % (len(data), data))
    await writer.drain()


def free_port() -> int:
    """A port on which nothing listens, for an unreachable server."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])
