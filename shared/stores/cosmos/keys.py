"""Names of items and blobs that Cosmos DB and Blob Storage accept, for ids with any characters."""

import re
from collections.abc import Sequence
from hashlib import sha256

MAX_ID_LENGTH = 255
_MAX_PART_LENGTH = 200
_EMPTY = "~"
_PLAIN = re.compile(r"[\w:@=+-][\w.:@=+-]*", re.ASCII)
_UNSAFE = re.compile(r"[^\w.:@=+-]", re.ASCII)
_ESCAPED = re.compile(r"(?:~[0-9A-F]{2})+")
_UTF_8 = ("utf-8", "surrogatepass")


def encode(text: str) -> str:
    """The text with every character escaped that the service forbids in an id, or some client mishandles. Plain texts
    are unchanged, and the order of texts without ASCII punctuation is kept."""
    if _PLAIN.fullmatch(text):
        return text
    escaped = _UNSAFE.sub(lambda found: "".join(f"~{byte:02X}" for byte in found[0].encode(*_UTF_8)), text) or _EMPTY
    return f"~2E{escaped[1:]}" if escaped.startswith(".") else escaped  # a part of a path must not be `..`


def decode(encoded: str) -> str:
    """The text that encode escaped."""
    if "~" not in encoded:
        return encoded
    if encoded == _EMPTY:
        return ""
    return _ESCAPED.sub(lambda escaped: bytes.fromhex(escaped[0].replace("~", "")).decode(*_UTF_8), encoded)


def stored_id(text: str) -> str:
    """The id under which an item is stored. Raises ValueError when it is longer than the service allows."""
    if not is_storable(text):
        raise ValueError(f"an item id has at most {MAX_ID_LENGTH} characters, and fewer when some must be escaped")
    return encode(text)


def is_storable(text: str) -> bool:
    """Whether the service allows an id of this length."""
    return len(encode(text)) <= MAX_ID_LENGTH


def folder(container: str, parts: Sequence[str]) -> str:
    """The blob folder of a partition's large values, or of an item's, whose id is then the last part."""
    names = (encode(part) for part in parts)
    short = (name if len(name) <= _MAX_PART_LENGTH else f"~{sha256(name.encode()).hexdigest()}" for name in names)
    return "/".join(["large", container, *short])
