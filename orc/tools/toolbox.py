"""Lists and calls the tools of all MCP servers. A server that is down makes only its own tools unavailable."""

import asyncio
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from orc.documents.registry import Progress
from orc.domain import ConversationKey, Json
from orc.errors import ToolFailure, ToolRetry, ToolServerDown
from orc.ports import ItemStore
from orc.ports.tracing import NoTracer, Tracer, tool_span
from orc.tools.built_in import CALLER_META_KEY, BuiltInTool
from orc.tools.direct import call_directly
from orc.tools.offer import BUILT_IN, Offer, ServerSettings, Tool, ToolResult, ToolServer
from orc.tools.stored_names import ToolNames

if TYPE_CHECKING:  # the MCP package is imported where it is needed: it is a large part of a cold start
    from mcp.server import Server

    from orc.tools.client import ServerTools

_SERVER = "orc.tools.server"
_DESCRIPTION_CHARACTERS = 1000
_FAILURE_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class ToolboxLimits:
    """cache_seconds is how long a list of tools stays valid; result_bytes limits the size of a server's response."""

    cache_seconds: float = 300
    connect_seconds: float = 5
    call_seconds: float = 60
    built_in_seconds: float = 300
    result_bytes: int = 1 << 20


@dataclass(frozen=True, slots=True)
class OwnServer:
    """The built-in MCP server: its tools, which need no request to list, and its factory. directly are the tools that
    are called without the server while the MCP package is not imported."""

    tools: Callable[[], Sequence[Tool]]
    make: "Callable[[], Server[Any]]"
    directly: Mapping[str, BuiltInTool] = field(default_factory=dict[str, BuiltInTool])


def own_server(*tools: BuiltInTool) -> OwnServer:
    """Creates the server of these tools."""

    def make() -> "Server[Any]":
        from orc.tools.server import build_server

        return build_server(*tools, for_others=False)

    def listed() -> list[Tool]:
        return [_tool(BUILT_IN, tool.name, tool.description, tool.arguments.model_json_schema()) for tool in tools]

    return OwnServer(listed, make, {tool.name: tool for tool in tools})


def _tool(server: str, name: str, description: str | None, schema: Mapping[str, Json]) -> Tool:
    return Tool(name, server, name, (description or "").strip()[:_DESCRIPTION_CHARACTERS], schema)


class _Listed(ABC):
    """The last list of one server's tools, and when it becomes invalid."""

    def __init__(self, name: str, allow: frozenset[str] | None, limits: ToolboxLimits) -> None:
        self.name = name
        self._limits = limits
        self._tools: ServerTools | None = None
        self._allow = allow
        self._known = ToolServer(name, "down")
        self._until = 0.0
        self._listing: asyncio.Task[ToolServer] | None = None

    @abstractmethod
    def connect(self) -> "ServerTools":
        """Creates the connection. May block, because it imports the MCP package."""

    def allows(self, own_name: str) -> bool:
        return self._allow is None or own_name in self._allow

    def forget(self) -> None:
        self._until = 0.0

    async def tools(self) -> "ServerTools":
        if self._tools is None:
            tools = await asyncio.to_thread(self.connect)
            self._tools = self._tools or tools
        return self._tools

    async def call(
        self, tool: str, arguments: Mapping[str, Any], key: ConversationKey, on_progress: Progress
    ) -> ToolResult:
        tools = await self.tools()
        return await tools.call(tool, arguments, meta=None, on_progress=on_progress)

    async def known(self) -> ToolServer:
        return self._known if time.monotonic() < self._until else await self.list_again()

    async def list_again(self) -> ToolServer:
        """Lists the server's tools. Concurrent callers share the request."""
        listing = self._listing
        if listing is None or listing.done() or listing.get_loop() is not asyncio.get_running_loop():
            listing = self._listing = asyncio.create_task(self._list())
        return await asyncio.shield(listing)

    async def _list(self) -> ToolServer:
        at = _listed_at()
        try:
            found = await (await self.tools()).list_tools()
        except ToolServerDown as down:
            self._known, valid_seconds = ToolServer(self.name, "down", (), down.message, at), _FAILURE_SECONDS
        else:
            offered = ((_tool(self.name, t.name, t.description, t.input_schema), t.annotations) for t in found)
            allowed = tuple(
                replace(tool, is_repeatable=bool(hints and (hints.read_only_hint or hints.idempotent_hint)))
                for tool, hints in offered
                if self.allows(tool.own_name)
            )
            self._known, valid_seconds = ToolServer(self.name, "ok", allowed, None, at), self._limits.cache_seconds
        self._until = time.monotonic() + min(valid_seconds, self._limits.cache_seconds)
        return self._known

    async def aclose(self) -> None:
        if self._listing is not None and not self._listing.done():
            self._listing.cancel()
            await asyncio.wait([self._listing])
        if self._tools is not None:
            await self._tools.aclose()


def _listed_at() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class _Own(_Listed):
    """The built-in server, whose tools are known. Only it receives the caller's identity."""

    def __init__(self, own: OwnServer, limits: ToolboxLimits) -> None:
        super().__init__(BUILT_IN, None, limits)
        self._own = own

    def connect(self) -> "ServerTools":
        from orc.tools.client import ServerTools
        from orc.tools.connection import InMemoryConnection

        return ServerTools(
            BUILT_IN,
            InMemoryConnection(self._own.make()),
            list_seconds=self._limits.built_in_seconds,
            call_seconds=self._limits.built_in_seconds,
            max_bytes=self._limits.result_bytes,
        )

    async def call(
        self, tool: str, arguments: Mapping[str, Any], key: ConversationKey, on_progress: Progress
    ) -> ToolResult:
        own = self._own.directly.get(tool)
        if own is not None and _SERVER not in sys.modules:
            seconds = self._limits.built_in_seconds
            return await call_directly(own, arguments, key=key, seconds=seconds, on_progress=on_progress)
        tools = await self.tools()
        return await tools.call(tool, arguments, meta={CALLER_META_KEY: asdict(key)}, on_progress=on_progress)

    async def _list(self) -> ToolServer:
        self._known = ToolServer(BUILT_IN, "ok", tuple(self._own.tools()), None, _listed_at())
        self._until = time.monotonic() + self._limits.cache_seconds
        return self._known


class _Configured(_Listed):
    """A server over HTTP. It is listed again after it has announced a change."""

    def __init__(self, settings: ServerSettings, limits: ToolboxLimits) -> None:
        super().__init__(settings.name, settings.allow, limits)
        self._settings = settings

    def connect(self) -> "ServerTools":
        from orc.tools.client import ServerTools
        from orc.tools.connection import HttpConnection

        settings, limits = self._settings, self._limits
        connection = HttpConnection(settings, connect_seconds=limits.connect_seconds, on_change=self.forget)
        return ServerTools(
            settings.name,
            connection,
            list_seconds=limits.connect_seconds,
            call_seconds=settings.call_seconds or limits.call_seconds,
            max_bytes=limits.result_bytes,
            secrets=connection.secrets,
        )


class Toolbox:
    """The built-in server, in memory, and other servers over HTTP. items stores the names of their tools; without it,
    names hold for this process."""

    def __init__(
        self,
        own: OwnServer,
        servers: Mapping[str, ServerSettings],
        *,
        limits: ToolboxLimits,
        tracer: Tracer | None = None,
        items: ItemStore | None = None,
    ) -> None:
        self._tracer = tracer or NoTracer()
        self._servers: dict[str, _Listed] = {
            BUILT_IN: _Own(own, limits),
            **{name: _Configured(settings, limits) for name, settings in servers.items()},
        }
        self._names = ToolNames(self._servers, items if servers else None)

    async def offer(self) -> Offer:
        """The tools of every server, from lists within the cache time. Never fails."""
        return await self._names.offer(await asyncio.gather(*(each.known() for each in self._servers.values())))

    async def refresh(self) -> Offer:
        """The current tools of every server."""
        return await self._names.offer(await asyncio.gather(*(each.list_again() for each in self._servers.values())))

    def builtin(self, name: str) -> Tool:
        """A built-in tool by name, without a request."""
        return Tool(name, BUILT_IN, name, "", {})

    async def call(
        self,
        tool: Tool,
        arguments: Mapping[str, Any],
        *,
        key: ConversationKey,
        on_progress: Progress,
    ) -> ToolResult:
        """The tool's result. Raises ToolRetry if other arguments may succeed, another ToolFailure if not."""
        server = self._servers.get(tool.server)
        if server is None or not server.allows(tool.own_name):
            raise ToolFailure(f"{tool.name} is not available.", code="tool_not_on_offer")
        try:
            with tool_span(self._tracer, tool.name, tool.server, arguments):
                return await server.call(tool.own_name, arguments, key, on_progress)
        except ToolServerDown:
            server.forget()
            raise
        except ToolFailure as failure:
            if tool.server != BUILT_IN:  # what servers say of an unknown tool differs, so this one is asked
                now = await server.list_again()
                if now.status == "ok" and all(other.own_name != tool.own_name for other in now.tools):
                    message = f"{tool.server} no longer offers {tool.own_name}."
                    raise ToolRetry(message, code="tool_unknown") from failure
            raise

    async def aclose(self) -> None:
        await asyncio.gather(*(server.aclose() for server in self._servers.values()))
