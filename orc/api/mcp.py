"""The built-in tools for other MCP clients: streamable HTTP, stateless, with the identity of every other route."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from orc.api.problems import problem_of
from orc.errors import OrcError
from orc.services import Services

CONVERSATION_HEADER = "orc-conversation-id"


class McpEndpoint:
    """An ASGI application. The caller comes from the identity provider, never from what the client writes; the header
    Orc-Conversation-Id tells in which of the caller's conversations the named documents are."""

    def __init__(self, get_services: Callable[[], Awaitable[Services]]) -> None:
        self._get_services = get_services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

        from orc.tools.server import CALLER_SCOPE

        request = Request(scope)
        try:
            services = await self._get_services()
            caller = await services.authenticator.authenticate(request.headers)
        except OrcError as error:
            await problem_of(error)(scope, receive, send)
            return
        identified = {**scope, CALLER_SCOPE: (caller, request.headers.get(CONVERSATION_HEADER, ""))}
        manager = StreamableHTTPSessionManager(services.mcp_server(), stateless=True, json_response=True)
        async with manager.run():
            await manager.handle_request(identified, receive, send)
