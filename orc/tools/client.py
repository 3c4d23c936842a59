"""The tools of one MCP server: lists and calls them, with typed failures."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial, reduce
from typing import Any, cast

import mcp_types as types
from mcp import Client
from mcp.shared.exceptions import MCPError
from pydantic import ValidationError

from orc.domain import Json
from orc.errors import ToolFailure, ToolRetry, ToolServerDown, ToolTimedOut
from orc.text import repaired, repaired_json
from orc.tools.answers import MAX_PROGRESS, one_line, read_answer
from orc.tools.connection import Connection, Request
from orc.tools.exchange import Exchange
from orc.tools.offer import ToolResult

_MAX_PAGES = 20
_MAX_TOOLS = 500
_CONNECTION_ENDS = ("Connection closed", "The request was ended", "SSE stream", "server answered a request")
_LEAST_SECRET = 16  # characters; anything shorter may be an ordinary word of a result

type Progress = Callable[[str], Awaitable[None]]


class ServerTools:
    """One server's tools. max_bytes limits the size of each response. secrets are masked in messages and, if they are
    long, in results and tool descriptions, because servers repeat what they were sent."""

    def __init__(
        self,
        server: str,
        connection: Connection,
        *,
        list_seconds: float,
        call_seconds: float,
        max_bytes: int,
        secrets: Callable[[], tuple[str, ...]] = tuple,
    ) -> None:
        self._server = server
        self._connection = connection
        self._list_seconds = list_seconds
        self._call_seconds = call_seconds
        self._max_bytes = max_bytes
        self._secrets = secrets

    async def list_tools(self) -> list[types.Tool]:
        """All tools that the server offers, within limits. Raises ToolServerDown if it cannot be reached."""
        tools: list[types.Tool] = []
        cursor: str | None = None
        exchange = Exchange(self._max_bytes)
        try:
            for _ in range(_MAX_PAGES):
                page = await self._ask(partial(Client.list_tools, cursor=cursor), self._list_seconds, exchange)
                tools += page.tools
                cursor = page.next_cursor
                if cursor is None or len(tools) >= _MAX_TOOLS:
                    break
        except TimeoutError as error:
            raise ToolServerDown(f"The MCP server {self._server} did not list its tools in time.") from error
        except (MCPError, ValidationError, RuntimeError) as error:
            why = exchange.problem or exchange.http_problem or "did not list its tools"
            raise ToolServerDown(f"The MCP server {self._server} {why}.") from error
        offered = ({"description": tool.description, "input_schema": tool.input_schema} for tool in tools[:_MAX_TOOLS])
        shown = (cast("dict[str, Any]", repaired_json(self._masked(each))) for each in offered)
        return [tool.model_copy(update=each) for tool, each in zip(tools, shown, strict=False)]

    async def _ask[T](self, request: Request[T], seconds: float, exchange: Exchange) -> T:
        """Sends a request; repeats it once if the server has lost the session, and so cannot have acted."""
        try:
            return await self._connection.run(request, seconds=seconds, exchange=exchange)
        except MCPError:
            if exchange.status != 404:
                raise
            return await self._connection.run(request, seconds=seconds, exchange=exchange)

    async def call(
        self, tool: str, arguments: Mapping[str, Any], *, meta: Mapping[str, Any] | None, on_progress: Progress
    ) -> ToolResult:
        """The tool's result. ToolFailure for everything else."""
        exchange = Exchange(self._max_bytes)
        progress = _BoundedProgress(lambda message: on_progress(self._clean(message)))

        async def request(client: Client) -> types.CallToolResult:
            return await client.call_tool(
                tool, dict(arguments), progress_callback=progress.report, meta=cast(Any, meta and dict(meta))
            )

        try:
            result = await self._ask(request, self._call_seconds, exchange)
        except TimeoutError as error:
            raise ToolTimedOut(f"{tool} did not answer in time.") from error
        except MCPError as error:
            raise self._failure(tool, error, exchange) from error
        except (ValidationError, RuntimeError) as error:
            raise ToolFailure(f"{tool} returned a result of an unknown shape.", code="tool_result_invalid") from error
        finally:
            progress.over = True
        given = cast("Json", repaired_json(self._masked(result.structured_content)))
        text = repaired(str(self._masked("\n".join(filter(None, map(_text, result.content))))))
        return read_answer(tool, given, text, is_error=bool(result.is_error), clean=self._clean)

    def _failure(self, tool: str, error: MCPError, exchange: Exchange) -> ToolFailure:
        if exchange.too_large:
            return ToolFailure(f"The result of {tool} is too large.", code="tool_result_too_large")
        if exchange.problem is not None:
            return ToolServerDown(f"The MCP server {self._server} {exchange.problem}.")
        message = self._clean(error.error.message)
        if error.error.code == types.INVALID_PARAMS:
            return ToolRetry(f"{tool} rejects this call: {message}", code="invalid_arguments")
        # The client's own errors; servers use the same code for theirs.
        if error.error.code == types.CONNECTION_CLOSED and error.error.message.startswith(_CONNECTION_ENDS):
            return ToolServerDown(f"The MCP server {self._server} ended the connection.")
        if error.error.code in (types.PARSE_ERROR, types.INVALID_REQUEST):
            return ToolFailure(f"{tool} returned a result of an unknown shape.", code="tool_result_invalid")
        if (status := exchange.http_problem) is not None and error.error.code == types.INTERNAL_ERROR:
            return ToolServerDown(f"The MCP server {self._server} {status}.")
        return ToolFailure(f"{tool} could not be called: {message}")

    def _masked(self, value: object) -> object:
        secrets = [secret for secret in self._secrets() if len(secret) >= _LEAST_SECRET]
        return _without(secrets, value) if secrets else value

    def _clean(self, message: str) -> str:
        """A server's message as one line without secrets, of limited length."""
        for secret in self._secrets():
            message = message.replace(secret, "***")
        return one_line(message)

    async def aclose(self) -> None:
        await self._connection.aclose()


class _BoundedProgress:
    """The progress messages of a call: a limited number, and none after its end."""

    def __init__(self, on_progress: Progress) -> None:
        self.over = False
        self._on_progress = on_progress
        self._count = 0

    async def report(self, progress: float, total: float | None, message: str | None) -> None:
        self._count += 1
        if message and not self.over and self._count <= MAX_PROGRESS:
            await self._on_progress(message)


def _text(block: types.ContentBlock) -> str:
    match block:
        case types.TextContent():
            return block.text
        case types.EmbeddedResource(resource=types.TextResourceContents() as resource):
            return resource.text
        case types.ResourceLink():
            return f"{block.name}: {block.uri}"
        case _:
            return f"[{block.type}]"


def _without(secrets: Sequence[str], value: object) -> object:
    """JSON with the secrets in strings and field names replaced by stars."""
    if isinstance(value, str):
        return reduce(lambda text, secret: text.replace(secret, "***"), secrets, value)
    if isinstance(value, Mapping):
        return {_without(secrets, name): _without(secrets, each) for name, each in value.items()}
    return [_without(secrets, each) for each in value] if isinstance(value, list) else value
