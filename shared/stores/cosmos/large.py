"""Values too large for an item: stored as blobs that the item refers to (D-011)."""

import json
import logging
import secrets
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from orc.errors import NotFound, StoreError
from orc.ports import BlobStore
from shared.stores.cosmos.keys import encode
from shared.stores.cosmos.operations import Document, Operation

logger = logging.getLogger(__name__)

MAX_ITEM_BYTES = 1_000_000
MAX_BATCH_BYTES = 1_500_000
REFERENCES = "orc_large"
_REFERENCE_BYTES = 400
_FIXED = frozenset({"id", "type", "sort", "schema_version", "ttl"})
# Longer than any write takes: a blob this much older than the newest belongs to no running write.
_SUPERSEDED_AFTER = timedelta(hours=1)


class ValueGone(Exception):
    """A blob that an item refers to is missing: the item was changed or deleted since it was read."""


@dataclass(frozen=True, slots=True)
class Packed:
    """An operation as it is sent, its item's folder, and the paths of the blobs that were written for it."""

    operation: Operation
    folder: str
    paths: tuple[str, ...] = ()


class LargeValues:
    """Moves fields of large bodies to blobs, and back. Blobs are immutable: each write creates its own."""

    def __init__(self, blobs: BlobStore) -> None:
        self._blobs = blobs

    async def pack(self, operations: Sequence[Operation], folders: Sequence[str]) -> list[Packed]:
        """The operations of one write, reduced below the size limits of an item and of a batch. When a blob cannot be
        written, those written before are deleted."""
        packed = [Packed(operation, folder) for operation, folder in zip(operations, folders, strict=True)]
        fields = fields_to_move([operation.body or {} for operation in operations])
        try:
            for place, field in fields:
                each = packed[place]
                body = dict(each.operation.body or {})
                path = f"{each.folder}/{encode(field)}-{secrets.token_hex(8)}"
                await self._blobs.put(path, _to_json(body.pop(field)).encode(), content_type="application/json")
                body[REFERENCES] = {**references_of(body), field: path}
                packed[place] = Packed(replace(each.operation, body=body), each.folder, (*each.paths, path))
        except BaseException:
            await self.discard(path for each in packed for path in each.paths)
            raise
        return packed

    async def unpack(self, document: Document) -> dict[str, Any]:
        """The body with all its values. Raises ValueGone when one is missing."""
        body = {field: value for field, value in document.items() if field != REFERENCES}
        try:
            for field, path in references_of(document).items():
                body[field] = json.loads(await self._blobs.get(path))
        except NotFound as error:
            raise ValueGone from error
        return body

    async def discard(self, paths: Iterable[str]) -> None:
        """Deletes blobs without references, best effort: the rest is deleted with the partition."""
        for path in paths:
            try:
                await self._blobs.delete(path)
            except StoreError:
                logger.warning("An unreferenced large value could not be deleted", exc_info=True)

    async def discard_superseded(self, folder: str, current: Collection[str]) -> None:
        """Deletes blobs of earlier writes in an item's folder, best effort."""
        with suppress(StoreError):
            found = [blob async for blob in self._blobs.list(folder)]
            newest = max((blob.last_modified for blob in found if blob.path in current), default=None)
            if newest is not None:
                old = newest - _SUPERSEDED_AFTER
                await self.discard(b.path for b in found if b.path not in current and b.last_modified < old)

    async def delete_folder(self, folder: str) -> None:
        """Deletes the blobs of a partition. Raises StoreError when one cannot be deleted."""
        for path in [blob.path async for blob in self._blobs.list(folder)]:
            await self._blobs.delete(path)


def references_of(document: Document) -> dict[str, str]:
    """The paths of an item's blobs by field."""
    return dict(document.get(REFERENCES) or {})


def size_of(value: Any) -> int:
    """Bytes of the value as it is sent, with all characters outside ASCII escaped; never less than its stored size."""
    return len(_to_json(value))


def fields_to_move(bodies: Sequence[Document]) -> list[tuple[int, str]]:
    """The fields to move, each with the index of its body, so that each body and all together are small enough. The
    largest fields are moved first; small ones are not worth it."""
    sizes = [size_of(body) for body in bodies]
    if sum(sizes) <= MAX_ITEM_BYTES:
        return []
    movable = [
        sorted(
            (size, field)
            for field, value in body.items()
            if field not in _FIXED and (size := size_of(value)) > 2 * _REFERENCE_BYTES
        )
        for body in bodies
    ]
    moved: list[tuple[int, str]] = []

    def move(place: int) -> None:
        size, field = movable[place].pop()
        moved.append((place, field))
        sizes[place] += _REFERENCE_BYTES - size

    for place in range(len(bodies)):
        while sizes[place] > MAX_ITEM_BYTES and movable[place]:
            move(place)
    while sum(sizes) > MAX_BATCH_BYTES and any(movable):
        move(max(range(len(bodies)), key=lambda place: movable[place][-1:]))
    return moved


def _to_json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
