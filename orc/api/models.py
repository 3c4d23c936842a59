"""Request and response bodies of the HTTP contract."""

from typing import Annotated, Any, ClassVar, Literal
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, model_validator

from orc.api.bodies import BodyKind
from orc.api.metadata import BOUNDS
from orc.domain import MOST_SPANS, CitationStyle, Intent, OnBusy, RunStatus
from orc.input_strings import safe_strings
from orc.text import has_hidden


class RequestBody(BaseModel):
    """Base of all request bodies, and of queries with many fields. Unknown fields are refused, and strings are checked
    by safe_strings. body_kind selects the limit on the size of the body."""

    model_config = ConfigDict(extra="forbid")
    body_kind: ClassVar[BodyKind] = "other"

    @model_validator(mode="before")
    @classmethod
    def _take_in(cls, value: Any) -> Any:
        return safe_strings(value)


class SentDocument(RequestBody):
    """A text that becomes a document of the conversation. It replaces a document of the same name."""

    name: str
    text: str
    metadata: dict[str, str] | None = Field(None, description=BOUNDS)


class TurnBody(RequestBody):
    """A question, documents, or both. Documents without a question are only registered. With filters, the turn uses
    only documents of the conversation whose metadata has these values."""

    body_kind: ClassVar[BodyKind] = "turn"

    question: str | None = None
    conversation_id: UUID | None = None
    blob_names: list[str] = []
    documents: list[SentDocument] = []
    filters: dict[str, str] = Field({}, description=BOUNDS)
    client_message_id: str | None = Field(None, min_length=1, max_length=200)
    parent_message_id: str | None = Field(None, min_length=1, max_length=200)
    on_busy: OnBusy = "reject"
    citation_style: CitationStyle = "inline"


def _checked_title(title: str) -> str:
    if has_hidden(title):
        raise ValueError("must not contain control or direction-changing characters")
    return title


_Title = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200), AfterValidator(_checked_title)
]


class ConversationBody(RequestBody):
    """The optional fields of a new conversation."""

    title: _Title | None = None


class ConversationChange(RequestBody):
    """The fields to change. active_message_id is the message that ends the active branch."""

    title: _Title | None = None
    active_message_id: str | None = Field(None, min_length=1, max_length=200)


class ForkBody(RequestBody):
    """The last message to copy."""

    message_id: str = Field(min_length=1, max_length=200)


class FeedbackBody(RequestBody):
    """A rating of an answer, with an optional comment."""

    rating: Literal["up", "down"]
    comment: str | None = Field(None, max_length=4000)


def _is_none(value: object) -> bool:
    """Whether a field is left out: answers omit the same missing values as events."""
    return value is None


class CitationSpanModel(BaseModel):
    """A statement of the answer that cites the source, and its support in the document. answer[answer_start:answer_end]
    is the statement with its marker, or an item of the list that such a statement introduces; the document's
    text[start:end] is the snippet. Offsets count Unicode code points, not the UTF-16 units of JavaScript:
    Array.from(text).slice(answer_start, answer_end).join("") is the statement. verified applies to this statement only,
    or with a list to all of its items."""

    answer_start: int
    answer_end: int
    page: int | None = Field(None, exclude_if=_is_none)
    start: int
    end: int
    snippet: str
    verified: bool


class CitationModel(BaseModel):
    """spans are the first 50 statements that cite the source, in order; messages from older releases have none. page,
    start, end, snippet and verified are those of the first span. table_head contains the title and the column headings
    of the table, or the introduction of the list, in which the snippet begins."""

    id: str
    source_id: str
    file_id: str
    blob_name: str
    page: int | None = Field(None, exclude_if=_is_none)
    start: int
    end: int
    snippet: str
    sources: list[str]
    verified: bool
    page_label: str | None = Field(None, exclude_if=_is_none)
    heading: str | None = Field(None, exclude_if=_is_none)
    table_head: str | None = Field(None, exclude_if=_is_none)
    spans: list[CitationSpanModel] = Field([], max_length=MOST_SPANS)


class FileRefModel(BaseModel):
    """A document, identified by its id and its file name."""

    file_id: str
    blob_name: str


class ToolModel(BaseModel):
    """A tool and the JSON Schema of its arguments."""

    name: str
    description: str
    input_schema: dict[str, Any]


class ToolServerModel(BaseModel):
    """An MCP server and its tools. error is the reason if the server is down; listed_at is the time of the last attempt
    to list its tools."""

    name: str
    status: Literal["ok", "down"]
    error: str | None = None
    listed_at: str | None
    tools: list[ToolModel]


class ToolServersModel(BaseModel):
    """All tool servers."""

    servers: list[ToolServerModel]


class TokensModel(BaseModel):
    """Token counts; null if the model's server did not report them. cached are prompt tokens read from a cache, thought
    completion tokens spent on reasoning; both are absent if not reported."""

    prompt: int | None
    completion: int | None
    cached: int | None = Field(None, exclude_if=_is_none)
    thought: int | None = Field(None, exclude_if=_is_none)


class RunMetaModel(BaseModel):
    """The usage of a run: steps, tokens, and times in milliseconds. finish_reason is the reason if the answer ended
    early."""

    steps: int
    tokens: TokensModel
    duration_ms: int
    first_token_ms: int | None
    model: str
    finish_reason: str | None = None


class PlanStepModel(BaseModel):
    """A step of a plan: the tool, its arguments, and the name of its result."""

    step: int
    tool: str
    params: dict[str, Any]
    output_key: str


class TurnAnswer(BaseModel):
    """The answer of a finished turn. confidence, from 0 to 1, is the likelihood that the documents answer the
    question."""

    conversation_id: str
    run_id: str
    message_id: str
    status: RunStatus
    answer: str
    citations: list[CitationModel]
    uploaded_file_refs: list[FileRefModel]
    last_mcp_tool_used: str | None
    confidence: float | None = Field(None, exclude_if=_is_none)
    intent_type: Intent | None
    workflow_plan: list[PlanStepModel]
    steps: list[dict[str, Any]]
    run_meta: RunMetaModel | None


class BackgroundTurn(BaseModel):
    """A turn that continues in the background, and the addresses at which to follow it. Its events have numbers above
    event_offset."""

    conversation_id: str
    run_id: str
    event_offset: int
    stream_url: str
    status_url: str


class ConversationSummary(BaseModel):
    """A conversation without its messages. Without a title or a first question, title is the name of its first
    document. Times are ISO 8601 in UTC."""

    conversation_id: str
    title: str | None
    status: str
    turn_count: int
    created_at: str
    updated_at: str


class ConversationPage(BaseModel):
    """A page of conversations. continuation is null on the last page."""

    items: list[ConversationSummary]
    continuation: str | None


class FeedbackModel(BaseModel):
    """The caller's current rating of an answer."""

    rating: Literal["up", "down"]
    comment: str | None
    updated_at: str


class ForkedConversation(BaseModel):
    """The conversation that was created by a fork."""

    conversation_id: str


class MessageModel(BaseModel):
    """A message of a conversation. active is true if it is on the active branch."""

    message_id: str
    role: Literal["user", "assistant"]
    text: str
    status: Literal["completed", "cancelled", "failed"]
    error: "RunErrorModel | None" = None
    run_id: str
    parent_message_id: str | None
    created_at: str
    active: bool
    blob_names: list[str]
    citations: list[CitationModel]
    uploaded_file_refs: list[FileRefModel]
    last_mcp_tool_used: str | None
    code_thread_id: str | None
    confidence: float | None = Field(None, exclude_if=_is_none)
    feedback: FeedbackModel | None = None


class RunErrorModel(BaseModel):
    """The reason why a run or an answer failed. retryable is true if repeating the question may help."""

    code: str
    message: str
    retryable: bool


class RunState(BaseModel):
    """A run and its status."""

    run_id: str
    status: RunStatus


class RunModel(BaseModel):
    """One execution of a turn. Times are ISO 8601 in UTC."""

    run_id: str
    conversation_id: str
    status: RunStatus
    mode: str
    question: str
    user_message_id: str
    message_id: str
    created_at: str
    updated_at: str
    intent_type: Intent | None
    workflow_plan: list[PlanStepModel]
    steps: list[dict[str, Any]]
    run_meta: RunMetaModel | None
    error: RunErrorModel | None


class ConversationDetail(ConversationSummary):
    """A conversation with all its messages and runs, oldest first."""

    active_message_id: str | None
    messages: list[MessageModel]
    runs: list[RunModel]


class ConversationDetailPage(ConversationDetail):
    """A page of messages, newest first. continuation leads to the next older page."""

    continuation: str | None
