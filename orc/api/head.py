"""The methods of routes: HEAD for every GET, and a complete Allow header in a 405."""

import asyncio
from http import HTTPStatus

from starlette.datastructures import MutableHeaders
from starlette.routing import Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_METHODS = ("DELETE", "GET", "PATCH", "POST", "PUT")


class HeadLikeGet:
    """Answers HEAD like GET, without the body; a streamed response ends when it starts. The Allow header of a 405 has
    the methods of all routes of the path, whereas the router's has those of one.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_allowing_head(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == HTTPStatus.METHOD_NOT_ALLOWED:
                headers = MutableHeaders(raw=message["headers"])
                methods = set(filter(None, headers.get("allow", "").split(", ")))
                for method in _METHODS:
                    asked = {**scope, "method": method}
                    if any(route.matches(asked)[0] is Match.FULL for route in scope["app"].routes):
                        methods.add(method)
                headers["allow"] = ", ".join(sorted(methods | ({"HEAD"} if "GET" in methods else set())))
            await send(message)

        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send_allowing_head)
            return
        streams = asyncio.Event()

        async def send_without_body(message: Message) -> None:
            if message["type"] == "http.response.start":
                await send_allowing_head(message)
            elif message.get("more_body"):
                streams.set()
            else:
                await send({"type": "http.response.body", "body": b""})

        answer = asyncio.ensure_future(self._app({**scope, "method": "GET"}, receive, send_without_body))
        streaming = asyncio.create_task(streams.wait())
        try:
            await asyncio.wait([answer, streaming], return_when=asyncio.FIRST_COMPLETED)
        finally:
            streaming.cancel()
            answer.cancel()
            await asyncio.wait([answer])
        if streams.is_set():
            await send({"type": "http.response.body", "body": b""})
        if not answer.cancelled():
            answer.result()
