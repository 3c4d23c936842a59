"""HEAD on every route that has a GET."""

import asyncio
from http import HTTPStatus

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class HeadLikeGet:
    """Answers HEAD with what GET would answer, without the body; an answer that streams is ended as it begins."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_allowing_head(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == HTTPStatus.METHOD_NOT_ALLOWED:
                headers = MutableHeaders(raw=message["headers"])
                methods = headers.get("allow", "").split(", ")
                if "GET" in methods:
                    headers["allow"] = ", ".join(sorted({*methods, "HEAD"}))
            await send(message)

        if scope["type"] == "http" and scope["method"] == "HEAD":
            await self._head(scope, receive, send_allowing_head)
        else:
            await self._app(scope, receive, send_allowing_head)

    async def _head(self, scope: Scope, receive: Receive, send: Send) -> None:
        streams = asyncio.Event()

        async def send_without_body(message: Message) -> None:
            if message["type"] == "http.response.start":
                await send(message)
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
