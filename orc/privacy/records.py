"""Erasures as they are stored, and what is told of them: receipts without content and without names."""

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
"""What is done: runs are told to stop at first; then no writer is left, what there is was counted, all is gone from the
stores, and what was kept of orchestrations, too: from then on nobody knows whose erasure it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasure:
    """One erasure of all that a user has. user_id is there until all of that is gone, and then no more.

    number counts those of the user. counts has how many there were of each kind, digests what they were: the SHA-256 of
    the sorted SHA-256 of each of their ids, a line each. digest is of all that the receipt says. Times are ISO 8601
    UTC.
    """

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
        """Where it is stored."""
        return (self.organization_id, self.subject)

    @property
    def caller(self) -> Caller:
        """Whose data is erased; only until that is gone."""
        if self.user_id is None:
            raise ValueError("nothing tells any more whose data was erased")
        return Caller(self.organization_id, self.user_id)

    @property
    def receipt(self) -> dict[str, Any]:
        """What the digest is of."""
        told = ("erasure_id", "subject", "requested_by", "begun_at", "finished_at", "counts", "digests")
        values = asdict(self)
        return {name: values[name] for name in told}

    def finished(self, at: str) -> Self:
        """The erasure without whose it was, signed off."""
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
    """The SHA-256 of a receipt as JSON with sorted keys, no spaces and no escapes but those that JSON needs."""
    text = json.dumps(receipt, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def digest_of_ids(ids: list[str]) -> str:
    """The SHA-256 of the sorted SHA-256 of each id, each in hexadecimal digits and a line of its own."""
    lines = sorted(hashlib.sha256(each.encode()).hexdigest() for each in ids)
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
