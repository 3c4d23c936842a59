"""Lets an ASGI application answer the requests of a Functions HTTP trigger."""

from collections.abc import Mapping
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class _AnsweredBy(Response):
    """The worker calls a function's response as an ASGI application, which allows a real one in its place."""

    def __init__(self, application: ASGIApp) -> None:
        super().__init__()
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._application(_own(scope), receive, send)


def answered_by(application: ASGIApp) -> Response:
    """A response that the application streams, once the function has returned."""
    return _AnsweredBy(application)


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


def _own(scope: Scope) -> Scope:
    """The request without the entries of the host's own router."""
    left = ("app", "router", "endpoint", "route", "path_params", "fastapi", "state")
    return {key: value for key, value in scope.items() if key not in left and not key.startswith("fastapi_")}
