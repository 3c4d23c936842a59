"""What stored items have in common: times, ids, and the ETag of what was read."""

import uuid
from dataclasses import dataclass
from datetime import UTC, datetime


def now() -> datetime:
    return datetime.now(UTC)


def timestamp(moment: datetime) -> str:
    """ISO 8601 UTC with microseconds: sorts as text as it does in time."""
    return moment.replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def new_id(kind: str) -> str:
    return f"{kind}-{uuid.uuid4().hex}"


@dataclass(frozen=True, slots=True)
class Stored[T]:
    """A record with the ETag that guards its next change."""

    record: T
    etag: str
