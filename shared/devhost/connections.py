"""Connections of the local host: closed when no request arrives, and only after an early response was delivered."""

import asyncio
from contextlib import suppress
from functools import partial
from typing import Any

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

_LINGER_SECONDS = 2
_LINGER_BYTES = 512 * 1024 * 1024
_LITTLE = 64 * 1024


def connection_class(head_seconds: float) -> Any:
    """The protocol of a server whose clients have that many seconds to send the head of a request."""
    return partial(_Connection, head_seconds=head_seconds)


class _Connection(H11Protocol):
    """Closes when the head of a request does not arrive in time. The time for the first counts from the opening of the
    connection, for a later one from its first byte: idle time in between is the server's keep-alive. The rest of an
    unread body counts as a head."""

    def __init__(self, *arguments: Any, head_seconds: float, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._head_seconds = head_seconds
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._unwatch()
        super().connection_lost(exc)

    def _watch(self) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            self._unwatch()
        elif self._timer is None and not self.transport.is_closing():
            self._timer = self.loop.call_later(self._head_seconds, self.transport.close)

    def _unwatch(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Lingering:
    """Delivers a response that precedes the end of the request's body: the whole response with `connection: close`, and
    then the sender has a moment to stop. Closing a connection with unread input resets it, and the response is lost.
    A small rest of a body is read instead."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        exchange = _Exchange(scope, receive, send)
        await self._app(scope, exchange.receive, exchange.send)


class _Exchange:
    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        headers = Headers(scope=scope)
        self._left = _LINGER_BYTES if "transfer-encoding" in headers else int(headers.get("content-length", 0))
        self._waits = headers.get("expect", "").lower() == "100-continue"
        self._asked = self._closes = False

    async def receive(self) -> Message:
        self._asked, self._waits = True, False
        message = await self._receive()
        self._left = max(self._left - len(message.get("body", b"")), 0) if message.get("more_body") else 0
        return message

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._closes = self._left > (0 if self._asked else _LITTLE) or (self._waits and self._left > 0)
            if self._closes:
                message = {**message, "headers": [*message.get("headers", ()), (b"connection", b"close")]}
        elif self._closes and not message.get("more_body"):
            await self._send({**message, "more_body": True})
            bound = 0 if self._waits else _LINGER_BYTES  # a sender that waits for `100 Continue` sends nothing
            with suppress(TimeoutError):
                async with asyncio.timeout(_LINGER_SECONDS):
                    while self._left and bound > 0:
                        bound -= len((await self.receive()).get("body", b""))
            message = {"type": "http.response.body"}
        await self._send(message)
