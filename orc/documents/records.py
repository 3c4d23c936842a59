"""A registered document, and how it is stored."""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
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
    """One blob of one conversation, as the registry knows it.

    file_id names this registration: replaced or expired content gets another one. content_id names the bytes (their
    SHA-256), known once they were read; previous_content_id those that this registration takes the place of, until
    it has. Times are ISO 8601 UTC. While it is processed, lease_owner is the process that reads it, and lease_until is
    when that counts as dead unless it renews its lease. sha256 is that of the bytes where who stored them told it;
    is_text says that they are plain text, whatever the name says. notes are codes of what the user should know about
    how they were read. pages_read is how many of the pages are read so far, while a long document is processed.
    source_id is the file_id of what it is a copy of, where its caller chose that by its id.
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
        """That of the bytes, once they were read or where it was told before."""
        return self.sha256 or sha256_of(self.content_id)

    @property
    def read_as(self) -> str:
        """The file name by whose extension the bytes are read."""
        is_other = self.is_text and not self.blob_name.lower().endswith((".txt", ".md"))
        return f"{self.blob_name}.txt" if is_other else self.blob_name

    @property
    def extracted_as(self) -> str:
        """The file name by whose extension the text is extracted. One that was sent is Unicode already, whatever it
        begins with: its name tells no more than whether it is Markdown."""
        if not self.is_text:
            return self.blob_name
        return f"{self.blob_name}.{SENT_MARKDOWN if self.blob_name.lower().endswith('.md') else SENT_TEXT}"

    def stands_for(self, blob_etag: str, now: datetime) -> bool:
        """Whether what was registered still is what the blob holds; what is being deleted is not read again."""
        return self.blob_etag == blob_etag and (self.deleting or not self.is_expired(now))

    def is_expired(self, now: datetime) -> bool:
        return self.expires_at is not None and self.expires_at <= timestamp(now)

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
    """What was extracted from some bytes, whatever files carry them. The text itself is a blob; processing is the
    fingerprint of the settings that the chunks were made with; names and years are what the first pages say that it is
    about; described_by is the model that wrote the summary and
    the keywords, "" while they are what the text alone tells."""

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
        """Whether it is a PDF: slides and sheets have names."""
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
    """What the record has fields for; an item that was stored before a field existed has the field's default."""
    return cast("dict[str, Any]", {name: stored.body[name] for name in cls.__dataclass_fields__ if name in stored.body})


async def read_document(items: ItemStore, caller: Caller, file_id: str) -> Stored[Document]:
    """The document that a file_id stands for; NotFound when it stands for none (any more)."""
    stored = await items.read(caller.partition, key_of(file_id))
    document = Document.from_item(stored) if stored else None
    if stored is None or document is None or document.file_id != file_id:
        raise NotFound("There is no such document.", code="document_not_found")
    return Stored(document, stored.etag)


def owner_of(stored: StoredItem) -> Caller:
    """Whose an item is that was found among those of all callers."""
    return Caller(str(stored.body["organization_id"]), str(stored.body["user_id"]))


def new_document(
    conversation_id: str, blob_name: str, *, blob_etag: str, updated_at: str, generation: int = 1, **facts: Any
) -> Document:
    """A queued registration of which only the blob's own facts are known. Its file_id is like no other, not even that
    of a deleted document of this name."""
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
    """The document as it can be asked about. DocumentFailure when the content lacks what each must have: text, in
    chunks. A title that the content lacks is the file's name."""
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
    """The document with what was found out about its content."""
    return replace(
        document,
        language=content.language,
        keywords=content.keywords,
        summary=content.summary,
        names=content.names,
        years=content.years,
    )


def failed(document: Document, error: DocumentError, now: datetime, *, leaves: str | None) -> Document:
    """The document as it cannot be read. What it leaves is a content that may still have to be removed."""
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
