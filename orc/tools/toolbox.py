"""The tools of all MCP servers: what is on offer, and calls of it. A server that is down costs its own tools only."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from mcp.server import Server

from orc.domain import ConversationKey
from orc.errors import ToolFailure, ToolRetry, ToolServerDown
from orc.tools.client import Progress, ServerTools
from orc.tools.connection import HttpConnection, InMemoryConnection, ServerSettings
from orc.tools.naming import Origin, told_apart
from orc.tools.offer import BUILT_IN, Offer, Tool, ToolResult, ToolServer
from orc.tools.server import CALLER_META_KEY
from orc.tracing import NoTracer, Tracer, tool_span

_DESCRIPTION_CHARACTERS = 1000
_FAILURE_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class ToolboxLimits:
    """cache_seconds is how long a listing holds; result_bytes bounds an answer of a server as it is sent."""

    cache_seconds: float = 300
    connect_seconds: float = 5
    call_seconds: float = 60
    built_in_seconds: float = 300
    result_bytes: int = 1 << 20


class _Listed:
    """The tools of one server as they were last listed, for as long as that holds."""

    def __init__(self, name: str, tools: ServerTools, allow: frozenset[str] | None, cache_seconds: float) -> None:
        self.name = name
        self.tools = tools
        self._allow = allow
        self._cache_seconds = cache_seconds
        self._known = ToolServer(name, "down")
        self._until = 0.0
        self._listing: asyncio.Task[ToolServer] | None = None

    def allows(self, own_name: str) -> bool:
        return self._allow is None or own_name in self._allow

    def forget(self) -> None:
        self._until = 0.0

    async def known(self) -> ToolServer:
        return self._known if time.monotonic() < self._until else await self.anew()

    async def anew(self) -> ToolServer:
        """Asks the server. Those who ask at the same time share the answer."""
        listing = self._listing
        if listing is None or listing.done() or listing.get_loop() is not asyncio.get_running_loop():
            listing = self._listing = asyncio.create_task(self._list())
        return await asyncio.shield(listing)

    async def _list(self) -> ToolServer:
        at = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        try:
            found = await self.tools.list_tools()
        except ToolServerDown as down:
            self._known, holds = ToolServer(self.name, "down", (), down.message, at), _FAILURE_SECONDS
        else:
            tools = tuple(
                Tool(
                    tool.name,
                    self.name,
                    tool.name,
                    (tool.description or "").strip()[:_DESCRIPTION_CHARACTERS],
                    tool.input_schema,
                )
                for tool in found
                if self.allows(tool.name)
            )
            self._known, holds = ToolServer(self.name, "ok", tools, None, at), self._cache_seconds
        self._until = time.monotonic() + min(holds, self._cache_seconds)
        return self._known

    async def aclose(self) -> None:
        if self._listing is not None and not self._listing.done():
            self._listing.cancel()
            await asyncio.wait([self._listing])
        await self.tools.aclose()


class Toolbox:
    """The built-in server, in memory, and others over HTTP."""

    def __init__(
        self,
        builtin: Server[Any],
        servers: Mapping[str, ServerSettings],
        *,
        limits: ToolboxLimits,
        tracer: Tracer | None = None,
    ) -> None:
        self._limits = limits
        self._tracer = tracer or NoTracer()
        own = ServerTools(
            BUILT_IN,
            InMemoryConnection(builtin),
            list_seconds=limits.built_in_seconds,
            call_seconds=limits.built_in_seconds,
            max_bytes=limits.result_bytes,
        )
        self._servers = {BUILT_IN: _Listed(BUILT_IN, own, None, limits.cache_seconds)}
        self._servers |= {name: self._over_http(settings) for name, settings in servers.items()}
        self._names: dict[Origin, str] = {}

    def _over_http(self, settings: ServerSettings) -> _Listed:
        limits = self._limits
        connection = HttpConnection(
            settings,
            connect_seconds=limits.connect_seconds,
            on_change=lambda: self._servers[settings.name].forget(),
        )
        tools = ServerTools(
            settings.name,
            connection,
            list_seconds=limits.connect_seconds,
            call_seconds=settings.call_seconds or limits.call_seconds,
            max_bytes=limits.result_bytes,
            secrets=connection.secrets,
        )
        return _Listed(settings.name, tools, settings.allow, limits.cache_seconds)

    async def offer(self) -> Offer:
        """Every server's tools, as they were listed within the cache's time. Never fails."""
        return self._named(await asyncio.gather(*(server.known() for server in self._servers.values())))

    async def refresh(self) -> Offer:
        """Every server's tools as they are now."""
        return self._named(await asyncio.gather(*(server.anew() for server in self._servers.values())))

    def _named(self, servers: Sequence[ToolServer]) -> Offer:
        """The servers with the names of their tools, which are kept: another server's coming and going changes none."""
        offer = Offer(told_apart(servers, self._names))
        self._names |= {(tool.server, tool.own_name): tool.name for tool in offer.tools}
        return offer

    def builtin(self, name: str) -> Tool:
        """A built-in tool by its name, without asking anybody."""
        return Tool(name, BUILT_IN, name, "", {})

    async def call(
        self,
        tool: Tool,
        arguments: Mapping[str, Any],
        *,
        key: ConversationKey,
        on_progress: Progress,
    ) -> ToolResult:
        """The tool's result. ToolRetry when other arguments may bring one; another ToolFailure when nothing will."""
        server = self._servers.get(tool.server)
        if server is None or not server.allows(tool.own_name):
            raise ToolFailure(f"{tool.name} is not available.", code="tool_not_on_offer")
        meta = {CALLER_META_KEY: asdict(key)} if tool.server == BUILT_IN else None
        try:
            with tool_span(self._tracer, tool.name, tool.server, arguments):
                return await server.tools.call(tool.own_name, arguments, meta=meta, on_progress=on_progress)
        except ToolServerDown:
            server.forget()
            raise
        except ToolFailure as failure:
            if tool.server != BUILT_IN:  # what servers say of an unknown tool differs, so this one is asked
                now = await server.anew()
                if now.status == "ok" and all(other.own_name != tool.own_name for other in now.tools):
                    told = f"{tool.server} no longer offers {tool.own_name}."
                    raise ToolRetry(told, code="tool_unknown") from failure
            raise

    async def aclose(self) -> None:
        await asyncio.gather(*(server.aclose() for server in self._servers.values()))
