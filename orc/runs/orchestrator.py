"""Runs turns from request to committed answer: streamed, as JSON, in the background or as orchestrations."""

import logging
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace

from orc.conversations.records import ImportedMessage, Message, Run, TurnRequest, new_conversation_id
from orc.conversations.repository import Conversations
from orc.documents.labels import NewFile
from orc.domain import Caller, ConversationKey, RunRef
from orc.errors import Conflict, OrcError, ShuttingDown
from orc.events.subscription import Subscriptions
from orc.events.types import LoggedEvent
from orc.runs.active_run import ActiveRun
from orc.runs.lease_manager import LeaseManager
from orc.runs.queue import Queue
from orc.runs.recovery import Recovery
from orc.runs.store import RunStore
from orc.runs.worker import Worker
from orc.watch.rate_limits import turn_is_stored

logger = logging.getLogger(__name__)


class Orchestrator:
    """Starts, cancels and follows turns. A run continues when its client disconnects."""

    def __init__(
        self,
        *,
        conversations: Conversations,
        runs: RunStore,
        queue: Queue,
        leases: LeaseManager,
        worker: Worker,
        recovery: Recovery,
        subscriptions: Subscriptions,
    ) -> None:
        self._conversations = conversations
        self._runs = runs
        self._queue = queue
        self._leases = leases
        self._worker = worker
        self._recovery = recovery
        self._subscriptions = subscriptions
        self._closing = False

    @property
    def is_busy(self) -> bool:
        """Whether a turn or background work is in progress in this process."""
        return self._worker.is_busy

    @property
    def has_run_a_turn(self) -> bool:
        """Whether this process has executed a turn, or a part of one."""
        return self._worker.has_run

    async def refuse_new_run(self, caller: Caller, request: TurnRequest, refusal: OrcError | None) -> None:
        """Raises the refusal, if there is one, unless the request repeats a client_message_id whose run is stored."""
        if refusal is not None and await self._runs.repeated_run(caller, request) is None:
            raise refusal

    async def check(self, caller: Caller, request: TurnRequest, new: Sequence[NewFile]) -> None:
        """Raises InvalidRequest or NotFound if the turn is to be refused, once the new files are documents of its
        conversation. Nothing is stored."""
        key = caller.conversation(request.conversation_id or new_conversation_id())
        await self._runs.check(key, request, new)

    async def start(self, caller: Caller, request: TurnRequest) -> Run:
        """Starts a turn in this process and returns once the question is stored. The run is pending while it
        is queued."""
        created = await self._create(caller, request)
        self._worker.run_in_background(self._recovery.recover_some())
        if isinstance(created, Run):
            return created
        self._worker.launch(created)
        return created.run

    async def start_elsewhere(self, caller: Caller, request: TurnRequest) -> tuple[Run, RunRef | None]:
        """Stores a turn for an orchestration. Returns no reference for a turn that is queued or already known."""
        created = await self._create(caller, replace(request, mode="background"))
        if isinstance(created, Run):
            return created, None
        self._leases.close(created)
        return created.run, created.ref

    async def _create(self, caller: Caller, request: TurnRequest) -> ActiveRun | Run:
        if self._closing:
            raise ShuttingDown("This server is stopping. Please try again.")
        try:
            created = await self._runs.create(caller, request)
            await turn_is_stored()
        except Conflict:
            if request.conversation_id is not None:
                await self._ensure_progress(caller.conversation(request.conversation_id))
            raise
        if isinstance(created, Run) and not created.is_over:
            await self._ensure_progress(caller.conversation(created.conversation_id))
        return created

    async def cancel(self, key: ConversationKey, run_id: str | None = None) -> Run:
        """Cancels a run, whichever process executes it: the named one, else the active or next one. A run that has
        ended is not changed. Raises Conflict if the conversation has no runs."""
        if run_id is None:
            conversation = (await self._conversations.get(key)).record
            run_id = conversation.active_run_id or next(iter(conversation.waiting), None)
            run_id = run_id or await self._conversations.newest_run_id(key)
        if run_id is None:
            raise Conflict("This conversation has no turn yet.", code="no_run")
        await self._conversations.run(key, run_id)
        run = await self._queue.withdraw(key, run_id)
        if run.status == "in_progress" and await self._leases.request_cancel(key, run_id):
            await self._recovery.recover_conversation(key)
            return run
        return (await self._conversations.run(key, run_id)).record

    async def add_imported(
        self,
        key: ConversationKey,
        imported: Sequence[ImportedMessage],
        *,
        parent_message_id: str | None = None,
        is_branch: bool = False,
    ) -> list[Message]:
        """Adds imported messages to the end of the active branch. With is_branch they follow the parent, or become
        first messages, and are the new active branch. Raises Conflict while a turn is in progress."""
        return await self._runs.add_imported(key, imported, parent_message_id, is_branch=is_branch)

    def ensure_progress(self, key: ConversationKey) -> None:
        """Recovers a conversation's run in the background if its owner is gone; for requests that find an unfinished
        run."""
        if not self._closing:
            self._worker.run_in_background(self._ensure_progress(key))

    async def _ensure_progress(self, key: ConversationKey) -> None:
        """Recovers, and only logs a failure, because the question is stored in any case."""
        try:
            await self._recovery.recover_conversation(key)
        except OrcError as error:
            logger.warning("A run could not be recovered: %s %s", error.code, error.message)

    def follow(self, key: ConversationKey, since: int, *, tick_seconds: float) -> AsyncGenerator[Sequence[LoggedEvent]]:
        """The conversation's events after since: the stored ones, then live ones until no run is active or queued.

        Works from any process. Yields an empty sequence at least once in tick_seconds.
        """
        return self._subscriptions.conversation(key, since, tick_seconds=tick_seconds)

    def follow_run(
        self, caller: Caller, run: Run, since: int = 0, *, tick_seconds: float, stored_only: bool = False
    ) -> AsyncGenerator[Sequence[LoggedEvent]]:
        """The events of one run after since, up to its `done`. With stored_only tokens are sent once they are stored, a
        moment later, so that no crash can invalidate them."""
        return self._subscriptions.run(caller, run, since, tick_seconds=tick_seconds, stored_only=stored_only)

    async def event_offset(self, caller: Caller, run: Run) -> int:
        """The number after which the run's own events follow; for a waiting run, events of earlier runs may
        come first."""
        return await self._subscriptions.offset(caller, run)

    async def newest_seq(self, key: ConversationKey) -> int:
        """The number of the newest event that was sent or stored."""
        return await self._subscriptions.newest_seq(key)

    def refuse_turns(self) -> None:
        """Refuses new turns: the process is shutting down."""
        self._closing = self._recovery.closed = True

    async def drain(self, seconds: float | None = None) -> None:
        """Waits at most this many seconds for the turns of this process to end, and hands over the others."""
        await self._worker.drain(seconds)
        self._subscriptions.closed = self._closing
