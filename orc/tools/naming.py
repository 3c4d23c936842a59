"""Tool names for models: letters, digits, `_` and `-`, at most 64 characters, unique within an offer (D-141)."""

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from orc.tools.offer import ToolServer

type Origin = tuple[str, str]
"""A tool's server and its name there."""

_MAX_LENGTH = 64
_HASH_LENGTH = 8
_UNFIT = re.compile(r"[^A-Za-z0-9_-]")


def unique_names(servers: Sequence[ToolServer], given: Mapping[Origin, str] | None = None) -> tuple[ToolServer, ...]:
    """The servers with unique names for their tools. A name that was assigned before is kept and never reused; new
    tools get the same names whatever their order."""
    given = given or {}
    origins = {(tool.server, tool.own_name): None for server in servers for tool in server.tools}
    shared = Counter(name for _, name in {(server, clean(own)) for server, own in [*given, *origins]})
    wanted = {
        (server, own): clean(own) if shared[clean(own)] == 1 else prefixed(server, own)
        for server, own in origins
        if (server, own) not in given
    }
    count = Counter([*wanted.values(), *set(given.values())])  # those that are the same after all get a hash
    once = {origin: name if count[name] == 1 else _hashed(name, " ".join(origin)) for origin, name in wanted.items()}
    names = dict(given) | once
    return tuple(
        replace(
            server,
            tools=tuple(
                replace(tool, name=names[tool.server, tool.own_name])
                for tool in {tool.own_name: tool for tool in server.tools}.values()
            ),
        )
        for server in servers
    )


def clean(name: str) -> str:
    """The name if it is valid; else a valid name with a hash of it."""
    fit = _UNFIT.sub("_", name)
    return fit if fit and len(fit) <= _MAX_LENGTH else _hashed(fit, name)


def prefixed(server: str, own_name: str) -> str:
    """The tool's name with its server's as the prefix, in the characters that models accept."""
    return clean(f"{server}__{own_name}")


def _hashed(name: str, of: str) -> str:
    digest = hashlib.sha256(of.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH_LENGTH]
    return f"{name[: _MAX_LENGTH - _HASH_LENGTH - 1]}_{digest}"
