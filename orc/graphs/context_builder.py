"""The third node: turns tool results into what the answer may rest on."""

from typing import Any

from langgraph.runtime import Runtime

from orc.domain import FileRef
from orc.events import StepThinking
from orc.graphs.state import ConversationState, StateUpdate, TurnContext
from orc.tools.document_chat import DocumentChatResult


async def context_builder(state: ConversationState, runtime: Runtime[TurnContext]) -> StateUpdate:
    if not state.step_results:
        return {}
    await runtime.context.events.append(StepThinking("context", "Gathering the sources"))
    update: dict[str, Any] = {}
    notices: list[str] = []
    for step in state.step_results:
        if step.failure is not None:
            notices.append(f"{step.tool} failed: {step.failure.message}")
            continue
        result = DocumentChatResult.model_validate(step.result)
        notices += [f"{failed.blob_name} could not be used: {failed.message}" for failed in result.metadata.failed]
        update |= {
            "context_documents": (*state.context_documents, *([result.answer] if result.answer else [])),
            "passages": result.passages(),
            "uploaded_file_refs": tuple(FileRef(file.file_id, file.blob_name) for file in result.files),
            "last_mcp_tool_used": step.tool,
            "code_thread_id": result.metadata.code_thread_id or state.code_thread_id,
        }
    return update | {"notices": tuple(notices)}
