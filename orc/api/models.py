"""Bodies of requests and answers, as the HTTP contract has them."""

from typing import Any, ClassVar, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, model_validator

from orc.api.bodies import BodyKind
from orc.api.labels import BOUNDS
from orc.domain import MOST_SPANS, CitationStyle, Intent, OnBusy, RunStatus
from orc.input_strings import safe_strings


class RequestBody(BaseModel):
    """The base of every body, and of every query with many fields: unknown fields are refused, and texts are read by
    safe_strings. body_kind tells which limit on bytes a body has."""

    model_config = ConfigDict(extra="forbid")
    body_kind: ClassVar[BodyKind] = "other"

    @model_validator(mode="before")
    @classmethod
    def _take_in(cls, value: Any) -> Any:
        return safe_strings(value)


class SentDocument(RequestBody):
    """A text, which becomes a document of the conversation under its name, in place of one that has it."""

    name: str
    text: str
    metadata: dict[str, str] | None = Field(None, description=BOUNDS)


class TurnBody(RequestBody):
    """A question, documents, or both; documents alone are only taken in. With filters the turn looks only at documents
    of the conversation whose metadata has these values."""

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


class ConversationBody(RequestBody):
    """What a new conversation may be given."""

    title: str | None = Field(None, min_length=1, max_length=200)


class ConversationChange(RequestBody):
    """What is to be changed; active_message_id is the message in which the active branch is to end."""

    title: str | None = Field(None, min_length=1, max_length=200)
    active_message_id: str | None = Field(None, min_length=1, max_length=200)


class ForkBody(RequestBody):
    """The message up to which a conversation is copied."""

    message_id: str = Field(min_length=1, max_length=200)


class FeedbackBody(RequestBody):
    """A rating of an answer, with an optional comment."""

    rating: Literal["up", "down"]
    comment: str | None = Field(None, max_length=4000)


def _is_none(value: object) -> bool:
    """Events leave out what is not known, and so do answers."""
    return value is None


class CitationSpanModel(BaseModel):
    """A statement of the answer that cites the source, and what supports it. answer_start and answer_end are where the
    statement stands in the answer, its marker included; start and end are where the snippet stands in the document's
    text. All count Unicode code points, not the UTF-16 units of JavaScript: Array.from(text).slice(answer_start,
    answer_end).join("") is the statement. verified is the statement's own."""

    answer_start: int
    answer_end: int
    page: int | None = Field(None, exclude_if=_is_none)
    start: int
    end: int
    snippet: str
    verified: bool


class CitationModel(BaseModel):
    """spans are the statements that cite the source, in their order: the first 50, and none in messages that were
    stored before there were spans. page, start, end, snippet and verified are those of the first. table_head has the
    lines of the document that name the table in which the snippet begins, and head its columns."""

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
    """A document by its id and its file name."""

    file_id: str
    blob_name: str


class ToolModel(BaseModel):
    """A tool on offer, and the JSON Schema of its arguments."""

    name: str
    description: str
    input_schema: dict[str, Any]


class ToolServerModel(BaseModel):
    """error is why a server is down; listed_at is when it was asked."""

    name: str
    status: Literal["ok", "down"]
    error: str | None = None
    listed_at: str | None
    tools: list[ToolModel]


class ToolServersModel(BaseModel):
    """The tool servers and what each offers."""

    servers: list[ToolServerModel]


class TokensModel(BaseModel):
    """null when the model's server did not count. cached are those of the prompt that it had in a cache, thought those
    of the completion that it reasoned with, where it told them."""

    prompt: int | None
    completion: int | None
    cached: int | None = Field(None, exclude_if=_is_none)
    thought: int | None = Field(None, exclude_if=_is_none)


class RunMetaModel(BaseModel):
    """What a run took: steps, tokens, milliseconds."""

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
    """confidence, from 0 to 1, is how likely the documents answer the question."""

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
    """Where to follow a turn that runs in the background."""

    conversation_id: str
    run_id: str
    event_offset: int
    stream_url: str
    status_url: str


class ConversationSummary(BaseModel):
    """A conversation as lists show it, without its messages. Until it has a title or a first question, its title is the
    name of its first document. Times are ISO 8601 in UTC."""

    conversation_id: str
    title: str | None
    status: str
    turn_count: int
    created_at: str
    updated_at: str


class ConversationPage(BaseModel):
    """A page of conversations. A continuation of null marks the last one."""

    items: list[ConversationSummary]
    continuation: str | None


class FeedbackModel(BaseModel):
    """The newest feedback on an answer."""

    rating: Literal["up", "down"]
    comment: str | None
    updated_at: str


class ForkedConversation(BaseModel):
    """The conversation that a fork made."""

    conversation_id: str


class MessageModel(BaseModel):
    """A message of a conversation; active says whether it is on the active branch."""

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
    """Why a run or an answer failed, and whether repeating the question may help."""

    code: str
    message: str
    retryable: bool


class RunState(BaseModel):
    """A run and its status."""

    run_id: str
    status: RunStatus


class RunModel(BaseModel):
    """A run: one execution of a turn. Times are ISO 8601 in UTC."""

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
    """Some of the messages, the newest first; continuation asks for the next older ones."""

    continuation: str | None
