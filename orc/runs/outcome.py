"""What a finished turn comes to: the run, the message, and the events that tell of them."""

from collections.abc import Iterable
from dataclasses import asdict, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, cast

from orc.conversations.records import Message, Run, RunMeta
from orc.domain import Citation
from orc.errors import CONTENT_FILTERED
from orc.events.hub import LoggedEvent
from orc.events.types import CitationFound, Done, ErrorRaised, Event, RunComplete, StatusChange, Token
from orc.events.types import Message as MessageEvent
from orc.items import now, timestamp

if TYPE_CHECKING:
    from orc.graphs.context.state import ConversationState, StepResult


def outcome(
    run: Run,
    state: "ConversationState",
    status: Literal["completed", "cancelled", "failed"] = "completed",
    error: dict[str, Any] | None = None,
) -> tuple[Run, Message, list[Event]]:
    """The finished run, the assistant's message (whose number is not known yet) and the events that tell of them. A
    failed run has an error: {code, message, retryable}."""
    finished = now()
    meta = RunMeta(
        steps=len(state.step_results),
        tokens=sum((result.usage for result in state.step_results), state.usage),
        duration_ms=round((finished - datetime.fromisoformat(run.created_at)).total_seconds() * 1000),
        first_token_ms=state.first_token_ms,
        model=state.model,
        finish_reason="content_filter" if error and error["code"] == CONTENT_FILTERED else state.finish_reason,
    )
    message = Message(
        message_id=run.message_id,
        seq=0,
        role="assistant",
        text=state.answer,
        run_id=run.run_id,
        parent_message_id=run.user_message_id,
        created_at=timestamp(finished),
        citations=state.citations,
        uploaded_file_refs=state.uploaded_file_refs,
        last_mcp_tool_used=state.last_mcp_tool_used,
        code_thread_id=state.code_thread_id,
        tool_context=state.tool_context,
        citation_style=run.citation_style,
        confidence=state.confidence,
        status=status,
        error=error,
    )
    over = run.become(
        status,
        intent_type=state.intent_type,
        workflow_plan=state.workflow_plan,
        steps=tuple(_step(result) for result in state.step_results),
        run_meta=meta,
        error=error,
    )
    told = MessageEvent(
        message.message_id,
        message.text,
        message.citations,
        message.uploaded_file_refs,
        message.last_mcp_tool_used,
        message.confidence,
    )
    complete = RunComplete(
        meta.steps, meta.tokens, meta.duration_ms, meta.first_token_ms, meta.model, meta.finish_reason
    )
    failure = [ErrorRaised(**error)] if error else []
    return over, message, [told, complete, *failure, Done(run.run_id, status)]


def unfinished(state: "ConversationState", events: Iterable[LoggedEvent]) -> "ConversationState":
    """The state of a run with as much of its answer as its events have told since it was last recovered."""
    text, citations = "", dict[str, Citation]()
    for event in events:
        if event.type == StatusChange.type and event.data["status"] == "recovered":
            text, citations = "", {}
        elif event.type == Token.type:
            text += cast(str, event.data["text"])
        elif event.type == CitationFound.type:
            citation = Citation.of(event.data)
            citations[citation.id] = citation
    return replace(state, answer=text, citations=tuple(citations.values()))


def _step(result: "StepResult") -> dict[str, Any]:
    return {
        "step": result.step,
        "tool": result.tool,
        "params": dict(result.params),
        "output_key": result.output_key,
        "ok": result.failure is None,
        "started_at": result.started_at,
        "duration_ms": result.duration_ms,
        "result": result.told,
        "error": asdict(result.failure.shown) if result.failure else None,
    }
