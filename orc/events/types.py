"""The events of a run. Their fields, and the order of the fields, are those of the HTTP contract."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from orc.domain import Citation, FileRef, Json, RunStatus, TokenUsage

TURN_GOES_ON = "turn_goes_on"
"""The code of an ErrorRaised, not in the log, after which a turn continues by itself."""


@dataclass(frozen=True, slots=True)
class UserMessage:
    """The question was stored. parent_message_id is the message that it follows on its branch."""

    type: ClassVar = "user_message"
    message_id: str
    text: str
    blob_names: tuple[str, ...]
    parent_message_id: str | None


@dataclass(frozen=True, slots=True)
class RunStart:
    """The run is being executed. timestamp is ISO 8601 in UTC."""

    type: ClassVar = "run_start"
    run_id: str
    conversation_id: str
    timestamp: str


@dataclass(frozen=True, slots=True)
class StepThinking:
    """The turn has reached a stage; text says so to the user."""

    type: ClassVar = "step_thinking"
    stage: Literal["planning", "tools", "context", "answering"]
    text: str


@dataclass(frozen=True, slots=True)
class StepStarted:
    """A tool call begins. params hold neither injected identity nor secrets. server is the MCP server that has the
    tool, None for Orc's own."""

    type: ClassVar = "step_started"
    step: int
    tool: str
    params: Mapping[str, Json]
    reasoning: str | None = None
    server: str | None = None


@dataclass(frozen=True, slots=True)
class StepComplete:
    """A tool call has ended. result is {kind: text | table | documents | graph, ...}, of a failed call its reason.
    error is {code, message, retryable} when ok is False."""

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
    """The next piece of the answer's text."""

    type: ClassVar = "token"
    text: str


@dataclass(frozen=True, slots=True)
class CitationFound:
    """A citation, new or with more spans than before."""

    type: ClassVar = "citation"
    citation: Citation


@dataclass(frozen=True, slots=True)
class Message:
    """The whole answer, as it is stored."""

    type: ClassVar = "message"
    message_id: str
    text: str
    citations: tuple[Citation, ...]
    uploaded_file_refs: tuple[FileRef, ...]
    last_mcp_tool_used: str | None
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class RunComplete:
    """The answer is committed; what the run took, in milliseconds and tokens."""

    type: ClassVar = "run_complete"
    steps: int
    tokens: TokenUsage
    duration_ms: int
    first_token_ms: int | None
    model: str
    finish_reason: str | None = None


@dataclass(frozen=True, slots=True)
class StatusChange:
    """run_id names the run where the stream may carry several."""

    type: ClassVar = "status_change"
    status: Literal["queued", "background", "recovered", "cancel_requested", "superseded"]
    message: str | None = None
    run_id: str | None = None


@dataclass(frozen=True, slots=True)
class ErrorRaised:
    """The turn or its stream failed, and whether repeating the question may help."""

    type: ClassVar = "error"
    code: str
    message: str
    retryable: bool


@dataclass(frozen=True, slots=True)
class Done:
    """The last event of a run, with the status that it ended in."""

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


@dataclass(frozen=True, slots=True)
class UnknownEvent:
    """An event that a newer version of the product has stored: it is passed on as it is."""

    type: str
    data: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """An event with its sequence number in the conversation, which counts from 1 without gaps. An event that is sent
    but not in the log has the number 0."""

    seq: int
    event: Event | UnknownEvent
