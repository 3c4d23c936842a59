"""A registered document, and how it is stored."""

import hashlib
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any, Self, cast

from orc.domain import DocumentStatus, FileRef
from orc.ports import Item, StoredItem
from orc.records import timestamp


@dataclass(frozen=True, slots=True)
class DocumentError:
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Document:
    """One blob of one conversation, as the registry knows it.

    file_id names this registration: replaced or expired content gets another one. content_id names the bytes (their
    SHA-256), known once they were read. Times are ISO 8601 UTC; lease_until is set while somebody processes it.
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
    lease_until: str | None = None
    content_id: str | None = None
    title: str | None = None
    pages: int | None = None
    chunks: int | None = None
    characters: int | None = None
    expires_at: str | None = None
    error: DocumentError | None = None
    tags: tuple[str, ...] = ()

    @property
    def ref(self) -> FileRef:
        return FileRef(self.file_id, self.blob_name)

    def stands_for(self, blob_etag: str, now: datetime) -> bool:
        """Whether what was registered still is what the blob holds."""
        return self.blob_etag == blob_etag and not self.is_expired(now)

    def is_expired(self, now: datetime) -> bool:
        return self.expires_at is not None and self.expires_at <= timestamp(now)

    def is_leased(self, now: datetime) -> bool:
        return self.status == "processing" and self.lease_until is not None and self.lease_until > timestamp(now)

    def to_item(self) -> Item:
        return {
            "id": document_key(self.conversation_id, self.blob_name),
            "type": "document",
            "schema_version": 1,
            "sort": self.created_at,
            **asdict(self),
        }

    @classmethod
    def from_item(cls, stored: StoredItem) -> Self:
        values = {name: stored.body[name] for name in cls.__dataclass_fields__}
        body = cast("dict[str, Any]", values)
        error = DocumentError(**body["error"]) if body["error"] else None
        return cls(**(body | {"error": error, "tags": tuple(body["tags"])}))


@dataclass(frozen=True, slots=True)
class Content:
    """What was extracted from some bytes, whatever files carry them. The text itself is a blob; processing is the
    fingerprint of the settings that the chunks were made with."""

    content_id: str
    processing: str
    title: str
    characters: int
    chunks: int
    page_starts: tuple[int, ...]
    expires_at: str

    def to_item(self) -> Item:
        values = asdict(self)
        return {"id": self.content_id, "type": "content", "schema_version": 1, **values}

    @classmethod
    def from_item(cls, stored: StoredItem) -> Self:
        body = cast("dict[str, Any]", {name: stored.body[name] for name in cls.__dataclass_fields__})
        return cls(**(body | {"page_starts": tuple(body["page_starts"])}))


def new_document(conversation_id: str, blob_name: str, generation: int, **facts: Any) -> Document:
    """A queued registration of which only the blob's own facts are known."""
    key = document_key(conversation_id, blob_name)
    return Document(
        file_id=f"{key.replace('document-', 'file-', 1)}-{generation}",
        conversation_id=conversation_id,
        blob_name=blob_name,
        generation=generation,
        status="queued",
        **facts,
    )


def ready(document: Document, content: Content, now: datetime) -> Document:
    return replace(
        document,
        status="ready",
        lease_until=None,
        updated_at=timestamp(now),
        content_id=content.content_id,
        title=content.title,
        pages=len(content.page_starts) or None,
        chunks=content.chunks,
        characters=content.characters,
        expires_at=content.expires_at,
    )


def failed(document: Document, error: DocumentError, now: datetime) -> Document:
    return replace(document, status="failed", lease_until=None, updated_at=timestamp(now), error=error)


def document_key(conversation_id: str, blob_name: str) -> str:
    """The id under which a blob's document is stored: a point read finds it by name."""
    digest = hashlib.sha256(f"{conversation_id}/{blob_name}".encode()).hexdigest()
    return f"document-{digest[:32]}"


def key_of(file_id: str) -> str:
    """The key of the document that a file_id belongs to."""
    return file_id.rpartition("-")[0].replace("file-", "document-", 1)
