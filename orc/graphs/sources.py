"""What the answer may rest on: the results of tools as text, and the passages in them under the numbers to cite."""

import re
from collections.abc import Sequence

from pydantic import ValidationError

from orc.domain import Passage
from orc.graphs.state import StepResult
from orc.grounding import render_passages
from orc.tools import search_documents
from orc.tools.document_chat import NAME
from orc.tools.models import as_passages
from orc.tools.offer import BUILT_IN, ToolResult
from orc.tools.results import as_text

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


def as_source(result: StepResult, known: list[Passage], limit: int) -> str:
    """A result as text for the model. Its passages are added to those known, each once; their numbers are their places
    there."""
    if not is_search(result):
        return as_text(ToolResult(result.result, result.text), limit)
    passages = found_passages(result)
    if not passages:
        return NOTHING_FOUND
    return "\n\n".join(render_passages([passage], first=_number(passage, known)) for passage in passages)


def found_passages(result: StepResult) -> Sequence[Passage]:
    try:
        found = search_documents.FoundPassages.model_validate(result.result)
    except ValidationError:
        return ()
    return as_passages(found.passages, found.documents)


def _number(passage: Passage, known: list[Passage]) -> int:
    for number, other in enumerate(known, 1):
        if other.source_id == passage.source_id:
            return number
    known.append(passage)
    return len(known)


def failure_notices(results: Sequence[StepResult], answer: str = "") -> list[str]:
    """A sentence on each step that failed, but for those that an answer names with their server or number, and for
    tools that brought a result elsewhere in the turn."""
    succeeded = {result.tool for result in results if result.failure is None}
    failed = [result for result in results if result.failure is not None and result.tool not in succeeded]
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
