"""Wraps the stores in the fence of erasures, and builds erasure and retention."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from orc.leases import LeaseTerms, Owners
from shared.adapters import Stores
from shared.settings import Settings

if TYPE_CHECKING:
    from orc.privacy.audit import AuditLog
    from orc.privacy.deletions import AuditedDeletion
    from orc.privacy.erasure import Erasures
    from orc.privacy.fence import Fence
    from orc.privacy.retention import Retention


@dataclass(frozen=True, slots=True)
class Privacy:
    """The service that erases users' data, and the audit log."""

    fence: "Fence"
    erasures: "Erasures"
    audit: "AuditLog"


def fenced(settings: Settings, stores: Stores, owners: Owners) -> tuple[Stores, Privacy]:
    """The fenced stores, which everything except an erasure uses, and the erasure service."""
    from orc.documents.paths import owner_of_path
    from orc.privacy.audit import AuditLog
    from orc.privacy.erasure import Erasures, Holdings
    from orc.privacy.fence import Fence, FencedBlobs, FencedIndex, FencedItems

    fence = Fence(stores.audit_items, seconds=settings.run_lease_seconds / 4)
    audit = AuditLog(stores.audit_items, keep_days=settings.audit_retention_days)
    holdings = Holdings(stores.conversation_items, stores.document_items, stores.index, stores.blobs)
    terms = LeaseTerms(owners, settings.run_lease_seconds)
    fenced = replace(
        stores,
        conversation_items=FencedItems(stores.conversation_items, fence),
        document_items=FencedItems(stores.document_items, fence),
        index=FencedIndex(stores.index, fence),
        blobs=FencedBlobs(stores.blobs, fence, owner_of_path),
    )
    return fenced, Privacy(fence, Erasures(stores.audit_items, holdings, fence, audit, terms), audit)


def retention(settings: Settings, stores: Stores, deletion: "AuditedDeletion") -> "Retention":
    """The service that deletes conversations and documents past their retention."""
    from orc.privacy.retention import Retention

    return Retention(
        stores.conversation_items,
        stores.document_items,
        deletion,
        conversation_days=settings.conversation_retention_days,
        document_days=settings.document_retention_days,
    )
