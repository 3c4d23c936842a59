"""What a turn tells while it runs: one frozen union of events and its one encoder. Data fields are those of the HTTP
contract; the order of fields is the order on the wire."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import ClassVar, Literal

from orc.documents.markdown.sanitizer import inert
from orc.domain import Citation, FileRef, Json, RunStatus, TokenUsage


@dataclass(frozen=True, slots=True)
class UserMessage:
    type: ClassVar = "user_message"
    message_id: str
    text: str
    blob_names: tuple[str, ...]
    parent_message_id: str | None


@dataclass(frozen=True, slots=True)
class RunStart:
    type: ClassVar = "run_start"
    run_id: str
    conversation_id: str
    timestamp: str


@dataclass(frozen=True, slots=True)
class StepThinking:
    type: ClassVar = "step_thinking"
    stage: Literal["planning", "tools", "context", "answering"]
    text: str


@dataclass(frozen=True, slots=True)
class StepStarted:
    """params hold neither injected identity nor secrets."""

    type: ClassVar = "step_started"
    step: int
    tool: str
    params: Mapping[str, Json]
    reasoning: str | None = None


@dataclass(frozen=True, slots=True)
class StepComplete:
    """result is {kind: text | table | documents | graph, ...}, of a failed step its reason; error is {code, message}
    when ok is False."""

    type: ClassVar = "step_complete"
    step: int
    tool: str
    ok: bool
    duration_ms: int
    output_key: str | None = None
    result: Mapping[str, Json] | None = None
    error: Mapping[str, Json] | None = None


@dataclass(frozen=True, slots=True)
class Token:
    type: ClassVar = "token"
    text: str


@dataclass(frozen=True, slots=True)
class CitationFound:
    type: ClassVar = "citation"
    citation: Citation


@dataclass(frozen=True, slots=True)
class Message:
    type: ClassVar = "message"
    message_id: str
    text: str
    citations: tuple[Citation, ...]
    uploaded_file_refs: tuple[FileRef, ...]
    last_mcp_tool_used: str | None
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class RunComplete:
    type: ClassVar = "run_complete"
    steps: int
    tokens: TokenUsage
    duration_ms: int
    first_token_ms: int | None
    model: str
    finish_reason: str | None = None


@dataclass(frozen=True, slots=True)
class StatusChange:
    """run_id is the run that it is about, where that is not plain."""

    type: ClassVar = "status_change"
    status: str
    message: str | None = None
    run_id: str | None = None


@dataclass(frozen=True, slots=True)
class ErrorRaised:
    type: ClassVar = "error"
    code: str
    message: str
    retryable: bool


@dataclass(frozen=True, slots=True)
class Done:
    type: ClassVar = "done"
    run_id: str
    status: RunStatus


type Event = (
    UserMessage
    | RunStart
    | StepThinking
    | StepStarted
    | StepComplete
    | Token
    | CitationFound
    | Message
    | RunComplete
    | StatusChange
    | ErrorRaised
    | Done
)

TURN_GOES_ON = "turn_goes_on"
"""The code of an error, without a number, after which a turn goes on by itself."""

_OPTIONAL = {
    "reasoning",
    "output_key",
    "error",
    "page",
    "page_label",
    "heading",
    "table_head",
    "message",
    "run_id",
    "finish_reason",
    "confidence",
}
_to_json = json.JSONEncoder(ensure_ascii=False).encode
HEARTBEAT = b": heartbeat\n\n"


def _present(data: Mapping[str, Json]) -> dict[str, Json]:
    return {key: value for key, value in data.items() if not (value is None and key in _OPTIONAL)}


def _citation(citation: Citation) -> dict[str, Json]:
    return _present(asdict(citation)) | {"spans": [_present(asdict(span)) for span in citation.spans]}


def event_data(event: Event) -> dict[str, Json]:
    """The event's JSON data as the contract has it; absent optional fields are left out."""
    if isinstance(event, CitationFound):
        return _citation(event.citation)
    if isinstance(event, Token):
        return {"text": event.text}
    if isinstance(event, Message):
        return _present(asdict(event)) | {"citations": [_citation(c) for c in event.citations]}
    data = _present({f.name: _plain(getattr(event, f.name)) for f in fields(event)})
    return data | _inert_texts(event)


def _inert_texts(event: Event) -> dict[str, Json]:
    """The texts of others that an event shows beside the answer."""
    match event:
        case StepThinking():
            return {"text": inert(event.text)}
        case StepStarted(reasoning=str(reasoning)):
            return {"reasoning": inert(reasoning)}
        case _:
            return {}


def _plain(value: object) -> Json:
    if isinstance(value, TokenUsage):
        return asdict(value)
    return value  # type: ignore[return-value]  # every other field is JSON by its declared type


def encode_sse(seq: int, event_type: str, data: Mapping[str, Json]) -> bytes:
    """One server-sent event; seq counts from 1 in a conversation, without gaps. An event that could not be stored has
    the number 0 and no id: nobody can resume after it."""
    head = f"id: {seq}\n" if seq else ""
    return f"{head}event: {event_type}\ndata: {_to_json(data)}\n\n".encode()
