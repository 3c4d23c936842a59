"""The state of a turn, which is stored after each node, and the context of its nodes, which is not."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, cast

from pydantic import TypeAdapter

from orc.conversations.records import Run
from orc.conversations.repository import Conversations
from orc.documents.markdown.sanitizer import inert
from orc.documents.registry import DocumentRegistry
from orc.domain import (
    Assistant,
    Citation,
    CitationStyle,
    ConversationKey,
    FileRef,
    Intent,
    Json,
    Passage,
    PlanStep,
    TokenUsage,
)
from orc.events.log import RunEvents
from orc.graphs.context.history import History, read_history
from orc.graphs.limits import TurnLimits
from orc.items import now
from orc.ports import ChatModel, Item, Upsert
from orc.ports.models import Completion
from orc.ports.tracing import NoTracer, Tracer
from orc.tools.offer import ToolResult
from orc.tools.results import as_text
from orc.tools.tool_context import THREAD, merge_carried
from orc.tools.toolbox import Toolbox


@dataclass(frozen=True, slots=True, kw_only=True)
class StepFailure:
    """The failure of a step."""

    code: str
    message: str
    retryable: bool = False

    @property
    def shown(self) -> "StepFailure":
        """The failure for display, with an inert message."""
        return replace(self, message=inert(self.message))


@dataclass(frozen=True, slots=True, kw_only=True)
class StepResult:
    """The outcome of a step: the tool's structured result, its text, or both; or a failure. If text is the beginning of
    a longer one, length is that one's in characters. params are the arguments of the call, with long results of other
    steps shortened; shown is the result for display. started_at is ISO 8601 UTC, None for a skipped step and for a call
    of the model with wrong arguments. usage is that of repairing its params. carried is the context that the tool
    receives in later calls (see orc.tools.tool_context)."""

    step: int
    tool: str
    output_key: str
    params: Mapping[str, Any]
    duration_ms: int = 0
    started_at: str | None = None
    server: str = ""
    shown: Mapping[str, Any] | None = None
    result: Mapping[str, Any] | None = None
    text: str = ""
    length: int | None = None
    failure: StepFailure | None = None
    usage: TokenUsage = field(default_factory=TokenUsage)
    carried: Mapping[str, Any] = field(default_factory=dict[str, Any])

    @property
    def value(self) -> Any:
        """The value of a reference to the step."""
        return as_text(ToolResult(None, self.text), -1, length=self.length) if self.result is None else self.result

    @property
    def displayed(self) -> Mapping[str, Any] | None:
        """The result for display, or the reason why there is none."""
        return self.shown if self.failure is None else {"kind": "text", "text": self.failure.shown.message}


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """What a lost worker had done of the node that starts again (D-397). rounds are the model's texts with their tool
    calls, calls the results of these; sent are the calls and planned steps, as failed, that were sent to a tool which
    must not be called twice. Both are by the number of the step."""

    rounds: tuple[Completion, ...] = ()
    calls: Mapping[int, StepResult] = field(default_factory=dict[int, StepResult])
    sent: Mapping[int, StepResult] = field(default_factory=dict[int, StepResult])


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationState:
    """The state of the graph. The first four fields come from the request, earlier from checkpoints within a node, the
    rest from the nodes.

    standalone_question can be understood without the conversation. context_documents are the texts to answer from;
    passages are their numbered sources, in the order of their numbers; confidence is how likely they answer, None where
    no document was asked. notices are sentences on what could not be used, which the answer must contain. lost_servers
    are the tool servers that are down. unread_documents are the names of the conversation's documents, if the model has
    planned the turn without reading any. tool_context is, by server, the context that its tools are passed again;
    code_thread_id is the newest thread of any. history_is_long: it is time to summarise. usage is that of the nodes; a
    step has its own. finish_reason is why the answer ended early, if it did.
    """

    question: str
    blob_names: tuple[str, ...] = ()
    citation_style: CitationStyle = "inline"
    filters: Mapping[str, str] = field(default_factory=dict[str, str])
    earlier: Earlier = field(default_factory=Earlier)

    standalone_question: str = ""
    intent_type: Intent = "conversation"
    workflow_plan: tuple[PlanStep, ...] = ()
    lost_servers: tuple[str, ...] = ()
    unread_documents: tuple[str, ...] = ()
    history_is_long: bool = False
    uploaded_file_refs: tuple[FileRef, ...] = ()
    last_mcp_tool_used: str | None = None
    code_thread_id: str | None = None
    tool_context: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, Mapping[str, Any]])

    step_results: tuple[StepResult, ...] = ()

    context_documents: tuple[str, ...] = ()
    passages: tuple[Passage, ...] = ()
    confidence: float | None = None
    notices: tuple[str, ...] = ()

    answer: str = ""
    citations: tuple[Citation, ...] = ()
    usage: TokenUsage = field(default_factory=TokenUsage)
    model: str = ""
    first_token_ms: int | None = None
    finish_reason: str | None = None

    @property
    def queries(self) -> tuple[str, ...]:
        """The other wordings of the question that the plan searches for."""
        listed = (step.params.get("queries") for step in self.workflow_plan)
        return tuple(
            each for queries in listed if isinstance(queries, list) for each in queries if isinstance(each, str)
        )

    @property
    def all_usage(self) -> TokenUsage:
        """The usage of the turn with that of its steps."""
        return sum((result.usage for result in self.step_results), self.usage)


type StateUpdate = Mapping[str, Any]


def carried_from(results: Sequence[StepResult], state: ConversationState) -> StateUpdate:
    """The context that the tools of these results receive in later calls, merged with that of other tools."""
    threads = [result.carried[THREAD] for result in results if THREAD in result.carried]
    return {
        "code_thread_id": threads[-1] if threads else state.code_thread_id,
        "tool_context": merge_carried(state.tool_context, ((result.server, result.carried) for result in results)),
    }


# Separate the number of a step, or of a round's first step, in the names of checkpoints within a node.
STEP, CALL, SENT, ROUND = "step-", "call-", "sent-", "round-"

_STATE = TypeAdapter(ConversationState)
_UPDATE = TypeAdapter(dict[str, Any])
_CHECKPOINT_TTL_SECONDS = 24 * 3600


def dump_update(update: StateUpdate) -> dict[str, Json]:
    """The JSON of a node's update, for its checkpoint."""
    return cast("dict[str, Json]", _UPDATE.dump_python(dict(update), mode="json"))


def load_state(request: Mapping[str, Any], updates: Sequence[Mapping[str, Any]]) -> ConversationState:
    """The state after the updates of the executed nodes, in order."""
    values = dict(request)
    for update in updates:
        values |= update
    return _STATE.validate_python(values)


@dataclass(slots=True)
class TurnContext:
    """The dependencies of the nodes of one turn."""

    key: ConversationKey
    run: Run
    model: ChatModel
    tools: Toolbox
    conversations: Conversations
    registry: DocumentRegistry
    events: RunEvents
    limits: TurnLimits
    assistant: Assistant = field(default_factory=Assistant)
    tracer: Tracer = field(default_factory=NoTracer)
    _history: History | None = None

    def elapsed_ms(self) -> int:
        """Milliseconds since the run was created, possibly in another process."""
        return round((now() - datetime.fromisoformat(self.run.created_at)).total_seconds() * 1000)

    @property
    def reads_on(self) -> bool:
        """Whether the model may call tools while it answers."""
        return bool(self.model.generative and self.limits.tool_rounds and self.limits.tool_calls)

    @property
    def answer_tokens(self) -> int | None:
        """The token limit of the answer: the deployment's, or the request's if it is lower."""
        limits = [limit for limit in (self.run.answer_tokens, self.limits.answer_tokens) if limit]
        return min(limits, default=None)

    async def history(self) -> History:
        """The messages before the question on its branch; read once a turn."""
        if self._history is None:
            leaf_id = self.run.parent_message_id
            self._history = await read_history(self.conversations, self.key.partition, leaf_id, self.limits)
        return self._history

    def release(self) -> None:
        """Drops the events and the history: LangGraph keeps a run, with all that it reaches, until a full garbage
        collection."""
        self._history = None
        del self.events

    def save_step(self, ended: StepResult, prefix: str = STEP) -> None:
        """Checkpoints a step's result, together with the next event, so that recovery does not execute it again."""
        self.save(f"{prefix}{ended.step}", {"step_result": ended})

    def save(self, node: str, update: StateUpdate) -> None:
        """Checkpoints a node's update, together with the next event."""
        self.events.write_with_next(Upsert(checkpoint_item(self.run.run_id, node, update)))


def checkpoint_item(run_id: str, node: str, update: StateUpdate) -> Item:
    """The item that stores a node's update, so that recovery does not execute the node again."""
    return {
        "id": f"checkpoint-{run_id}-{node}",
        "type": "checkpoint",
        "schema_version": 1,
        "run_id": run_id,
        "node": node,
        "sort": node,
        "update": dump_update(update),
        "ttl": _CHECKPOINT_TTL_SECONDS,
    }
