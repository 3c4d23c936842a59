"""The file types that can be read, and the reasons why a file cannot."""

from collections.abc import Mapping
from types import MappingProxyType

from orc.errors import DocumentFailure

SUPPORTED_TYPES: Mapping[str, str] = MappingProxyType(
    {
        "pdf": "application/pdf",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "md": "text/markdown",
        "txt": "text/plain",
        "csv": "text/csv",
        "json": "application/json",
        "log": "text/plain",
        "html": "text/html",
        "htm": "text/html",
    }
)
"""The MIME type of each file name extension that can be read."""


REASONS: Mapping[str, str] = MappingProxyType(
    {
        "document_empty": "The file is empty.",
        "document_encrypted": "The file is protected with a password.",
        "document_damaged": "The file is damaged or incomplete.",
        "document_without_text": "The file contains no text. If it is a scan, it needs text recognition first.",
        "document_type_mismatch": "The content of the file does not match the type in its name.",
        "document_too_large": "The file contains more text than the limit allows.",
        "document_too_complex": "Reading the file takes more time or memory than the limit allows.",
        "unsupported_document_type": f"Files of this type cannot be read. Supported: {', '.join(SUPPORTED_TYPES)}.",
    }
)
"""The message to the user for each failure code."""


NOTES: Mapping[str, str] = MappingProxyType(
    {"json_nested_deeply": "The JSON is nested too deeply, so it was read as plain text."}
)
"""The message to the user about a file that was read, for each note code."""


_DETAILS = {
    "page_tree": "Its page tree refers back to itself.",
    "no_pages": "It has no pages.",
    "type_declaration": "Its XML has a document type declaration, which no office file has.",
}

SENT_TEXT, SENT_MARKDOWN = "sent-text", "sent-markdown"
"""Replaces the extension of a sent text: it is UTF-8, whatever its first bytes are."""


def extension_of(name: str) -> str:
    """The file name extension in lower case, without its dot; empty when there is none."""
    stem, _, extension = name.rpartition("/")[2].rpartition(".")
    return extension.lower() if stem else ""


def document_failure(code: str, detail: str = "") -> DocumentFailure:
    """The failure with the message for its code."""
    return DocumentFailure(" ".join([REASONS[code], *filter(None, [_DETAILS.get(detail)])]), code=code)
