"""Reads the question of a chat request: its text, and its files."""

import base64
import binascii
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote_to_bytes

from orc.api.services import Limits
from orc.api.ui.bodies import UIMessageBody
from orc.documents.formats import SUPPORTED_TYPES, extension_of
from orc.documents.labels import NewFile, UploadInfo, checked_metadata
from orc.documents.paths import check_blob_name
from orc.errors import InvalidRequest, PayloadTooLarge, UnsupportedDocumentType
from orc.patterns import regex

CONTENT = "/api/documents/{}/content"
"""The address of a document's bytes, with which messages of a chat show it."""

_SHOWN = regex(r"(?:https?://[^/]+)?/api/documents/([\w-]+)/content")


@dataclass(frozen=True, slots=True)
class Question:
    """A user's message. known_files are stored documents that it refers to: their ids and positions in the request.
    client_message_id depends on the message's id and content alone."""

    text: str
    files: tuple[NewFile, ...]
    known_files: tuple[tuple[str, str], ...]
    client_message_id: str


def text_of(message: UIMessageBody) -> str:
    """The text of a message, as it is stored."""
    return "\n".join(str(part.get("text", "")) for part in message.parts if part.get("type") == "text").strip()


def question_of(message: UIMessageBody, field: str, limits: Limits) -> Question:
    """Reads and checks the question, except for its length. Errors name the part and the limit."""
    files: dict[str, NewFile] = {}
    known_files: list[tuple[str, str]] = []
    for position, part in enumerate(message.parts):
        field_of_part = f"{field}.parts.{position}"
        match part:
            case {"type": "text", "text": str()}:
                pass
            case {"type": "file", "url": str(url)} if shown := _SHOWN.fullmatch(url):
                known_files.append((shown[1], f"{field_of_part}.url"))
            case {"type": "file"}:
                file = _file_of(part, field_of_part, limits)
                if file.name in files:
                    raise InvalidRequest.of(field_of_part, f"{file.name} is sent twice", code="duplicate_blob_name")
                files[file.name] = file
            case _:
                kind = f"a part of type {str(part.get('type'))[:40]}" if part.get("type") != "text" else "its text"
                raise InvalidRequest.of(
                    field_of_part, f"{kind} is not supported; a question has text parts and file parts"
                )
    if len(files) > limits.upload_files:
        raise PayloadTooLarge.of(
            field, f"{len(files)} files; the limit is {limits.upload_files}", code="too_many_files"
        )
    text = text_of(message)
    if not text and not files and not known_files:
        raise InvalidRequest.of(f"{field}.parts", "send text, files, or both")
    digest = hashlib.sha256()
    contents = (f"{file.name}/{file.sent.sha256}" for file in files.values())
    for each in (message.id, text, *contents, *(file_id for file_id, _ in known_files)):
        digest.update(hashlib.sha256(each.encode()).digest())
    return Question(text, tuple(files.values()), tuple(known_files), f"ui-{digest.hexdigest()}")


def _file_of(part: Mapping[str, Any], field: str, limits: Limits) -> NewFile:
    url, media_type, filename = (part.get(name) or "" for name in ("url", "mediaType", "filename"))
    if not (isinstance(url, str) and isinstance(media_type, str) and isinstance(filename, str)):
        raise InvalidRequest.of(field, "url, mediaType and filename must be strings")
    head, comma, encoded = url.partition(",")
    if not comma or not head.lower().startswith("data:"):  # Orc fetches nothing that a client names
        message = "is not a data URL; send the file itself, or upload it first and name it in blob_names"
        raise InvalidRequest.of(f"{field}.url", message)
    try:
        is_base64 = head.lower().endswith(";base64")
        data = base64.b64decode(encoded, validate=True) if is_base64 else unquote_to_bytes(encoded)
    except binascii.Error:
        raise InvalidRequest.of(f"{field}.url", "is not valid base64") from None
    if not data:
        raise InvalidRequest.of(f"{field}.url", "the file is empty", code="document_empty")
    if len(data) > limits.upload_bytes:
        message = f"the file has {len(data)} bytes; the limit is {limits.upload_bytes}"
        raise PayloadTooLarge.of(field, message, code="file_too_large")
    digest = hashlib.sha256(data).hexdigest()
    name = filename.strip() or f"document-{digest[:8]}"
    if extension_of(name) not in SUPPORTED_TYPES:
        mime_type = media_type.partition(";")[0].strip().lower()
        extension = next((ext for ext, supported in SUPPORTED_TYPES.items() if supported == mime_type), None)
        if extension is None:
            supported = ", ".join(SUPPORTED_TYPES)
            raise UnsupportedDocumentType.of(field, f"{name} has a type that cannot be read. Supported: {supported}.")
        name = f"{name}.{extension}"
    name = check_blob_name(name, field=f"{field}.filename")
    details = part.get("providerMetadata")
    details = details.get("orc") if isinstance(details, Mapping) else None
    metadata, where = None, f"{field}.providerMetadata.orc.metadata"
    if isinstance(details, Mapping) and "metadata" in details:
        metadata = checked_metadata(details["metadata"], name=where)
    return NewFile(name, SUPPORTED_TYPES[extension_of(name)], data, UploadInfo(digest, metadata=metadata), field=where)
