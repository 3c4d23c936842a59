"""Items in SQLite; SQL enforces the rules of the port."""

import itertools
import json
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, NamedTuple, assert_never

from orc.domain import Json
from orc.errors import ItemChanged, ItemExists, StoreError
from orc.ports import (
    MAX_WRITES_PER_BATCH,
    Create,
    Delete,
    Increment,
    Item,
    ItemContainer,
    ItemName,
    PartitionKey,
    Replace,
    StoredItem,
    Upsert,
    Write,
)
from shared.stores.lifetime import with_lifetime
from shared.stores.sqlite.database import SqliteDatabase, partition_text

_PUT = """
    INSERT INTO items (container, partition, id, type, sort, etag, expires_at, body)
    VALUES (:container, :partition, :id, :type, :sort, :etag, :expires_at, :body)
    ON CONFLICT DO UPDATE SET
    type = excluded.type, sort = excluded.sort, etag = excluded.etag, expires_at = excluded.expires_at,
    body = excluded.body"""
_CREATE = _PUT + " WHERE items.expires_at <= :now"
# An item that has expired counts as missing. Numbers are added by the database, so no writer's addition is lost.
_INCREMENT = """
    INSERT INTO items (container, partition, id, type, sort, etag, expires_at, body)
    VALUES (:container, :partition, :id, :type, :sort, :etag, :expires_at, :body)
    ON CONFLICT DO UPDATE SET etag = excluded.etag, expires_at = excluded.expires_at, body =
    CASE WHEN items.expires_at <= :now THEN excluded.body ELSE json_set(items.body, {added}) END"""
_ADDED = "'$.\"{field}\"', coalesce(json_extract(items.body, '$.\"{field}\"'), 0) + :added{number}"
_REPLACE = """
    UPDATE items SET type = :type, sort = :sort, etag = :etag, expires_at = :expires_at, body = :body
    WHERE container = :container AND partition = :partition AND id = :id AND etag = :old_etag
    AND (expires_at IS NULL OR expires_at > :now)"""
_DELETE = """
    DELETE FROM items
    WHERE container = :container AND partition = :partition AND id = :id AND (:old_etag IS NULL OR etag = :old_etag)"""
_IS_THERE = """
    SELECT 1 FROM items
    WHERE container = :container AND partition = :partition AND id = :id
    AND (expires_at IS NULL OR expires_at > :now)"""
_DELETE_PARTITION = "DELETE FROM items WHERE container = ? AND partition = ?"
_NAMES = """
    SELECT partition, id, type FROM items
    WHERE container = :container AND partition >= :prefix AND partition < :prefix_end
    AND (partition, id) > (:partition, :id) ORDER BY partition, id LIMIT :limit"""
_DELETE_UNDER = """
    DELETE FROM items WHERE rowid IN (
        SELECT rowid FROM items
        WHERE container = :container AND partition >= :prefix AND partition < :prefix_end LIMIT :limit)"""
_PURGE = "DELETE FROM items WHERE rowid IN (SELECT rowid FROM items WHERE expires_at <= ? LIMIT ?)"
_PURGE_SECONDS = 60.0
_PURGE_LIMIT = 1000
_PAGE = 1000

_READ = """
    SELECT body, etag FROM items
    WHERE container = ? AND partition = ? AND id = ? AND (expires_at IS NULL OR expires_at > ?)"""
_LIST = """
    SELECT body, etag, sort, id FROM items
    WHERE container = :container AND type = :type AND {partition}
    AND sort IS NOT NULL AND sort > :after AND sort < :before
    AND (expires_at IS NULL OR expires_at > :now){where}"""
# The index returns the partition itself in order and lazily; only partitions under it need sorting.
_QUERY = f"""
    {_LIST.replace("{partition}", "partition = :partition")}
    UNION ALL
    {_LIST.replace("{partition}", "partition > :partition AND partition < :partition_end")}
    ORDER BY {{order}} LIMIT :limit"""
# In SQLite's order of types every number and text lies between these two.
_LOWEST, _HIGHEST = float("-inf"), b""

_encoder = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=dict)


def _to_json(value: Json) -> str:
    """Compact JSON. Half a surrogate pair, which UTF-8 cannot hold, is escaped."""
    return _encoder.encode(value).encode("utf-8", "backslashreplace").decode()


class _Statement(NamedTuple):
    """One write: etag is the new one; failure is raised when no row is changed, unless the item may be missing and
    is."""

    sql: str
    parameters: Mapping[str, Any]
    etag: str = ""
    failure: StoreError | None = None
    may_be_missing: bool = False


class SqliteItemStore:
    """The items of one container. They expire ttl_seconds after their last change, or after their own shorter ttl. The
    database is shared; its creator closes it."""

    def __init__(self, database: SqliteDatabase, container: ItemContainer, *, ttl_seconds: int | None = None) -> None:
        self._database = database
        self._ttl_seconds = ttl_seconds
        self._container = container.name
        self._partition_fields = container.partition_fields
        self._next_purge = 0.0
        self._etag_prefix, self._etag_numbers = secrets.token_hex(8), itertools.count()

    async def read(self, partition: PartitionKey, item_id: str) -> StoredItem | None:
        key = (self._container, partition_text(partition), item_id, time.time())

        def work(connection: sqlite3.Connection) -> StoredItem | None:
            row = connection.execute(_READ, key).fetchone()
            return StoredItem(json.loads(row[0]), row[1]) if row else None

        return await self._database.read(work)

    async def write(self, partition: PartitionKey, writes: Sequence[Write]) -> list[str]:
        if len(writes) > MAX_WRITES_PER_BATCH:
            raise ValueError(f"a batch has at most {MAX_WRITES_PER_BATCH} writes, not {len(writes)}")
        key = {"container": self._container, "partition": partition_text(partition), "now": time.time()}
        parts = dict(zip(self._partition_fields, partition, strict=True))
        statements: list[_Statement] = []
        for write in with_lifetime(writes, self._ttl_seconds):
            match write:
                case Create(item):
                    row, failure = self._row({**item, **parts}, key), ItemExists("An item with this id exists already.")
                    statements.append(_Statement(_CREATE, row, row["etag"], failure))
                case Replace(item, old_etag):
                    row, stale = self._row({**item, **parts}, key), ItemChanged("The item was changed in the meantime.")
                    row["old_etag"] = old_etag
                    statements.append(_Statement(_REPLACE, row, row["etag"], stale))
                case Upsert(item):
                    row = self._row({**item, **parts}, key)
                    statements.append(_Statement(_PUT, row, row["etag"]))
                case Increment(item, amounts):
                    row = self._row({**item, **amounts, **parts}, key)
                    row |= {f"added{number}": amount for number, amount in enumerate(amounts.values())}
                    added = ", ".join(_ADDED.format(field=field, number=number) for number, field in enumerate(amounts))
                    statements.append(_Statement(_INCREMENT.replace("{added}", added), row, row["etag"]))
                case Delete(item_id, old_etag):
                    gone = ItemChanged("The item was changed in the meantime.") if old_etag else None
                    row = {**key, "id": item_id, "old_etag": old_etag}
                    statements.append(_Statement(_DELETE, row, failure=gone, may_be_missing=True))
                case _:
                    assert_never(write)

        def work(connection: sqlite3.Connection) -> list[str]:
            for statement in statements:
                changed = connection.execute(statement.sql, statement.parameters).rowcount
                if statement.failure and not changed:
                    may_be_missing, parameters = statement.may_be_missing, statement.parameters
                    if not may_be_missing or connection.execute(_IS_THERE, parameters).fetchone():
                        raise statement.failure
            if (now := time.time()) >= self._next_purge:
                purged = connection.execute(_PURGE, (now, _PURGE_LIMIT)).rowcount
                self._next_purge = now if purged == _PURGE_LIMIT else now + _PURGE_SECONDS
            return [statement.etag for statement in statements]

        return await self._database.write(work)

    async def query(
        self,
        partition: PartitionKey,
        item_type: str,
        *,
        where: Mapping[str, str | int | bool] | None = None,
        after: str | int | None = None,
        before: str | int | None = None,
        descending: bool = False,
        limit: int = 100,
    ) -> list[StoredItem]:
        prefix = partition_text(partition)
        parameters: dict[str, Any] = {
            "container": self._container,
            "type": item_type,
            "partition": prefix,
            "partition_end": prefix + "\x7f",  # the text of a partition is ASCII without DEL
            "after": _LOWEST if after is None else after,
            "before": _HIGHEST if before is None else before,
            "now": time.time(),
            "limit": max(limit, 0),
        }
        for number, (field, value) in enumerate((where or {}).items()):
            parameters |= {f"field{number}": f'$."{field}"', f"value{number}": _to_json(value)}
        matching = "".join(f" AND body -> :field{number} = :value{number}" for number in range(len(where or {})))
        order = "sort DESC, id DESC" if descending else "sort, id"
        sql = _QUERY.replace("{where}", matching).replace("{order}", order)

        def work(connection: sqlite3.Connection) -> list[StoredItem]:
            return [StoredItem(json.loads(row[0]), row[1]) for row in connection.execute(sql, parameters)]

        return await self._database.read(work)

    async def delete_partition(self, partition: PartitionKey, *, last: str | None = None) -> None:
        key = (self._container, partition_text(partition))
        await self._database.write(lambda connection: connection.execute(_DELETE_PARTITION, key).rowcount)

    async def names(self, prefix: PartitionKey) -> AsyncIterator[ItemName]:
        parameters = {**self._under(prefix), "partition": "", "id": ""}
        while True:
            rows = await self._database.read(lambda connection: connection.execute(_NAMES, parameters).fetchall())
            for partition, item_id, item_type in rows:
                yield ItemName(tuple(json.loads(f"[{partition.removesuffix(',')}]")), item_id, item_type)
            if len(rows) < _PAGE:
                return
            parameters["partition"], parameters["id"], _ = rows[-1]

    async def delete_under(self, prefix: PartitionKey) -> None:
        parameters = self._under(prefix)
        while (
            await self._database.write(lambda connection: connection.execute(_DELETE_UNDER, parameters).rowcount)
            == _PAGE
        ):
            pass

    def _under(self, prefix: PartitionKey) -> dict[str, Any]:
        if not prefix:
            raise ValueError("a prefix has one part or more")
        text = partition_text(prefix)
        return {"container": self._container, "prefix": text, "prefix_end": text + "\x7f", "limit": _PAGE}

    async def forget_deleted(self) -> None:
        await self._database.forget_deleted()

    async def ping(self) -> None:
        await self._database.ping()

    async def aclose(self) -> None:
        """Does nothing: the store has no resources of its own."""

    def _row(self, item: Item, key: Mapping[str, Any]) -> dict[str, Any]:
        ttl = item.get("ttl")
        return {
            **key,
            "id": item["id"],
            "type": item["type"],
            "sort": item.get("sort"),
            "etag": f"{self._etag_prefix}-{next(self._etag_numbers)}",
            "expires_at": None if ttl is None else key["now"] + ttl,
            "body": _to_json(item),
        }
