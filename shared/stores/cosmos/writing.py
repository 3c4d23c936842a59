"""Writes of one partition, all or none, each guarded."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING

from orc.errors import ItemChanged, ItemExists, StoreError
from shared.stores.cosmos.operations import WRITE_ID, Operation, Rejected

if TYPE_CHECKING:
    from shared.stores.cosmos.container import Container, Key

_CHANGED_SINCE = '"changed since"'  # an ETag that no item has


async def write(container: "Container", key: "Key", operations: Sequence[Operation], write_id: str) -> list[str]:
    """Does all of the operations or none; returns the new ETags ("" for a delete). ItemExists or ItemChanged when an
    operation finds another item than it should.

    The service refuses to delete what is not there, and with that the whole batch: such deletes are left out. It also
    refuses what it has done already when its answer was lost and the request came again: the items then bear the
    write_id.
    """
    left = list(enumerate(operations))
    etags = [""] * len(operations)
    while left:
        try:
            written = await _send(container, key, [operation for _, operation in left])
        except Rejected as rejected:
            refused = left[rejected.place][1]
            if refused.kind == "delete" and rejected.status != HTTPStatus.PRECONDITION_FAILED:
                del left[rejected.place]
                continue
            if refused.kind == "delete" or await _etag(container, key, refused, write_id) == _CHANGED_SINCE:
                raise _conflict(refused) from rejected
            written = [await _etag(container, key, operation, write_id) for _, operation in left]
        for (place, _), etag in zip(left, written, strict=True):
            etags[place] = etag
        break
    return etags


async def _send(container: "Container", key: "Key", operations: Sequence[Operation]) -> list[str]:
    if len(operations) == 1:
        return [await container.write(key, operations[0])]
    return await container.write_all(key, operations)


async def _etag(container: "Container", key: "Key", operation: Operation, write_id: str) -> str:
    """The ETag that the operation gave its item, as long as the item is as this write left it."""
    if operation.kind == "delete":
        return ""
    document = await container.read(key, operation.item_id)
    return document["_etag"] if document and document.get(WRITE_ID) == write_id else _CHANGED_SINCE


def _conflict(operation: Operation) -> StoreError:
    match operation.kind:
        case "create":
            return ItemExists("An item with this id exists already.")
        case "replace" | "delete":
            return ItemChanged("The item was changed meanwhile.")
        case kind:
            return StoreError(f"Cosmos DB refused an {kind} for what is stored.")
