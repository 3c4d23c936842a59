"""Runs turns from request to committed answer: streamed, as JSON, in the background or as orchestrations."""

import logging
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from orc.conversations.records import Run, TurnRequest
from orc.conversations.repository import Conversations
from orc.documents.registry import DocumentRegistry
from orc.domain import Caller, ConversationKey, RunRef
from orc.errors import Conflict, OrcError, ShuttingDown
from orc.events.hub import EventHub
from orc.events.subscription import Subscriptions
from orc.events.types import LoggedEvent
from orc.limits import RunLimits, TurnLimits
from orc.ports import ChatModel, ItemStore
from orc.runs.active_run import ActiveRun
from orc.runs.activities import Activities
from orc.runs.recovery import Recovery
from orc.runs.scheduler import Scheduler
from orc.runs.store import RunStore
from orc.runs.worker import Worker
from orc.tracing import Tracer

if TYPE_CHECKING:
    from orc.tools.toolbox import Toolbox

logger = logging.getLogger(__name__)


class Orchestrator:
    """Starts, cancels, recovers and follows turns.

    A run continues when its client disconnects. activities executes the parts of Durable orchestrations.
    """

    def __init__(
        self,
        *,
        items: ItemStore,
        conversations: Conversations,
        registry: DocumentRegistry,
        model: ChatModel,
        tools: "Toolbox",
        limits: TurnLimits,
        run_limits: RunLimits | None = None,
        tracer: Tracer | None = None,
    ) -> None:
        hub = EventHub()
        self._items = items
        self._conversations = conversations
        self._runs = RunStore(items, conversations, registry, hub, run_limits or RunLimits())
        self._worker = Worker(self._runs, model, tools, limits, tracer)
        self.activities = Activities(self._runs, self._worker, parallel_steps=limits.parallel_steps)
        self._recovery = Recovery(self._runs, self._worker)
        self._following = Subscriptions(items, conversations, hub, self._recover_conversation)
        self._closing = False

    async def start(self, caller: Caller, request: TurnRequest) -> Run:
        """Starts a turn in this process and returns once the question is stored. The run is pending while it
        is queued."""
        begun = await self._begin(caller, request)
        self._worker.run_in_background(self.sweep())
        if isinstance(begun, Run):
            return begun
        self._worker.launch(begun)
        return begun.run

    async def start_elsewhere(self, caller: Caller, request: TurnRequest) -> tuple[Run, RunRef | None]:
        """Stores a turn for an orchestration. Returns no reference for a turn that is queued or known already."""
        begun = await self._begin(caller, replace(request, mode="background"))
        if isinstance(begun, Run):
            return begun, None
        self._runs.close(begun)
        return begun.run, begun.ref

    async def _begin(self, caller: Caller, request: TurnRequest) -> ActiveRun | Run:
        if self._closing:
            raise ShuttingDown("This server is about to stop. Please ask again.")
        try:
            begun = await self._runs.begin(caller, request)
        except Conflict:
            if request.conversation_id is not None:
                await self._ensure_progress(caller.conversation(request.conversation_id))
            raise
        if isinstance(begun, Run) and not begun.is_over:
            await self._ensure_progress(caller.conversation(begun.conversation_id))
        return begun

    async def cancel(self, key: ConversationKey, run_id: str | None = None) -> Run:
        """Cancels a run in whichever process: the named one, else the active or next one. A run that has
        ended stays as it is; a conversation without runs is a Conflict."""
        if run_id is None:
            run_id = await self._to_cancel(key)
        await self._conversations.run(key, run_id)
        run = await self._runs.queue.withdraw(key, run_id)
        if run.status == "in_progress" and await self._runs.request_cancel(key, run_id):
            await self._recover_conversation(key)
            return run
        return (await self._conversations.run(key, run_id)).record

    async def _to_cancel(self, key: ConversationKey) -> str:
        conversation = (await self._conversations.get(key)).record
        if conversation.active_run_id is not None:
            return conversation.active_run_id
        if conversation.waiting:
            return conversation.waiting[0]
        newest = await self._items.query(key.partition, "run", descending=True, limit=1)
        if not newest:
            raise Conflict("This conversation has no turn yet.", code="no_run")
        return str(newest[0].body["id"])

    async def _recover_conversation(self, key: ConversationKey) -> None:
        if not self._closing:
            await self._recovery.recover_conversation(key)

    def ensure_progress(self, key: ConversationKey) -> None:
        """Recovers a conversation's run in the background if its owner is gone: for requests that meet an
        unfinished run."""
        if not self._closing:
            self._worker.run_in_background(self._ensure_progress(key))

    async def _ensure_progress(self, key: ConversationKey) -> None:
        """Recovers, and only logs a failure: the question is stored whatever happens here."""
        try:
            await self._recover_conversation(key)
        except OrcError as error:
            logger.warning("A run could not be recovered: %s %s", error.code, error.message)

    async def sweep(self, scheduler: Scheduler | None = None) -> None:
        """Recovers a few runs whose owner is gone, here or as orchestrations, at most once in 30 seconds."""
        if not self._closing:
            await self._recovery.sweep(scheduler)

    async def recover(self, scheduler: Scheduler) -> None:
        """Hands all runs whose owner is gone to orchestrations."""
        if not self._closing:
            await self._recovery.recover(scheduler)

    def follow(self, key: ConversationKey, since: int, *, tick_seconds: float) -> AsyncGenerator[Sequence[LoggedEvent]]:
        """The conversation's events after since: the stored ones, then live ones until no run is active or queued.

        Works from any process. Yields an empty sequence at least once in tick_seconds.
        """
        return self._following.conversation(key, since, tick_seconds=tick_seconds)

    def follow_run(
        self, caller: Caller, run: Run, since: int = 0, *, tick_seconds: float
    ) -> AsyncGenerator[Sequence[LoggedEvent]]:
        """The events of one run after since, up to its `done`."""
        return self._following.run(caller, run, since, tick_seconds=tick_seconds)

    async def event_offset(self, caller: Caller, run: Run) -> int:
        """The number after which the run's own events come; those of the runs that a waiting run waits for may come
        first."""
        return await self._following.offset(caller, run)

    async def newest_seq(self, key: ConversationKey) -> int:
        """The number of the newest event that was sent or stored."""
        return await self._following.newest_seq(key)

    def refuse_turns(self) -> None:
        """Refuses new turns: the process is shutting down."""
        self._closing = True

    async def drain(self, seconds: float | None = None) -> None:
        """Waits until the turns of this process have ended, at most so many seconds; the others are handed over."""
        await self._worker.drain(seconds)
        self._following.closed = self._closing
