"""Conversations, messages and runs, and their stored form. Everything of one conversation is in one partition."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import Any, Literal, Self, cast

from orc.domain import Citation, CitationStyle, FileRef, Intent, Json, OnBusy, PlanStep, RunStatus, TokenUsage
from orc.errors import IllegalTransition
from orc.items import new_id, now, timestamp
from orc.ports import Item, StoredItem
from orc.text import without_hidden

CONVERSATION_ITEM_ID = "conversation"
FILE_CONVERSATION = "file_conversation"
_TITLE_CHARACTERS = 80
_AFTER_ALL_EVENTS = 10**12  # waiting runs sort after all started ones, in the order of their requests


def new_conversation_id() -> str:
    """A random id that is unique without a query."""
    return str(uuid.uuid4())


def title_of(text: str) -> str | None:
    """The title of a conversation that begins with this text, without hidden characters; None for an empty text."""
    title = " ".join(without_hidden(text).split())
    return (title if len(title) <= _TITLE_CHARACTERS else f"{title[: _TITLE_CHARACTERS - 1].rstrip()}…") or None


def _fields(cls: Any, stored: StoredItem) -> dict[str, Any]:
    """The fields that the record has. An item that was stored before a field existed gets the field's default."""
    return cast("dict[str, Any]", {name: stored.body[name] for name in cls.__dataclass_fields__ if name in stored.body})


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """active_message_id is the newest message of the active branch; active_run_id the run being executed.

    title is the caller's, or the first question; until there is one, first_document, the name of the first upload,
    stands in for it.

    queue lists the runs that wait. superseded is the number of runs at its front that are never executed, because a
    later interrupting turn has replaced them. Their questions become messages before that turn starts. metadata is the
    client's, returned unchanged and not used. Only the deletion finds a conversation that is being deleted. A
    conversation with a purpose contains a single file of the Files API; no list of conversations includes it.
    """

    conversation_id: str
    title: str | None = None
    first_document: str | None = None
    status: Literal["idle", "running", "deleting"] = "idle"
    turn_count: int = 0
    created_at: str
    updated_at: str
    active_message_id: str | None = None
    active_run_id: str | None = None
    queue: tuple[str, ...] = ()
    superseded: int = 0
    last_seq: int = 0
    purpose: str | None = None
    metadata: Mapping[str, str] = field(default_factory=dict[str, str])

    @classmethod
    def draft(cls) -> Self:
        """A fork that is being copied. It is stored as a conversation that is being deleted, so nobody finds it, and
        the sweep collects it if it is not completed."""
        created = timestamp(now())
        return cls(conversation_id=new_conversation_id(), status="deleting", created_at=created, updated_at=created)

    @property
    def shown_title(self) -> str | None:
        return self.title or self.first_document

    @property
    def is_busy(self) -> bool:
        return self.active_run_id is not None or bool(self.queue)

    @property
    def waiting(self) -> tuple[str, ...]:
        """The queued runs to be executed, in order."""
        return self.queue[self.superseded :]

    def without(self, run_id: str) -> Self:
        """The conversation with that run removed from its queue."""
        superseded = self.superseded - (run_id in self.queue[: self.superseded])
        return replace(self, queue=tuple(other for other in self.queue if other != run_id), superseded=superseded)

    def to_item(self) -> Item:
        values = asdict(self)
        of_file = self.purpose is not None and self.status != "deleting"  # the sweep finds interrupted deletions
        head: dict[str, Any] = {
            "id": CONVERSATION_ITEM_ID,
            "type": FILE_CONVERSATION if of_file else "conversation",
            "schema_version": 1,
            "sort": self.updated_at,
        }
        return head | values

    @classmethod
    def from_item(cls, stored: StoredItem) -> Self:
        body = _fields(cls, stored)
        return cls(**body | {"queue": tuple(body.get("queue", ()))})


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """seq is the number of the event that announced it: messages of a conversation sort by it. A cancelled or failed
    answer is the part that was streamed; error is the reason of a failure: {code, message, retryable}. filters are the
    conditions on documents' metadata if the question named no documents. The next turn starts from uploaded_file_refs,
    last_mcp_tool_used, code_thread_id and tool_context. tool_context maps each MCP server to the context that its tools
    get back: a code_thread_id, a context, or both. confidence, from 0 to 1, is the likelihood that the documents answer
    the question; None if no document was searched."""

    message_id: str
    seq: int
    role: Literal["user", "assistant"]
    text: str
    run_id: str
    parent_message_id: str | None
    created_at: str
    blob_names: tuple[str, ...] = ()
    filters: Mapping[str, str] = field(default_factory=dict[str, str])
    citations: tuple[Citation, ...] = ()
    uploaded_file_refs: tuple[FileRef, ...] = ()
    last_mcp_tool_used: str | None = None
    code_thread_id: str | None = None
    tool_context: Mapping[str, Mapping[str, Json]] = field(default_factory=dict[str, Mapping[str, Json]])
    citation_style: CitationStyle = "inline"
    confidence: float | None = None
    status: Literal["completed", "cancelled", "failed"] = "completed"
    error: dict[str, Any] | None = None

    def to_item(self) -> Item:
        values = asdict(self)
        return {"id": self.message_id, "type": "message", "schema_version": 1, "sort": self.seq, **values}

    @classmethod
    def from_item(cls, stored: StoredItem) -> Self:
        body = _fields(cls, stored)
        return cls(
            **body
            | {
                "blob_names": tuple(body["blob_names"]),
                "citations": tuple(map(Citation.of, body["citations"])),
                "uploaded_file_refs": tuple(FileRef(**ref) for ref in body["uploaded_file_refs"]),
            }
        )


@dataclass(frozen=True, slots=True)
class ImportedMessage:
    """A message of a client's own history. blob_names are documents of the conversation that it is imported to."""

    role: Literal["user", "assistant"]
    text: str
    blob_names: tuple[str, ...] = ()


def messages_of(imported: Sequence[ImportedMessage], *, first_seq: int, parent_message_id: str | None) -> list[Message]:
    """Imported messages as stored ones without a run, each the parent of the next."""
    created, messages = timestamp(now()), list[Message]()
    for seq, each in enumerate(imported, first_seq):
        message = Message(
            message_id=new_id("message"),
            seq=seq,
            role=each.role,
            text=each.text,
            run_id="",
            blob_names=each.blob_names,
            parent_message_id=messages[-1].message_id if messages else parent_message_id,
            created_at=created,
        )
        messages.append(message)
    return messages


@dataclass(frozen=True, slots=True, kw_only=True)
class SentText:
    """A text that was sent with a turn, to become a document of the conversation; metadata is None if none was sent."""

    name: str
    text: str
    metadata: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """The owner's rating of one answer of a conversation."""

    message_id: str
    rating: Literal["up", "down"]
    comment: str | None
    updated_at: str

    def to_item(self) -> Item:
        item_id = feedback_id(self.message_id)
        return {"id": item_id, "type": "feedback", "schema_version": 1, "sort": self.message_id, **asdict(self)}

    @classmethod
    def from_item(cls, stored: StoredItem) -> Self:
        return cls(**_fields(cls, stored))


def feedback_id(message_id: str) -> str:
    """The id of the item with the feedback on a message."""
    return f"feedback-{message_id}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunMeta:
    """The usage of a run: times in milliseconds, tokens as the model counted them. finish_reason is the reason if its
    answer ended early: length, tool_limit or content_filter."""

    steps: int
    tokens: TokenUsage
    duration_ms: int
    first_token_ms: int | None
    model: str
    finish_reason: str | None = None


_NEXT: dict[RunStatus, tuple[RunStatus, ...]] = {
    "pending": ("in_progress", "cancelled", "failed"),
    "in_progress": ("completed", "failed", "cancelled"),
    "completed": (),
    "failed": (),
    "cancelled": (),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One turn from question to committed answer. regenerates is the answer of which this one becomes a sibling.
    documents are the texts that came with it, until it has ended; blob_names includes their names. filters are the
    metadata that its documents must have. texts_sha256 is the digest of the texts, which are dropped when the run ends:
    empty if there were none, None in runs of older releases. instructions are the application's for this answer,
    answer_tokens is its limit on the answer, and the answer ends before the first of the stop_sequences. client_data is
    protocol data of its request, returned with the run, such as the request's own metadata. first_seq is the number of
    its first event, 0 while it waits. A waiting run has the requested parent, or the newest answer if none was
    requested. epoch is how often the run has changed owner, recoveries how often because the owner was dead."""

    run_id: str
    conversation_id: str
    status: RunStatus
    mode: Literal["stream", "background"]
    question: str
    blob_names: tuple[str, ...]
    citation_style: CitationStyle
    user_message_id: str
    message_id: str
    parent_message_id: str | None
    first_seq: int
    created_at: str
    updated_at: str
    documents: tuple[SentText, ...] = ()
    filters: Mapping[str, str] = field(default_factory=dict[str, str])
    client_message_id: str | None = None
    regenerates: str | None = None
    starts_branch: bool = False
    interrupts: bool = False
    instructions: str = ""
    answer_tokens: int | None = None
    stop_sequences: tuple[str, ...] = ()
    client_data: Mapping[str, Json] = field(default_factory=dict[str, Json])
    texts_sha256: str | None = None
    epoch: int = 0
    recoveries: int = 0
    intent_type: Intent | None = None
    workflow_plan: tuple[PlanStep, ...] = ()
    steps: tuple[dict[str, Any], ...] = ()
    run_meta: RunMeta | None = None
    error: dict[str, Any] | None = None

    @property
    def is_over(self) -> bool:
        return self.status in ("completed", "failed", "cancelled")

    def become(self, status: RunStatus, **changes: Any) -> Self:
        """The run with its next status. Raises IllegalTransition if its status does not allow that."""
        if status not in _NEXT[self.status]:
            raise IllegalTransition(f"A run that is {self.status} cannot become {status}.")
        changed = replace(self, status=status, updated_at=timestamp(now()), **changes)
        return replace(changed, documents=()) if changed.is_over else changed

    def to_item(self) -> Item:
        values = asdict(self)
        sort = self.first_seq or _AFTER_ALL_EVENTS + int(datetime.fromisoformat(self.created_at).timestamp() * 1e6)
        return {"id": self.run_id, "type": "run", "schema_version": 1, "sort": sort, **values}

    @classmethod
    def from_item(cls, stored: StoredItem) -> Self:
        body = _fields(cls, stored)
        meta = body["run_meta"]
        body |= {name: tuple(body[name]) for name in ("blob_names", "steps")}
        body["stop_sequences"] = tuple(body.get("stop_sequences", ()))
        body["documents"] = tuple(SentText(**each) for each in body.get("documents", ()))
        body["workflow_plan"] = tuple(PlanStep(**step) for step in body["workflow_plan"])
        body["run_meta"] = RunMeta(**meta | {"tokens": TokenUsage(**meta["tokens"])}) if meta else None
        return cls(**body)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRequest:
    """A checked request for a turn: a question, documents, or both. documents are texts that come with it; blob_names
    includes their names. filters are metadata that the documents must have. Without a parent the question continues the
    active branch; with starts_branch and no parent it becomes another first message of the conversation. regenerates is
    the answer to generate again, without a new question. instructions, answer_tokens, stop_sequences and
    client_data are stored with its run."""

    question: str = ""
    conversation_id: str | None = None
    blob_names: tuple[str, ...] = ()
    documents: tuple[SentText, ...] = ()
    filters: Mapping[str, str] = field(default_factory=dict[str, str])
    client_message_id: str | None = None
    parent_message_id: str | None = None
    starts_branch: bool = False
    regenerates: str | None = None
    on_busy: OnBusy = "reject"
    citation_style: CitationStyle = "inline"
    instructions: str = ""
    answer_tokens: int | None = None
    stop_sequences: tuple[str, ...] = ()
    client_data: Mapping[str, Json] = field(default_factory=dict[str, Json])
    mode: Literal["stream", "background"] = field(default="stream")
