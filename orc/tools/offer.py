"""The tools that a turn may use, as the planner and the model are told of them, and what a call of one brings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from orc.domain import Json

BUILT_IN = "orc"


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool on offer. name is unique in its offer and fits what models take (letters, digits, `_`, `-`; at most 64):
    the server's own name for it, or `server__own_name` where two servers share one."""

    name: str
    server: str
    own_name: str
    description: str
    input_schema: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class ToolServer:
    """One MCP server as it was when its tools were last listed; error is why it could not be asked."""

    name: str
    status: Literal["ok", "down"]
    tools: tuple[Tool, ...] = ()
    error: str | None = None
    listed_at: str | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    servers: tuple[ToolServer, ...]

    @property
    def tools(self) -> tuple[Tool, ...]:
        return tuple(tool for server in self.servers for tool in server.tools)

    def find(self, name: str) -> Tool | None:
        return next((tool for tool in self.tools if tool.name == name), None)


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool answered: structured when it gave structured content, and its text blocks joined."""

    structured: Mapping[str, Json] | None
    text: str
