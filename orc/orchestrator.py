"""One turn, from request to committed answer: the same nodes for streamed, JSON, background and Durable turns."""

import asyncio
import importlib
import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from orc.conversations import Conversations
from orc.documents.registry import DocumentRegistry
from orc.domain import Caller
from orc.errors import ItemChanged, OrcError, StoreError, StoreUnavailable
from orc.event_log import EventHub, LoggedEvent, last_seq, replay
from orc.events import Done, ErrorRaised, event_data
from orc.limits import TurnLimits
from orc.outcome import outcome
from orc.ports import ChatModel, ItemStore
from orc.records import Run, TurnRequest, partition_of
from orc.runs import LEASE_SECONDS, OpenRun, Runs

if TYPE_CHECKING:  # the graph is imported when the first turn runs: it is most of a cold start
    from orc.graphs.state import ConversationState, TurnContext
    from orc.tools.toolbox import Toolbox

logger = logging.getLogger(__name__)

COMMIT = "commit"
_POLL_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class TurnRef:
    """All that an orchestration and its activities carry of a turn: where its state is."""

    organization_id: str
    user_id: str
    conversation_id: str
    run_id: str

    @property
    def caller(self) -> Caller:
        return Caller(self.organization_id, self.user_id)


class Orchestrator:
    """Runs turns and lets callers follow them. A run goes on when the client that started it goes away."""

    def __init__(
        self,
        *,
        items: ItemStore,
        conversations: Conversations,
        registry: DocumentRegistry,
        model: ChatModel,
        tools: "Toolbox",
        limits: TurnLimits,
    ) -> None:
        self._items = items
        self._conversations = conversations
        self._registry = registry
        self._model = model
        self._tools = tools
        self._limits = limits
        self._hub = EventHub()
        self._runs = Runs(items, conversations, registry, self._hub)
        self._tasks: set[asyncio.Task[None]] = set()
        self._graph: Any = None

    async def start(self, caller: Caller, request: TurnRequest) -> Run:
        """Begins a turn in this process and returns as soon as the question is stored."""
        begun = await self._runs.begin(caller, request)
        if isinstance(begun, Run):
            return begun
        task = asyncio.create_task(self._execute(begun))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return begun.run

    async def start_elsewhere(self, caller: Caller, request: TurnRequest) -> Run:
        """Stores a turn for an orchestration to run."""
        begun = await self._runs.begin(caller, replace(request, mode="background"))
        if isinstance(begun, Run):
            return begun
        self._runs.close(begun)
        return begun.run

    async def _execute(self, opened: OpenRun) -> None:
        lease = asyncio.create_task(self._keep_lease(opened))
        try:
            if self._graph is None:
                self._graph = await asyncio.to_thread(importlib.import_module, "orc.graphs.main")
            state = await self._graph.run_graph(opened.run, self._context(opened))
            await _stop(lease)
            await self._commit(opened, state)
        except OrcError as error:
            await _stop(lease)
            await self._fail(opened, error)
        except Exception:  # the outermost edge of a run: told to the user, with the traceback in the log
            logger.exception("Run %s failed", opened.run.run_id)
            await _stop(lease)
            await self._fail(opened, OrcError("The turn failed for a reason of ours. It was logged."))
        finally:
            lease.cancel()
            await self._close(opened)

    async def run_node(self, ref: TurnRef, node: str) -> bool:
        """Runs one node of a stored turn, or its commit, unless its checkpoint says that it is done. False when the
        run is over, be it because the node failed for good."""
        from orc.graphs.main import load_turn, run_node

        opened = await self._runs.reopen(ref.caller, ref.conversation_id, ref.run_id)
        if opened is None:
            return False
        try:
            updates = await self._checkpoints(opened)
            state = load_turn(opened.run, updates)
            if node == COMMIT:
                await self._commit(opened, state)
            elif node not in updates:
                await run_node(node, state, self._context(opened))
                await opened.events.flush()
        except OrcError as error:
            await self._fail(opened, error)
            return False
        finally:
            await self._close(opened)
        return True

    async def abandon(self, ref: TurnRef) -> None:
        """Fails a run whose orchestration could not go on."""
        opened = await self._runs.reopen(ref.caller, ref.conversation_id, ref.run_id)
        if opened is not None:
            try:
                await self._fail(opened, OrcError("The turn failed for a reason of ours. It was logged."))
            finally:
                await self._close(opened)

    async def _checkpoints(self, opened: OpenRun) -> dict[str, Any]:
        where = {"run_id": opened.run.run_id}
        found = await self._items.query(opened.partition, "checkpoint", where=where)
        return {str(stored.body["node"]): stored.body["update"] for stored in found}

    def _context(self, opened: OpenRun) -> "TurnContext":
        from orc.graphs.state import TurnContext

        return TurnContext(
            caller=opened.caller,
            run=opened.run,
            partition=opened.partition,
            model=self._model,
            tools=self._tools,
            conversations=self._conversations,
            registry=self._registry,
            events=opened.events,
            limits=self._limits,
        )

    async def _commit(self, opened: OpenRun, state: "ConversationState") -> None:
        run, message, events = outcome(opened.run, state, opened.events.next_seq)
        await self._runs.finish(opened, run, events, message)
        if state.history_is_long and self._model.generative:
            self._summarise(opened)

    def _summarise(self, opened: OpenRun) -> None:
        """Shortens a long history for the turns to come, behind the back of this one."""
        from orc.graphs.history import summarise

        leaf_id = opened.run.message_id
        work = summarise(self._conversations, opened.partition, leaf_id, self._model, self._limits)
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _fail(self, opened: OpenRun, error: OrcError) -> None:
        logger.warning("Run %s failed: %s %s", opened.run.run_id, error.code, error.message)
        try:
            await self._runs.fail(opened, error)
        except StoreError as outage:
            logger.exception("The end of run %s could not be stored", opened.run.run_id)
            told = ErrorRaised(outage.code, "The turn could not be stored. The question was; ask again.", True)
            opened.channel.publish([LoggedEvent(0, told.type, event_data(told))])

    async def _keep_lease(self, opened: OpenRun) -> None:
        while True:
            await asyncio.sleep(LEASE_SECONDS / 3)
            try:
                await self._runs.renew_lease(opened)
            except StoreUnavailable:
                logger.warning("The lease of run %s could not be renewed", opened.run.run_id)
            except ItemChanged:
                logger.warning("Run %s was taken over or ended elsewhere", opened.run.run_id)
                return

    async def _close(self, opened: OpenRun) -> None:
        await opened.events.aclose()
        self._runs.close(opened)

    async def follow(
        self, caller: Caller, conversation_id: str, since: int, *, tick_seconds: float
    ) -> AsyncGenerator[Sequence[LoggedEvent]]:
        """The conversation's events after since: first what is stored, then live, until no run is active. Works from
        any process. Yields nothing (an empty sequence) at least once a tick."""
        partition = partition_of(caller, conversation_id)
        position, waited = since, 0.0
        while True:
            channel, active = self._hub.channel(partition), None
            if channel is None or position + 1 < channel.first_seq:  # else the channel has all that is to come
                conversation = await self._conversations.get(caller, conversation_id)
                active = await self._runs.active(caller, conversation.record)
                async for events in replay(self._items, partition, position):
                    stored = [e for e in events if channel is None or e.seq < channel.first_seq]
                    if stored:
                        yield stored
                        position, waited = stored[-1].seq, 0.0
            if channel is not None:
                async for events in channel.follow(position, tick_seconds=tick_seconds):
                    yield events
                    position = events[-1].seq or position if events else position
            elif active is None:
                return
            else:
                await asyncio.sleep(_POLL_SECONDS)
                waited += _POLL_SECONDS
                if waited >= tick_seconds:
                    waited = 0.0
                    yield ()

    async def follow_run(
        self, caller: Caller, run: Run, *, tick_seconds: float
    ) -> AsyncGenerator[Sequence[LoggedEvent]]:
        """The events of one run, to its done."""
        start = run.first_seq - 1
        async with aclosing(self.follow(caller, run.conversation_id, start, tick_seconds=tick_seconds)) as batches:
            async for events in batches:
                end = next((i for i, e in enumerate(events, 1) if _ends(e, run)), None)
                yield events[:end]
                if end is not None:
                    return

    async def newest_seq(self, caller: Caller, conversation_id: str) -> int:
        """The number of the newest event that was sent or stored."""
        channel = self._hub.channel(partition_of(caller, conversation_id))
        if channel is not None and channel.events:
            return channel.events[-1].seq
        return await last_seq(self._items, partition_of(caller, conversation_id))

    async def drain(self) -> None:
        """Waits for the turns of this process to end."""
        if self._tasks:
            await asyncio.wait(self._tasks)


def _ends(event: LoggedEvent, run: Run) -> bool:
    return event.type == Done.type and event.data["run_id"] == run.run_id


async def _stop(task: asyncio.Task[None]) -> None:
    """Ends the renewing of a lease, so that the run's ETag stays what it is."""
    task.cancel()
    await asyncio.wait([task])
