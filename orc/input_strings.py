"""What a request sends, before it is read: its texts are valid Unicode and stream-safe, its lists and depth bounded."""

from collections.abc import Mapping
from typing import Any

from orc.errors import InvalidRequest
from orc.text import has_surrogates, stream_safe

MAX_ENTRIES = 1_000
MAX_DEPTH = 16
_NAME_CHARACTERS = 100
_NOT_UNICODE = "is not valid Unicode: it has an unpaired surrogate"


def safe_strings(value: Any, field: str = "body", depth: int = MAX_DEPTH) -> Any:
    """The value with each text in it, names of fields too, made stream-safe. InvalidRequest, which names the field, for
    a lone surrogate, for a list or object of more than MAX_ENTRIES, and for more than MAX_DEPTH of them in each other:
    before anything looks at the entries one by one."""
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


def _safe(text: str, field: str) -> str:
    if has_surrogates(text):
        raise InvalidRequest.of(field, _NOT_UNICODE)
    return stream_safe(text)


def _within(field: str, name: str) -> str:
    """As it can be told: a name that is not valid is shown with its escapes."""
    name = name[:_NAME_CHARACTERS].encode("utf-8", "backslashreplace").decode()
    return name if field in ("body", "arguments") else f"{field}.{name}"
