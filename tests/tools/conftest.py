"""Two MCP servers in processes of their own, and a toolbox that knows them beside a built-in one."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import mcp_types as types
import pytest
from mcp.server import Server
from mcp.server.context import ServerRequestContext

from orc.domain import Caller
from orc.ports import ItemStore
from orc.tools.offer import BUILT_IN, ServerSettings, Tool, ToolResult
from orc.tools.toolbox import OwnServer, Toolbox, ToolboxLimits
from tests.support.mcp_servers import McpProcess, mcp_process

CALLER = Caller("organization", "user")


class BuiltIn:
    """A server in this process that keeps what it was asked."""

    def __init__(self, name: str = "search") -> None:
        self.name = name
        self.calls: list[types.CallToolRequestParams] = []
        server = Server(BUILT_IN, on_list_tools=self._list, on_call_tool=self._call)
        self.own = OwnServer(lambda: [Tool(name, BUILT_IN, name, "", {"type": "object"})], lambda: server)

    async def _list(self, _: ServerRequestContext[Any], __: object) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[types.Tool(name=self.name, input_schema={"type": "object"})])

    async def _call(self, _: ServerRequestContext[Any], params: types.CallToolRequestParams) -> types.CallToolResult:
        self.calls.append(params)
        return types.CallToolResult(content=[types.TextContent(type="text", text="found")])


async def ignored(_: str) -> None: ...


async def call(
    toolbox: Toolbox,
    name: str,
    on_progress: Callable[[str], Awaitable[None]] = ignored,
    **arguments: Any,
) -> ToolResult:
    """Calls the tool that is on offer under this name."""
    tool = (await toolbox.offer()).find(name)
    assert tool is not None, f"{name} is not among {[tool.name for tool in (await toolbox.offer()).tools]}"
    return await toolbox.call(tool, arguments, key=CALLER.conversation("conversation"), on_progress=on_progress)


@asynccontextmanager
async def toolbox_of(
    *servers: ServerSettings, built_in: BuiltIn | None = None, items: ItemStore | None = None, **limits: float
) -> AsyncIterator[Toolbox]:
    settings = {"connect_seconds": 5.0, "call_seconds": 20.0, **limits}
    toolbox = Toolbox(
        (built_in or BuiltIn()).own,
        {server.name: server for server in servers},
        limits=ToolboxLimits(**settings),  # type: ignore[arg-type] # result_bytes is a whole number in each test
        items=items,
    )
    try:
        yield toolbox
    finally:
        await toolbox.aclose()


@pytest.fixture(scope="module")
def good_process() -> Iterator[McpProcess]:
    with mcp_process() as process:
        yield process


@pytest.fixture(scope="module")
def bad_process() -> Iterator[McpProcess]:
    with mcp_process() as process:
        yield process


@pytest.fixture
def good(good_process: McpProcess) -> McpProcess:
    """A server that does what it should."""
    good_process.reset()
    return good_process


@pytest.fixture
def bad(bad_process: McpProcess) -> McpProcess:
    """A server for tests to spoil; it does what it should until then."""
    bad_process.reset()
    return bad_process
