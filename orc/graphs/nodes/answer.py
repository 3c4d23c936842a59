"""The last node: streams one answer with citations that are checked against their sources."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from orc import prompts
from orc.documents.citations.snippets import render_references
from orc.documents.evidence.asked_lists import may_ask_for_list
from orc.documents.evidence.confidence import ANSWERED, bounded_confidence
from orc.documents.evidence.first_parts import asks_for_part
from orc.documents.evidence.listed_kinds import asks_for_kind
from orc.documents.grounding import (
    conversation_request,
    grounded_request,
    material_request,
    with_instructions,
    workflow_request,
)
from orc.documents.material import Material, confidence_of_reading
from orc.documents.notices import (
    FILTERED,
    LENGTH_REACHED,
    NOT_IN_DOCUMENTS,
    PROMPT_CUT,
    SERVER_LOST,
    STOPPED_EARLY,
    TOOL_LIMIT,
    TRANSLATION_NEEDS_MODEL,
    UNFOUND_QUOTATION,
)
from orc.documents.records import Document
from orc.documents.refusals import has_certain_language, refusal
from orc.documents.search.catalogue_questions import (
    catalogue_question,
)
from orc.errors import CONTENT_FILTERED, CONTEXT_EXCEEDED, ModelError, ModelUnavailable
from orc.events.types import StepThinking
from orc.graphs.context.document_step import further_tools, limits_itself
from orc.graphs.context.document_step import is_search as is_search_tool
from orc.graphs.context.state import ConversationState, StateUpdate, TurnContext, carried_from
from orc.graphs.execution.answer_writer import Draft
from orc.graphs.execution.fixed_answers import catalogue_answer, pages_asked_for, sections_asked_for
from orc.graphs.execution.steps import UNKNOWN_TOOL
from orc.graphs.execution.tool_loop import Written, write_answer
from orc.graphs.execution.tool_results import (
    failure_notices,
    found_passages,
    is_search,
    searched_nothing,
)
from orc.graphs.execution.turn_material import has_prepared_documents, material_for, reads_nothing
from orc.graphs.nodes.context_builder import sources_of
from orc.graphs.planning.heuristics import asks_nothing, is_small_talk
from orc.graphs.planning.routing import offered
from orc.ports import ChatRequest
from orc.tools import load_document_chunk, search_documents
from orc.tools.offer import BUILT_IN, Tool, ToolResult
from orc.tools.results import as_text

logger = logging.getLogger(__name__)

_NO_HELP = (
    "I do not know how to help with this, but I can answer questions about documents that you attach or have uploaded"
)
_NAMED_TOOLS = 12


async def answer(state: ConversationState, context: TurnContext) -> StateUpdate:
    """Writes the answer, streams it and verifies its citations."""
    await context.events.append(StepThinking("answering", "Writing the answer"))
    catalogue = None if context.model.generative else await catalogue_answer(state, context)
    pages = None if catalogue or context.model.generative else await pages_asked_for(state, context)
    if pages is None and not (catalogue or context.model.generative):
        pages = await sections_asked_for(state, context)
    lacking = "\n\n".join(pages.page_notices) if pages and not pages.passages else None
    fixed = catalogue or lacking or (None if pages else await _fixed_answer(state, context))
    has_result = any(result.failure is None for result in state.step_results)
    must_write = has_result or bool(state.blob_names) or state.intent_type == "conversation"
    draft: Draft | None = None
    while True:
        material = pages or (await material_for(state, context) if fixed is None else Material(state.passages))
        given = [state.question, state.standalone_question, material.outline, *state.context_documents]
        count, passages = len(given), list(material.passages)
        draft = draft.anew(passages, given) if draft else Draft(context, state.standalone_question, passages, given)
        written = Written(list(state.step_results))
        try:
            if fixed is not None:
                await _write_fixed(fixed, draft)
            else:
                written = await _write(state, draft, written, material, must_write=must_write)
            break
        except ModelError as error:
            await draft.end()
            if error.code == CONTEXT_EXCEEDED and not (written.has_begun or draft.citations):
                shorter = await _shortened(state, context, material, written, given[count:])
                if shorter is not None:
                    state = shorter
                    continue
            if draft.written.strip():
                draft.new_paragraph()
                reason = FILTERED if error.code == CONTENT_FILTERED else STOPPED_EARLY
                await draft.send(reason.to(state.question))
                await draft.finish()
            raise
    notices = _notices(state, written, draft.written if fixed is None else "")
    notices += pages.page_notices if pages and not lacking else ()
    await _end(draft, state, written, notices)
    further = [result for result in written.results[len(state.step_results) :] if result.failure is None]
    # Further calls search the documents of document_chat, so document_chat stays the tool of the turn.
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
        "confidence": await _confidence(state, material, draft, asks_record=bool(catalogue)),
    }


async def _shortened(
    state: ConversationState, context: TurnContext, material: Material, written: Written, called: Sequence[str]
) -> ConversationState | None:
    """The state to ask again with after a request that exceeded the model's context, and half the limits of documents
    and history that it had in them; None if it had so little that none can be left out. called are the results of the
    model's calls in it. The calls are not made again."""
    sources = sum(len(passage.chunk.text) for passage in material.passages)
    results = 0 if state.blob_names else sum(map(len, state.context_documents))
    history = (await context.history()).recent(context.limits)
    longest = max(sources, results, *map(len, called))
    limits = context.limits.halved(longest, sum(len(message.content) for message in history))
    if limits is None:
        return None
    context.limits = limits
    sizes = limits.context_characters, limits.history_characters
    logger.warning("The model's context is too short; now %d characters of documents, %d of history", *sizes)
    calls = {result.step: result for result in written.results[len(state.step_results) :]}
    rounds = tuple(replace(completion, text="") for completion in written.rounds)  # the text has been sent
    earlier = replace(state.earlier, rounds=rounds, calls={**state.earlier.calls, **calls})
    state = replace(state, earlier=earlier)
    unread = replace(state, context_documents=(), passages=())
    return state if state.blob_names else replace(unread, **sources_of(unread, context))


async def _end(draft: Draft, state: ConversationState, written: Written, notices: Sequence[str]) -> None:
    """Ends the answer with these notices, those on quotations that no source has, and its references."""
    results = [as_text(ToolResult(result.result, result.text), -1) for result in written.results]
    unfound = await draft.quotes_without_source([*draft.given, *results])
    for notice in (*notices, *(UNFOUND_QUOTATION.to(state.question).format(words) for words in unfound)):
        draft.new_paragraph()
        await draft.send(notice)
    draft.new_paragraph()
    await draft.send(render_references(draft.citations, state.citation_style))
    await draft.finish()


async def _confidence(state: ConversationState, material: Material, draft: Draft, *, asks_record: bool) -> float | None:
    """The likelihood that the documents answer; None if no document can, or if the question's words do not tell it."""
    about, generative = catalogue_question(state.question), draft.context.model.generative
    asks = not (asks_record or is_small_talk(state.question) or asks_nothing(state.standalone_question))
    confidence = state.confidence if asks and (about is None or about.needs_text) else None
    if material.page_confidence is not None:
        if not material.beside_pages:
            return material.page_confidence
        confidence = material.page_confidence
    if generative:  # it may have read documents in another language than the question's
        topic, languages = state.standalone_question, material.languages if material.whole else None
        cited = any(each.verified and int(each.id) > len(material.passages) for each in draft.citations)
        known = partial(confidence_of_reading, confidence, topic, languages, found_further=cited)
        return await asyncio.to_thread(known)
    if TRANSLATION_NEEDS_MODEL.begins(draft.text):
        return None
    is_refused = NOT_IN_DOCUMENTS.begins(draft.text)
    by_form = (asks_for_part, asks_for_kind, may_ask_for_list)  # documents have its words or not
    is_known = any(asks(state.question) for asks in by_form) or (about is not None and bool(about.subject))
    is_certain = is_refused or is_known
    if is_certain and confidence is not None and is_refused == (confidence >= ANSWERED):
        return bounded_confidence(confidence, lacks=is_refused, holds=not is_refused)
    return confidence


async def _write_fixed(text: str, draft: Draft) -> None:
    await draft.write(text)
    await draft.end()


async def _write(
    state: ConversationState, draft: Draft, written: Written, material: Material, *, must_write: bool
) -> Written:
    """Has the model write the answer, with tools unless it has all of the documents. If no step has a result, a fixed
    text replaces the answer of a model that is unavailable."""
    context = draft.context
    tools: Mapping[str, Tool] = {}
    is_limited = bool(state.blob_names or state.filters)
    if context.reads_on:
        if await reads_nothing(state, context):
            tools = {}
        elif is_limited:  # no other tool is limited to the chosen documents
            can_search = bool(state.filters and not state.blob_names) or has_prepared_documents(state)
            tools = further_tools(state) if can_search else {}
        elif state.intent_type != "conversation":
            tools = offered(await context.tools.offer())
    withheld = [name for name, tool in tools.items() if material.whole and (is_limited or is_search_tool(tool))]
    tools = {name: tool for name, tool in tools.items() if name not in withheld}
    names = {tool.own_name: name for name, tool in tools.items() if limits_itself(tool)}  # another server may have them
    can_look = not material.whole and search_documents.NAME in names
    load = names.get(load_document_chunk.NAME, load_document_chunk.NAME)
    further = prompts.look_further(names[search_documents.NAME], load) if can_look else ""
    request = await _request(state, context, material, further=further)
    request = with_instructions(
        request, deployment=context.assistant.instructions, application=context.run.instructions
    )
    request = replace(request, withheld_tools=tuple(withheld))
    if state.blob_names and request.grounding and is_small_talk(state.question) and not context.model.generative:
        languages = frozenset(d.language for d in await _asked_documents(state, context) if d.language)
        request = replace(request, grounding=replace(request.grounding, languages=languages))
    try:
        written = await write_answer(request, draft, written, state, tools)
        if not (draft.written.strip() or written.limited):  # the notice that a limit was reached is an answer
            why = "used up the length of an answer before it wrote any" if written.cut else "returned an empty answer"
            if context.run.stop_sequences and not written.cut:
                why = f"{why}, or one that began with a stop sequence"
            raise ModelUnavailable(f"The model {why}.", code="model_answer_empty")
    except ModelError as error:
        if must_write or draft.written or error.code == CONTEXT_EXCEEDED:
            raise
        logger.warning("The model could not report a turn without a result: %s", error.code)
        await _write_fixed(await _known_help(context), draft)
    return written


def _notices(state: ConversationState, written: Written, text: str) -> list[str]:
    """Sentences that the answer lacks: on failed steps of the plan and calls of the model, on limits that were reached
    and, if nothing was found or a tool was unknown, on servers that are down."""
    failed = [result for result in (*state.step_results, *written.failed) if result.failure is not None]
    missing = failure_notices(failed, state.question, text)
    called = len(written.results) - len(state.step_results)
    if written.cut or written.stopped or (called and written.ended_silent and not written.limited):
        missing.append((LENGTH_REACHED if written.cut else STOPPED_EARLY).to(state.question))
    if written.prompt_cut:
        missing.append(PROMPT_CUT.to(state.question))
    if written.limited:
        missing.append(TOOL_LIMIT.to(state.question).format(called))
    found = any(
        result.failure is None and (not is_search(result) or found_passages(result)) for result in written.results
    )
    named = {result.server for result in failed}
    is_complete = found and UNKNOWN_TOOL not in {result.failure.code for result in failed if result.failure}
    lost = () if is_complete or state.intent_type == "conversation" else state.lost_servers
    servers = [SERVER_LOST.to(state.question).format(server) for server in lost if server not in named]
    return [notice for notice in dict.fromkeys((*state.notices, *servers, *missing)) if notice not in text]


async def _fixed_answer(state: ConversationState, context: TurnContext) -> str | None:
    """The answer without a model, if there is one: to files without a question and, without a generative model, the
    results of the steps or that there are none."""
    if state.blob_names:
        question = state.question.strip()
        asks = question and not (is_small_talk(question) or asks_nothing(question))
        if state.passages or (question and (context.model.generative or not asks)):
            return None
        names = [ref.blob_name for ref in state.uploaded_file_refs] if state.last_mcp_tool_used else []
        if failure_notices(state.step_results, state.question):  # the files known from earlier turns were not searched
            return ""
        if not names:
            return "" if state.notices else None
        return await _refusal(state, context) if question else f"Ready: {', '.join(names)}."
    if state.intent_type == "conversation" or context.model.generative:
        return None
    succeeded = [result for result in state.step_results if result.failure is None]
    if not succeeded:
        return await _known_help(context)
    if searched_nothing(succeeded):
        return None
    if not all(is_search(result) for result in succeeded) or len(succeeded) > 1:
        return "\n\n".join(state.context_documents)
    return None if state.passages else await _refusal(state, context)


async def _refusal(state: ConversationState, context: TurnContext) -> str:
    """The refusal in the language of the question or, if that is not told, of the turn's documents."""
    asked = await _asked_documents(state, context)
    languages = {d.language for d in asked if d.language}
    return refusal(state.question, languages, sure=all(map(has_certain_language, asked)))


async def _asked_documents(state: ConversationState, context: TurnContext) -> Sequence[Document]:
    """The documents that the turn names, or else those of the conversation."""
    documents = await context.registry.of_conversation(context.key)
    return [d for d in documents if d.blob_name in state.blob_names] or documents


async def _known_help(context: TurnContext) -> str:
    """Says that the question cannot be answered, and names the tools that can help as their servers name them."""
    tools = offered(await context.tools.offer()).values()
    names = list(dict.fromkeys(tool.own_name for tool in tools if tool.server != BUILT_IN))[:_NAMED_TOOLS]
    return f"{_NO_HELP}{f', and use these tools: {", ".join(names)}' if names else ''}."


async def _request(state: ConversationState, context: TurnContext, material: Material, *, further: str) -> ChatRequest:
    if context.model.generative and await reads_nothing(state, context):
        return await _chat_request(state, context, [ref.blob_name for ref in state.uploaded_file_refs])
    history = await context.history()
    recent = history.recent(context.limits)
    of_documents = material.whole or material.has_parts or bool(material.outline or material.page_notices)
    names = list(material.documents.values()) if of_documents else []
    if has_prepared_documents(state):
        names = [ref.blob_name for ref in state.uploaded_file_refs]
    if of_documents or (
        state.blob_names and context.model.generative and (material.passages or not state.context_documents)
    ):
        return material_request(
            state.question,
            material,
            tuple(dict.fromkeys(names)),
            further=further,
            file_ids=material.documents if further and not state.blob_names else None,
            failures=[*state.notices, *failure_notices(state.step_results, state.question)],
            history=recent,
            summary=history.summary,
            standalone_question=material.beside_pages or state.standalone_question,
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
            queries=state.queries,
        )
    if state.intent_type == "conversation" or searched_nothing(state.step_results):
        return await _chat_request(state, context, state.unread_documents)
    return workflow_request(
        state.question,
        state.context_documents,
        state.passages,
        further=further if any(is_search(r) for r in state.step_results if r.failure is None) else "",
        failures=[*state.notices, *failure_notices(state.step_results, state.question)],
        history=recent,
        summary=history.summary,
        standalone_question=state.standalone_question,
        queries=state.queries,
    )


async def _chat_request(state: ConversationState, context: TurnContext, documents: Sequence[str]) -> ChatRequest:
    """The request of a turn for which no document is read; documents are those that the model may know of."""
    history = await context.history()
    return conversation_request(
        state.question,
        history.recent(context.limits),
        summary=history.summary,
        documents=documents,
        lost_servers=state.lost_servers,
        failures=[*state.notices, *failure_notices(state.step_results, state.question)],
        name=context.assistant.name,
    )
