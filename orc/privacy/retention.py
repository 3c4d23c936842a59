"""Deletes conversations and documents that are older than the deployment's retention periods."""

import logging
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from orc.conversations.records import FILE_CONVERSATION
from orc.documents.records import Document, owner_of
from orc.errors import OrcError
from orc.items import now, timestamp
from orc.ports import ItemStore, PartitionKey, StoredItem
from orc.privacy.deletions import AuditedDeletion

logger = logging.getLogger(__name__)

_BATCH = 100
_SWEEP_SECONDS = 20.0
_MOST_COUNTED = 10_000

type Kind = Literal["conversation", "document"]


@dataclass(frozen=True, slots=True)
class Due:
    """An object to be deleted. dated is when the conversation last changed, or the document was uploaded."""

    kind: Kind
    id: str
    subject: str
    dated: str


@dataclass(frozen=True, slots=True)
class DueCount:
    """The number of objects to be deleted, counted up to 10,000, and the date of the oldest."""

    kind: Kind
    after_days: int | None
    count: int
    oldest: str | None


class Retention:
    """None as a number of days means that objects are kept until somebody deletes them. A sweep deletes the oldest
    first, for a limited time."""

    def __init__(
        self,
        conversation_items: ItemStore,
        document_items: ItemStore,
        deletion: AuditedDeletion,
        *,
        conversation_days: int | None,
        document_days: int | None,
    ) -> None:
        self._conversation_items = conversation_items
        self._document_items = document_items
        self._deletion = deletion
        self._days: dict[Kind, int | None] = {"conversation": conversation_days, "document": document_days}

    async def sweep(self) -> None:
        """Deletes expired objects of all callers."""
        deadline = time.monotonic() + _SWEEP_SECONDS
        for kind in self._days:
            async for stored in self._due(kind, ()):
                try:
                    if kind == "conversation":
                        await self._deletion.delete(stored.conversation_key, expired=True)
                    else:
                        file_id = Document.from_item(stored).file_id
                        await self._deletion.delete_document(owner_of(stored), file_id, expired=True)
                except OrcError as error:
                    logger.warning("An expired %s could not be deleted: %s", kind, error.code)
                if time.monotonic() > deadline:
                    return

    def deletes_at(self, document: Document) -> str | None:
        """When the document will be old enough to be deleted; None if documents are kept."""
        days = self._days["document"]
        return timestamp(datetime.fromisoformat(document.created_at) + timedelta(days=days)) if days else None

    async def preview(self, organization_id: str, *, days: int | None = None) -> list[DueCount]:
        """What the next sweeps will delete in an organization; with days, what they would delete under that retention
        period."""
        found: list[DueCount] = []
        for kind in self._days:
            count, oldest = 0, None
            async for stored in self._due(kind, (organization_id,), days=days):
                oldest = oldest or str(stored.body["sort"])
                count += 1
                if count == _MOST_COUNTED:
                    break
            found.append(DueCount(kind, days or self._days[kind], count, oldest))
        return found

    async def page(
        self, organization_id: str, kind: Kind, *, after: str | None, limit: int, days: int | None = None
    ) -> list[Due]:
        """A page of the objects to be deleted, oldest first. after is the date of the previous page's last object; days
        as in preview."""
        page: list[Due] = []
        async for stored in self._due(kind, (organization_id,), after=after, days=days):
            if kind == "conversation":
                key = stored.conversation_key
                due = Due(kind, key.conversation_id, key.caller.subject, str(stored.body["sort"]))
            else:
                due = Due(kind, Document.from_item(stored).file_id, owner_of(stored).subject, str(stored.body["sort"]))
            page.append(due)
            if len(page) == limit:
                break
        return page

    async def _due(
        self, kind: Kind, where: PartitionKey, *, after: str | None = None, days: int | None = None
    ) -> AsyncIterator[StoredItem]:
        """Yields the items to be deleted, oldest first. Items deleted meanwhile do not appear again; items whose
        deletion failed are skipped."""
        days = days or self._days[kind]
        if days is None:
            return
        before = timestamp(now() - timedelta(days=days))
        items = self._conversation_items if kind == "conversation" else self._document_items
        types = ("conversation", FILE_CONVERSATION) if kind == "conversation" else ("document",)
        while True:
            found = [
                stored
                for item_type in types
                for stored in await items.query(where, item_type, after=after, before=before, limit=_BATCH)
            ]
            page = sorted(found, key=lambda stored: str(stored.body["sort"]))[:_BATCH]
            for stored in page:
                if stored.body.get("status") != "deleting" and not stored.body.get("deleting"):
                    yield stored
            if len(found) < _BATCH:
                return
            after = str(page[-1].body["sort"])
