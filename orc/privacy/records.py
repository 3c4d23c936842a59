"""Erasures as they are stored, and their receipts, which contain neither content nor names."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, Self, cast

from orc.domain import Caller
from orc.ports import Item, PartitionKey, StoredItem

RUNNING = "running_erasure"
ERASURE = "erasure"

type Step = Literal["stopping", "settled", "counted", "erased", "forgotten"]
"""The last completed step: runs are asked to stop; no writer is left; objects are counted; the stores are empty; and
orchestration histories are purged, after which the user's id is no longer stored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasure:
    """One erasure of a user's data. user_id is removed once the data is gone. number counts the user's erasures. counts
    is the number of objects of each kind; digests has, for each kind, the SHA-256 of the sorted SHA-256 of their ids,
    one per line. digest is the hash of the whole receipt. Times are ISO 8601 in UTC."""

    erasure_id: str
    organization_id: str
    subject: str
    number: int
    requested_by: Literal["user", "administrator"]
    begun_at: str
    user_id: str | None = None
    step: Step = "stopping"
    finished_at: str | None = None
    counts: Mapping[str, int] = field(default_factory=dict[str, int])
    digests: Mapping[str, str] = field(default_factory=dict[str, str])
    digest: str | None = None
    lease_owner: str | None = None
    lease_until: str | None = None

    @property
    def partition(self) -> PartitionKey:
        """The partition that stores the erasure."""
        return (self.organization_id, self.subject)

    @property
    def caller(self) -> Caller:
        """The user whose data is erased; available until the data is gone."""
        if self.user_id is None:
            raise ValueError("the user's id is no longer stored")
        return Caller(self.organization_id, self.user_id)

    @property
    def receipt(self) -> dict[str, Any]:
        """The fields that the digest covers."""
        fields = ("erasure_id", "subject", "requested_by", "begun_at", "finished_at", "counts", "digests")
        values = asdict(self)
        return {name: values[name] for name in fields}

    def finished(self, at: str) -> Self:
        """The completed erasure, without the user's id."""
        over = replace(self, finished_at=at, lease_owner=None, lease_until=None)
        return replace(over, digest=digest_of(over.receipt))

    def to_item(self) -> Item:
        kind = RUNNING if self.finished_at is None else ERASURE
        return {"id": self.erasure_id, "type": kind, "schema_version": 1, "sort": self.begun_at, **asdict(self)}

    @classmethod
    def from_item(cls, stored: StoredItem) -> Self:
        names = cls.__dataclass_fields__
        return cls(**cast("dict[str, Any]", {name: stored.body[name] for name in names if name in stored.body}))


def digest_of(receipt: Mapping[str, Any]) -> str:
    """The SHA-256 of a receipt as JSON with sorted keys, no spaces, and only the escapes that JSON requires."""
    text = json.dumps(receipt, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def digest_of_ids(ids: list[str]) -> str:
    """The SHA-256 of the sorted SHA-256 of the ids, each as hexadecimal digits on a line."""
    lines = sorted(hashlib.sha256(each.encode()).hexdigest() for each in ids)
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
