"""Tool results as text for the model, with numbered passages to cite."""

import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from pydantic import ValidationError

from orc.documents.labels import agrees
from orc.documents.notices import STEP_FAILED, STEP_SKIPPED, TOOL_FAILED, TOOL_OF_SERVER, WRONG_ARGUMENTS
from orc.documents.records import Document
from orc.documents.registry import DocumentRegistry
from orc.documents.rendering import render_documents, render_passages, set_apart
from orc.domain import ConversationKey, Passage
from orc.graphs.context.state import StepResult
from orc.graphs.execution.steps import INVALID, MALFORMED
from orc.prompts import STEP
from orc.tools import load_document_chunk, search_documents
from orc.tools.document_chat import NAME, DocumentChatResult
from orc.tools.models import as_passages
from orc.tools.offer import BUILT_IN, ToolResult
from orc.tools.results import as_text

type Pages = Mapping[str, tuple[int, ...]]
"""Offsets of pages, by file_id."""

NOTHING_FOUND = "No passage was found."
GIVEN_ABOVE = "[{}], given above"
GOES_ON = "(The page goes on in {}.)"

_LEAST_CHARACTERS = 4_000  # a passage fits
_FEW_DOCUMENTS = 20
_STEP = "(?:step|schritt|étape|paso|passaggio|passo|stap)"


def share_of(count: int, characters: int) -> int:
    """The characters that each of this many results may have in a request to the model, together that many."""
    return max(_LEAST_CHARACTERS, characters // max(count, 1))


def heading(result: StepResult) -> str:
    """The heading of a step's result in a prompt."""
    return f"{STEP} {result.step}: {result.tool} ({result.output_key})"


def is_search(result: StepResult) -> bool:
    """Whether its passages can be cited, as they come from the product's own index."""
    return result.server == BUILT_IN and result.tool != NAME and "passages" in (result.result or {})


def searched_nothing(results: Sequence[StepResult]) -> bool:
    """Whether the only results are searches without documents, because the caller has none."""
    return bool(results) and all(is_search(r) and (r.result or {}).get("total") == 0 for r in results)


async def searched_documents(
    results: Sequence[StepResult], key: ConversationKey, registry: DocumentRegistry
) -> list[Document]:
    """All documents that the steps searched. Empty if a step did anything else, or searched more than a few."""
    searched: dict[str, Document] = {}
    for result in results:
        total = (result.result or {}).get("total", 0)
        if result.failure is not None or not is_search(result) or total > _FEW_DOCUMENTS:
            return []
        if file_ids := result.params.get("file_ids"):
            found = [await registry.get(key.caller, file_id) for file_id in dict.fromkeys(file_ids)]
        else:
            own = await registry.of_conversation(key) if result.params.get("scope") != "all" else []
            found = own or await registry.of_caller(key.caller)
        metadata = result.params.get("metadata", {})
        ready = [document for document in found if document.status == "ready" and agrees(metadata, document.metadata)]
        if len(ready) != total:  # documents have come or gone since
            return []
        searched |= {document.file_id: document for document in ready}
    return list(searched.values())


def is_loaded_chunk(result: StepResult) -> bool:
    """Whether the result is a chunk that load_document_chunk returned."""
    return result.server == BUILT_IN and {"file_id", "chunk_id", "text"} <= set(result.result or {})


def as_source(
    result: StepResult,
    sources: list[Passage],
    limit: int,
    *,
    of_passages: int | None = None,
    pages: Pages | None = None,
    chunk_ids: bool = False,
    file_ids: bool = False,
) -> str:
    """A result as text for the model; for a failed step, its error. Its passages are added to the sources, each once,
    and numbered by position; of one that the model has already, only the number is repeated (D-476). The last ones are
    left out if they have more than of_passages characters with names and headings. Chunks and documents have the ids by
    which a tool reads on, if these are wanted."""
    if result.failure is not None:
        return json.dumps({"error": asdict(result.failure)}, ensure_ascii=False)
    next_chunk_id, passages = None, list[Passage]()
    if is_loaded_chunk(result):
        passages, next_chunk_id = loaded_passages(result, pages or {p.file_id: p.page_starts for p in sources})
    elif is_search(result):
        passages = [*found_passages(result)]
    else:
        return set_apart(as_text(ToolResult(result.result, result.text), limit, length=result.length))
    texts, names = list[str](), dict[str, str]()
    remaining = sys.maxsize if of_passages is None else of_passages
    for passage in passages:
        place = next((n for n, source in enumerate(sources) if _holds(source, passage)), None)
        if place is not None:
            texts.append(GIVEN_ABOVE.format(place + 1))
            remaining -= len(texts[-1]) + 2
            continue
        text = render_passages([passage], first=len(sources) + 1, chunk_ids=chunk_ids)
        name = {passage.file_id: passage.blob_name}
        remaining -= len(text) + 2 + (len(render_documents(name)) if file_ids and passage.file_id not in names else 0)
        if texts and remaining < 0:
            next_chunk_id = passage.chunk.chunk_id if is_loaded_chunk(result) else None
            break
        sources.append(passage)
        texts.append(text)
        names |= name
    if names and file_ids:
        texts.insert(0, render_documents(names))
    if next_chunk_id:
        texts.append(GOES_ON.format(next_chunk_id))
    return "\n\n".join(texts) or NOTHING_FOUND


def _holds(source: Passage, passage: Passage) -> bool:
    """Whether the source has all of the passage's text. A whole chunk is more than a part of it, which was given."""
    if source.file_id != passage.file_id:
        return False
    start = passage.chunk.start - source.chunk.start
    return start >= 0 and source.chunk.text[start : start + len(passage.chunk.text)] == passage.chunk.text


def loaded_passages(result: StepResult, pages: Pages) -> tuple[list[Passage], str | None]:
    """The passages of a load_document_chunk result, and the chunk at which its page goes on."""
    try:
        loaded = load_document_chunk.LoadedChunk.model_validate(result.result)
    except ValidationError:
        return [], None
    passages = [
        Passage(
            file_id=loaded.file_id,
            blob_name=loaded.blob_name,
            chunk=part.chunk,
            score=0.0,
            sources=(load_document_chunk.NAME,),
            page_starts=pages.get(loaded.file_id, ()),
            headings=tuple(part.headings),
        )
        for part in loaded.parts
    ]
    return passages, loaded.next_chunk_id


def found_passages(result: StepResult) -> Sequence[Passage]:
    """The passages of a search_documents result; empty if the result has another shape."""
    try:
        found = search_documents.FoundPassages.model_validate(result.result)
    except ValidationError:
        return ()
    return as_passages(found.passages, found.documents)


def pages_of_documents(results: Sequence[StepResult]) -> Pages:
    """The page offsets of the documents that the turn names, by file_id."""
    chats = [DocumentChatResult.model_validate(r.result) for r in results if r.tool == NAME and r.failure is None]
    return {document.file_id: tuple(document.page_starts) for chat in chats for document in chat.metadata.documents}


def failure_notices(results: Sequence[StepResult], question: str, answer: str = "") -> list[str]:
    """A sentence on each failed step in the language of the question, except for steps that the answer mentions by
    server or number."""
    notices: list[str] = []
    for result in results:
        server = result.server if result.server not in ("", BUILT_IN) else ""
        names = (re.escape(result.tool), re.escape(server) or rf"{_STEP} {result.step}")
        if result.failure is None or all(re.search(rf"\b{name}\b", answer, re.IGNORECASE) for name in names):
            continue
        message, tool = result.failure.message, result.tool
        if result.started_at is None and result.failure.code in (INVALID, MALFORMED):
            message = WRONG_ARGUMENTS.to(question)  # what the schema says is for the model
        if tool == NAME:
            notices.append(TOOL_FAILED.to(question).format(NAME, message))
            continue
        if server and result.started_at is not None:
            tool = TOOL_OF_SERVER.to(question).format(tool, server)
        notice = STEP_SKIPPED if result.started_at is None else STEP_FAILED
        notices.append(notice.to(question).format(result.step, tool, message))
    return notices
