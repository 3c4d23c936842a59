"""Errors as application/problem+json, with the statuses of orc.errors."""

import json
import logging
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse

from orc.api.headers import CODE_HEADER
from orc.api.openai.errors import is_openai_path, openai_error
from orc.api.problem_forms import PROBLEM_TYPE, wants_sentence
from orc.api.resource_metadata import challenge
from orc.errors import (
    BUG,
    Busy,
    FieldError,
    ModelRejected,
    OrcError,
    RequestError,
    ShuttingDown,
    StoreUnavailable,
    TooManyRequests,
    http_status,
)
from orc.text import short

logger = logging.getLogger(__name__)

_MALFORMED = ("json_invalid",)
_MOST_ERRORS = 20
_FIELD, _MESSAGE, _DETAIL = 200, 500, 4_000  # maximum length, because an error may repeat the request's text
_HEADERS = {HTTPStatus.SERVICE_UNAVAILABLE: {"Retry-After": "2"}}
_CODES = {400: "malformed_body", 404: "not_found", 405: "method_not_allowed"}
_NO_OBJECT, _NOT_JSON = "must be a JSON object", "The body is not valid JSON."
_MESSAGES = {
    "dict_type": _NO_OBJECT,
    "extra_forbidden": "is not a known field",
    "missing": "is required",
    "model_attributes_type": _NO_OBJECT,
}
"""Messages for pydantic's error types whose own messages speak of Python."""


_TEXT = {"type": "string"}
_WRONG_FIELD = {"type": "object", "properties": {"field": _TEXT, "message": _TEXT}, "required": ["field", "message"]}
_SCHEMA = {
    "type": "object",
    "properties": {
        "type": _TEXT,
        "title": _TEXT,
        "status": {"type": "integer"},
        "detail": _TEXT,
        "code": _TEXT,
        "errors": {"type": "array", "items": _WRONG_FIELD},
        "ends_at": {**_TEXT, "format": "date-time", "description": "When a used-up budget is renewed."},
        "retryable": {"type": "boolean", "description": "For a failed turn: whether asking again may help."},
        "answer": {**_TEXT, "description": "For a failed turn: the stored part of its answer."},
    },
    "required": ["type", "title", "status", "detail", "code"],
}
PROBLEMS: dict[int | str, dict[str, Any]] = {
    "default": {"description": "A problem.", "content": {PROBLEM_TYPE: {"schema": _SCHEMA}}}
}
"""The error response of every operation, for the OpenAPI document."""


class Problem(JSONResponse):
    """An RFC 9457 response: status, title, detail, and a stable code of Orc's."""

    media_type = PROBLEM_TYPE

    def __init__(
        self, status: int, code: str, detail: str, *, headers: Mapping[str, str] | None = None, **extra: Any
    ) -> None:
        title = HTTPStatus(status).phrase
        detail = short(detail, _DETAIL)
        body = {"type": "about:blank", "title": title, "status": status, "detail": detail, "code": code, **extra}
        super().__init__(body, status, {**_HEADERS.get(HTTPStatus(status), {}), **(headers or {})})


def problem_of(error: OrcError, **extra: Any) -> Problem:
    """The response to a typed error, with the invalid fields and the retry delay."""
    if isinstance(error, RequestError) and error.errors:
        extra["errors"] = _shown(error.errors)
    if isinstance(error, TooManyRequests):
        extra["headers"] = {"Retry-After": str(error.retry_after_seconds)}
        if error.ends_at:
            extra["ends_at"] = error.ends_at
    return Problem(http_status(error), error.code, error.message, **extra)


async def _on_orc_error(request: Request, error: OrcError) -> Problem:
    """Logs transient errors in one line; only unexpected ones are logged with their traceback."""
    status = http_status(error)
    if isinstance(error, ShuttingDown | Busy):
        logger.info("A request was refused: %s", error.code)
    elif status == HTTPStatus.SERVICE_UNAVAILABLE or isinstance(error, ModelRejected):
        logger.warning("A request failed: %s: %s", error.code, error.message)
    elif status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        logger.error("A request failed: %s", error.code, exc_info=error)
    if isinstance(error, StoreUnavailable):
        request.app.state.probed.forget()
    if status == HTTPStatus.UNAUTHORIZED:
        return problem_of(error, headers=challenge(request))
    return problem_of(error)


async def _on_invalid(request: Request, error: RequestValidationError) -> Problem:
    found = error.errors()
    if any(e["type"] in _MALFORMED for e in found):
        return Problem(HTTPStatus.BAD_REQUEST, "malformed_json", _NOT_JSON)
    wrong_fields = []
    for each in found[:_MOST_ERRORS]:
        parts = [str(part) for part in each["loc"]]
        path = parts[1:] if parts[0] in ("body", "query", "path", "header") and len(parts) > 1 else parts
        message = _MESSAGES.get(each["type"]) or str(each["msg"]).removeprefix("Value error, ")
        if path == ["body"] and message == _NO_OBJECT and "json" not in request.headers.get("content-type", ""):
            path, message = ["content-type"], "must be application/json"
        if "UploadFile" in message:  # without a readable name, a file is treated as text
            message = "is not a file: its part of the form has no filename"
        wrong_fields.append(FieldError(".".join(path), message))
    shown = _shown(wrong_fields)
    detail = "; ".join(f"{wrong['field']}: {wrong['message']}" for wrong in shown)
    if len(found) > _MOST_ERRORS:
        detail = f"{detail}; and {len(found) - _MOST_ERRORS} more"
    return Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "invalid_request", detail, errors=shown)


def _shown(errors: Sequence[FieldError]) -> list[dict[str, str]]:
    return [{"field": short(e.field, _FIELD), "message": short(e.message, _MESSAGE)} for e in errors[:_MOST_ERRORS]]


async def _on_http_error(request: Request, error: HTTPException) -> Problem:
    code = _CODES.get(error.status_code, "bad_request")
    detail = str(error.detail)
    if error.status_code == HTTPStatus.BAD_REQUEST and "json" in request.headers.get("content-type", ""):
        code, detail = "malformed_json", _NOT_JSON
    if detail == HTTPStatus(error.status_code).phrase:  # the router's own errors have no better message
        method, path = request.method, request.url.path
        if error.status_code == HTTPStatus.NOT_FOUND:
            detail = f"There is no route {path}."
        elif error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            detail = f"{path} does not support {method}; the Allow header lists the supported methods."
    if isinstance(error.__cause__, UnicodeDecodeError):
        detail = f"The body {'is not valid JSON' if code == 'malformed_json' else 'cannot be read'}: it is not UTF-8."
    return Problem(error.status_code, code, detail, headers=error.headers)


async def _on_bug(request: Request, error: Exception) -> Response:
    """The outermost edge of a request: the traceback goes to the log, not to the caller."""
    logger.error("A request failed", exc_info=error)
    problem = Problem(HTTPStatus.INTERNAL_SERVER_ERROR, "internal_error", BUG)
    fields = json.loads(bytes(problem.body))  # this handler is outside all middleware
    if is_openai_path(request.url.path):
        status, body = openai_error(fields)
        return JSONResponse(body, status)
    if wants_sentence(request.scope):
        return PlainTextResponse(fields["detail"], problem.status_code, {CODE_HEADER: fields["code"]})
    return problem


def add_problem_handlers(app: FastAPI) -> None:
    """Makes the app answer every error as a Problem; an unexpected one shows no detail."""
    app.exception_handler(OrcError)(_on_orc_error)
    app.exception_handler(RequestValidationError)(_on_invalid)
    app.exception_handler(HTTPException)(_on_http_error)
    app.exception_handler(Exception)(_on_bug)
