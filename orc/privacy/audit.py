"""The audit log: who read, exported or deleted whose data. Entries are added and expire; they are never changed."""

from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, Self, cast

from orc.domain import Caller
from orc.items import new_id, now, timestamp
from orc.ports import Create, Delete, Item, ItemStore, StoredItem, Upsert, Write
from orc.privacy.fence import FENCE_ID, State

type Action = Literal[
    "data_exported",
    "erasure_requested",
    "erasure_finished",
    "conversation_deleted",
    "document_deleted",
    "document_downloaded",
    "audit_read",
    "retention_read",
    "usage_read",
    "conversation_expired",
    "document_expired",
]

_IDENTITY_ID = "identity"
_DAY_SECONDS = 24 * 3600
_SYSTEM = "system"


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEvent:
    """actor and subject are pseudonyms (Caller.subject), "system" for the product itself. actor_id and subject_id are
    the users' ids, until those users are erased. target is the id of the object."""

    event_id: str
    time: str
    action: Action
    actor: str
    subject: str
    by_administrator: bool = False
    target: str | None = None
    actor_id: str | None = None
    subject_id: str | None = None

    @property
    def cursor(self) -> str:
        """The cursor of the page after this event."""
        return f"{self.time}~{self.event_id}"

    @classmethod
    def from_item(cls, stored: StoredItem) -> Self:
        names = cls.__dataclass_fields__
        return cls(**cast("dict[str, Any]", {name: stored.body[name] for name in names if name in stored.body}))


class AuditLog:
    """Entries by organization and by the user whose data they concern. The user's id is stored once, beside the
    entries. An erasure deletes it and keeps the entries, which then no longer identify the user."""

    def __init__(self, items: ItemStore, *, keep_days: int) -> None:
        self._items = items
        self._keep_days = keep_days

    async def note(self, action: Action, actor: Caller | None, subject: Caller, target: str | None = None) -> None:
        """Stores an entry; actor is None for the product itself. Raises if the entry cannot be stored, so that nothing
        is done without one."""
        event, partition = self.event(action, actor, subject.subject, target), _partition(subject)
        state = State.of(await self._items.read(partition, FENCE_ID))
        is_gone = state.closed or (state.erasures > 0 and actor != subject)  # until they come back by themselves
        await self._items.write(partition, [event] if is_gone else [event, _identity(subject)])
        if actor is not None and actor != subject:
            await self._items.write(_partition(actor), [_identity(actor)])

    def event(self, action: Action, actor: Caller | None, subject: str, target: str | None = None) -> Write:
        """The write of an entry, for a transaction in its subject's partition (Caller.subject)."""
        entry = AuditEvent(
            event_id=new_id("audit"),
            time=timestamp(now()),
            action=action,
            actor=actor.subject if actor else _SYSTEM,
            subject=subject,
            by_administrator=actor is not None and actor.subject != subject,
            target=target,
        )
        values = {name: value for name, value in asdict(entry).items() if name not in ("actor_id", "subject_id")}
        head: Item = {"id": entry.event_id, "type": "audit_event", "schema_version": 1, "sort": entry.cursor}
        return Create({**head, "ttl": self._keep_days * _DAY_SECONDS, **values})

    @staticmethod
    def forgotten() -> Write:
        """The write that removes a user's id, so that the entries in its partition no longer identify the user."""
        return Delete(_IDENTITY_ID)

    async def page(
        self, organization_id: str, *, since: str | None, until: str | None, after: str | None, limit: int
    ) -> list[AuditEvent]:
        """The entries of an organization with since <= time < until, oldest first. after is the cursor of the previous
        page's last entry."""
        found = await self._items.query(
            (organization_id,), "audit_event", after=after or since, before=until, limit=limit
        )
        events = [AuditEvent.from_item(stored) for stored in found]
        people = {each for event in events for each in (event.actor, event.subject)} - {_SYSTEM}
        known: dict[str, str] = {}
        for subject in people:
            if stored := await self._items.read((organization_id, subject), _IDENTITY_ID):
                known[subject] = str(stored.body["user_id"])
        return [replace(each, actor_id=known.get(each.actor), subject_id=known.get(each.subject)) for each in events]


def _partition(caller: Caller) -> tuple[str, str]:
    return (caller.organization_id, caller.subject)


def _identity(caller: Caller) -> Write:
    return Upsert({"id": _IDENTITY_ID, "type": "identity", "schema_version": 1, "user_id": caller.user_id})
