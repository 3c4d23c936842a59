"""Forks: new conversations that begin with a branch of another one, including its documents. The source is
unchanged."""

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import batched

from orc.conversations.records import Conversation, Message
from orc.conversations.repository import Conversations
from orc.documents.labels import UploadInfo
from orc.documents.paths import blob_path
from orc.documents.registry import DocumentRegistry
from orc.domain import ConversationKey, FileRef
from orc.errors import ItemChanged, LeaseLost, NotFound
from orc.items import new_id, now, timestamp
from orc.leases import LeaseTerms, UnknownOwners
from orc.ports import MAX_WRITES_PER_BATCH, BlobStore, Create, ItemStore, Replace, Write

_PIECE = 4 * 1024 * 1024


@dataclass(slots=True)
class _Draft:
    """A fork that is being copied, as last written."""

    key: ConversationKey
    record: Conversation
    etag: str


class Forks:
    """Copies conversations up to one of their messages, with their documents."""

    def __init__(
        self,
        items: ItemStore,
        conversations: Conversations,
        registry: DocumentRegistry,
        blobs: BlobStore,
        *,
        lease_seconds: float,
    ) -> None:
        """The sweep may delete a draft that is not renewed for longer than lease_seconds."""
        self._items = items
        self._conversations = conversations
        self._registry = registry
        self._blobs = blobs
        self._terms = LeaseTerms(UnknownOwners(), lease_seconds)

    async def fork(self, key: ConversationKey, message_id: str) -> Conversation:
        """A conversation with the messages from the first to this one. Callers find it once it is complete. The sweep
        deletes a draft that is not completed."""
        source = (await self._conversations.get(key)).record
        messages = {m.message_id: m for m in await self._conversations.messages(key)}
        if message_id not in messages:
            raise NotFound("There is no such message.", code="message_not_found")
        branch, at = list[Message](), message_id
        while at in messages:
            branch.append(messages[at])
            at = messages[at].parent_message_id or ""
        branch.reverse()
        record = Conversation.draft()
        draft = _Draft(key.caller.conversation(record.conversation_id), record, "")
        [draft.etag] = await self._items.write(draft.key.partition, [Create(record.to_item())])
        try:
            async with self._terms.renewing(partial(self._renew, draft)):
                files = await self._copy_documents(key, draft.key)
            ids = {message.message_id: new_id("message") for message in branch}
            copies = [
                replace(
                    message,
                    message_id=ids[message.message_id],
                    parent_message_id=ids.get(message.parent_message_id or ""),
                    seq=position - len(branch),  # before the number of the fork's first event, which is 1
                    citations=tuple(
                        replace(cited, file_id=file_id, source_id=cited.source_id.replace(cited.file_id, file_id, 1))
                        for cited in message.citations
                        for file_id in [files.get(cited.file_id, cited.file_id)]
                    ),
                    uploaded_file_refs=tuple(
                        FileRef(files.get(ref.file_id, ref.file_id), ref.blob_name)
                        for ref in message.uploaded_file_refs
                    ),
                )
                for position, message in enumerate(branch, 1)
            ]
            fork = replace(
                draft.record,
                title=source.title,
                status="idle",
                turn_count=sum(message.role == "user" for message in copies),
                updated_at=timestamp(now()),
                active_message_id=copies[-1].message_id,
            )
            writes: list[Write] = [*(Create(each.to_item()) for each in copies), Replace(fork.to_item(), draft.etag)]
            for batch in batched(writes, MAX_WRITES_PER_BATCH, strict=False):
                await self._items.write(draft.key.partition, batch)
        except (ItemChanged, LeaseLost, NotFound):  # the sweep may have collected the draft, but not these documents
            for document in await self._registry.of_conversation(draft.key):
                with suppress(NotFound):
                    await self._registry.delete(key.caller, document.file_id)
            raise
        return fork

    async def _renew(self, draft: _Draft) -> bool:
        """Heartbeat: keeps the sweep from collecting the draft. Returns False if it has been collected."""
        draft.record = replace(draft.record, updated_at=timestamp(now()))
        try:
            [draft.etag] = await self._items.write(draft.key.partition, [Replace(draft.record.to_item(), draft.etag)])
        except ItemChanged:
            return False
        return True

    async def _copy_documents(self, source: ConversationKey, fork: ConversationKey) -> dict[str, str]:
        """Copies the files and maps the source's file ids to the fork's. The contents are known, so nothing is
        extracted again."""
        file_ids: dict[str, str] = {}
        for document in await self._registry.of_conversation(source):
            path, copied = (blob_path(key, document.blob_name) for key in (source, fork))
            stored = await self._blobs.properties(path)
            if stored is None:
                continue
            starts = range(0, stored.size, _PIECE)
            pieces = (await self._blobs.read_range(path, start, _PIECE) for start in starts)
            blob = await self._blobs.put(copied, pieces, content_type=stored.content_type)
            sent = UploadInfo(
                document.bytes_sha256, document.is_text, document.tags, document.metadata, document.source_id
            )
            copy = await self._registry.note_upload(fork, document.blob_name, blob, sent)
            if document.status == "ready":
                copy, _ = await self._registry.ensure_registered(fork, document.blob_name)
            file_ids[document.file_id] = copy.file_id
        return file_ids
