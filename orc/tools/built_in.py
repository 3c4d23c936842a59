"""Built-in tools and their calls: validated arguments in, a validated result or a structured error out."""

import json
import logging
from collections.abc import Mapping
from typing import Any, Protocol

from pydantic import BaseModel, ValidationError

from orc.documents.registry import Progress
from orc.domain import ConversationKey
from orc.errors import InvalidRequest, OrcError, ToolFailure, ToolRetry
from orc.input_strings import safe_strings
from orc.ports import ToolSpec
from orc.text import short

CALLER_META_KEY = "orc/caller"
"""The key of a call's metadata under which the one who calls is named, within the process."""

_MOST_ERRORS, _MESSAGE = 20, 2_000

logger = logging.getLogger(__name__)


class BuiltInTool(Protocol):
    """One model validates the arguments, another the result. Identity is passed separately from the arguments, never in
    them; conversation_id is "" for a call outside any conversation."""

    name: str
    description: str

    @property
    def arguments(self) -> type[BaseModel]: ...

    @property
    def result(self) -> type[BaseModel]: ...

    async def __call__(self, key: ConversationKey, arguments: Any, progress: Progress) -> BaseModel: ...


async def invoke(
    tool: BuiltInTool, key: ConversationKey, arguments: Mapping[str, Any], progress: Progress
) -> BaseModel:
    """The tool's result. Every failure is an OrcError; ToolRetry means that other arguments may succeed. Errors that
    are not the tool's own are logged."""
    try:
        checked = tool.arguments.model_validate(safe_strings(arguments, "arguments"))
    except InvalidRequest as error:
        raise ToolRetry(short(error.message, _MESSAGE), code="invalid_arguments") from error
    except ValidationError as error:
        wrong = "; ".join(
            ": ".join(filter(None, (".".join(map(str, e["loc"])), e["msg"].removeprefix("Value error, "))))
            for e in error.errors()[:_MOST_ERRORS]
        )
        raise ToolRetry(short(wrong, _MESSAGE), code="invalid_arguments") from error
    try:
        return await tool(key, checked, progress)
    except OrcError:
        raise
    except Exception as error:  # the edge between a model and a tool: the model sees a failed call
        logger.exception("The tool %s failed", tool.name)
        raise ToolFailure(f"{tool.name} failed unexpectedly.") from error


def answer_of(result: BaseModel) -> tuple[dict[str, Any], str]:
    """A result as fields and as text: its answer, if it has one."""
    structured = result.model_dump(mode="json")
    answer = structured.get("answer")
    return structured, answer if isinstance(answer, str) else json.dumps(structured, ensure_ascii=False)


def error_body(error: OrcError) -> dict[str, dict[str, str]]:
    """An error as a tool's result, for a model to act on."""
    return {"error": {"code": error.code, "message": error.message}}


def as_spec(tool: BuiltInTool) -> ToolSpec:
    """The tool as it is offered to a model."""
    return ToolSpec(tool.name, tool.description, tool.arguments.model_json_schema())
