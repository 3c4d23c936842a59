"""Names of items and blobs that Cosmos DB and Blob Storage take, whatever characters the product's own have."""

import hashlib
import re
from collections.abc import Sequence

MAX_ID_LENGTH = 255
_MAX_PART_LENGTH = 200
_EMPTY = "~"
_PLAIN = re.compile(r"[\w:@=+-][\w.:@=+-]*", re.ASCII)
_UNSAFE = re.compile(r"[^\w.:@=+-]", re.ASCII)
_ESCAPED = re.compile(r"(?:~[0-9A-F]{2})+")


def encode(text: str) -> str:
    """The text with every character escaped that an id must not have, or that some client trips over. Plain texts stay
    as they are, and the order of texts without ASCII punctuation stays too."""
    if _PLAIN.fullmatch(text):
        return text
    escaped = _UNSAFE.sub(_escape, text) or _EMPTY
    return f"~2E{escaped[1:]}" if escaped.startswith(".") else escaped  # a part of a path must not be `..`


def decode(encoded: str) -> str:
    if "~" not in encoded:
        return encoded
    return "" if encoded == _EMPTY else _ESCAPED.sub(_unescape, encoded)


def stored_id(text: str) -> str:
    """The id under which an item is stored; ValueError when the service takes none so long."""
    if not is_storable(text):
        raise ValueError(f"an item id has at most {MAX_ID_LENGTH} characters, and fewer when some must be escaped")
    return encode(text)


def is_storable(text: str) -> bool:
    return len(encode(text)) <= MAX_ID_LENGTH


def folder(container: str, parts: Sequence[str]) -> str:
    """The path under which the large values of a partition lie, or of an item, whose id is then the last part."""
    return "/".join(["large", container, *map(_part, parts)])


def _part(text: str) -> str:
    encoded = encode(text)
    if len(encoded) > _MAX_PART_LENGTH:
        return f"~{hashlib.sha256(encoded.encode()).hexdigest()}"
    return encoded


def _escape(character: re.Match[str]) -> str:
    return "".join(f"~{byte:02X}" for byte in character[0].encode("utf-8", "surrogatepass"))


def _unescape(escaped: re.Match[str]) -> str:
    return bytes.fromhex(escaped[0].replace("~", "")).decode("utf-8", "surrogatepass")
