"""Tool names for models: letters, digits, `_` and `-`, at most 64 characters, unique within an offer (D-141)."""

import hashlib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from orc.patterns import regex
from orc.tools.offer import Tool, ToolServer

type Origin = tuple[str, str]
"""A tool's server and its name there; for a name that is not valid for models, its valid form, a space and a hash."""

_MAX_LENGTH = 64
_HASH_LENGTH = 8
_UNFIT = regex(r"[^A-Za-z0-9_-]")


def origin(tool: Tool) -> Origin:
    """Identifies a tool, in at most 97 characters that can be stored."""
    fit = clean(tool.own_name)
    return tool.server, fit if fit == tool.own_name else f"{fit} {_digest(tool.own_name)}"


def offered_name(written: str, tools: Collection[str]) -> str:
    """The name of an offered tool that a model wrote with a namespace, such as functions.find; others as written."""
    bare = written.rpartition(".")[2]
    return bare if written not in tools and bare in tools else written


def unique_names(servers: Sequence[ToolServer], given: Mapping[Origin, str] | None = None) -> tuple[ToolServer, ...]:
    """The servers with unique names for their tools. A name that was assigned before is kept and never reused; new
    tools get the same names whatever their order."""
    given = given or {}
    own_names = {origin(tool): tool.own_name for server in servers for tool in server.tools}
    shared = Counter(name for _, name in {(server, own.partition(" ")[0]) for server, own in [*given, *own_names]})
    wanted = {
        (server, key): clean(own) if shared[clean(own)] == 1 else prefixed(server, own)
        for (server, key), own in own_names.items()
        if (server, key) not in given
    }
    count = Counter([*wanted.values(), *set(given.values())])  # those that are the same after all get a hash
    once = {at: name if count[name] == 1 else _hashed(name, f"{at[0]} {own_names[at]}") for at, name in wanted.items()}
    names = dict(given) | once
    return tuple(
        replace(
            server,
            tools=tuple(
                replace(tool, name=names[origin(tool)])
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
    return f"{name[: _MAX_LENGTH - _HASH_LENGTH - 1]}_{_digest(of)[:_HASH_LENGTH]}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
