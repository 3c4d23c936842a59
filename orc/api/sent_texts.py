"""Checks texts that come with a turn before anything is stored."""

from collections.abc import Sequence

from orc.api.models import SentDocument
from orc.api.services import Limits
from orc.conversations.records import SentText
from orc.documents.labels import checked_metadata
from orc.documents.paths import check_blob_name
from orc.errors import InvalidRequest


def sent_texts(documents: Sequence[SentDocument], limits: Limits) -> tuple[SentText, ...]:
    """Returns the checked texts. InvalidRequest names the field and the limit."""
    if len(documents) > limits.documents_per_turn:
        message = f"{len(documents)} documents sent; the limit is {limits.documents_per_turn}"
        raise InvalidRequest.of("documents", message, code="too_many_documents")
    texts: dict[str, SentText] = {}
    for position, document in enumerate(documents):
        field = f"documents.{position}"
        name = check_blob_name(document.name.strip(), field=f"{field}.name")
        if name in texts:
            raise InvalidRequest.of(f"{field}.name", f"{name} is sent more than once", code="duplicate_blob_name")
        if not document.text.strip():
            raise InvalidRequest.of(f"{field}.text", "must not be empty", code="document_empty")
        if len(document.text) > limits.text_characters:
            message = f"{len(document.text)} characters; the limit is {limits.text_characters}"
            raise InvalidRequest.of(f"{field}.text", message, code="document_too_large")
        if (size := len(document.text.encode())) > limits.upload_bytes:
            message = f"{size} bytes in UTF-8; the limit is {limits.upload_bytes}"
            raise InvalidRequest.of(f"{field}.text", message, code="document_too_large")
        metadata = document.metadata
        if metadata is not None:
            metadata = checked_metadata(metadata, name=f"{field}.metadata")
        texts[name] = SentText(name=name, text=document.text, metadata=metadata)
    return tuple(texts.values())
