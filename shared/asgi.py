"""Lets an ASGI application answer the requests of a Functions HTTP trigger."""

import asyncio
from collections.abc import Mapping
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class StreamedResponse(Response):
    """A response that the application streams after the function has returned. The worker calls a function's response
    as an ASGI application, so a real application can take its place."""

    def __init__(self, application: ASGIApp) -> None:
        super().__init__()
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._application(_own(scope), receive, send)


async def whole_response(application: ASGIApp, request: Request, extra: Mapping[str, Any]) -> Response:
    """The application's whole response, complete before the function returns; extra is added to the request's scope."""
    started: Message = {}
    body: list[bytes] = []

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            started.update(message)
        else:
            body.append(message.get("body", b""))

    await application({**_own(request.scope), **extra}, request.receive, send)
    response = Response(b"".join(body), started["status"])
    response.raw_headers = list(MutableHeaders(raw=started["headers"]).raw)
    return response


class _StartedResponse(Response):
    """A response whose application is already running, at most one message ahead of the client."""

    def __init__(self, application: ASGIApp, request: Request, extra: Mapping[str, Any]) -> None:
        super().__init__()
        self._messages: asyncio.Queue[Message] = asyncio.Queue(1)
        scope = {**_own(request.scope), **extra}
        self._running = asyncio.ensure_future(application(scope, request.receive, self._messages.put))
        self._first: Message | None = None

    async def start(self) -> None:
        """Waits for the first message; raises what the application raises before it."""
        self._first = await self._next()

    def cancel(self) -> None:
        self._running.cancel()

    async def _next(self) -> Message | None:
        """The next message; None when the application has ended and all messages were taken."""
        coming = asyncio.ensure_future(self._messages.get())
        try:
            await asyncio.wait([coming, self._running], return_when=asyncio.FIRST_COMPLETED)
            if coming.done():
                return coming.result()
            await self._running
            return None if self._messages.empty() else self._messages.get_nowait()
        finally:
            coming.cancel()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        message = self._first
        try:
            while message is not None:
                await send(message)
                message = await self._next()
        finally:
            self._running.cancel()
            await asyncio.wait([self._running])


async def started_response(application: ASGIApp, request: Request, extra: Mapping[str, Any]) -> Response:
    """The application's response once it has begun: the rest is streamed after the function has returned (D-260).
    extra is added to the request's scope; it must be valid until then."""
    response = _StartedResponse(application, request, extra)
    try:
        await response.start()
    except BaseException:
        response.cancel()
        raise
    return response


def _own(scope: Scope) -> Scope:
    """The request without the entries of the host's own router."""
    left = ("app", "router", "endpoint", "route", "path_params", "fastapi", "state")
    return {key: value for key, value in scope.items() if key not in left and not key.startswith("fastapi_")}
