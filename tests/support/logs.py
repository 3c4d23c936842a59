"""Logs of runs as the product writes them, for property tests of folds."""

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import strategies as st

from orc.domain import Citation, CitationSpan, Json, TokenUsage
from orc.events.types import (
    CitationFound,
    Done,
    ErrorRaised,
    Event,
    LoggedEvent,
    Message,
    RunComplete,
    RunStart,
    StatusChange,
    StepComplete,
    StepStarted,
    StepThinking,
    Token,
    UserMessage,
)

RUN_ID = f"run-{'a' * 32}"
ANSWER_ID = f"message-{'b' * 32}"
CONVERSATION_ID = "00000000-0000-4000-8000-000000000000"
TOOLS = ("document_chat", "search_documents", "library__find")

_SPAN = CitationSpan(0, 5, 2, 10, 20, "A quotation", verified=True)
CITATION = Citation(
    id="1",
    source_id="file-1:chunk_1",
    file_id="file-1",
    blob_name="lease.pdf",
    page=2,
    start=10,
    end=20,
    snippet="A quotation",
    sources=("words",),
    verified=True,
    spans=(_SPAN,),
)


@st.composite
def _steps(draw: st.DrawFn) -> list[Event]:
    """Steps begin in their order and end in any; one may end without having begun."""
    events: list[Event] = []
    running: list[StepStarted] = []
    for number in range(1, draw(st.integers(0, 3)) + 1):
        step = StepStarted(number, draw(st.sampled_from(TOOLS)), {"query": "brake"})
        if draw(st.booleans()):
            events.append(step)
        running.append(step)
        if draw(st.booleans()):
            events += (_ended(draw, each) for each in running)
            running.clear()
    return events + [_ended(draw, each) for each in running]


def _ended(draw: st.DrawFn, step: StepStarted) -> StepComplete:
    if draw(st.booleans()):
        result = {"kind": "text", "text": "Found."}
        return StepComplete(step.step, step.tool, True, 5, f"call_{step.step}", result)
    error: dict[str, Json] = {"code": "tool_failed", "message": "It failed.", "retryable": False}
    return StepComplete(step.step, step.tool, False, 5, f"call_{step.step}", {"kind": "text", "text": "No."}, error)


@st.composite
def _answering(draw: st.DrawFn) -> list[Event]:
    texts = draw(st.lists(st.text(max_size=5), max_size=5))
    events: list[Event] = [StepThinking("answering", "Writing the answer"), *map(Token, texts)]
    if draw(st.booleans()):
        events.append(CitationFound(CITATION))
        events.append(CitationFound(replace(CITATION, spans=(_SPAN, _SPAN))))
    return events


@st.composite
def run_logs(draw: st.DrawFn) -> list[LoggedEvent]:
    """The whole log of one run, numbered from somewhere: perhaps recovered, and ended in any way."""
    events: list[Event] = [
        UserMessage("message-question", "How often?", ("lease.pdf",), None),
        RunStart(RUN_ID, CONVERSATION_ID, "2026-01-01T00:00:00.000000Z"),
        StepThinking("planning", "Reading the conversation"),
    ]
    text = ""
    for attempt in range(draw(st.integers(0, 2)) + 1):
        if attempt:
            events.append(StatusChange("recovered", "Once more.", RUN_ID))
        events += draw(_steps())
        answering = draw(_answering())
        text = "".join(event.text for event in answering if isinstance(event, Token))
        events += answering
    events += draw(st.sampled_from(_endings(text)))
    first = draw(st.integers(1, 50))
    return [LoggedEvent(seq, event) for seq, event in enumerate(events, first)]


def _endings(text: str) -> Sequence[list[Event]]:
    message = Message(ANSWER_ID, text, (CITATION,), (), None)
    complete = RunComplete(1, TokenUsage(7, 3), 20, 10, "a-model")
    cut = replace(complete, finish_reason="length")
    failure = ErrorRaised("model_unavailable", "The model is down.", retryable=True)
    return (
        [message, complete, Done(RUN_ID, "completed")],
        [message, cut, Done(RUN_ID, "completed")],
        [message, replace(complete, tokens=TokenUsage(None, None)), failure, Done(RUN_ID, "failed")],
        [failure, Done(RUN_ID, "failed")],
        [StatusChange("cancel_requested"), message, complete, Done(RUN_ID, "cancelled")],
        [StatusChange("superseded", "Replaced.", RUN_ID), Done(RUN_ID, "cancelled")],
    )


@st.composite
def in_pieces(draw: st.DrawFn, log: Sequence[LoggedEvent]) -> list[list[LoggedEvent]]:
    """The log as a subscription may bring it: in batches, of which some are empty."""
    cuts = sorted(draw(st.lists(st.integers(0, len(log)), max_size=6)))
    return [list(log[a:b]) for a, b in zip([0, *cuts], [*cuts, len(log)], strict=True)]
