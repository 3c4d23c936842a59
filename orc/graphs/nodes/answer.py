"""The last node: one answer, streamed as it is written, with citations that are checked against their sources."""

import asyncio
import logging
from collections.abc import Mapping

from langgraph.runtime import Runtime

from orc.documents.citations.snippets import NOT_IN_DOCUMENTS, render_references
from orc.documents.grounding import conversation_request, grounded_request, material_request, workflow_request
from orc.documents.labels import agrees
from orc.documents.material import Material, material_of
from orc.documents.search.about import about_documents, catalogue_told
from orc.documents.search.judging import evident
from orc.documents.search.on_record import names_of, told_from_record, touches_record
from orc.errors import CONTENT_FILTERED, ModelError, ModelUnavailable, NotFound, StoreError
from orc.events.types import StepThinking
from orc.graphs.context.document_step import further_tools
from orc.graphs.context.state import ConversationState, StateUpdate, TurnContext, carried_from
from orc.graphs.execution.answer_writer import Draft
from orc.graphs.execution.tool_loop import Written, write_answer
from orc.graphs.execution.tool_results import failure_notices, found_passages, is_search, searched_nothing
from orc.graphs.planning.heuristics import is_greeting, is_thanks
from orc.graphs.planning.routing import offered
from orc.ports import ChatRequest
from orc.tools import document_chat
from orc.tools.offer import BUILT_IN, Tool, ToolResult
from orc.tools.results import as_text

logger = logging.getLogger(__name__)

_NO_HELP = (
    "I do not know how to help with this, but I can answer questions about documents that you attach or have uploaded"
)
_NAMED_TOOLS = 12
_CUT = "The answer was cut off here: it reached the maximum length."
_FILTERED = "The answer was cut off here by the model's content filter."
_BROKEN = "The answer was cut off here: the model stopped early."


async def answer(state: ConversationState, runtime: Runtime[TurnContext]) -> StateUpdate:
    """Writes the answer, streams it and verifies its citations."""
    context = runtime.context
    await context.events.append(StepThinking("answering", "Writing the answer"))
    catalogue = None if context.model.generative else await _catalogue(state, context)
    fixed = catalogue or await _fixed_answer(state, context)
    material = await _material(state, context) if fixed is None else Material(state.passages)
    draft = Draft(context, state.standalone_question, list(material.passages))
    has_result = any(result.failure is None for result in state.step_results)
    try:
        if fixed is not None:
            written = await _write_fixed(fixed, state, draft)
        elif has_result or state.blob_names or state.intent_type == "conversation":
            written = await _write(state, draft, material)
        else:
            written = await _write_without_result(state, draft)
    except ModelError as error:
        if draft.written.strip():
            draft.new_paragraph()
            await draft.send(_FILTERED if error.code == CONTENT_FILTERED else _BROKEN)
            await draft.finish()
        raise
    notices = _notices(state, written, draft.written if fixed is None else "")
    results = [as_text(ToolResult(result.result, result.text), -1) for result in written.results]
    known = [state.question, state.standalone_question, *state.context_documents, *results]
    unfound = await draft.unfound_quotes(known)
    for notice in (*notices, *(f"This quotation was not found in the documents: “{quote}”" for quote in unfound)):
        draft.new_paragraph()
        await draft.send(notice)
    await draft.send(render_references(draft.citations, state.citation_style))
    await draft.finish()
    further = [result for result in written.results[len(state.step_results) :] if result.failure is None]
    # With documents, further calls look into those that document_chat was asked about: it stays the tool of the turn.
    called = [] if state.blob_names else [result.tool for result in further]
    return {
        "answer": draft.text,
        "citations": draft.citations,
        "step_results": tuple(written.results),
        "last_mcp_tool_used": called[-1] if called else state.last_mcp_tool_used,
        **carried_from(further, state),
        "usage": state.usage + written.usage,
        "model": written.model,
        "first_token_ms": draft.first_token_ms,
        "finish_reason": "length" if written.cut else "tool_limit" if written.limited else None,
        "confidence": None if catalogue else await _confidence(state, material),
    }


async def _confidence(state: ConversationState, material: Material) -> float | None:
    """How likely the documents answer; None where no document can. A model that had all of the documents may have read
    them in another language than the question's: then the words found are not the measure."""
    about = about_documents(state.question)
    if is_greeting(state.question) or is_thanks(state.question) or (about is not None and about.wants != "mentions"):
        return None
    if not material.whole:
        return state.confidence
    return await asyncio.to_thread(evident, state.confidence, state.standalone_question, material.languages)


async def _write_fixed(text: str, state: ConversationState, draft: Draft) -> Written:
    await draft.write(text)
    await draft.end()
    return Written(list(state.step_results))


async def _write(state: ConversationState, draft: Draft, material: Material) -> Written:
    tools = await _tools(state, draft.context, material)
    request = await _request(state, draft.context, material, further=bool(tools))
    written = await write_answer(request, draft, state, tools)
    if not draft.written.strip():
        raise ModelUnavailable("The model returned an empty answer.", code="model_answer_empty")
    return written


async def _write_without_result(state: ConversationState, draft: Draft) -> Written:
    """The model says what went wrong, or a fixed text when the model is unavailable."""
    try:
        return await _write(state, draft, Material())
    except ModelError as error:
        if draft.written:
            raise
        logger.warning("The model could not report a turn without a result: %s", error.code)
        return await _write_fixed(await _known_help(draft.context), state, draft)


async def _tools(state: ConversationState, context: TurnContext, material: Material) -> Mapping[str, Tool]:
    """The tools that the model may call while it answers: none where it has all of the documents."""
    limits = context.limits
    if not context.model.generative or not (limits.tool_rounds and limits.tool_calls):
        return {}
    if state.blob_names:
        return further_tools(state) if _has_prepared_documents(state) and not material.whole else {}
    if state.filters or state.intent_type == "conversation":  # no other tool keeps to the documents that were chosen
        return {}
    return offered(await context.tools.offer())


def _has_prepared_documents(state: ConversationState) -> bool:
    """Whether document_chat has prepared documents for this turn."""
    prepared = any(r.tool == document_chat.NAME and r.failure is None for r in state.step_results)
    return bool(state.blob_names and prepared and state.uploaded_file_refs)


async def _material(state: ConversationState, context: TurnContext) -> Material:
    """The sources of the answer: the turn's documents as far as the model may have them, else what the steps found."""
    if not context.model.generative or not _has_prepared_documents(state):
        return Material(state.passages)
    registry, caller = context.registry, context.key.caller
    try:
        return await material_of(
            registry,
            caller,
            [await registry.get(caller, ref.file_id) for ref in state.uploaded_file_refs],
            state.standalone_question,
            state.passages,
            budget=context.limits.context_characters,
        )
    except (NotFound, StoreError) as error:
        logger.warning("The documents of a turn could not be read beyond what was found: %s", error.code)
        return Material(state.passages)


def _notices(state: ConversationState, written: Written, text: str) -> list[str]:
    """What the answer must say and does not: planned steps that failed, limits that were reached, and servers that are
    down where nothing was found. The model knows of failures of further calls: they are said only where it wrote
    nothing after them."""
    results = written.results if written.ended_silent else state.step_results
    missing = failure_notices(results, text)
    if written.cut:
        missing.append(_CUT)
    if written.limited:
        calls = len(written.results) - len(state.step_results)
        missing.append(f"I stopped after {calls} further tool calls, the limit for one answer.")
    found = any(
        result.failure is None and (not is_search(result) or found_passages(result)) for result in written.results
    )
    named = {result.server for result in written.results if result.failure is not None}
    lost = () if found or state.intent_type == "conversation" else state.lost_servers
    servers = [f"The tool server {s} cannot be reached, so its tools were not used." for s in lost if s not in named]
    return [notice for notice in (*state.notices, *servers, *missing) if notice not in text]


async def _fixed_answer(state: ConversationState, context: TurnContext) -> str | None:
    """The answer that needs no model, if there is one: files without a question; without a generative model also what
    the steps found, or that they found nothing."""
    if state.blob_names:
        asks_model = context.model.generative and state.question.strip()
        return None if asks_model else _about_documents(state)
    if state.intent_type == "conversation" or context.model.generative:
        return None
    succeeded = [result for result in state.step_results if result.failure is None]
    if not succeeded:
        return await _known_help(context)
    if searched_nothing(succeeded):
        return None
    if not all(is_search(result) for result in succeeded) or len(succeeded) > 1:
        return "\n\n".join(state.context_documents)
    return None if state.passages else NOT_IN_DOCUMENTS


async def _catalogue(state: ConversationState, context: TurnContext) -> str | None:
    """The answer from the records of documents, where the question asks which there are, how many, or what is on record
    of them: of the documents that the turn names or its filters admit, else of the conversation's, or of all where it
    has none."""
    about = about_documents(state.question)
    if (about is None or about.wants == "mentions") and not touches_record(state.question):
        return None
    own = await context.registry.of_conversation(context.key)
    whose = "This conversation has"
    if state.filters:
        own = [
            d for d in own if agrees(state.filters, d.metadata) and d.blob_name in (state.blob_names or (d.blob_name,))
        ]
        whose = "The filters match"
    elif state.blob_names:
        own = [document for document in own if document.blob_name in state.blob_names]
        whose = "This question names"
    elif not own:
        own, whose = await context.registry.of_caller(context.key.caller), "You have"
    about = about_documents(state.question, [name for document in own for name in names_of(document)])
    if about is None or about.wants == "mentions":
        return None
    if about.record is not None and own:
        return told_from_record(about.record, own) or f"{whose} no document of this name."
    return catalogue_told(whose, own, listed=about.wants == "list")


async def _known_help(context: TurnContext) -> str:
    """That the question cannot be helped with, and what can: tools by the names that their servers gave them."""
    tools = offered(await context.tools.offer()).values()
    names = list(dict.fromkeys(tool.own_name for tool in tools if tool.server != BUILT_IN))[:_NAMED_TOOLS]
    return f"{_NO_HELP}{f', and use these tools: {", ".join(names)}' if names else ''}."


def _about_documents(state: ConversationState) -> str | None:
    asked = bool(state.question.strip())
    names = [ref.blob_name for ref in state.uploaded_file_refs] if state.last_mcp_tool_used else []
    if state.passages:
        return None
    if failure_notices(state.step_results):  # the files known from before were not looked into
        return ""
    if not names:
        return "" if state.notices else None
    return NOT_IN_DOCUMENTS if asked else f"Ready: {', '.join(names)}."


async def _request(state: ConversationState, context: TurnContext, material: Material, *, further: bool) -> ChatRequest:
    history = await context.history()
    recent = history.recent(context.limits)
    if state.blob_names and context.model.generative and (material.passages or not state.context_documents):
        return material_request(
            state.question,
            material,
            tuple(ref.blob_name for ref in state.uploaded_file_refs) if _has_prepared_documents(state) else (),
            further=further,
            failures=[*state.notices, *failure_notices(state.step_results)],
            history=recent,
            summary=history.summary,
            standalone_question=state.standalone_question,
        )
    if state.blob_names:
        return grounded_request(
            state.question,
            state.passages,
            tuple(ref.blob_name for ref in state.uploaded_file_refs),
            context=state.context_documents,
            history=recent,
            summary=history.summary,
            standalone_question=state.standalone_question,
        )
    if state.intent_type == "conversation" or searched_nothing(state.step_results):
        return conversation_request(state.question, recent, summary=history.summary, lost_servers=state.lost_servers)
    return workflow_request(
        state.question,
        state.context_documents,
        state.passages,
        failures=failure_notices(state.step_results),
        history=recent,
        summary=history.summary,
        standalone_question=state.standalone_question,
    )
