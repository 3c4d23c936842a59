"""The built-in tools for other MCP clients: streamable HTTP, stateless, with the same authentication as every route."""

import asyncio
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Header, Request, Response
from starlette.types import Message, Receive, Scope, Send

from orc.api.addresses import canonical_id
from orc.api.admission import AdmittedRoute
from orc.api.dependencies import CallerDep, ServicesDep

if TYPE_CHECKING:
    from mcp.server import Server

router = APIRouter(tags=["tools"], route_class=AdmittedRoute)

_LIBRARY = "mcp.server.streamable_http_manager"
_MESSAGE = {"content": {"application/json": {"schema": {"type": "object"}}}}
_RESPONSES: dict[int | str, dict[str, Any]] = {
    200: {**_MESSAGE, "description": "The JSON-RPC response."},
    202: {"description": "The notification was accepted."},
    400: {**_MESSAGE, "description": "A JSON-RPC error: the message cannot be understood."},
    406: {**_MESSAGE, "description": "A JSON-RPC error: the client must accept JSON."},
}


class _Exchange(Response):
    """Answers one MCP message. The tools get the caller from the scope and nothing else of the HTTP request."""

    def __init__(self, server: "Server[Any]", identified: dict[str, Any], message: bytes) -> None:
        super().__init__()
        self._server = server
        self._identified = identified
        self._message = message

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

        body: list[Message] = [{"type": "http.request", "body": self._message, "more_body": False}]

        async def replayed() -> Message:
            return body.pop() if body else await receive()

        manager = StreamableHTTPSessionManager(
            self._server, stateless=True, json_response=True, max_request_body_size=max(1, len(self._message))
        )
        async with manager.run():
            await manager.handle_request({**scope, **self._identified}, replayed, send)


@router.post(
    "/mcp",
    response_class=Response,
    responses=_RESPONSES,
    openapi_extra={"requestBody": {**_MESSAGE, "required": True}},
)
async def mcp(
    request: Request,
    services: ServicesDep,
    caller: CallerDep,
    orc_conversation_id: Annotated[str, Header(description="The conversation that has the named documents.")] = "",
) -> Response:
    """Calls the document tools by the Model Context Protocol: one message and its response, without sessions."""
    if _LIBRARY not in sys.modules:  # importing it takes 0.4 s, in a thread so that other requests do not wait
        await asyncio.to_thread(import_module, _LIBRARY)
    from orc.tools.server import CALLER_SCOPE

    identified = {CALLER_SCOPE: caller.conversation(canonical_id(orc_conversation_id))}
    return _Exchange(services.mcp_server(), identified, await request.body())
