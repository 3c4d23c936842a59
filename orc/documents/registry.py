"""Registers documents once and reuses them: a blob is read, extracted, chunked and indexed once while its bytes
stay the same, however many processes ask for it."""

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from datetime import datetime

from orc.documents.contents import Contents, ProcessingSettings, Work
from orc.documents.describer import Describer
from orc.documents.events import DocumentEvent, DocumentEvents
from orc.documents.labels import MetadataRules, NewFile, UploadInfo
from orc.documents.paths import blob_path
from orc.documents.records import Content, Document, document_key, key_of, read_document
from orc.documents.registrations import Progress, Registrations
from orc.documents.removal import Removal
from orc.documents.slots import Slots
from orc.documents.upload_recorder import UploadRecorder
from orc.domain import Caller, Chunk, ConversationKey, FileRef
from orc.errors import NotFound
from orc.ports import BlobProperties, BlobStore, ItemStore

__all__ = ["DocumentRegistry", "ProcessingSettings", "Progress", "Work"]

MAX_DOCUMENTS = 100_000
_QUESTION_CHARACTERS = 300


class DocumentRegistry:
    """Manages the documents of all callers: their state, text and chunks. Reading a file takes one of its slots."""

    def __init__(
        self,
        items: ItemStore,
        blobs: BlobStore,
        *,
        contents: Contents,
        events: DocumentEvents,
        describer: Describer | None,
        recorder: UploadRecorder,
        removal: Removal,
        registrations: Registrations,
        slots: Slots,
        rules: MetadataRules,
        now: Callable[[], datetime],
    ) -> None:
        self._items = items
        self._blobs = blobs
        self._contents = contents
        self._events = events
        self._describer = describer
        self._recorder = recorder
        self._removal = removal
        self._registrations = registrations
        self.slots = slots
        self.rules = rules
        self._now = now

    async def find(self, key: ConversationKey, blob_name: str) -> Document | None:
        """The registered document with a name, fresh or not."""
        stored = await self._items.read(key.caller.partition, document_key(key.conversation_id, blob_name))
        return Document.from_item(stored) if stored else None

    async def get(self, caller: Caller, file_id: str) -> Document:
        """The document with this file_id. Raises NotFound if it does not exist (any more)."""
        return (await read_document(self._items, caller, file_id)).record

    async def fresh(self, caller: Caller, file_id: str) -> Document | None:
        """The ready, unexpired document with this file_id."""
        stored = await self._items.read(caller.partition, key_of(file_id))
        document = Document.from_item(stored) if stored else None
        if document is None or document.file_id != file_id or document.status != "ready":
            return None
        return None if document.is_expired(self._now()) else document

    async def exists(self, key: ConversationKey, blob_name: str) -> bool:
        """Whether a document with this name is registered or its blob is stored."""
        if await self.find(key, blob_name) is not None:
            return True
        return await self._blobs.properties(blob_path(key, blob_name)) is not None

    async def of_conversation(self, key: ConversationKey) -> list[Document]:
        """The documents of one conversation, oldest first."""
        where = {"conversation_id": key.conversation_id}
        found = await self._items.query(key.caller.partition, "document", where=where, limit=MAX_DOCUMENTS)
        return [Document.from_item(stored) for stored in found]

    async def of_caller(self, caller: Caller) -> list[Document]:
        """All of the caller's documents, newest first, without those that are being deleted."""
        found = await self._items.query(caller.partition, "document", descending=True, limit=MAX_DOCUMENTS)
        return [document for stored in found if not (document := Document.from_item(stored)).deleting]

    async def reusable(self, key: ConversationKey, blob_names: Collection[str]) -> list[FileRef]:
        """References to all of these documents if each is registered and fresh, else none."""
        documents = [await self.find(key, name) for name in blob_names]
        now = self._now()
        fresh = [d.ref for d in documents if d is not None and d.status == "ready" and not d.is_expired(now)]
        return fresh if len(fresh) == len(blob_names) else []

    async def text(self, caller: Caller, document: Document) -> str:
        """The extracted text of a ready document."""
        if document.status != "ready" or document.content_id is None:
            raise NotFound("This document has no text.", code="document_not_ready")
        return await self._contents.text(caller, document.content_id)

    async def chunks(self, caller: Caller, document: Document) -> list[Chunk]:
        """The chunks of a ready document, in the order of its text."""
        return await self._contents.chunks(caller, document.content_id) if document.content_id else []

    async def page_starts(self, caller: Caller, document: Document) -> tuple[int, ...]:
        """Offsets of the pages of a ready document in its text; none in a format without pages."""
        content = await self.content(caller, document)
        return content.page_starts if content else ()

    async def content(self, caller: Caller, document: Document) -> Content | None:
        """The document's content, such as the positions of its pages and headings; None before it was read."""
        return await self._contents.find(caller, document.content_id or "")

    async def derived(self, caller: Caller, content: Content, name: str) -> bytes | None:
        """The data stored with the content under that name."""
        return await self._contents.derived(caller, content.content_id, name)

    async def store_derived(
        self, caller: Caller, content: Content, name: str, data: bytes, *, content_type: str
    ) -> None:
        """Stores data derived from a content until the content is removed."""
        await self._contents.store_derived(caller, content.content_id, name, data, content_type=content_type)

    async def events(self, caller: Caller, document: Document, *, limit: int = 100) -> list[DocumentEvent]:
        """The events of a document, newest first."""
        return await self._events.newest(caller, document, limit=limit)

    def note_question(self, caller: Caller, documents: Collection[Document], question: str) -> None:
        """Queues an event that these documents were asked about. It is stored soon, in the background."""
        excerpt = question.strip()[:_QUESTION_CHARACTERS]
        self._events.note(caller, documents, "question_asked", self._now(), question=excerpt)

    async def note_upload(
        self, key: ConversationKey, blob_name: str, blob: BlobProperties, sent: UploadInfo | None = None
    ) -> Document:
        """The document of a stored blob: the existing one if its bytes are the same, else a new, queued one."""
        return await self._recorder.note(key, blob_name, blob, sent or UploadInfo())

    async def check_metadata(
        self, key: ConversationKey, blob_name: str, metadata: Mapping[str, str] | None, *, name: str
    ) -> None:
        """Raises InvalidRequest, naming the field, if a document uploaded under a name would lack a required key. An
        upload without metadata keeps that of the existing document."""
        if self.rules.required:
            existing = await self.find(key, blob_name) if metadata is None else None
            kept = existing.metadata if existing is not None and not existing.deleting else {}
            self.rules.check(self.rules.completed(kept if metadata is None else metadata), name=name)

    async def take(self, key: ConversationKey, file: NewFile) -> Document:
        """Stores and registers a file. It replaces a document of the same name, unless the bytes are the same."""
        unchanged = await self._recorder.unchanged(key, file.name, file.sent)
        if unchanged is not None:
            return unchanged
        path = blob_path(key, file.name)
        blob = await self._blobs.put(path, file.pieces, content_type=file.mime_type)
        document = await self._recorder.note(key, file.name, blob, file.sent)
        if await self._blobs.properties(path) is None:  # a concurrent request has already deleted it
            with suppress(NotFound):
                await self.delete(key.caller, document.file_id)
        return document

    async def relabel(self, caller: Caller, file_id: str, metadata: Mapping[str, str | None]) -> Document:
        """Sets metadata of a document by key; None removes a key. Raises InvalidRequest if a required key would be
        missing."""
        return await self._recorder.relabel(caller, file_id, metadata)

    async def ensure_registered(
        self, key: ConversationKey, blob_name: str, progress: Progress | None = None
    ) -> tuple[Document, Work]:
        """Returns the document as ready or failed, processing it first if necessary, and the work done by this call.
        Calls for one blob share one registration, across all processes. Raises NotFound if there is no blob. An outage
        is raised and can be retried; after the fifth the document has failed."""
        return await self._registrations.ensure(key, blob_name, progress)

    async def deliver(self, key: ConversationKey, blob_name: str) -> Document | None:
        """Like ensure_registered, for the event of an upload. If another process has the document's lease, returns None
        without waiting, and takes over in the background if that process dies."""
        return await self._registrations.deliver(key, blob_name)

    def ensure_progress(self, caller: Caller, documents: Iterable[Document]) -> None:
        """Continues abandoned ones of these documents in the background; for requests that find them."""
        self._registrations.ensure_progress(caller, documents)

    async def take_over_abandoned(self, *, limit: int) -> None:
        """Continues abandoned documents of all callers, whose owner is dead, in the background."""
        await self._registrations.take_over_abandoned(limit=limit)

    async def delete(self, caller: Caller, file_id: str) -> None:
        """Deletes a document with its blob, and its text and chunks unless another document has the same content.
        Raises NotFound if there is none. An interrupted deletion can be repeated; a newer file of the same name stays.
        """
        await self._removal.delete(caller, file_id)

    async def hide(self, key: ConversationKey) -> None:
        """Leaves the documents of a conversation that is being deleted out of lists and searches."""
        await self._removal.hide(key, limit=MAX_DOCUMENTS)

    async def forget_events(self, key: ConversationKey) -> None:
        """Removes the event logs of all documents of the conversation, including deleted ones."""
        await self._events.remove_all(key)

    async def resume_deletions(self, begun_before: str, *, limit: int) -> None:
        """Finishes interrupted deletions, and cleans up after interrupted processing, of all callers from before that
        time."""
        await self._removal.resume(begun_before, limit=limit)

    async def aclose(self) -> None:
        """Releases the leases of documents being read, cancels descriptions in progress, and stores queued events."""
        await self._registrations.aclose()
        if self._describer is not None:
            await self._describer.aclose()
        await self._events.aclose()
