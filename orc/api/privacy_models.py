"""Responses about erasures, retention and the audit log."""

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from orc.privacy.audit import Action


class _Told(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class ErasureModel(_Told):
    """A receipt: it says how much there was of each kind, and nothing of what it said. subject is a name of the user
    that tells who it is only to those who know. Until it is finished, counts, digests and digest are not final."""

    erasure_id: str
    status: Literal["running", "finished"]
    subject: str
    requested_by: Literal["user", "administrator"]
    begun_at: str
    finished_at: str | None
    counts: Mapping[str, int] = Field(description="How much was erased, by kind.")
    digests: Mapping[str, str] = Field(description="Of each kind the SHA-256 of the sorted SHA-256 of the ids.")
    digest: str | None = Field(description="The SHA-256 of the receipt; null until it is finished.")


class Verification(_Told):
    """valid: the receipt with this digest was given for the erasure, and is stored as it was given."""

    erasure_id: str
    valid: bool


class DueCountModel(_Told):
    """after_days is null for what is kept until somebody deletes it."""

    kind: Literal["conversation", "document"]
    after_days: int | None
    count: int = Field(description="At most 10,000 are counted.")
    oldest: str | None


class DueModel(_Told):
    """dated is when a conversation was changed last, or a document was uploaded."""

    kind: Literal["conversation", "document"]
    id: str
    subject: str
    dated: str


class RetentionPreview(_Told):
    """What the next sweeps delete. items are a page of one kind, the oldest first."""

    kinds: list[DueCountModel]
    items: list[DueModel]
    continuation: str | None


class AuditEntry(_Told):
    """actor and subject are names that tell who it is only to those who know; actor_id and subject_id are the users,
    null for those who were erased since."""

    event_id: str
    time: str
    action: Action
    actor: str
    actor_id: str | None
    subject: str
    subject_id: str | None
    by_administrator: bool
    target: str | None
