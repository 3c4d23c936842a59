"""The last node: one answer, streamed as it is written, with citations that were checked against their sources."""

from collections.abc import Sequence

from langgraph.runtime import Runtime

from orc.documents.cite import NOT_IN_DOCUMENTS, render_references
from orc.errors import ModelUnavailable
from orc.events import StepThinking
from orc.graphs.draft import Draft
from orc.graphs.routing import offered
from orc.graphs.sources import failure_notices, found_passages, is_search, searched_nothing
from orc.graphs.state import ConversationState, StateUpdate, StepResult, TurnContext
from orc.graphs.tool_loop import Written, write_answer
from orc.grounding import conversation_request, grounded_request, workflow_request
from orc.ports import ChatRequest
from orc.tools.offer import ToolResult
from orc.tools.results import as_text

_ABILITIES = (
    "I do not know how to help with this, but I can answer questions about documents that you attach or have uploaded"
)
_NAMED_TOOLS = 12


async def answer(state: ConversationState, runtime: Runtime[TurnContext]) -> StateUpdate:
    context = runtime.context
    await context.events.append(StepThinking("answering", "Writing the answer"))
    draft = Draft(context, state.standalone_question, list(state.passages))
    written = Written(list(state.step_results))
    fixed = await _fixed_answer(state, context)
    if fixed is not None:
        await draft.write(fixed)
        await draft.end()
    else:
        written = await _write(state, draft)
    notices = [*_notices(state, written, draft.written if fixed is None else ""), *await _doubts(state, written, draft)]
    for notice in notices:
        draft.new_paragraph()
        await draft.send(notice)
    await draft.send(render_references(draft.citations, state.citation_style))
    await draft.finish()
    return _update(state, draft, written)


def _update(state: ConversationState, draft: Draft, written: Written) -> StateUpdate:
    called = [result.tool for result in written.results[len(state.step_results) :] if result.failure is None]
    return {
        "answer": draft.text,
        "citations": draft.citations,
        "passages": tuple(draft.passages),
        "step_results": tuple(written.results),
        "last_mcp_tool_used": called[-1] if called else state.last_mcp_tool_used,
        "usage": state.usage + written.usage,
        "model": written.model,
        "first_token_ms": draft.first_token_ms,
    }


async def _write(state: ConversationState, draft: Draft) -> Written:
    context = draft.context
    uses_tools = state.intent_type != "conversation" and not state.blob_names and context.model.generative
    tools = offered(await context.tools.offer()) if uses_tools else {}
    written = await write_answer(await _request(state, context), draft, state, tools)
    if not draft.written.strip():
        raise ModelUnavailable("The model gave an empty answer.", code="model_answer_empty")
    return written


def _notices(state: ConversationState, written: Written, text: str) -> list[str]:
    """What an answer must say if it does not: which tools failed, and that there were no more calls to be had."""
    missing = failure_notices(written.results, text)
    if written.limited:
        calls = len(written.results) - len(state.step_results)
        missing.append(f"I stopped after {calls} further tool calls, which is as many as one answer may take.")
    return [notice for notice in (*state.notices, *_lost(state, written.results), *missing) if notice not in text]


async def _doubts(state: ConversationState, written: Written, draft: Draft) -> list[str]:
    """Names the quotations that stand in no document, and nowhere else where the answer may have them from."""
    asked = [state.question, state.standalone_question, *state.context_documents]
    results = [as_text(ToolResult(result.result, result.text), -1) for result in written.results]
    return [
        f"Not found in the documents as it is quoted here: “{words}”"
        for words in await draft.unfound_quotes([*asked, *results])
    ]


def _lost(state: ConversationState, results: Sequence[StepResult]) -> list[str]:
    """Servers that may have had what the turn lacks: none where it found something, and none that a failed step
    names."""
    if state.intent_type == "conversation" or any(map(_brought_something, results)):
        return []
    named = {result.server for result in results if result.failure is not None}
    lost = [name for name in state.lost_servers if name not in named]
    return [f"The tool server {name} cannot be reached: its tools were left out." for name in lost]


def _brought_something(result: StepResult) -> bool:
    return result.failure is None and (not is_search(result) or bool(found_passages(result)))


async def _fixed_answer(state: ConversationState, context: TurnContext) -> str | None:
    """What needs no model to be said: files taken in without a question, nothing found, nothing that worked; without a
    model that writes, also what the steps brought."""
    if state.blob_names:
        return _about_documents(state)
    succeeded = [result for result in state.step_results if result.failure is None]
    if state.intent_type == "conversation" or (context.model.generative and succeeded):
        return None
    if not succeeded:
        names = list(offered(await context.tools.offer()))[:_NAMED_TOOLS]
        return f"{_ABILITIES}{f', and use these tools: {", ".join(names)}' if names else ''}."
    if searched_nothing(succeeded):
        return None
    if not all(is_search(result) for result in succeeded) or len(succeeded) > 1:
        return "\n\n".join(state.context_documents)
    return None if state.passages else NOT_IN_DOCUMENTS


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


async def _request(state: ConversationState, context: TurnContext) -> ChatRequest:
    history = await context.history()
    told = history.told(context.limits)
    if state.blob_names:
        return grounded_request(
            state.question,
            state.passages,
            tuple(ref.blob_name for ref in state.uploaded_file_refs),
            context=state.context_documents,
            history=told,
            summary=history.summary,
            standalone_question=state.standalone_question,
        )
    if state.intent_type == "conversation" or searched_nothing(state.step_results):
        return conversation_request(state.question, told, summary=history.summary, lost_servers=state.lost_servers)
    return workflow_request(
        state.question,
        state.context_documents,
        state.passages,
        failures=failure_notices(state.step_results),
        history=told,
        summary=history.summary,
        standalone_question=state.standalone_question,
    )
