"""Errors as application/problem+json, by the one table in orc.errors."""

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from orc.errors import FieldError, OrcError, RequestError, TooManyRequests, http_status

logger = logging.getLogger(__name__)

_MALFORMED = ("json_invalid",)
_HEADERS = {
    HTTPStatus.UNAUTHORIZED: {"WWW-Authenticate": "Bearer"},
    HTTPStatus.SERVICE_UNAVAILABLE: {"Retry-After": "2"},
}
_CODES = {400: "malformed_body", 404: "not_found", 405: "method_not_allowed", 413: "payload_too_large"}


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
    },
    "required": ["type", "title", "status", "detail", "code"],
}
PROBLEMS: dict[int | str, dict[str, Any]] = {
    "default": {"description": "A problem.", "content": {"application/problem+json": {"schema": _SCHEMA}}}
}
"""What every operation may answer instead, for its description."""


class Problem(JSONResponse):
    media_type = "application/problem+json"

    def __init__(
        self, status: int, code: str, detail: str, *, headers: Mapping[str, str] | None = None, **extra: Any
    ) -> None:
        title = HTTPStatus(status).phrase
        body = {"type": "about:blank", "title": title, "status": status, "detail": detail, "code": code, **extra}
        super().__init__(body, status, {**_HEADERS.get(HTTPStatus(status), {}), **(headers or {})})


def problem_of(error: OrcError, **extra: Any) -> Problem:
    if isinstance(error, RequestError) and error.errors:
        extra["errors"] = [{"field": wrong.field, "message": wrong.message} for wrong in error.errors]
    if isinstance(error, TooManyRequests):
        extra["headers"] = {"Retry-After": str(error.retry_after_seconds)}
    return Problem(http_status(error), error.code, error.message, **extra)


async def _on_orc_error(_: Request, error: OrcError) -> Problem:
    if http_status(error) >= HTTPStatus.INTERNAL_SERVER_ERROR:
        logger.error("A request failed: %s", error.code, exc_info=error)
    return problem_of(error)


async def _on_invalid(_: Request, error: RequestValidationError) -> Problem:
    found = error.errors()
    if any(e["type"] in _MALFORMED for e in found):
        return Problem(HTTPStatus.BAD_REQUEST, "malformed_json", "The body is not valid JSON.")
    errors = [FieldError(_field(e["loc"]), str(e["msg"])) for e in found]
    detail = "; ".join(f"{wrong.field}: {wrong.message}" for wrong in errors)
    shown = [{"field": wrong.field, "message": wrong.message} for wrong in errors]
    return Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "invalid_request", detail, errors=shown)


def _field(location: tuple[int | str, ...]) -> str:
    parts = [str(part) for part in location]
    return ".".join(parts[1:] if parts[0] in ("body", "query", "path", "header") and len(parts) > 1 else parts)


async def _on_http_error(request: Request, error: HTTPException) -> Problem:
    code = _CODES.get(error.status_code, "bad_request")
    if error.status_code == HTTPStatus.BAD_REQUEST and "json" in request.headers.get("content-type", ""):
        code = "malformed_json"
    detail = _too_large(request.app) if error.status_code == HTTPStatus.CONTENT_TOO_LARGE else str(error.detail)
    return Problem(error.status_code, code, detail, headers=error.headers)


def _too_large(app: FastAPI) -> str:
    json_bytes, upload_bytes = app.state.max_json_bytes, app.state.max_upload_bytes
    return f"The request is too large: the limit is {upload_bytes} bytes for an upload and {json_bytes} for any other."


async def _on_bug(_: Request, error: Exception) -> Problem:
    """The outermost edge of a request: the traceback goes to the log, not to the caller."""
    logger.error("A request failed", exc_info=error)
    return Problem(HTTPStatus.INTERNAL_SERVER_ERROR, "internal_error", "The request failed. It was logged.")


class _LargeBodyProblem:
    """The framework refuses a body that is too large in plain text; this says the same as a problem."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        plain = False

        async def pass_on(message: Message) -> None:
            nonlocal plain
            if message["type"] == "http.response.start" and message["status"] == HTTPStatus.CONTENT_TOO_LARGE:
                plain = (b"content-type", Problem.media_type.encode()) not in message["headers"]
            if not plain:
                await send(message)

        await self._app(scope, receive, pass_on)
        if plain:
            problem = Problem(HTTPStatus.CONTENT_TOO_LARGE, "payload_too_large", _too_large(scope["app"]))
            await problem(scope, receive, send)


def add_problem_handlers(app: FastAPI) -> None:
    app.exception_handler(OrcError)(_on_orc_error)
    app.exception_handler(RequestValidationError)(_on_invalid)
    app.exception_handler(HTTPException)(_on_http_error)
    app.exception_handler(Exception)(_on_bug)
    app.add_middleware(_LargeBodyProblem)
