"""Stores the transitions of runs: created, started, finished, failed.

A conversation executes at most one run at a time. Its event log has one writer, or the parallel activities of one run.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from orc.conversations.records import (
    Conversation,
    ImportedMessage,
    Message,
    Run,
    TurnRequest,
    messages_of,
    title_of,
)
from orc.conversations.repository import Conversations
from orc.documents.labels import NewFile, agrees
from orc.documents.registry import DocumentRegistry
from orc.domain import Caller, ConversationKey, TokenUsage
from orc.errors import Conflict, InvalidRequest, ItemChanged, ItemExists, NotFound, OrcError, StoreUnavailable
from orc.events.hub import EventHub, RunChannel
from orc.events.log import RunEvents, last_seq
from orc.events.types import Done, ErrorRaised, Event, StatusChange, StepThinking
from orc.items import Stored
from orc.ports import Create, ItemStore, Replace, Write
from orc.runs.active_run import ActiveRun
from orc.runs.lease_manager import LeaseManager
from orc.runs.leases import Lease, end_lease, put_lease
from orc.runs.limits import RunLimits
from orc.runs.queue import Queue
from orc.runs.transitions import (
    check_repeated,
    conversation_after,
    conversation_id_of,
    finish_run,
    first_events,
    message_event,
    queue_run,
    run_id_of,
    start_run,
)
from orc.text import normalized
from orc.watch.watcher import Watcher

if TYPE_CHECKING:
    from orc.graphs.context.state import ConversationState

logger = logging.getLogger(__name__)

_CONFIRM_SECONDS = 5.0


class RunStore:
    """Stores the transitions of the runs of all conversations."""

    def __init__(
        self,
        items: ItemStore,
        conversations: Conversations,
        registry: DocumentRegistry,
        leases: LeaseManager,
        queue: Queue,
        hub: EventHub,
        limits: RunLimits,
        watcher: Watcher,
    ) -> None:
        self._items = items
        self._conversations = conversations
        self._registry = registry
        self._leases = leases
        self._queue = queue
        self._hub = hub
        self._limits = limits
        self._watcher = watcher

    async def create(self, caller: Caller, request: TurnRequest) -> ActiveRun | Run:
        """Stores a question with its run, and starts the run unless the conversation is busy.

        A busy conversation queues the run if the request allows it. Returns the known run for a client_message_id that
        was used before.
        """
        key, run_id = caller.conversation(conversation_id_of(caller, request)), run_id_of(request)
        first_seq = 1
        while True:
            stored = None
            if request.conversation_id is not None:
                stored = await self._conversations.get(key)
            elif request.client_message_id is not None:  # else its id is new
                stored = await self._conversations.begun(key)
            if stored is not None and (repeated := await self._run_of(key, request)) is not None:
                return repeated
            parent, narrowed = await self.check(key, request)
            run = queue_run(key.conversation_id, run_id, narrowed)
            try:
                if stored is not None and stored.record.is_busy:
                    interrupted = await self._queue.join(key, stored, run, request.on_busy)
                    if interrupted is not None:
                        await self._leases.interrupt(key, interrupted)
                    return run
                first_seq = max(first_seq, stored.record.last_seq + 1 if stored else 1)
                return await self._start(key, stored, run, parent, first_seq)
            except (ItemExists, ItemChanged):
                logger.info("Conversation %s changed while a run was created; retrying", key.conversation_id)
                first_seq = await last_seq(self._items, key.partition) + 1
            except StoreUnavailable as outage:
                try:
                    async with asyncio.timeout(_CONFIRM_SECONDS):
                        stored_run = (await self._conversations.run(key, run.run_id)).record
                except NotFound:
                    message = f"{outage.message} Your question was not saved. Please try again."
                    raise StoreUnavailable(message) from outage
                except (StoreUnavailable, TimeoutError):
                    advice = "Your question may have been saved. Check the conversation before you ask again."
                    raise StoreUnavailable(f"{outage.message} {advice}") from outage
                await self._leases.release_unconfirmed(key, run.run_id)
                return stored_run  # it was stored without confirmation, so the next worker starts it

    async def repeated_run(self, caller: Caller, request: TurnRequest) -> Run | None:
        """Returns the run of a client_message_id that was used before. Raises Conflict if the content is another."""
        key = caller.conversation(conversation_id_of(caller, request))
        with suppress(NotFound):
            await self._conversations.get(key)
            return await self._run_of(key, request)
        return None

    async def _run_of(self, key: ConversationKey, request: TurnRequest) -> Run | None:
        if request.client_message_id is None:
            return None
        try:
            earlier = (await self._conversations.run(key, run_id_of(request))).record
        except NotFound:
            return None
        check_repeated(earlier, request)
        return earlier

    async def start_next(self, key: ConversationKey, instance_id: str = "") -> ActiveRun | None:
        """Starts the first queued run when none is active, for the orchestration instance_id if that is given."""
        while True:
            try:
                stored = await self._conversations.get(key)
            except NotFound:
                return None
            if stored.record.active_run_id is not None or not stored.record.queue:
                return None
            waiting = await self._conversations.run(key, stored.record.queue[0])
            if waiting.record.status != "pending":
                continue  # it was started or withdrawn after the conversation was read
            parent_id = waiting.record.parent_message_id
            parent = await self._conversations.message(key, parent_id) if parent_id else None
            first_seq = await last_seq(self._items, key.partition) + 1
            try:
                if not stored.record.superseded:
                    return await self._start(
                        key, stored, waiting.record, parent, first_seq, etag=waiting.etag, instance_id=instance_id
                    )
                # Started and cancelled in one batch, so that its question becomes a message of the conversation.
                started, message, conversation = start_run(waiting.record, stored.record, parent, first_seq)
                run = started.become("cancelled")
                reason = StatusChange("superseded", "A later question replaced this one.", run.run_id)
                events = [*first_events(started, message), reason, Done(run.run_id, "cancelled")]
                record = conversation_after(conversation, run, None, first_seq + len(events) - 1)
                writes: list[Write] = [
                    Replace(run.to_item(), waiting.etag),
                    Replace(record.to_item(), stored.etag),
                    put_lease(Lease.of("", self._limits.lease_seconds)),
                ]
                if message is not None:
                    writes.append(Create(message.to_item()))
                events_log = RunEvents(
                    self._items, key.partition, run.run_id, RunChannel(first_seq), next_seq=first_seq
                )
                await events_log.append(*events, writes=writes)
            except (ItemExists, ItemChanged):
                logger.info("Conversation %s changed while its next run was started; retrying", key.conversation_id)

    async def check(
        self, key: ConversationKey, request: TurnRequest, new: Sequence[NewFile] = ()
    ) -> tuple[Message | None, TurnRequest]:
        """Checks the request against what is stored and the new files, which are to become documents of the
        conversation. Returns the parent message if the request names one, and the request with the names of the
        documents that its filters admit, among those that it names or else all in the conversation. If these are too
        many for a turn, it names none, and a search chooses among them."""
        parent = None
        if request.parent_message_id is not None:
            parent = await self._conversations.message(key, request.parent_message_id)
        for position, sent in enumerate(request.documents):
            field = f"documents.{position}.metadata"
            await self._registry.check_metadata(key, sent.name, sent.metadata, name=field)
        given = {file.name: file.sent.metadata for file in new}
        given |= {sent.name: sent.metadata for sent in request.documents}
        named = dict[str, None]()
        for position, name in enumerate(request.blob_names):
            for form in (name, normalized("NFC", name)):  # a document's name is composed, unless it is an older one
                if form in given or await self._registry.exists(key, form):
                    named[form] = None
                    break
            else:
                problem = f"{name} was not uploaded to this conversation"
                raise InvalidRequest.of(f"blob_names.{position}", problem, code="document_not_found")
        request = replace(request, blob_names=tuple(named))
        if not request.filters:
            return parent, request
        metadata: dict[str, Mapping[str, str]] = {
            document.blob_name: document.metadata
            for document in await self._registry.of_conversation(key)
            if document.status != "failed" or document.blob_name in request.blob_names
        }
        for name, values in given.items():
            metadata[name] = self._registry.rules.completed(metadata.get(name, {}) if values is None else values)
        matching = [name for name, values in metadata.items() if agrees(request.filters, values)]
        names = tuple(name for name in request.blob_names or matching if name in matching)
        if not names:
            message = "no document of this turn has these values"
            raise InvalidRequest.of("filters", message, code="no_document_matches")
        return parent, replace(request, blob_names=names if len(names) <= self._limits.documents else ())

    async def _start(
        self,
        key: ConversationKey,
        stored: Stored[Conversation] | None,
        waiting: Run,
        parent: Message | None,
        first_seq: int,
        *,
        etag: str | None = None,
        instance_id: str = "",
    ) -> ActiveRun:
        """Stores the start of a run, which has an etag if it was queued; instance_id is the orchestration's."""
        run, message, conversation = start_run(waiting, stored.record if stored else None, parent, first_seq)
        durable = bool(instance_id) or (etag is None and run.mode == "background")
        seconds = self._limits.durable_seconds if durable else self._limits.lease_seconds
        lease = Lease.of(run.run_id, seconds, durable=durable, instance_id=instance_id)
        writes: list[Write] = [
            Replace(run.to_item(), etag) if etag else Create(run.to_item()),
            Replace(conversation.to_item(), stored.etag) if stored else Create(conversation.to_item()),
            put_lease(lease),
        ]
        if message is not None:
            writes.append(Create(message.to_item()))
        active = self._leases.activate(key, run, "", lease, RunChannel(first_seq))
        thinking = StepThinking("planning", "Reading the conversation")
        etags = await active.events.append(*first_events(run, message), thinking, writes=writes)
        self._hub.add(active.partition, active.channel)
        active.etag, active.conversation = etags[0], Stored(conversation, etags[1])
        if etag is not None:
            self._watcher.queue_left(key, run)
        return active

    async def add_imported(
        self,
        key: ConversationKey,
        imported: Sequence[ImportedMessage],
        branch_parent_id: str | None = None,
        *,
        is_branch: bool,
    ) -> list[Message]:
        """Adds imported messages with their events to the end of the active branch, or to a branch that begins after
        the parent. Raises Conflict while a turn is in progress."""
        while True:
            stored = await self._conversations.get(key)
            if stored.record.is_busy:
                raise Conflict("A turn of this conversation is still running.", code="run_in_progress")
            first_seq = await last_seq(self._items, key.partition) + 1
            parent_id = branch_parent_id if is_branch else stored.record.active_message_id
            messages = messages_of(imported, first_seq=first_seq, parent_message_id=parent_id)
            questions = [message for message in messages if message.role == "user"]
            record = replace(
                stored.record,
                title=stored.record.title or title_of(questions[0].text if questions else ""),
                turn_count=stored.record.turn_count + len(questions),
                active_message_id=messages[-1].message_id,
                updated_at=messages[-1].created_at,
                last_seq=messages[-1].seq,
            )
            writes: list[Write] = [
                Replace(record.to_item(), stored.etag),
                *(Create(each.to_item()) for each in messages),
            ]
            log = RunEvents(self._items, key.partition, "", RunChannel(first_seq), next_seq=first_seq)
            try:
                await log.append(*map(message_event, messages), writes=writes)
            except (ItemExists, ItemChanged):
                logger.info("Conversation %s changed while messages were added; retrying", key.conversation_id)
            else:
                return messages

    async def finish(
        self,
        active: ActiveRun,
        run: Run,
        events: Sequence[Event],
        message: Message | None = None,
        *,
        used: TokenUsage | None = None,
    ) -> bool:
        """Stores a run's end, its answer and its last events in one transaction, then sends the events.

        The first event announces the message. Returns False, and changes nothing, when the run has ended already or has
        another owner. The run's usage is counted before that, and only once even if several processes end the run:
        used or, without it, what the run states.
        """
        used = used or (run.run_meta.tokens if run.run_meta else TokenUsage())
        amounts = {"input_tokens": used.prompt or 0, "output_tokens": used.completion or 0}
        amounts["turns"] = int(run.status != "failed")
        await self._watcher.count(active.key.caller, f"{run.conversation_id}-{run.run_id}", amounts)
        while True:
            conversation = active.conversation or await self._conversations.get(active.key)
            seq = active.events.next_seq
            record = conversation_after(conversation.record, run, message, seq + len(events) - 1)
            lease = put_lease(Lease.of("", self._limits.lease_seconds)) if record.queue else end_lease()
            writes: list[Write] = [Replace(run.to_item(), active.etag), Replace(record.to_item(), conversation.etag)]
            writes.append(lease)
            if message is not None:
                writes.append(Create(replace(message, seq=seq).to_item()))
            try:
                await active.events.append(*events, writes=writes)
            except (ItemChanged, ItemExists) as conflict:
                active.conversation = None
                stored = await self._conversations.run(active.key, run.run_id)
                if stored.etag != active.etag:
                    return False
                if isinstance(conflict, ItemExists) and active.events.next_seq == seq:  # another writer's number
                    raise
            else:
                active.run, active.successor_waits = run, bool(record.queue)
                self._watcher.turn_ended(active.key, run, message)
                return True

    async def fail(
        self,
        active: ActiveRun,
        error: OrcError,
        shown: "ConversationState | None" = None,
        *,
        used: TokenUsage | None = None,
    ) -> bool:
        """Stores a run as failed, and counts the tokens that it is known to have used: used, or those of its state. The
        shown part of its answer becomes a message that can be regenerated."""
        failure: dict[str, Any] = {"code": error.code, "message": error.message, "retryable": error.retryable}
        if shown is not None:
            run, message, events = finish_run(active.run, shown, "failed", failure)
            has_text = bool(message.text.strip())
            return await self.finish(active, run, events if has_text else events[1:], message if has_text else None)
        events = [ErrorRaised(**failure), Done(active.run.run_id, "failed")]
        return await self.finish(active, active.run.become("failed", error=failure), events, used=used)
