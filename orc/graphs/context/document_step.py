"""The tools of turns that name their documents: document_chat, and tools by which the model may look further into these
documents only."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from orc.domain import Json, PlanStep
from orc.errors import ToolFailure
from orc.graphs.context.state import ConversationState
from orc.tools import document_chat, load_document_chunk, search_documents
from orc.tools.models import FoundPassage
from orc.tools.offer import BUILT_IN, Tool, ToolResult

_MOST_PASSAGES = 10
_OF_DOCUMENTS = "Finds passages of the turn's documents by words. Returns them under their numbers."
_READ_ON = "Loads one chunk of a document, by its chunk_id, or one page. Returns the text under its numbers."


def is_search(tool: Tool) -> bool:
    """Whether the tool is Orc's own search_documents."""
    return tool.server == BUILT_IN and tool.own_name == search_documents.NAME


def limits_itself(tool: Tool) -> bool:
    """Whether the tool takes metadata values that its documents must have."""
    return is_search(tool) or (tool.server == BUILT_IN and tool.own_name == load_document_chunk.NAME)


def is_document_chat(tool: Tool) -> bool:
    """Whether the tool is Orc's own document_chat, not another server's of that name."""
    return tool.server == BUILT_IN and tool.own_name == document_chat.NAME


def document_chat_arguments(step: PlanStep, state: ConversationState) -> dict[str, Any]:
    """The arguments of document_chat, whatever the plan says: the question, the names, further queries, and the known
    files if they are exactly the named ones."""
    arguments: dict[str, Any] = {
        "question": step.params.get("question", state.standalone_question),
        "document_names": list(state.blob_names),
    }
    if queries := step.params.get("queries"):
        arguments["queries"] = queries
    cached = {ref.blob_name: ref for ref in state.uploaded_file_refs}
    if cached and set(cached) == set(state.blob_names):
        arguments["cached_file_info"] = [
            {"file_id": ref.file_id, "blob_name": ref.blob_name} for ref in cached.values()
        ]
    return arguments


def further_tools(state: ConversationState) -> dict[str, Tool]:
    """The tools to look further into the turn's documents. They take names only, or reach those of the conversation
    that the filters admit, so no call can reach another document."""
    query: dict[str, Json] = {"type": "string", "minLength": 1, "maxLength": 1000, "description": "Words to look for."}
    top_k: dict[str, Json] = {"type": "integer", "minimum": 1, "description": f"At most {_MOST_PASSAGES}."}
    chunk_id: dict[str, Json] = {"type": "string", "maxLength": 50, "description": "The chunk, such as chunk_3."}
    page: dict[str, Json] = {
        "type": "integer",
        "minimum": 1,
        "description": "A page, in place of chunk_id.",
    }
    if state.blob_names:
        names = [ref.blob_name for ref in state.uploaded_file_refs]
        document: dict[str, Json] = {"type": "string", "enum": list(names), "description": "The document, by its name."}
        only = document | {"description": "Only in this document."}
        search = _parameters(["query"], query=query, document=only, top_k=top_k)
        required = ["document"] if len(names) > 1 else []
        load = _parameters(required, document=document, chunk_id=chunk_id, page=page)
    else:
        search = _parameters(["query"], query=query, top_k=top_k)
        file_id: dict[str, Json] = {
            "type": "string",
            "maxLength": 200,
            "description": "The document, by its file_id or name.",
        }
        load = _parameters(["file_id"], file_id=file_id, chunk_id=chunk_id, page=page)
    return {
        tool.name: tool
        for tool in (
            Tool(search_documents.NAME, BUILT_IN, search_documents.NAME, _OF_DOCUMENTS, search),
            Tool(load_document_chunk.NAME, BUILT_IN, load_document_chunk.NAME, _READ_ON, load),
        )
    }


def _parameters(required: list[str], **properties: Mapping[str, Json]) -> dict[str, Json]:
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def further_arguments(tool: Tool, params: Mapping[str, Any], state: ConversationState) -> dict[str, Any]:
    """The arguments of such a tool, with the turn's own files in place of names, or its filters. params match its
    schema."""
    arguments, is_search_call = dict(params), tool.own_name == search_documents.NAME
    if "top_k" in arguments:
        arguments["top_k"] = min(arguments["top_k"], _MOST_PASSAGES)
    if not state.blob_names:
        return arguments | {"scope": "conversation", "metadata": dict(state.filters)}
    name = arguments.pop("document", None)
    ids = [ref.file_id for ref in state.uploaded_file_refs if name in (None, ref.blob_name)]
    if is_search_call:
        return arguments | {"file_ids": ids}
    return arguments | {"file_id": ids[0]}


def shown_documents(result: ToolResult) -> dict[str, Any]:
    """The result for display: the documents used, the work of preparing them, and the positions of the passages,
    without their text. Raises ToolFailure for any other result."""
    try:
        read = document_chat.DocumentChatResult.model_validate(result.structured)
    except ValidationError as error:
        message = f"{document_chat.NAME} returned a result of an unknown shape."
        raise ToolFailure(message, code="tool_result_invalid") from error
    metadata = read.metadata.model_dump(mode="json", exclude={"passages", "documents"})
    passages = read.metadata.passages
    return {
        "kind": "documents",
        "documents": [document.model_dump(exclude={"page_starts"}) for document in read.metadata.documents],
        "files": [file.model_dump() for file in read.files],
        "passages": _places(passages),
        "metadata": metadata | {"passages": len(passages)},
    }


def shown_passages(result: ToolResult) -> list[dict[str, Any]]:
    """The positions of a search's passages, for display."""
    return _places(search_documents.FoundPassages.model_validate(result.structured).passages)


def _places(passages: Sequence[FoundPassage]) -> list[dict[str, Any]]:
    names = {"file_id", "blob_name", "page", "start", "end", "confidence"}
    return [passage.model_dump(include=names) for passage in passages]
