"""Write operations of the service, and its rejection of one."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from orc.errors import StoreError

type Document = Mapping[str, Any]

# The field with the id of the item's last write. It belongs to the adapter and is never returned.
WRITE_ID = "orc_write"


@dataclass(frozen=True, slots=True)
class Operation:
    """One write. item_id and the id in the body are the service's; a delete has no body. A replace has an ETag, a
    delete may have one. A patch adds the amounts to the item; its body is that of an item that is created with them."""

    kind: Literal["create", "replace", "upsert", "patch", "delete"]
    item_id: str
    body: Document | None = None
    etag: str | None = None
    amounts: Mapping[str, int] = field(default_factory=dict[str, int])

    @property
    def changes(self) -> list[dict[str, Any]]:
        """The operations of a patch, in the service's format."""
        added: list[dict[str, Any]] = [
            {"op": "incr", "path": f"/{name}", "value": amount} for name, amount in self.amounts.items()
        ]
        return [*added, {"op": "set", "path": f"/{WRITE_ID}", "value": (self.body or {})[WRITE_ID]}]


class Rejected(Exception):
    """The service executed none of the operations, because the condition of the one at this place failed."""

    def __init__(self, status: int, place: int = 0) -> None:
        super().__init__(f"operation {place} was rejected with {status}")
        self.status = status
        self.place = place


class NotUnderstood(StoreError):
    """The service refuses a request as invalid: it lacks a feature, or the request is wrong."""
