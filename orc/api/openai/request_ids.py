"""The `x-request-id` of responses under /api/v1, which the SDKs tell as `_request_id` and with their exceptions."""

import uuid
from contextlib import suppress

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from orc.api.openai.errors import is_openai_path

_INVOCATION = "x-ms-invocation-id"


class RequestIds:
    """Middleware that names every response under /api/v1 in `x-request-id`: by the host's id of its invocation, which
    its log has too, else by a new id. A client's own id is never repeated: it could be any text."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not is_openai_path(scope["path"]):
            await self._app(scope, receive, send)
            return
        request_id = uuid.uuid4()
        with suppress(ValueError):
            request_id = uuid.UUID(Headers(scope=scope).get(_INVOCATION, ""))

        async def send_named(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(raw=message["headers"])["x-request-id"] = str(request_id)
            await send(message)

        await self._app(scope, receive, send_named)
