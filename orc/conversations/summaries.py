"""Summaries of long conversations, and their stored form."""

from dataclasses import asdict, dataclass
from typing import Any, Self, cast

from orc.ports import Item, StoredItem


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """A summary of a branch up to and including a message; seq is that message's."""

    message_id: str
    seq: int
    text: str
    created_at: str

    def to_item(self) -> Item:
        values = asdict(self)
        return {"id": f"summary-{self.message_id}", "type": "summary", "schema_version": 1, "sort": self.seq, **values}

    @classmethod
    def from_item(cls, stored: StoredItem) -> Self:
        return cls(**cast("dict[str, Any]", {name: stored.body[name] for name in cls.__dataclass_fields__}))
