"""Reads a tool's answer: a result, or the failure that it reports. Pure."""

from collections.abc import Callable, Mapping

from orc.domain import Json
from orc.errors import ToolFailure, ToolRetry
from orc.patterns import regex
from orc.text import repaired
from orc.tools.offer import ToolResult, is_json

MAX_PROGRESS = 100
"""How many messages of a call's progress are passed on."""

_MESSAGE_CHARACTERS = 500
_CODE = regex(r"[a-z][a-z0-9_]{0,63}")
_ERROR_FIELDS = {"error", "code", "message", "detail", "details"}


def one_line(message: str) -> str:
    """A tool's message as one line of limited length."""
    message = " ".join(repaired(message).split())
    return message if len(message) <= _MESSAGE_CHARACTERS else f"{message[: _MESSAGE_CHARACTERS - 1]}…"


def read_answer(
    tool: str, structured: Json, text: str, *, is_error: bool = False, clean: Callable[[str], str] = one_line
) -> ToolResult:
    """Returns the result. Raises ToolRetry or ToolFailure, with the message processed by clean, if the answer is an
    error."""
    read = ToolResult.read(structured, text)
    fields = read.structured or {}
    reported = fields.get("error")
    if is_error or (reported and set(fields) <= _ERROR_FIELDS):
        fields = reported if isinstance(reported, Mapping) else fields
        message = next((m for m in (fields.get("message"), reported, text) if isinstance(m, str) and m), "")
        code = fields.get("code")
        code = code if isinstance(code, str) and _CODE.fullmatch(code) else None
        failure = ToolRetry if code == "invalid_arguments" else ToolFailure
        raise failure(clean(message) or f"{tool} failed.", code=code or "tool_failed")
    if not is_json(structured):
        raise ToolFailure(f"{tool} returned a result of an unknown shape.", code="tool_result_invalid")
    return read
