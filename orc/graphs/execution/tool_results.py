"""What the answer may rest on: the results of tools as text, and the passages in them under the numbers to cite."""

import re
from collections.abc import Mapping, Sequence

from pydantic import ValidationError

from orc.documents.rendering import render_passages, set_apart
from orc.domain import Chunk, Passage
from orc.graphs.context.state import StepResult
from orc.tools import load_document_chunk, search_documents
from orc.tools.document_chat import NAME, DocumentChatResult
from orc.tools.models import as_passages
from orc.tools.offer import BUILT_IN, ToolResult
from orc.tools.results import as_text

type Pages = Mapping[str, tuple[int, ...]]
"""Offsets of pages, by file_id."""

NOTHING_FOUND = "No passage was found."

_ALL_CHARACTERS = 60_000
_LEAST_CHARACTERS = 4_000


def share_of(count: int) -> int:
    """How many characters each of so many results may have in a request to the model."""
    return max(_LEAST_CHARACTERS, _ALL_CHARACTERS // max(count, 1))


def heading(result: StepResult) -> str:
    return f"### Step {result.step}: {result.tool} ({result.output_key})"


def is_search(result: StepResult) -> bool:
    """Whether its passages can be cited: they are of our own index."""
    return result.server == BUILT_IN and result.tool != NAME and "passages" in (result.result or {})


def searched_nothing(results: Sequence[StepResult]) -> bool:
    """Whether all that was done is a search of no documents, because the caller has none."""
    return bool(results) and all(is_search(r) and (r.result or {}).get("total") == 0 for r in results)


def is_loaded_chunk(result: StepResult) -> bool:
    return result.server == BUILT_IN and {"file_id", "chunk_id", "text"} <= set(result.result or {})


def as_source(result: StepResult, known: list[Passage], limit: int, pages: Pages | None = None) -> str:
    """A result as text for the model. Its passages are added to those known, each once; their numbers are their places
    there."""
    if is_loaded_chunk(result):
        passages: Sequence[Passage] = _loaded(result, pages or {p.file_id: p.page_starts for p in known})
    elif is_search(result):
        passages = found_passages(result)
    else:
        return set_apart(as_text(ToolResult(result.result, result.text), limit))
    if not passages:
        return NOTHING_FOUND
    return "\n\n".join(
        render_passages([passage], first=_number(passage, known), chunk_ids=pages is not None) for passage in passages
    )


def found_passages(result: StepResult) -> Sequence[Passage]:
    try:
        found = search_documents.FoundPassages.model_validate(result.result)
    except ValidationError:
        return ()
    return as_passages(found.passages, found.documents)


def _loaded(result: StepResult, pages: Pages) -> Sequence[Passage]:
    try:
        loaded = load_document_chunk.LoadedChunk.model_validate(result.result)
    except ValidationError:
        return ()
    chunk = Chunk(loaded.chunk_id, loaded.start, loaded.end, loaded.text, loaded.page, loaded.table_head)
    starts = pages.get(loaded.file_id, ())
    return [Passage(loaded.file_id, loaded.blob_name, chunk, 0.0, (load_document_chunk.NAME,), starts)]


def pages_of_documents(results: Sequence[StepResult]) -> Pages:
    """Where the pages begin, by file_id, of the documents that the turn names."""
    chats = [DocumentChatResult.model_validate(r.result) for r in results if r.tool == NAME and r.failure is None]
    return {document.file_id: tuple(document.page_starts) for chat in chats for document in chat.metadata.documents}


def _number(passage: Passage, known: list[Passage]) -> int:
    """Its place among those known. Of a chunk of which a part is known the whole is another source."""
    for number, other in enumerate(known, 1):
        if other.source_id == passage.source_id and other.chunk.text == passage.chunk.text:
            return number
    known.append(passage)
    return len(known)


def failure_notices(results: Sequence[StepResult], answer: str = "") -> list[str]:
    """A sentence on each step that failed, but for those that an answer names with their server or number."""
    failed = [result for result in results if result.failure is not None]
    return [_failed(result) for result in failed if not _is_named(result, answer)]


def _is_named(result: StepResult, answer: str) -> bool:
    where = result.server if result.server not in ("", BUILT_IN) else f"step {result.step}"
    return all(re.search(rf"\b{re.escape(word)}\b", answer, re.IGNORECASE) for word in (result.tool, where))


def _failed(result: StepResult) -> str:
    message = result.failure.message if result.failure else ""
    if result.tool == NAME:
        return f"{NAME} failed: {message}"
    if result.started_at is None:
        return f"Step {result.step} ({result.tool}) was not carried out: {message}"
    where = f" of {result.server}" if result.server not in ("", BUILT_IN) else ""
    return f"Step {result.step} ({result.tool}{where}) failed: {message}"
