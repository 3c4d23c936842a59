"""The second node: carries out the plan's tool calls over MCP."""

import time
from collections.abc import Mapping
from typing import Any

from langgraph.runtime import Runtime
from pydantic import ValidationError

from orc.domain import PlanStep
from orc.errors import ToolFailure
from orc.events import StepComplete, StepStarted, StepThinking
from orc.graphs.state import ConversationState, StateUpdate, StepFailure, StepResult, TurnContext
from orc.tools import document_chat


async def mcp_executor(state: ConversationState, runtime: Runtime[TurnContext]) -> StateUpdate:
    return {"step_results": tuple([await _run_step(step, state, runtime.context) for step in state.workflow_plan])}


def document_chat_arguments(step: PlanStep, state: ConversationState) -> dict[str, Any]:
    """What document_chat is called with, whatever the plan says: the question, the names, and the known files only
    when they are exactly the files that are asked about."""
    arguments: dict[str, Any] = {
        "question": step.params.get("question", state.standalone_question),
        "document_names": list(state.blob_names),
    }
    cached = {ref.blob_name: ref for ref in state.uploaded_file_refs}
    if cached and set(cached) == set(state.blob_names):
        arguments["cached_file_info"] = [
            {"file_id": ref.file_id, "blob_name": ref.blob_name} for ref in cached.values()
        ]
    return arguments


async def _run_step(step: PlanStep, state: ConversationState, context: TurnContext) -> StepResult:
    arguments = document_chat_arguments(step, state)
    calling = StepThinking("tools", f"Calling {step.tool}")
    await context.events.append(calling, StepStarted(step.step, step.tool, arguments))
    started = time.monotonic()
    result: Mapping[str, Any] | None = None
    shown: Mapping[str, Any] | None = None
    failure: StepFailure | None = None
    try:
        result = await _call(step.tool, arguments, context)
        shown = _shown(document_chat.DocumentChatResult.model_validate(result))
    except ToolFailure as error:
        failure = StepFailure(code=error.code, message=error.message)
    except ValidationError:
        result, message = None, f"{step.tool} gave a result of an unknown shape."
        failure = StepFailure(code="tool_result_invalid", message=message)
    ended = StepResult(
        step=step.step,
        tool=step.tool,
        output_key=step.output_key,
        params=arguments,
        duration_ms=round((time.monotonic() - started) * 1000),
        result=result,
        shown=shown,
        failure=failure,
    )
    await context.events.append(step_complete(ended))
    return ended


async def _call(tool: str, arguments: Mapping[str, Any], context: TurnContext) -> Mapping[str, Any]:
    async def on_progress(message: str) -> None:
        await context.events.append(StepThinking("tools", message))

    result = await context.tools.call(
        context.tools.builtin(tool),
        arguments,
        caller=context.caller,
        conversation_id=context.conversation_id,
        on_progress=on_progress,
    )
    if result.structured is None:
        raise ToolFailure(f"{tool} gave no structured result.", code="tool_result_invalid")
    return result.structured


def step_complete(ended: StepResult) -> StepComplete:
    failure = ended.failure
    return StepComplete(
        step=ended.step,
        tool=ended.tool,
        ok=failure is None,
        duration_ms=ended.duration_ms,
        output_key=ended.output_key,
        result=ended.shown,
        error={"code": failure.code, "message": failure.message} if failure else None,
    )


def _shown(result: document_chat.DocumentChatResult) -> dict[str, Any]:
    """The result for display: which documents were used and what preparing them took, without their text."""
    metadata = result.metadata.model_dump(mode="json", exclude={"passages", "documents"})
    return {
        "kind": "documents",
        "documents": [document.model_dump(exclude={"page_starts"}) for document in result.metadata.documents],
        "files": [file.model_dump() for file in result.files],
        "metadata": metadata | {"passages": len(result.metadata.passages)},
    }
