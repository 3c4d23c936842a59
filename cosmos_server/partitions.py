"""Partition keys: of items, in requests, and their hashes."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from azure.cosmos import PartitionKey

from cosmos_server.errors import PARTITION_KEY_MISMATCH, bad_request
from cosmos_server.values import UNDEFINED, at

type Key = tuple[str | int | float | bool | None, ...]

RANGE_ID = "0"
_MAX_KEY_BYTES = 2048
_MISMATCH = "PartitionKey extracted from document doesn't match the one specified in the header."


class PartitionScheme:
    """The partition key definition of one container: its paths, and the hash of keys under it."""

    def __init__(self, definition: Mapping[str, Any]) -> None:
        paths, kind = definition.get("paths"), definition.get("kind", "Hash")
        if not isinstance(paths, list) or not all(isinstance(path, str) and path.startswith("/") for path in paths):
            raise bad_request("The partition key definition has no valid paths.")
        if (kind, len(paths)) != ("Hash", 1) and (kind != "MultiHash" or not 1 <= len(paths) <= 3):
            raise bad_request("A partition key has one path of kind Hash, or up to three of kind MultiHash.")
        self.paths = [tuple(path.strip("/").split("/")) for path in paths]
        self._hashing = PartitionKey(
            path=paths if kind == "MultiHash" else paths[0], kind=kind, version=definition.get("version", 2)
        )

    def of(self, body: Mapping[str, Any]) -> Key:
        """The key in an item's body; a missing part is {} on the wire and None here."""
        parts = [at(body, path) for path in self.paths]
        return tuple(None if part is UNDEFINED else part for part in parts)

    def named(self, header: str) -> Key:
        """The complete key in a request's header. Missing parts are a 400."""
        parts = json.loads(header)
        if len(parts) != len(self.paths):
            raise bad_request(_MISMATCH, substatus=PARTITION_KEY_MISMATCH)
        if len(header.encode()) > _MAX_KEY_BYTES:
            raise bad_request("The partition key is too long.")
        return tuple(None if part == {} else part for part in parts)

    def check(self, key: Key, body: Mapping[str, Any]) -> None:
        if self.of(body) != key:
            raise bad_request(_MISMATCH, substatus=PARTITION_KEY_MISMATCH)

    def hash_of(self, key: Sequence[Any]) -> str:
        """The effective partition key, as hexadecimal digits; a key's prefix has a prefix of its digits."""
        # The client offers no public way to the hash by which it and the service place items.
        return str(self._hashing._get_effective_partition_key_string(list(key)))  # noqa: SLF001
