"""Databases, containers and their items, with conditional writes and expiry."""

import base64
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from cosmos_server.errors import bad_request, conflict, not_found, precondition_failed, too_large
from cosmos_server.partitions import Key, PartitionScheme
from cosmos_server.values import size

MAX_ITEM_BYTES = 2 * 1024 * 1024
_MAX_ID_LENGTH = 255
_DEFAULT_INDEXING: dict[str, Any] = {
    "indexingMode": "consistent",
    "automatic": True,
    "includedPaths": [{"path": "/*"}],
    "excludedPaths": [{"path": '/"_etag"/?'}],
}

type Body = dict[str, Any]


@dataclass(frozen=True)
class Stored:
    """An immutable item with its system properties. A write replaces it."""

    body: Body
    hash: str
    expires_at: float | None

    @property
    def etag(self) -> str:
        return str(self.body["_etag"])

    def is_over(self, now: float) -> bool:
        return self.expires_at is not None and self.expires_at <= now


@dataclass
class Database:
    id: str
    rid: str
    containers: dict[str, "Container"] = field(default_factory=dict)

    def resource(self) -> Body:
        own = {"_rid": self.rid, "_self": f"dbs/{self.rid}/", "_etag": '"0"', "_ts": 0}
        return {"id": self.id, "_colls": "colls/", "_users": "users/"} | own


class Container:
    """The items of one container by partition key and id; lsn counts its writes."""

    def __init__(self, database: Database, rid: str, definition: Mapping[str, Any], clock: Callable[[], float]) -> None:
        self.path = f"dbs/{database.id}/colls/{definition['id']}"
        self.rid = rid
        self.scheme = PartitionScheme(definition.get("partitionKey") or {})
        self.lsn = 0
        self._link = f"dbs/{database.rid}/colls/{rid}/"
        self._clock = clock
        self._items: dict[tuple[Key, str], Stored] = {}
        self.define(definition)

    def define(self, definition: Mapping[str, Any]) -> None:
        """Sets the definition. Partition key and id cannot change later."""
        if PartitionScheme(definition.get("partitionKey") or {}).paths != self.scheme.paths:
            raise bad_request("The partition key of a container cannot be changed.")
        if "defaultTtl" in definition and definition["defaultTtl"] is not None:
            _check_ttl(definition["defaultTtl"])
        self._definition = {"indexingPolicy": _DEFAULT_INDEXING} | dict(definition)

    @property
    def indexing_policy(self) -> Body:
        return dict(self._definition["indexingPolicy"])

    def resource(self) -> Body:
        own = {"_rid": self.rid, "_self": self._link, "_etag": '"0"', "_ts": 0, "_docs": "docs/"}
        return self._definition | own

    def live(self) -> list[Stored]:
        """The unexpired items, in the order in which they were first written."""
        now = self._clock()
        for place in [place for place, item in self._items.items() if item.is_over(now)]:
            del self._items[place]
        return list(self._items.values())

    @contextmanager
    def atomically(self) -> Iterator[None]:
        """Undoes every write of the block when it raises."""
        before, lsn = dict(self._items), self.lsn
        try:
            yield
        except BaseException:
            self._items, self.lsn = before, lsn
            raise

    def find(self, key: Key, item_id: str) -> Stored | None:
        item = self._items.get((key, item_id))
        if item is not None and item.is_over(self._clock()):
            del self._items[key, item_id]
            return None
        return item

    def read(self, key: Key, item_id: str) -> Stored:
        item = self.find(key, item_id)
        if item is None:
            raise not_found()
        return item

    def create(self, key: Key, body: Body) -> Stored:
        self.scheme.check(key, body)
        if self.find(key, _id_of(body)) is not None:
            raise conflict()
        return self._put(key, body, None)

    def upsert(self, key: Key, body: Body, if_match: str | None) -> tuple[Stored, bool]:
        """Returns the item, and whether it is new. As in the service, if_match applies only if the item exists."""
        self.scheme.check(key, body)
        old = self.find(key, _id_of(body))
        if old is not None:
            _guard(old, if_match)
        return self._put(key, body, old), old is None

    def replace(self, key: Key, item_id: str, body: Body, if_match: str | None) -> Stored:
        self.scheme.check(key, body)
        old = self.read(key, item_id)
        _guard(old, if_match)
        if _id_of(body) != item_id:
            raise bad_request("The id of an item cannot be changed.")
        return self._put(key, body, old)

    def delete(self, key: Key, item_id: str, if_match: str | None) -> Stored:
        old = self.read(key, item_id)
        _guard(old, if_match)
        self.lsn += 1
        return self._items.pop((key, item_id))

    def _put(self, key: Key, body: Body, old: Stored | None) -> Stored:
        if size(body) > MAX_ITEM_BYTES:
            raise too_large()
        if "ttl" in body:
            _check_ttl(body["ttl"])
        self.lsn += 1
        now = self._clock()
        rid = old.body["_rid"] if old else rid_of(self.lsn, length=8, parent=self.rid)
        system = {
            "_rid": rid,
            "_self": f"{self._link}docs/{rid}/",
            "_etag": f'"{self.lsn:08x}-0000-0700-0000-{int(now):08x}0000"',
            "_attachments": "attachments/",
            "_ts": int(now),
        }
        default = self._definition.get("defaultTtl")  # without one, as in the service, an item's own ttl does not count
        ttl: Any = -1 if default is None else body.get("ttl", default)
        item = Stored(body | system, self.scheme.hash_of(key), None if ttl == -1 else now + ttl)
        self._items[key, body["id"]] = item
        return item


def rid_of(number: int, *, length: int, parent: str = "") -> str:
    """A resource id: the parent's bytes and this many more, in the service's base64."""
    head = base64.b64decode(parent.replace("-", "/")) if parent else b""
    return base64.b64encode(head + number.to_bytes(length, "big")).decode().replace("/", "-")


def _id_of(body: Body) -> str:
    item_id = body.get("id")
    if not isinstance(item_id, str) or not item_id:
        raise bad_request("The input content is invalid because the required property 'id' is missing.")
    if len(item_id) > _MAX_ID_LENGTH or any(char in "/\\?#" for char in item_id):
        raise bad_request("The id of an item is too long or has a character that ids must not have.")
    return item_id


def _check_ttl(ttl: Any) -> None:
    if isinstance(ttl, bool) or not isinstance(ttl, int) or not (ttl == -1 or 0 < ttl < 2**31):
        raise bad_request(f"The input ttl '{ttl}' is invalid. Ensure to provide a nonzero positive integer or -1.")


def _guard(item: Stored, if_match: str | None) -> None:
    if if_match not in (None, "*", item.etag):
        raise precondition_failed()
