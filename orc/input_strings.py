"""Strings of a request, checked before anything reads them: valid Unicode, stream-safe, and within bounds."""

from collections.abc import Mapping
from typing import Any

from orc.errors import InvalidRequest
from orc.text import has_surrogates, stream_safe

MAX_ENTRIES = 1_000
MAX_DEPTH = 16
_NAME_CHARACTERS = 100
_NOT_UNICODE = "is not valid Unicode: it has an unpaired surrogate"


def safe_strings(value: Any, field: str = "body", depth: int = MAX_DEPTH) -> Any:
    """The value with all its strings, including field names, made stream-safe. InvalidRequest names the field of a lone
    surrogate, of a list or object with more than MAX_ENTRIES, and of nesting beyond MAX_DEPTH. These limits are checked
    before any entry."""
    if isinstance(value, str):
        return _safe(value, field)
    if not isinstance(value, list | Mapping):
        return value
    if len(value) > MAX_ENTRIES:
        raise InvalidRequest.of(field, f"{len(value)} entries; the limit is {MAX_ENTRIES}")
    if not depth:
        raise InvalidRequest.of(field, f"is nested too deeply; the limit is {MAX_DEPTH}")
    if isinstance(value, list):
        return [safe_strings(each, _within(field, str(i)), depth - 1) for i, each in enumerate(value)]
    return {
        _safe(str(name), _within(field, str(name))): safe_strings(each, _within(field, str(name)), depth - 1)
        for name, each in value.items()
    }


def check_question_length(text: str, limit: int, field: str, prefix: str = "") -> None:
    """Raises InvalidRequest for a text of more than limit characters. prefix says which text, if the field does not."""
    if len(text) > limit:
        message = f"{prefix}{len(text)} characters; the limit is {limit}"
        raise InvalidRequest.of(field, message, code="question_too_long")


def _safe(text: str, field: str) -> str:
    if has_surrogates(text):
        raise InvalidRequest.of(field, _NOT_UNICODE)
    return stream_safe(text)


def _within(field: str, name: str) -> str:
    """The path of a nested field, with invalid characters escaped."""
    name = name[:_NAME_CHARACTERS].encode("utf-8", "backslashreplace").decode()
    return name if field in ("body", "arguments") else f"{field}.{name}"
