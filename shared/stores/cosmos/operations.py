"""Writes as the service takes them, and its refusal of one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from orc.errors import StoreError

type Document = Mapping[str, Any]

# The field that tells which write an item is as it is by. It is the adapter's own, and never returned.
WRITE_ID = "orc_write"


@dataclass(frozen=True, slots=True)
class Operation:
    """item_id and the id in the body are those of the service; a delete has no body. A replace has an ETag, a delete
    may."""

    kind: Literal["create", "replace", "upsert", "delete"]
    item_id: str
    body: Document | None = None
    etag: str | None = None


class Rejected(Exception):
    """The service did none of the operations, because of what it found for the one at this place."""

    def __init__(self, status: int, place: int = 0) -> None:
        super().__init__(f"operation {place} was rejected with {status}")
        self.status = status
        self.place = place


class NotUnderstood(StoreError):
    """The service refuses a request as it is: it cannot do what is asked, or the asking is wrong."""
