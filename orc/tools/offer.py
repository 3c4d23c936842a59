"""The tools that a turn may use, as the planner and the model see them, and the result of a call."""

import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal, cast

from orc.domain import Json
from orc.text import is_nested_deeply, repaired_json

BUILT_IN = "orc"


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool on offer. name is unique in its offer and valid for models (letters, digits, `_`, `-`; at most 64): the
    server's own name for it, or `server__own_name` if two servers share one. is_repeatable: its server says that a
    second call with the same arguments does no more than the first."""

    name: str
    server: str
    own_name: str
    description: str
    input_schema: Mapping[str, Json]
    is_repeatable: bool = False


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """An MCP server over streamable HTTP. Only the tools in allow are used (None: all). authorize returns the headers
    of each request that are not known beforehand; call_seconds overrides the time limit of a call."""

    name: str
    url: str = field(repr=False)
    headers: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    allow: frozenset[str] | None = None
    authorize: Callable[[], Awaitable[Mapping[str, str]]] | None = field(default=None, repr=False)
    call_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class ToolServer:
    """An MCP server when its tools were last listed; error is the reason if listing failed."""

    name: str
    status: Literal["ok", "down"]
    tools: tuple[Tool, ...] = ()
    error: str | None = None
    listed_at: str | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """The tools of all servers at one moment, each under a unique name. lost are the names of tools of servers that are
    down, each with its server."""

    servers: tuple[ToolServer, ...]
    lost: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def tools(self) -> tuple[Tool, ...]:
        return tuple(tool for server in self.servers for tool in server.tools)

    def find(self, name: str, server: str = "") -> Tool | None:
        """The tool of that name. For a given server, also one with another name now, after a change of the configured
        servers."""
        named = next((tool for tool in self.tools if tool.name == name and server in ("", tool.server)), None)
        own = (t for t in self.tools if t.server == server and name in (t.own_name, f"{server}__{t.own_name}"))
        return named or next(own, None)


@dataclass(frozen=True, slots=True)
class ToolResult:
    """A tool's result: structured content or JSON text as structured, and the joined text blocks."""

    structured: Mapping[str, Json] | None
    text: str

    @classmethod
    def read(cls, structured: Json, text: str) -> "ToolResult":
        """Reads a result. A value that is not an object is wrapped, as MCP servers do."""
        value = structured
        if structured is None and text.lstrip()[:1] in ("{", "["):
            with suppress(ValueError, RecursionError):
                read: Json = json.loads(text)
                value = cast("Json", repaired_json(read)) if is_json(read) else None
        return cls(value if value is None or isinstance(value, Mapping) else {"result": value}, text)


def is_json(value: Json) -> bool:
    """Whether the value can be stored and sent. Servers send NaN, infinities, integers of any length and lists of any
    depth."""
    try:
        json.dumps(value, allow_nan=False)
    except (ValueError, RecursionError):
        return False
    return not is_nested_deeply(value)
