"""A registered document, and how it is stored."""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Self, cast

from orc.documents.formats import SENT_MARKDOWN, SENT_TEXT
from orc.domain import Caller, DocumentStatus, FileRef, Heading
from orc.errors import DocumentFailure, NotFound
from orc.items import Stored, timestamp
from orc.ports import Item, ItemStore, StoredItem


@dataclass(frozen=True, slots=True)
class DocumentError:
    """Why processing failed: a stable code, and a sentence for the user."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Document:
    """The registration of one blob of a conversation.

    file_id names this registration: replaced or expired content gets another one. content_id identifies the bytes (by
    their SHA-256), once they have been read; previous_content_id is the content that this registration replaces, until
    it has replaced it. Times are ISO 8601 UTC. During processing, lease_owner is the process that reads it, and
    lease_until is the time at which its lease expires. sha256 is that of the bytes, if the upload provided it; is_text
    means that they are plain text, regardless of the name. notes are codes of remarks to the user about the reading.
    pages_read is the number of pages read so far, while a long document is processed. source_id is the file_id of the
    original if the caller chose that file by its id. processing is that of its content when it was read.
    """

    file_id: str
    conversation_id: str
    blob_name: str
    blob_etag: str
    size: int
    mime_type: str
    status: DocumentStatus
    created_at: str
    updated_at: str
    generation: int = 1
    attempts: int = 0
    lease_owner: str | None = None
    lease_until: str | None = None
    content_id: str | None = None
    previous_content_id: str | None = None
    title: str | None = None
    language: str | None = None
    keywords: tuple[str, ...] = ()
    summary: str | None = None
    names: tuple[str, ...] = ()
    years: tuple[str, ...] = ()
    pages: int | None = None
    pages_read: int | None = None
    chunks: int | None = None
    characters: int | None = None
    expires_at: str | None = None
    error: DocumentError | None = None
    tags: tuple[str, ...] = ()
    metadata: Mapping[str, str] = field(default_factory=dict[str, str])
    sha256: str | None = None
    is_text: bool = False
    notes: tuple[str, ...] = ()
    source_id: str | None = None
    processing: str = ""
    deleting: bool = False

    @property
    def key(self) -> str:
        """The id of the blob's item, which outlives this registration."""
        return document_key(self.conversation_id, self.blob_name)

    @property
    def ref(self) -> FileRef:
        return FileRef(self.file_id, self.blob_name)

    @property
    def bytes_sha256(self) -> str | None:
        """The SHA-256 of the bytes, if they have been read or the upload provided it."""
        return self.sha256 or sha256_of(self.content_id)

    @property
    def read_as(self) -> str:
        """The file name whose extension determines how the bytes are read."""
        is_other = self.is_text and not self.blob_name.lower().endswith((".txt", ".md"))
        return f"{self.blob_name}.txt" if is_other else self.blob_name

    @property
    def extracted_as(self) -> str:
        """The file name whose extension determines how the text is extracted. A sent text is Unicode already, whatever
        its first bytes are; its name only says whether it is Markdown."""
        if not self.is_text:
            return self.blob_name
        return f"{self.blob_name}.{SENT_MARKDOWN if self.blob_name.lower().endswith('.md') else SENT_TEXT}"

    def stands_for(self, blob_etag: str, now: datetime) -> bool:
        """Whether the registration still describes the blob. A document that is being deleted does not count."""
        return self.blob_etag == blob_etag and (self.deleting or not self.is_expired(now))

    def is_expired(self, now: datetime) -> bool:
        return self.expires_at is not None and self.expires_at <= timestamp(now)

    def renewed(self, now: datetime, lifetime: timedelta) -> Self:
        """The ready document with a whole lifetime. It is unchanged if that gains less than a hundredth of one, so that
        a client that sends its files with each request does not cause a write each time."""
        is_due = self.expires_at is not None and self.expires_at < timestamp(now + lifetime * 0.99)
        return replace(self, expires_at=timestamp(now + lifetime)) if is_due and self.status == "ready" else self

    def to_item(self) -> Item:
        return {
            "id": self.key,
            "type": "document",
            "schema_version": 1,
            "sort": self.created_at,
            **asdict(self),
        }

    @classmethod
    def from_item(cls, stored: StoredItem) -> Self:
        body = _fields(cls, stored)
        error = DocumentError(**body["error"]) if body["error"] else None
        lists = {name: tuple(body.get(name, ())) for name in ("tags", "keywords", "names", "years", "notes")}
        return cls(**(body | {"error": error} | lists))


@dataclass(frozen=True, slots=True)
class Content:
    """The content of some bytes, shared by all files that have them. The text itself is a blob. processing is the
    fingerprint of the extraction and the chunk settings; names and years are the subjects that the first pages state;
    described_by is the model that wrote summary and keywords, "" if they were derived from the text without a model."""

    content_id: str
    processing: str
    title: str
    characters: int
    chunks: int
    page_starts: tuple[int, ...]
    expires_at: str
    page_labels: tuple[str, ...] = ()
    headings: tuple[Heading, ...] = ()
    language: str | None = None
    keywords: tuple[str, ...] = ()
    summary: str = ""
    described_by: str = ""
    names: tuple[str, ...] = ()
    years: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def has_page_images(self) -> bool:
        """Whether it is a PDF. Its pages have no labels, unlike slides and sheets."""
        return bool(self.page_starts) and not self.page_labels

    def to_item(self) -> Item:
        values = asdict(self)
        return {"id": self.content_id, "type": "content", "schema_version": 1, **values}

    @classmethod
    def from_item(cls, stored: StoredItem) -> Self:
        body = _fields(cls, stored)
        lists = ("page_starts", "page_labels", "keywords", "names", "years", "notes")
        tuples = {name: tuple(body.get(name, ())) for name in lists}
        headings = tuple(Heading(**heading) for heading in body.get("headings", ()))
        return cls(**(body | tuples | {"headings": headings}))


def _fields(cls: Any, stored: StoredItem) -> dict[str, Any]:
    """The item's values for the record's fields. A field that is missing in an older item gets its default."""
    return cast("dict[str, Any]", {name: stored.body[name] for name in cls.__dataclass_fields__ if name in stored.body})


async def read_document(items: ItemStore, caller: Caller, file_id: str) -> Stored[Document]:
    """The document with this file_id. Raises NotFound if it does not exist (any more)."""
    stored = await items.read(caller.partition, key_of(file_id))
    document = Document.from_item(stored) if stored else None
    if stored is None or document is None or document.file_id != file_id:
        raise NotFound("There is no such document.", code="document_not_found")
    return Stored(document, stored.etag)


def owner_of(stored: StoredItem) -> Caller:
    """The owner of an item from a query over all callers."""
    return Caller(str(stored.body["organization_id"]), str(stored.body["user_id"]))


def new_document(
    conversation_id: str, blob_name: str, *, blob_etag: str, updated_at: str, generation: int = 1, **facts: Any
) -> Document:
    """A queued registration with only the blob's properties. Its file_id is unique, also among deleted documents of
    this name."""
    number = document_key(conversation_id, blob_name).removeprefix("document-")
    registration = hashlib.sha256(f"{generation}/{updated_at}/{blob_etag}".encode()).hexdigest()[:12]
    return Document(
        file_id=f"file-{number}-{registration}",
        conversation_id=conversation_id,
        blob_name=blob_name,
        blob_etag=blob_etag,
        updated_at=updated_at,
        generation=generation,
        status="queued",
        **facts,
    )


def ready(document: Document, content: Content, now: datetime) -> Document:
    """The document as ready. Raises DocumentFailure if the content has no chunks of text. Without a title in the
    content, the title is the file's name."""
    if not content.characters or not content.chunks:
        raise DocumentFailure("The file contains no text.", code="document_without_text")
    return described(
        replace(
            document,
            status="ready",
            lease_owner=None,
            lease_until=None,
            updated_at=timestamp(now),
            content_id=content.content_id,
            processing=content.processing,
            previous_content_id=None,
            title=content.title or document.blob_name,
            pages=len(content.page_starts) or None,
            chunks=content.chunks,
            characters=content.characters,
            expires_at=content.expires_at,
            notes=content.notes,
        ),
        content,
    )


def described(document: Document, content: Content) -> Document:
    """The document with its content's description."""
    return replace(
        document,
        language=content.language,
        keywords=content.keywords,
        summary=content.summary,
        names=content.names,
        years=content.years,
    )


def failed(document: Document, error: DocumentError, now: datetime, *, leaves: str | None) -> Document:
    """The document as failed. It keeps the id of a content that may still have to be removed."""
    freed = replace(document, lease_owner=None, lease_until=None, previous_content_id=leaves)
    return replace(freed, status="failed", error=error, updated_at=timestamp(now))


def document_key(conversation_id: str, blob_name: str) -> str:
    """The id under which a blob's document is stored: a point read finds it by name."""
    digest = hashlib.sha256(f"{conversation_id}/{blob_name}".encode()).hexdigest()
    return f"document-{digest[:32]}"


def sha256_of(content_id: str | None) -> str | None:
    """The SHA-256 that a content_id names."""
    return content_id.split("-")[1] if content_id else None


def key_of(file_id: str) -> str:
    """The key of the document that a file_id belongs to."""
    return file_id.rpartition("-")[0].replace("file-", "document-", 1)
