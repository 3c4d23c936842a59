"""Items in Cosmos DB; the service's ETags, batches and lifetimes enforce the rules of the port."""

import asyncio
import uuid
from collections.abc import AsyncIterator, Mapping, Sequence
from itertools import batched
from typing import TYPE_CHECKING, Any, assert_never

from orc.errors import StoreError, StoreUnavailable
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
from shared.stores.cosmos.database import CosmosDatabase
from shared.stores.cosmos.documents import to_body, to_document
from shared.stores.cosmos.keys import decode, folder, is_storable, stored_id
from shared.stores.cosmos.large import LargeValues, ValueGone, references_of
from shared.stores.cosmos.operations import WRITE_ID, Document, Operation
from shared.stores.cosmos.queries import EVERYTHING, in_order, items_of_type, items_with_large_values, names_of_items
from shared.stores.cosmos.writing import write
from shared.stores.lifetime import with_lifetime

if TYPE_CHECKING:
    from shared.stores.cosmos.container import Container, Key

_MAX_READS = 3
_PROBE_TTL_SECONDS = 60


class CosmosItemStore:
    """The items of one container. They expire ttl_seconds after their last change, or after their own shorter ttl. The
    database is shared; its creator closes it."""

    def __init__(self, database: CosmosDatabase, container: ItemContainer, *, ttl_seconds: int | None = None) -> None:
        self._database = database
        self._ttl_seconds = ttl_seconds
        self._container = container
        self._large = LargeValues(database.large_values)

    async def read(self, partition: PartitionKey, item_id: str) -> StoredItem | None:
        if not self._is_whole(partition) or not is_storable(item_id):
            return None
        container, key = await self._opened(), list(partition)
        document = await container.read(key, stored_id(item_id))
        return None if document is None else await self._stored(container, key, document)

    async def write(self, partition: PartitionKey, writes: Sequence[Write]) -> list[str]:
        if len(writes) > MAX_WRITES_PER_BATCH:
            raise ValueError(f"a batch has at most {MAX_WRITES_PER_BATCH} writes, not {len(writes)}")
        key, write_id = list(partition), uuid.uuid4().hex
        own_fields = dict(zip(self._container.partition_fields, key, strict=True)) | {WRITE_ID: write_id}
        operations = [_operation(each, own_fields) for each in with_lifetime(writes, self._ttl_seconds)]
        container = await self._opened()
        deleted = [operation.item_id for operation in operations if operation.kind == "delete"]
        unneeded: list[str] = []
        if deleted:
            async for document in container.query(key, *items_with_large_values(deleted)):
                unneeded += references_of(document).values()
        packed = await self._large.pack(operations, [self._folder(key, decode(o.item_id)) for o in operations])
        try:
            etags = await write(container, key, [each.operation for each in packed], write_id)
        except StoreUnavailable:  # the service may have executed the write
            raise
        except StoreError:
            await self._large.discard(path for each in packed for path in each.paths)
            raise
        await self._large.discard(unneeded)
        for each in packed:
            if each.paths:
                await self._large.discard_superseded(each.folder, each.paths)
        return etags

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
        if limit < 1:
            return []
        query = items_of_type(
            item_type, where=where or {}, after=after, before=before, descending=descending, limit=limit
        )
        container = await self._opened()
        found = [each async for each in container.query(list(partition), *query, page=limit)]
        first = in_order(found, descending=descending, limit=limit)
        keys = [[each[field] for field in self._container.partition_fields] for each in first]
        items = await asyncio.gather(*(self._stored(container, *each) for each in zip(keys, first, strict=True)))
        return [item for item in items if item is not None]

    async def delete_partition(self, partition: PartitionKey, *, last: str | None = None) -> None:
        if not self._is_whole(partition):
            return
        container, key = await self._opened(), list(partition)
        found = [each["id"] async for each in container.query(key, *EVERYTHING)]
        last_items = [each for each in found if last is not None and each == stored_id(last)]
        for ids in batched((each for each in found if each not in last_items), MAX_WRITES_PER_BATCH, strict=False):
            await write(container, key, [Operation("delete", each) for each in ids], "")
        await self._large.delete_folder(self._folder(key))
        if last_items:
            await write(container, key, [Operation("delete", each) for each in last_items], "")

    async def names(self, prefix: PartitionKey) -> AsyncIterator[ItemName]:
        if not prefix:
            raise ValueError("a prefix has one part or more")
        fields, container = self._container.partition_fields, await self._opened()
        async for found in container.query(list(prefix), *names_of_items(fields)):
            yield ItemName(tuple(found[field] for field in fields), decode(found["id"]), found["type"])

    async def delete_under(self, prefix: PartitionKey) -> None:
        container, ids = await self._opened(), dict[PartitionKey, list[str]]()
        async for name in self.names(prefix):
            ids.setdefault(name.partition, []).append(stored_id(name.item_id))
        for partition, found in ids.items():
            for batch in batched(found, MAX_WRITES_PER_BATCH, strict=False):
                await write(container, list(partition), [Operation("delete", each) for each in batch], "")
        await self._large.delete_folder(self._folder(list(prefix)))

    async def forget_deleted(self) -> None:
        """Does nothing: the service keeps no file here."""

    async def ping(self) -> None:
        probe: Item = {"id": "ping", "type": "ping", "schema_version": 1, "ttl": _PROBE_TTL_SECONDS}
        partition = tuple("ping" for _ in self._container.partition_fields)
        await self.write(partition, [Upsert(probe)])
        await self.read(partition, "ping")

    async def aclose(self) -> None:
        """Does nothing: the store has no resources of its own."""

    async def _opened(self) -> "Container":
        return await self._database.container(self._container)

    def _is_whole(self, partition: PartitionKey) -> bool:
        return len(partition) == len(self._container.partition_fields)

    def _folder(self, key: "Key", *below: str) -> str:
        return folder(self._container.name, [*key, *below])

    async def _stored(self, container: "Container", key: "Key", document: Document) -> StoredItem | None:
        """The item with its large values. The item is read again when a write has replaced these meanwhile."""
        found: Document | None = document
        for _ in range(_MAX_READS):
            if found is None:
                return None
            try:
                whole = await self._large.unpack(found)
            except ValueGone:
                found = await container.read(key, found["id"])
            else:
                return StoredItem(to_body(whole), found["_etag"])
        raise StoreUnavailable("A large value of an item is missing.")


def _operation(each: Write, own_fields: Mapping[str, Any]) -> Operation:
    match each:
        case Create(item):
            body = to_document(item, own_fields)
            return Operation("create", body["id"], body)
        case Replace(item, etag):
            body = to_document(item, own_fields)
            return Operation("replace", body["id"], body, etag)
        case Upsert(item):
            body = to_document(item, own_fields)
            return Operation("upsert", body["id"], body)
        case Increment(item, amounts):
            body = to_document({**item, **amounts}, own_fields)
            return Operation("patch", body["id"], body, amounts=amounts)
        case Delete(item_id, etag):
            return Operation("delete", stored_id(item_id), etag=etag)
        case _:
            assert_never(each)
