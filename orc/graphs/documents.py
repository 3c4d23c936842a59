"""The tool that turns with documents are routed to: what it is called with, and what its result says."""

from typing import Any

from pydantic import ValidationError

from orc.domain import PlanStep
from orc.errors import ToolFailure
from orc.graphs.state import ConversationState
from orc.tools import document_chat
from orc.tools.offer import BUILT_IN, Tool, ToolResult


def is_document_chat(tool: Tool) -> bool:
    return tool.server == BUILT_IN and tool.own_name == document_chat.NAME


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


def shown_documents(result: ToolResult) -> dict[str, Any]:
    """The result for display: which documents were used and what preparing them took, without their text. ToolFailure
    when it is no such result."""
    try:
        read = document_chat.DocumentChatResult.model_validate(result.structured)
    except ValidationError as error:
        told = f"{document_chat.NAME} gave a result of an unknown shape."
        raise ToolFailure(told, code="tool_result_invalid") from error
    metadata = read.metadata.model_dump(mode="json", exclude={"passages", "documents"})
    return {
        "kind": "documents",
        "documents": [document.model_dump(exclude={"page_starts"}) for document in read.metadata.documents],
        "files": [file.model_dump() for file in read.files],
        "metadata": metadata | {"passages": len(read.metadata.passages)},
    }
