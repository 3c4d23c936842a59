"""Conditional writes to one partition, all or none (D-008, D-010)."""

from collections.abc import Sequence
from dataclasses import replace
from http import HTTPStatus
from typing import TYPE_CHECKING

from orc.errors import ItemChanged, ItemExists, StoreError
from shared.stores.cosmos.operations import WRITE_ID, Operation, Rejected

if TYPE_CHECKING:
    from shared.stores.cosmos.container import Container, Key

_CHANGED_SINCE = '"changed since"'  # an ETag that no item has


async def write(container: "Container", key: "Key", operations: Sequence[Operation], write_id: str) -> list[str]:
    """Executes all of the operations or none and returns the new ETags ("" for a delete). Raises ItemExists or
    ItemChanged when an operation's condition fails.

    The service rejects a batch that deletes a missing item: such deletes are left out. It rejects one that adds to a
    missing item, which is then created. It also rejects a repeated request whose first answer was lost: the items then
    have the write_id.
    """
    left = list(enumerate(operations))
    etags = [""] * len(operations)
    while left:
        try:
            if len(left) == 1:
                written = [await container.write(key, left[0][1])]
            else:
                written = await container.write_all(key, [operation for _, operation in left])
        except Rejected as rejected:
            refused = left[rejected.place][1]
            if refused.kind == "delete" and rejected.status != HTTPStatus.PRECONDITION_FAILED:
                del left[rejected.place]
                continue
            if refused.kind == "patch":  # the item does not exist, so it is created with these amounts
                left[rejected.place] = (left[rejected.place][0], replace(refused, kind="create"))
                continue
            if refused.amounts and await _etag(container, key, refused, write_id) == _CHANGED_SINCE:
                # Another process has created the item.
                left[rejected.place] = (left[rejected.place][0], replace(refused, kind="patch"))
                continue
            if refused.kind == "delete" or await _etag(container, key, refused, write_id) == _CHANGED_SINCE:
                if refused.kind == "create":
                    raise ItemExists("An item with this id exists already.") from rejected
                if refused.kind == "upsert":
                    raise StoreError("Cosmos DB refused an upsert for what is stored.") from rejected
                raise ItemChanged("The item was changed in the meantime.") from rejected
            written = [await _etag(container, key, operation, write_id) for _, operation in left]
        for (place, _), etag in zip(left, written, strict=True):
            etags[place] = etag
        break
    return etags


async def _etag(container: "Container", key: "Key", operation: Operation, write_id: str) -> str:
    """The ETag that the operation gave its item, unless the item was changed since."""
    if operation.kind == "delete":
        return ""
    document = await container.read(key, operation.item_id)
    return document["_etag"] if document and document.get(WRITE_ID) == write_id else _CHANGED_SINCE
