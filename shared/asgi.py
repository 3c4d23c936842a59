"""Lets an ASGI application answer the requests of a Functions HTTP trigger."""

import asyncio
from collections.abc import Mapping
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class AnsweredBy(Response):
    """A response that the application streams after the function has returned. The worker calls a function's response
    as an ASGI application, so a real application can take its place."""

    def __init__(self, application: ASGIApp) -> None:
        super().__init__()
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._application(_own(scope), receive, send)


async def buffered(application: ASGIApp, request: Request, extra: Mapping[str, Any]) -> Response:
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


class _Begun(Response):
    """A response whose application is already running, at most one message ahead of the client."""

    def __init__(self, application: ASGIApp, request: Request, extra: Mapping[str, Any]) -> None:
        super().__init__()
        self._messages: asyncio.Queue[Message] = asyncio.Queue(1)
        scope = {**_own(request.scope), **extra}
        self._answering = asyncio.ensure_future(application(scope, request.receive, self._messages.put))
        self._first: Message | None = None

    async def begin(self) -> None:
        """Waits for the first message; raises what the application raises before it."""
        self._first = await self._next()

    def cancel(self) -> None:
        self._answering.cancel()

    async def _next(self) -> Message | None:
        """The next message; None when the application has ended and all messages were taken."""
        coming = asyncio.ensure_future(self._messages.get())
        try:
            await asyncio.wait([coming, self._answering], return_when=asyncio.FIRST_COMPLETED)
            if coming.done():
                return coming.result()
            await self._answering
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
            self._answering.cancel()
            await asyncio.wait([self._answering])


async def begun(application: ASGIApp, request: Request, extra: Mapping[str, Any]) -> Response:
    """The application's response once it has begun: the rest is streamed after the function has returned (D-260).
    extra is added to the request's scope; it must be valid until then."""
    answer = _Begun(application, request, extra)
    try:
        await answer.begin()
    except BaseException:
        answer.cancel()
        raise
    return answer


def _own(scope: Scope) -> Scope:
    """The request without the entries of the host's own router."""
    left = ("app", "router", "endpoint", "route", "path_params", "fastapi", "state")
    return {key: value for key, value in scope.items() if key not in left and not key.startswith("fastapi_")}
