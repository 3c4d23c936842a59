"""Responses about erasures, retention and the audit log."""

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from orc.privacy.audit import Action


class _Response(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class ErasureModel(_Response):
    """The receipt of an erasure: how many items of each kind were erased, without their content. subject is a pseudonym
    of the user. counts, digests and digest are final once status is `finished`."""

    erasure_id: str
    status: Literal["running", "finished"]
    subject: str
    requested_by: Literal["user", "administrator"]
    begun_at: str
    finished_at: str | None
    counts: Mapping[str, int] = Field(description="The number of erased items, by kind.")
    digests: Mapping[str, str] = Field(description="By kind, the SHA-256 of the sorted SHA-256 hashes of the ids.")
    digest: str | None = Field(description="The SHA-256 of the receipt; null until it is finished.")


class Verification(_Response):
    """valid is true if the stored receipt is unchanged and has the digest that was given, if any."""

    erasure_id: str
    valid: bool


class DueCountModel(_Response):
    """How many items of a kind are due for deletion. after_days is the retention period, null if it is unlimited."""

    kind: Literal["conversation", "document"]
    after_days: int | None
    count: int = Field(description="Counted up to 10,000.")
    oldest: str | None


class DueModel(_Response):
    """An item due for deletion. dated is when a conversation was last changed or a document was uploaded."""

    kind: Literal["conversation", "document"]
    id: str
    subject: str
    dated: str


class RetentionPreview(_Response):
    """What the next sweeps will delete. items is a page of one kind, oldest first."""

    kinds: list[DueCountModel]
    items: list[DueModel]
    continuation: str | None


class AuditEntry(_Response):
    """An entry of the audit log. actor and subject are pseudonyms; actor_id and subject_id are the users' ids, null for
    users who have been erased."""

    event_id: str
    time: str
    action: Action
    actor: str
    actor_id: str | None
    subject: str
    subject_id: str | None
    by_administrator: bool
    target: str | None
