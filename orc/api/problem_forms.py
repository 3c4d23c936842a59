"""Problems in the form that clients of another API read."""

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

PROBLEM_TYPE = "application/problem+json"
CODE_HEADER = "X-Orc-Error-Code"


def wants_sentence(scope: Scope) -> bool:
    """Whether a problem of this request is told as a sentence: under /api/ui, unless it accepts JSON by name."""
    return scope["path"].startswith("/api/ui/") and "json" not in Headers(scope=scope).get("accept", "")


class ProblemForm(ABC):
    """Middleware that answers its requests with another form of each problem, whoever raised it: routes, the router
    itself and the middleware within this one. Other answers pass as they come."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    @abstractmethod
    def takes(self, scope: Scope) -> bool:
        """Whether problems of this request are told in this form."""

    @abstractmethod
    def retell(self, problem: Mapping[str, Any], headers: MutableHeaders) -> tuple[int, bytes]:
        """The status and the body in this form. Sets the headers that differ; the length is set after it."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not self.takes(scope):
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
                    status, retold = self.retell(json.loads(body), headers)
                    headers["content-length"] = str(len(retold))
                    await send({**start, "status": status, "headers": headers.raw})
                    await send({"type": "http.response.body", "body": retold})

        await self._app(scope, receive, send_in_form)
