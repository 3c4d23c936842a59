"""Transitions of a run as pure functions: the records and events of a run that is queued, started and finished."""

import hashlib
import json
import uuid
from collections.abc import Iterable
from dataclasses import asdict, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from orc.conversations.records import Conversation, Message, Run, RunMeta, TurnRequest, new_conversation_id, title_of
from orc.domain import Caller, Citation
from orc.errors import CONTENT_FILTERED, Conflict, FieldError
from orc.events.types import (
    CitationFound,
    Done,
    ErrorRaised,
    Event,
    LoggedEvent,
    RunComplete,
    RunStart,
    StatusChange,
    Token,
    UserMessage,
)
from orc.events.types import Message as MessageEvent
from orc.items import new_id, now, timestamp
from orc.text import normalized
from orc.tools.masking import masked

if TYPE_CHECKING:
    from orc.graphs.context.state import ConversationState, StepResult

_IDS = uuid.UUID("9b0b9c1e-6a0f-4d6e-8a57-1c1f5d0f8a11")


def run_id_of(request: TurnRequest) -> str:
    """The id of the request's run, the same for the same client_message_id."""
    if request.client_message_id is None:
        return new_id("run")
    return f"run-{hashlib.sha256(request.client_message_id.encode()).hexdigest()[:32]}"


def conversation_id_of(caller: Caller, request: TurnRequest) -> str:
    """The id of the request's conversation. For a new conversation, the same for the same client_message_id."""
    if request.conversation_id is not None:
        return request.conversation_id
    if request.client_message_id is None:
        return new_conversation_id()
    name = "/".join([*caller.partition, request.client_message_id])
    return str(uuid.uuid5(_IDS, name))


def queue_run(conversation_id: str, run_id: str, request: TurnRequest) -> Run:
    """A queued run, with its question and without a position in the conversation yet."""
    created = timestamp(now())
    return Run(
        run_id=run_id,
        conversation_id=conversation_id,
        status="pending",
        mode=request.mode,
        question=request.question,
        blob_names=request.blob_names,
        documents=request.documents,
        filters=request.filters,
        citation_style=request.citation_style,
        user_message_id=new_id("message"),
        message_id=new_id("message"),
        parent_message_id=request.parent_message_id,
        first_seq=0,
        created_at=created,
        updated_at=created,
        client_message_id=request.client_message_id,
        regenerates=request.regenerates,
        starts_branch=request.starts_branch,
        interrupts=request.on_busy == "interrupt",
        instructions=request.instructions,
        answer_tokens=request.answer_tokens,
        stop_sequences=request.stop_sequences,
        client_data=request.client_data,
        texts_sha256=_texts_sha256(request),
    )


def _texts_sha256(request: TurnRequest) -> str:
    if not request.documents:
        return ""
    texts = json.dumps([asdict(text) for text in request.documents], sort_keys=True)
    return hashlib.sha256(texts.encode()).hexdigest()


def check_repeated(earlier: Run, request: TurnRequest) -> None:
    """Raises Conflict if a request with the client_message_id of an earlier run has other content."""

    def composed(names: Iterable[str]) -> set[str]:
        return {normalized("NFC", name) for name in names}

    parent = request.parent_message_id
    # Filters have narrowed the names of the earlier run, and without a parent in the request it has chosen its own.
    differs = {
        "question": earlier.question != request.question,
        "documents": earlier.texts_sha256 not in (None, _texts_sha256(request)),
        "filters": dict(earlier.filters) != dict(request.filters),
        "citation_style": earlier.citation_style != request.citation_style,
        "blob_names": not request.filters and composed(earlier.blob_names) != composed(request.blob_names),
        "parent_message_id": earlier.parent_message_id != parent and (parent is not None or request.starts_branch),
    }
    field = next((name for name, is_other in differs.items() if is_other), None)
    if field is not None:
        message = f"client_message_id was already used with a different {field}; a new message needs a new id."
        errors = [FieldError(field, "differs from the first request")]
        raise Conflict(message, code="client_message_id_reused", errors=errors)


def start_run(
    waiting: Run, stored: Conversation | None, parent: Message | None, first_seq: int
) -> tuple[Run, Message | None, Conversation]:
    """The started run, its question as a message, and the conversation. parent is the message that the run names as
    its parent. A regenerated answer has no new message: its question is the parent."""
    started_at = timestamp(now())
    conversation = stored or Conversation(
        conversation_id=waiting.conversation_id, created_at=started_at, updated_at=started_at
    )
    parent_id = waiting.parent_message_id
    if parent_id is None and not waiting.starts_branch:
        parent_id = conversation.active_message_id
    message = (
        None
        if waiting.regenerates
        else Message(
            message_id=waiting.user_message_id,
            seq=first_seq,
            role="user",
            text=waiting.question,
            run_id=waiting.run_id,
            parent_message_id=parent_id,
            created_at=started_at,
            blob_names=waiting.blob_names,
            filters={} if waiting.blob_names else waiting.filters,
        )
    )
    question = message or parent
    if question is None:
        raise ValueError("a regenerated answer needs its question as the parent")
    run = waiting.become(
        "in_progress",
        user_message_id=question.message_id,
        parent_message_id=question.parent_message_id,
        first_seq=first_seq,
    )
    title = title_of(waiting.question) or title_of(", ".join(waiting.blob_names))
    running = replace(
        conversation.without(run.run_id),
        title=conversation.title or title or "",
        status="running",
        turn_count=conversation.turn_count + (1 if message else 0),
        updated_at=started_at,
        active_message_id=question.message_id,
        active_run_id=run.run_id,
    )
    return run, message, running


def first_events(run: Run, question: Message | None) -> list[Event]:
    """The first events of a run: its question, unless it is regenerated, and its start. They are stored in one batch
    with the run."""
    start = RunStart(run.run_id, run.conversation_id, run.updated_at)
    if question is None:
        return [start]
    return [message_event(question), start]


def message_event(message: Message) -> Event:
    """The event that announces a question or an imported answer."""
    if message.role == "user":
        return UserMessage(message.message_id, message.text, message.blob_names, message.parent_message_id)
    return MessageEvent(message.message_id, message.text, (), (), None)


def conversation_after(conversation: Conversation, run: Run, message: Message | None, seq: int) -> Conversation:
    """The conversation after a run has ended. A branch that the user has chosen in the meantime stays active. A
    regeneration without an answer leaves the earlier answer active."""
    active = conversation.active_message_id
    if active == run.user_message_id:
        active = message.message_id if message else run.regenerates or active
    return replace(
        conversation,
        status="running" if conversation.queue else "idle",
        updated_at=timestamp(now()),
        active_message_id=active,
        active_run_id=None,
        last_seq=seq,
    )


def finish_run(
    run: Run,
    state: "ConversationState",
    status: Literal["completed", "cancelled", "failed"] = "completed",
    error: dict[str, Any] | None = None,
) -> tuple[Run, Message, list[Event]]:
    """The finished run, the assistant's message (without its sequence number) and the events that announce them. A
    failed run has an error: {code, message, retryable}."""
    finished_at = now()
    meta = RunMeta(
        steps=len(state.step_results),
        tokens=state.all_usage,
        duration_ms=round((finished_at - datetime.fromisoformat(run.created_at)).total_seconds() * 1000),
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
        created_at=timestamp(finished_at),
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
    ended = run.become(
        status,
        intent_type=state.intent_type,
        workflow_plan=tuple(replace(step, params=masked(step.params)) for step in state.workflow_plan),
        steps=tuple(_step(result) for result in state.step_results),
        run_meta=meta,
        error=error,
    )
    answer_event = MessageEvent(
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
    return ended, message, [answer_event, complete, *failure, Done(run.run_id, status)]


def unfinished(state: "ConversationState", events: Iterable[LoggedEvent]) -> "ConversationState":
    """The state of a run with the part of its answer that its events have sent since the last recovery."""
    text, citations = "", dict[str, Citation]()
    for logged in events:
        match logged.event:
            case StatusChange(status="recovered"):
                text, citations = "", {}
            case Token(token):
                text += token
            case CitationFound(citation):
                citations[citation.id] = citation
    return replace(state, answer=text, citations=tuple(citations.values()))


def _step(result: "StepResult") -> dict[str, Any]:
    return {
        "step": result.step,
        "tool": result.tool,
        "params": masked(result.params),
        "server": result.server,
        "output_key": result.output_key,
        "ok": result.failure is None,
        "started_at": result.started_at,
        "duration_ms": result.duration_ms,
        "result": result.displayed,
        "error": asdict(result.failure.shown) if result.failure else None,
    }
