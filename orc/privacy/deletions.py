"""Deletions that are recorded in the audit log before they begin."""

from orc.conversations.deletion import Deletion
from orc.conversations.repository import Conversations
from orc.documents.registry import DocumentRegistry
from orc.domain import Caller, ConversationKey
from orc.privacy.audit import Action, AuditLog


class AuditedDeletion:
    """Deletes conversations and documents, for their owners or because they have expired. Raises NotFound, without an
    entry, for what does not exist."""

    def __init__(
        self, deletion: Deletion, conversations: Conversations, registry: DocumentRegistry, audit: AuditLog
    ) -> None:
        self._deletion = deletion
        self._conversations = conversations
        self._registry = registry
        self._audit = audit

    async def delete(self, key: ConversationKey, *, expired: bool = False) -> None:
        """See Deletion.delete."""
        found = await self._conversations.find(key.partition)
        if found is not None and found.record.status != "deleting":
            action: Action = "conversation_expired" if expired else "conversation_deleted"
            await self._audit.note(action, None if expired else key.caller, key.caller, key.conversation_id)
        await self._deletion.delete(key)

    async def delete_document(self, caller: Caller, file_id: str, *, expired: bool = False) -> None:
        """See Deletion.delete_document."""
        await self._registry.get(caller, file_id)
        action: Action = "document_expired" if expired else "document_deleted"
        await self._audit.note(action, None if expired else caller, caller, file_id)
        await self._deletion.delete_document(caller, file_id)

    async def resume(self) -> None:
        """See Deletion.resume."""
        await self._deletion.resume()
