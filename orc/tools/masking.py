"""Masks secrets in the arguments of tool calls that clients see: plans, events and stored runs (D-382)."""

from collections.abc import Mapping
from typing import Any

from orc.patterns import regex

_MASK = "***"
_WORDS = regex(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_SECRET_WORDS = frozenset(["pwd", "token", "auth", "cookie", "jwt"])
_SECRET_PARTS = regex(
    r"pass(?:word|wd|phrase|code)|secret(?!ar)|credential|authori[sz]ation"
    r"|(?:api|access|account|private|secret|shared|signing|encryption)key|(?:access|auth|bearer|refresh|session|id)token"
)
_LONGEST_NAME = 200
_IN_ADDRESS = regex(r"(?<=://)[^\s/?#@\"'<>]{1,200}@")
_IN_QUERY = regex(r"((?<=[?&;])[\w.-]{1,60})=[^&#;\s\"'<>]+")


def masked(value: Any) -> Any:
    """A JSON value with stars in place of what its field names, or the addresses in its texts, say is secret."""
    if isinstance(value, Mapping):
        return {name: _MASK if each and names_secret(str(name)) else masked(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [masked(each) for each in value]
    if isinstance(value, str) and ("://" in value or "=" in value):
        return _IN_QUERY.sub(
            lambda found: f"{found[1]}={_MASK}" if names_secret(found[1]) else found[0],
            _IN_ADDRESS.sub(f"{_MASK}@", value),
        )
    return value


def names_secret(name: str) -> bool:
    """Whether a field of this name holds a secret: `api_key` and `accessToken` do, `max_tokens` does not."""
    words = [word.lower() for word in _WORDS.findall(name[:_LONGEST_NAME])]
    return not _SECRET_WORDS.isdisjoint(words) or _SECRET_PARTS.search("".join(words)) is not None
