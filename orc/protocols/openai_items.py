"""Items of the OpenAI API: messages with their annotations, and the steps of an answer."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

from orc.conversations.records import Message
from orc.domain import Citation, CitationSpan, Json
from orc.events.types import StepComplete
from orc.protocols.openai_ids import message_id

type Link = Callable[[str, Citation, int], str]
"""The address at which a citation opens: of the message, the citation and the number of its statement, from 1."""

type Item = dict[str, Any]

_SEARCHES = ("document_chat", "search_documents")
_OF_ORC = "orc"

type Files = Mapping[str, str]
"""The ids under which the caller knows documents, by their names, where those are copies of the caller's files."""


def annotations(orc_message_id: str, text: str, citations: Sequence[Citation], link: Link, files: Files) -> list[Item]:
    """A `file_citation` for each statement that cites a source, in the order of the text. index is the end of its
    marker; page, start, end, quote, verified and url are Orc's additions."""
    found: list[Item] = []
    for each in citations:
        whole = CitationSpan(0, len(text), each.page, each.start, each.end, each.snippet, verified=each.verified)
        for number, span in enumerate(each.spans or (whole,), 1):
            shown = {
                "type": "file_citation",
                "file_id": files.get(each.blob_name, each.file_id),
                "filename": each.blob_name,
                "index": span.answer_end,
                "start_index": span.answer_start,
                "end_index": span.answer_end,
                "citation": each.id,
                "page": span.page,
                "page_label": each.page_label if span.page == each.page else None,
                "start": span.start,
                "end": span.end,
                "quote": span.snippet,
                "verified": span.verified,
                "url": link(orc_message_id, each, number),
            }
            found.append({name: value for name, value in shown.items() if value is not None})
    return sorted(found, key=lambda annotation: int(annotation["index"]))


def output_text(text: str, found: list[Item]) -> Item:
    """The content part of an answer."""
    return {"type": "output_text", "text": text, "annotations": found, "logprobs": []}


def answer_item(item_id: str, status: str, content: list[Item]) -> Item:
    """The item of an answer, whose status is in_progress, completed or incomplete."""
    return {"id": item_id, "type": "message", "role": "assistant", "status": status, "content": content}


def input_item(item_id: str, role: str, text: str, files: Iterable[tuple[str, str | None]]) -> Item:
    """A message of the input, with the names and ids of its files."""
    parts = [{"type": "input_file", "filename": name} | ({"file_id": own} if own else {}) for name, own in files]
    texts = [{"type": "input_text", "text": text}] if text or not parts else []
    return {"id": item_id, "type": "message", "role": role, "status": "completed", "content": [*texts, *parts]}


def message_item(message: Message, link: Link, files: Files) -> Item:
    """A stored message: a question with its files, or an answer with its annotations."""
    if message.role == "user":
        named = ((name, files.get(name)) for name in message.blob_names)
        return input_item(message_id(message.message_id), "user", message.text, named)
    found = annotations(message.message_id, message.text, message.citations, link, files)
    status = "completed" if message.status == "completed" else "incomplete"
    return answer_item(message_id(message.message_id), status, [output_text(message.text, found)])


def step_id(run_id: str, step: int, attempt: int = 0) -> str:
    """The id of a step's item, without the prefix of its kind. attempt is the number of recoveries before it."""
    return f"{run_id.rpartition('-')[2]}_{step}{f'_{attempt}' if attempt else ''}"


def step_item(item_id: str, tool: str, params: Mapping[str, Json], server: str | None) -> Item:
    """A started step: `file_search_call` for a search of the documents, `mcp_call` for any other tool."""
    if tool in _SEARCHES and server in (None, "", _OF_ORC):
        queries = params.get("queries") or [params.get("query") or params.get("question") or ""]
        return {
            "id": f"fs_{item_id}",
            "type": "file_search_call",
            "status": "in_progress",
            "queries": queries,
            "results": None,
        }
    return {
        "id": f"mcp_{item_id}",
        "type": "mcp_call",
        "status": "in_progress",
        "server_label": server or _OF_ORC,
        "name": tool,
        "arguments": json.dumps(params, ensure_ascii=False),
        "output": None,
        "error": None,
    }


def ended_step(item: Item, ended: StepComplete | None, *, with_results: bool, files: Files) -> Item:
    """The item of a step that has ended. ended is None for a step that a recovery has cut off."""
    if ended is None:
        return {**item, "status": "incomplete"}
    status = "completed" if ended.ok else "failed"
    if item["type"] == "file_search_call":
        results = None
        if with_results and ended.ok:  # texts are there if the caller has added them to the events
            found = cast("list[dict[str, Any]] | None", (ended.result or {}).get("passages"))
            results = [
                {
                    "file_id": files.get(each["blob_name"], each["file_id"]),
                    "filename": each["blob_name"],
                    "score": each["confidence"],
                    "text": each.get("text"),
                    "attributes": each.get("metadata", {}),
                    **{name: each[name] for name in ("page", "start", "end")},
                }
                for each in found or ()
            ]
        return {**item, "status": status, "results": results}
    if ended.ok:
        result = ended.result or {}
        is_text = result.get("kind") == "text"
        output = str(result.get("text", "")) if is_text else json.dumps(ended.result, ensure_ascii=False)
        return {**item, "status": status, "output": output}
    reason = str((ended.error or {}).get("message", "The tool call failed."))
    error = {"type": "mcp_tool_execution_error", "content": [{"type": "text", "text": reason}]}
    return {**item, "status": status, "error": error}
