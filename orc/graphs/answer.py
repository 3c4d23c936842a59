"""The last node: one answer, streamed as it is written, with citations that were checked against their sources."""

from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, field

from langgraph.runtime import Runtime

from orc.documents.cite import NOT_IN_DOCUMENTS, MarkerStream, cite, claim_before, render_references
from orc.domain import Citation, TokenUsage
from orc.errors import ModelUnavailable
from orc.events import CitationFound, StepThinking
from orc.graphs.state import ConversationState, StateUpdate, TurnContext
from orc.grounding import conversation_request, grounded_request
from orc.ports import ChatMessage, ChatRequest, Finished, TextDelta
from orc.records import Message


@dataclass(slots=True)
class _Draft:
    """The answer as far as it has been sent."""

    context: TurnContext
    text: str = ""
    citations: dict[int, Citation] = field(default_factory=dict)
    first_token_ms: int | None = None

    async def send(self, text: str) -> None:
        if not text:
            return
        if self.first_token_ms is None:
            self.first_token_ms = self.context.elapsed_ms()
        self.text += text
        await self.context.events.token(text)

    def update(self, finished: Finished | None = None) -> StateUpdate:
        return {
            "answer": self.text,
            "citations": tuple(self.citations.values()),
            "usage": finished.usage if finished else TokenUsage(),
            "model": finished.model if finished else "",
            "first_token_ms": self.first_token_ms,
        }


async def answer(state: ConversationState, runtime: Runtime[TurnContext]) -> StateUpdate:
    context = runtime.context
    await context.events.append(StepThinking("answering", "Writing the answer"))
    draft = _Draft(context)
    fixed = _fixed_answer(state)
    if fixed is not None:
        await draft.send(fixed)
        return draft.update()
    finished = await _stream(state, await _request(state, context), draft)
    if not draft.text.strip():
        raise ModelUnavailable("The model gave an empty answer.", code="model_answer_empty")
    for notice in state.notices:
        await draft.send(f"\n\n{notice}")
    await draft.send(render_references(list(draft.citations.values()), state.citation_style))
    return draft.update(finished)


def _fixed_answer(state: ConversationState) -> str | None:
    """What needs no model to be said: files taken in without a question, nothing found, nothing that could be read."""
    if not state.blob_names:
        return None
    names = [ref.blob_name for ref in state.uploaded_file_refs] if state.last_mcp_tool_used else []
    parts = [f"Ready: {', '.join(names)}."] if names and not state.question.strip() else []
    if state.question.strip() and not state.passages and names:
        parts.append(NOT_IN_DOCUMENTS)
    parts += state.notices
    return "\n\n".join(parts) if parts and not state.passages else None


async def _request(state: ConversationState, context: TurnContext) -> ChatRequest:
    history = [_as_chat(message) for message in await context.history()]
    if not state.blob_names:
        return conversation_request(state.question, history)
    return grounded_request(
        state.question,
        state.passages,
        tuple(ref.blob_name for ref in state.uploaded_file_refs),
        context=state.context_documents,
        history=history,
        standalone_question=state.standalone_question,
    )


def _as_chat(message: Message) -> ChatMessage:
    named = f"\n(Documents: {', '.join(message.blob_names)})" if message.blob_names else ""
    return ChatMessage(message.role, message.text + named)


async def _stream(state: ConversationState, request: ChatRequest, draft: _Draft) -> Finished:
    """Sends the model's text as it comes; each marker is followed by its citation, the first time it is used."""
    markers = MarkerStream(len(state.passages))
    finished = Finished("stop")
    async with aclosing(draft.context.model.stream(request)) as chunks:
        async for chunk in chunks:
            if isinstance(chunk, TextDelta):
                await _send(state, draft, markers.feed(chunk.text))
            elif isinstance(chunk, Finished):
                finished = chunk
    await _send(state, draft, markers.flush())
    return finished


async def _send(state: ConversationState, draft: _Draft, parts: Sequence[str | int]) -> None:
    for part in parts:
        if isinstance(part, str):
            await draft.send(part)
        elif part not in draft.citations:
            claim = claim_before(draft.text)
            citation = cite(state.passages[part - 1], part, claim=claim, question=state.standalone_question)
            draft.citations[part] = citation
            await draft.context.events.append(CitationFound(citation))
