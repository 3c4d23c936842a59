"""Problems of the chat routes as plain sentences: useChat shows its user the body of a failed response (D-275)."""

from collections.abc import Mapping
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.types import Scope

from orc.api.headers import CODE_HEADER
from orc.api.problem_forms import ProblemForm, wants_sentence
from orc.api.problems import PROBLEMS

REFUSALS: dict[int | str, dict[str, Any]] = {
    "default": {
        "description": "Why not, in a sentence; a problem for clients that accept JSON by name.",
        "headers": {CODE_HEADER: {"schema": {"type": "string"}, "description": "The problem's code."}},
        "content": {"text/plain": {"schema": {"type": "string"}}, **PROBLEMS["default"]["content"]},
    }
}
"""The error response of every operation on chats, for the OpenAPI document."""


class ReadableProblems(ProblemForm):
    """Under /api/ui, answers a problem with its detail as plain text and its code in a header, unless the request's
    Accept header names JSON."""

    def handles(self, scope: Scope) -> bool:
        return wants_sentence(scope)

    def translate(self, problem: Mapping[str, Any], headers: MutableHeaders) -> tuple[int, bytes]:
        headers["content-type"] = "text/plain; charset=utf-8"
        headers[CODE_HEADER] = problem["code"]
        return problem["status"], str(problem["detail"]).encode()
