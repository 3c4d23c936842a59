"""Translates problems into the error format of another API."""

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

PROBLEM_TYPE = "application/problem+json"


def wants_sentence(scope: Scope) -> bool:
    """Whether a problem is answered as a plain sentence: under /api/ui, unless the Accept header names JSON."""
    return scope["path"].startswith("/api/ui/") and "json" not in Headers(scope=scope).get("accept", "").lower()


class ProblemForm(ABC):
    """Middleware that translates every problem of its requests, whether a route, the router or an inner middleware
    raised it. Other responses pass unchanged."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    @abstractmethod
    def handles(self, scope: Scope) -> bool:
        """Whether problems of this request are translated."""

    @abstractmethod
    def translate(self, problem: Mapping[str, Any], headers: MutableHeaders) -> tuple[int, bytes]:
        """Returns the status and body of the translated problem. May change headers; the content length is set
        afterwards."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not self.handles(scope):
            await self._app(scope, receive, send)
            return
        start: Message | None = None
        body = b""

        async def send_in_form(message: Message) -> None:
            nonlocal start, body
            is_start = message["type"] == "http.response.start"
            if is_start and Headers(raw=message["headers"]).get("content-type") == PROBLEM_TYPE:
                start = message
            elif start is None:
                await send(message)
            else:
                body += message.get("body", b"")
                if not message.get("more_body", False):
                    headers = MutableHeaders(raw=start["headers"])
                    status, translated = self.translate(json.loads(body), headers)
                    headers["content-length"] = str(len(translated))
                    await send({**start, "status": status, "headers": headers.raw})
                    await send({"type": "http.response.body", "body": translated})

        await self._app(scope, receive, send_in_form)
