"""Errors under /api/v1 in the form of the OpenAI API, whether a route, the router or middleware raised them (D-258)."""

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.types import Scope

from orc.api.problem_forms import PROBLEM_TYPE, ProblemForm
from orc.patterns import regex

PREFIX = "/api/v1"

_NULLABLE = {"anyOf": [{"type": "string"}, {"type": "null"}]}
_ERROR = {
    "type": "object",
    "properties": {"message": {"type": "string"}, "type": {"type": "string"}, "param": _NULLABLE, "code": _NULLABLE},
    "required": ["message", "type", "param", "code"],
}
_BODY = {"type": "object", "properties": {"error": _ERROR}, "required": ["error"]}
_CONTENT = {"application/json": {"schema": _BODY}, PROBLEM_TYPE: {"schema": {"type": "object"}}}
ERRORS: dict[int | str, dict[str, Any]] = {"default": {"description": "An error.", "content": _CONTENT}}
"""The error response of every operation under /api/v1, for the OpenAPI document. A host in front of the app has its
own form."""

_STATUS = {HTTPStatus.UNPROCESSABLE_ENTITY: HTTPStatus.BAD_REQUEST}
_TYPES = {
    HTTPStatus.UNAUTHORIZED: "authentication_error",
    HTTPStatus.FORBIDDEN: "permission_error",
    HTTPStatus.TOO_MANY_REQUESTS: "rate_limit_error",
}
_POSITION = regex(r"\.(\d+)(?=\.|$)")


def is_openai_path(path: str) -> bool:
    """Whether a path belongs to the OpenAI API."""
    return path == PREFIX or path.startswith(f"{PREFIX}/")


def openai_error(problem: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
    """Translates a problem to the status and body of an OpenAI error. A 422 becomes a 400. param is the field as these
    clients write it: `input[0].content[1].file_id`."""
    status = int(problem["status"])
    status = _STATUS.get(HTTPStatus(status), status)
    kind = "server_error" if status >= HTTPStatus.INTERNAL_SERVER_ERROR else "invalid_request_error"
    errors = problem.get("errors") or [{}]
    field = errors[0].get("field") or ""
    param, message = _POSITION.sub(r"[\1]", field), str(problem["detail"])
    error = {
        "message": f"{param}{message.removeprefix(field)}" if field and message.startswith(field) else message,
        "type": _TYPES.get(HTTPStatus(status), kind),
        "param": param or None,
        "code": problem["code"],
    }
    return status, {"error": error}


class OpenAIErrors(ProblemForm):
    """Middleware that translates problems under /api/v1 to OpenAI errors."""

    def handles(self, scope: Scope) -> bool:
        return is_openai_path(scope["path"])

    def translate(self, problem: Mapping[str, Any], headers: MutableHeaders) -> tuple[int, bytes]:
        status, error = openai_error(problem)
        headers["content-type"] = "application/json"
        return status, json.dumps(error, ensure_ascii=False).encode()
