"""The names that models know tools by: letters, digits, `_` and `-`, at most 64, each once in an offer."""

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from orc.tools.offer import Tool, ToolServer

_MAX_LENGTH = 64
_HASH_LENGTH = 8
_UNFIT = re.compile(r"[^A-Za-z0-9_-]")


def told_apart(servers: Sequence[ToolServer]) -> tuple[ToolServer, ...]:
    """The servers with their tools' names set. The same tools have the same names, whatever their order."""
    shared = Counter(name for server in servers for name in {clean(tool.own_name) for tool in server.tools})
    wanted = {(tool.server, tool.own_name): _wanted(tool, shared) for server in servers for tool in server.tools}
    names = _once_each(wanted)
    return tuple(_named(server, names) for server in servers)


def clean(name: str) -> str:
    """The name, where it is fit; else made fit, with a hash of what it was."""
    fit = _UNFIT.sub("_", name)
    return fit if fit and len(fit) <= _MAX_LENGTH else _hashed(fit, name)


def _wanted(tool: Tool, shared: Counter[str]) -> str:
    own = clean(tool.own_name)
    return own if shared[own] == 1 else clean(f"{tool.server}__{tool.own_name}")


def _once_each(wanted: Mapping[tuple[str, str], str]) -> dict[tuple[str, str], str]:
    """By server and own name. Names that still are the same after all get a hash of where they come from."""
    count = Counter(wanted.values())
    return {origin: name if count[name] == 1 else _hashed(name, " ".join(origin)) for origin, name in wanted.items()}


def _hashed(name: str, of: str) -> str:
    digest = hashlib.sha256(of.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH_LENGTH]
    return f"{name[: _MAX_LENGTH - _HASH_LENGTH - 1]}_{digest}"


def _named(server: ToolServer, names: dict[tuple[str, str], str]) -> ToolServer:
    once = {tool.own_name: tool for tool in server.tools}
    named = tuple(replace(tool, name=names[tool.server, tool.own_name]) for tool in once.values())
    return replace(server, tools=named)
