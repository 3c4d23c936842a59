"""Runs as stored things: how one begins, is committed, fails, and is given up when its worker died."""

import hashlib
import logging
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from orc.conversations import Conversations
from orc.documents.registry import DocumentRegistry
from orc.domain import Caller
from orc.errors import Conflict, InvalidRequest, ItemChanged, ItemExists, NotFound, OrcError
from orc.event_log import EventHub, RunChannel, RunEvents, last_seq
from orc.events import Done, ErrorRaised, Event, RunStart, UserMessage
from orc.ports import Create, ItemStore, PartitionKey, Replace, Write
from orc.records import (
    Conversation,
    Message,
    Run,
    Stored,
    TurnRequest,
    new_conversation_id,
    new_id,
    now,
    partition_of,
    timestamp,
)

logger = logging.getLogger(__name__)

LEASE_SECONDS = 60.0
_TITLE_CHARACTERS = 80
_IDS = uuid.UUID("9b0b9c1e-6a0f-4d6e-8a57-1c1f5d0f8a11")


@dataclass(slots=True)
class OpenRun:
    """A run that this process works on: its record, the ETag of it, and where its events go. conversation is as the
    run left it, when that is known."""

    caller: Caller
    run: Run
    etag: str
    channel: RunChannel
    events: RunEvents
    conversation: Stored[Conversation] | None = None

    @property
    def partition(self) -> PartitionKey:
        return partition_of(self.caller, self.run.conversation_id)


class Runs:
    """Changes the stored state of runs. A conversation has at most one run at a time."""

    def __init__(
        self, items: ItemStore, conversations: Conversations, registry: DocumentRegistry, hub: EventHub
    ) -> None:
        self._items = items
        self._conversations = conversations
        self._registry = registry
        self._hub = hub

    async def begin(self, caller: Caller, request: TurnRequest) -> OpenRun | Run:
        """Stores the question and the run, or finds the run that the same client_message_id began before."""
        conversation_id = request.conversation_id or _new_conversation_id(caller, request)
        run_id = _run_id(request)
        while True:
            conversation = await self._conversation(caller, conversation_id, request)
            if request.client_message_id is not None and conversation is not None:
                known = await self._known_run(caller, conversation_id, run_id)
                if known is not None:
                    return known
            parent = await self._check(caller, conversation_id, conversation, request)
            try:
                return await self._store(caller, conversation_id, conversation, request, run_id, parent)
            except (ItemExists, ItemChanged):
                logger.info("Conversation %s changed while a run began; looking again", conversation_id)

    async def _conversation(
        self, caller: Caller, conversation_id: str, request: TurnRequest
    ) -> Stored[Conversation] | None:
        if request.conversation_id is None and request.client_message_id is None:
            return None  # its id is new
        try:
            return await self._conversations.get(caller, conversation_id)
        except NotFound:
            if request.conversation_id is not None:
                raise
            return None

    async def _known_run(self, caller: Caller, conversation_id: str, run_id: str) -> Run | None:
        try:
            return (await self._conversations.run(caller, conversation_id, run_id)).record
        except NotFound:
            return None

    async def _check(
        self, caller: Caller, conversation_id: str, conversation: Stored[Conversation] | None, request: TurnRequest
    ) -> Message | None:
        """Refuses what cannot begin; the parent message, when the request names one."""
        if conversation is not None and await self.active(caller, conversation.record) is not None:
            raise Conflict("Another turn of this conversation is still running.", code="run_in_progress")
        parent = None
        if request.parent_message_id is not None:
            parent = await self._conversations.message(caller, conversation_id, request.parent_message_id)
        for position, name in enumerate(request.blob_names):
            if not await self._registry.exists(caller, conversation_id, name):
                field = f"blob_names.{position}"
                raise InvalidRequest.of(
                    field, f"{name} was not uploaded to this conversation", code="document_not_found"
                )
        return parent

    async def _store(
        self,
        caller: Caller,
        conversation_id: str,
        stored: Stored[Conversation] | None,
        request: TurnRequest,
        run_id: str,
        parent: Message | None,
    ) -> OpenRun:
        known = stored.record if stored else None
        run, message, conversation = _first_records(conversation_id, known, request, run_id, parent)
        partition = partition_of(caller, conversation_id)
        channel = self._hub.open(partition, run.first_seq)
        events = RunEvents(self._items, partition, run_id, channel, next_seq=run.first_seq)
        conversation_write = Replace(conversation.to_item(), stored.etag) if stored else Create(conversation.to_item())
        told: list[Event] = [RunStart(run_id, conversation_id, run.created_at)]
        writes: list[Write] = [Create(run.to_item()), conversation_write]
        if message is not None:
            asked = UserMessage(message.message_id, message.text, message.blob_names, message.parent_message_id)
            told.insert(0, asked)
            writes.append(Create(message.to_item()))
        try:
            etags = await events.append(*told, writes=writes)
        except OrcError:
            self._hub.close(partition, channel)
            raise
        return OpenRun(caller, run, etags[0], channel, events, Stored(conversation, etags[1]))

    async def reopen(self, caller: Caller, conversation_id: str, run_id: str) -> OpenRun | None:
        """Takes up a stored run in this process, with a new lease; None when it is over."""
        stored = await self._conversations.run(caller, conversation_id, run_id)
        if stored.record.is_over:
            return None
        partition = partition_of(caller, conversation_id)
        next_seq = await last_seq(self._items, partition) + 1
        run = stored.record.leased(LEASE_SECONDS)
        [etag] = await self._items.write(partition, [Replace(run.to_item(), stored.etag)])
        channel = self._hub.open(partition, next_seq)
        events = RunEvents(self._items, partition, run_id, channel, next_seq=next_seq)
        return OpenRun(caller, run, etag, channel, events)

    def close(self, opened: OpenRun) -> None:
        self._hub.close(opened.partition, opened.channel)

    async def renew_lease(self, opened: OpenRun) -> None:
        run = opened.run.leased(LEASE_SECONDS)
        [opened.etag] = await self._items.write(opened.partition, [Replace(run.to_item(), opened.etag)])
        opened.run = run

    async def finish(self, opened: OpenRun, run: Run, events: Sequence[Event], message: Message | None = None) -> bool:
        """Stores a run's end, its answer and its last events in one transaction, then sends the events. False when
        the run had ended already: then nothing changes."""
        while True:
            conversation = opened.conversation or await self._conversations.get(opened.caller, run.conversation_id)
            record = _after(conversation.record, run, message, opened.events.next_seq + len(events) - 1)
            writes: list[Write] = [Replace(run.to_item(), opened.etag), Replace(record.to_item(), conversation.etag)]
            if message is not None:
                writes.append(Create(message.to_item()))
            try:
                await opened.events.append(*events, writes=writes)
            except (ItemChanged, ItemExists) as conflict:
                opened.conversation = None
                if not await self._still_ours(opened):
                    return False
                if isinstance(conflict, ItemExists):  # what is taken stays taken
                    raise
            else:
                opened.run = run
                return True

    async def _still_ours(self, opened: OpenRun) -> bool:
        stored = await self._conversations.run(opened.caller, opened.run.conversation_id, opened.run.run_id)
        return stored.etag == opened.etag

    async def fail(self, opened: OpenRun, error: OrcError) -> bool:
        """Ends a run as failed, with its reason. The question stays."""
        known: dict[str, Any] = {"code": error.code, "message": error.message, "retryable": error.retryable}
        run = replace(opened.run, status="failed", error=known, updated_at=timestamp(now()))
        told = ErrorRaised(error.code, error.message, error.retryable)
        return await self.finish(opened, run, [told, Done(run.run_id, "failed")])

    async def active(self, caller: Caller, conversation: Conversation) -> Run | None:
        """The run that has the floor. One whose worker let its lease run out is failed here, visibly."""
        if conversation.active_run_id is None:
            return None
        stored = await self._conversations.run(caller, conversation.conversation_id, conversation.active_run_id)
        run = stored.record
        if run.is_over:
            return None
        if run.lease_until > timestamp(now()):
            return run
        opened = await self.reopen(caller, conversation.conversation_id, run.run_id)
        if opened is not None:
            try:
                lost = OrcError(
                    "The worker of this turn stopped before it was done. Please ask again.", code="run_lost"
                )
                lost.retryable = True
                await self.fail(opened, lost)
            finally:
                self.close(opened)
        return None


def _run_id(request: TurnRequest) -> str:
    if request.client_message_id is None:
        return new_id("run")
    return f"run-{hashlib.sha256(request.client_message_id.encode()).hexdigest()[:32]}"


def _new_conversation_id(caller: Caller, request: TurnRequest) -> str:
    """A repeated first message must find the conversation that it began."""
    if request.client_message_id is None:
        return new_conversation_id()
    name = "/".join([*caller.partition, request.client_message_id])
    return str(uuid.uuid5(_IDS, name))


def _first_records(
    conversation_id: str, known: Conversation | None, request: TurnRequest, run_id: str, parent: Message | None
) -> tuple[Run, Message | None, Conversation]:
    """What a turn begins with. A regenerated answer has its question already, which is the parent."""
    created = timestamp(now())
    conversation = known or Conversation(conversation_id=conversation_id, created_at=created, updated_at=created)
    message = None if request.regenerates else _question(request, conversation, run_id, created)
    question = message or parent
    if question is None:
        raise ValueError("a regenerated answer needs its question as the parent")
    run = Run(
        run_id=run_id,
        conversation_id=conversation_id,
        status="in_progress",
        mode=request.mode,
        question=request.question,
        blob_names=request.blob_names,
        citation_style=request.citation_style,
        user_message_id=question.message_id,
        message_id=new_id("message"),
        parent_message_id=question.parent_message_id,
        first_seq=conversation.last_seq + 1,
        created_at=created,
        updated_at=created,
        lease_until=created,
        client_message_id=request.client_message_id,
        regenerates=request.regenerates,
    ).leased(LEASE_SECONDS)
    begun = replace(
        conversation,
        title=conversation.title or _title(request),
        status="running",
        turn_count=conversation.turn_count + (1 if message else 0),
        updated_at=created,
        active_message_id=question.message_id,
        active_run_id=run_id,
    )
    return run, message, begun


def _question(request: TurnRequest, conversation: Conversation, run_id: str, created: str) -> Message:
    parent_id = request.parent_message_id
    if parent_id is None and not request.starts_branch:
        parent_id = conversation.active_message_id
    return Message(
        message_id=new_id("message"),
        seq=conversation.last_seq + 1,
        role="user",
        text=request.question,
        run_id=run_id,
        parent_message_id=parent_id,
        created_at=created,
        blob_names=request.blob_names,
    )


def _title(request: TurnRequest) -> str:
    text = " ".join(request.question.split()) or ", ".join(request.blob_names)
    return text if len(text) <= _TITLE_CHARACTERS else text[: _TITLE_CHARACTERS - 1].rstrip() + "…"


def _after(conversation: Conversation, run: Run, message: Message | None, seq: int) -> Conversation:
    """The conversation when a run is over. Who chose another branch meanwhile stays there; an answer that could not
    be given anew leaves the one that it was to replace."""
    active = conversation.active_message_id
    if active == run.user_message_id:
        active = message.message_id if message else run.regenerates or active
    return replace(
        conversation,
        status="idle",
        updated_at=timestamp(now()),
        active_message_id=active,
        active_run_id=None,
        last_seq=seq,
    )
