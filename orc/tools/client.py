"""Calls tools over MCP with the official client, and turns what can go wrong into typed failures."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, cast

from mcp import Client
from mcp.server import Server
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult, TextContent

from orc.domain import Caller
from orc.errors import ToolFailure
from orc.tools.server import CALLER_META_KEY

_PROTOCOL = "2026-07-28"


class ToolClient:
    """Holds one client of the built-in server, connected on first use and kept over turns."""

    def __init__(self, server: Server[Any], *, timeout_seconds: float = 300) -> None:
        self._server = server
        self._timeout_seconds = timeout_seconds
        self._connected: asyncio.Future[Client] | None = None
        self._keeper: asyncio.Task[None] | None = None

    async def call(
        self,
        tool: str,
        arguments: Mapping[str, Any],
        *,
        caller: Caller,
        conversation_id: str,
        on_progress: Callable[[str], Awaitable[None]],
    ) -> dict[str, Any]:
        """The tool's structured result. ToolFailure for everything else."""
        client = await self._client()
        identity = {
            "organization_id": caller.organization_id,
            "user_id": caller.user_id,
            "conversation_id": conversation_id,
        }

        async def on_report(progress: float, total: float | None, message: str | None) -> None:
            if message:
                await on_progress(message)

        try:
            async with asyncio.timeout(self._timeout_seconds):
                result = await client.call_tool(
                    tool,
                    dict(arguments),
                    progress_callback=on_report,
                    meta=cast(Any, {CALLER_META_KEY: identity}),
                )
        except TimeoutError as error:
            raise ToolFailure(f"{tool} did not answer in time.", code="tool_timed_out") from error
        except MCPError as error:
            raise ToolFailure(f"{tool} could not be called.", code="tool_failed") from error
        return _structured(tool, result)

    async def _client(self) -> Client:
        if self._connected is None:
            self._connected = asyncio.get_running_loop().create_future()
            self._keeper = asyncio.create_task(self._keep(self._connected))
        return await asyncio.shield(self._connected)

    async def _keep(self, connected: asyncio.Future[Client]) -> None:
        """Opens and closes the client in one task, as its task group demands."""
        async with Client(self._server, mode=_PROTOCOL, cache=None) as client:
            connected.set_result(client)
            await asyncio.Event().wait()

    async def aclose(self) -> None:
        if self._keeper is not None:
            self._keeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeper
        self._connected = self._keeper = None


def _structured(tool: str, result: CallToolResult) -> dict[str, Any]:
    structured = cast("dict[str, Any] | None", result.structured_content)
    if result.is_error:
        error = (structured or {}).get("error") or {}
        text = " ".join(block.text for block in result.content if isinstance(block, TextContent))
        raise ToolFailure(error.get("message") or text or f"{tool} failed.", code=error.get("code") or "tool_failed")
    if structured is None:
        raise ToolFailure(f"{tool} gave no structured result.", code="tool_result_invalid")
    return structured
