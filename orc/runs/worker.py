"""Executes runs in this process: their nodes, under a lease, until they end, are cancelled or are taken over."""

import asyncio
import importlib
import logging
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, cast

from orc.conversations.repository import Conversations
from orc.documents.registry import DocumentRegistry
from orc.domain import Assistant, TokenUsage
from orc.errors import TURN_FAILED, ErasureInProgress, NotFound, OrcError, RunTaken, StoreError
from orc.events.log import MOST_UNSTORED, replay
from orc.events.types import TURN_GOES_ON, CitationFound, ErrorRaised, LoggedEvent, StatusChange, Token
from orc.graphs.limits import TurnLimits
from orc.ports import ChatModel, ItemStore
from orc.ports.subject import Subject, working_for
from orc.ports.tracing import Tracer, turn_span, usage_attributes
from orc.runs.active_run import ActiveRun
from orc.runs.lease_manager import LeaseManager
from orc.runs.store import RunStore
from orc.runs.transitions import finish_run, unfinished

if TYPE_CHECKING:  # imported by the first turn
    from orc.graphs.context.state import ConversationState, StateUpdate, TurnContext
    from orc.tools.toolbox import Toolbox

logger = logging.getLogger(__name__)

_CONTINUES_LATER = (
    "The store cannot be written at the moment. Your question is saved, and the turn continues when the store is back. "
    "Follow the stream; do not ask again."
)
_CANCELLED_LATER = (
    "The store cannot be written at the moment. The turn will be cancelled when the store is back; follow the stream."
)
_FIRST_POLL_SECONDS = 1.0
_POLL_SECONDS = 0.4

type Work[T] = Callable[[ActiveRun], Coroutine[Any, Any, T]]


class Worker:
    """Executes each run of this process in a separate task. has_run: one of them has ended."""

    def __init__(
        self,
        runs: RunStore,
        leases: LeaseManager,
        *,
        items: ItemStore,
        conversations: Conversations,
        registry: DocumentRegistry,
        model: ChatModel,
        tools: "Toolbox",
        limits: TurnLimits,
        lease_seconds: float,
        tracer: Tracer,
        assistant: Assistant,
    ) -> None:
        self._runs = runs
        self._leases = leases
        self._items = items
        self._conversations = conversations
        self._registry = registry
        self._lease_seconds = lease_seconds
        self._tracer = tracer
        self._assistant = assistant
        self._model = model
        self._tools = tools
        self._limits = limits
        self._tasks: set[asyncio.Task[None]] = set()
        self._background_tasks: set[asyncio.Task[None]] = set()
        self._turn: Any = None
        self._graph: Any = None
        self._draining = False
        self.has_run = False

    def load_graph(self) -> None:
        """Makes LangGraph run all later turns. Blocks while LangGraph is imported."""
        self._graph = importlib.import_module("orc.graphs.graph")

    @property
    def is_busy(self) -> bool:
        """Whether a turn or background work is in progress in this process."""
        return bool(self._working() or self._background())

    def launch(self, active: ActiveRun, work: "Work[ConversationState] | None" = None) -> None:
        """Executes a run in a task: the whole graph, unless work says otherwise. Then the queued runs of its
        conversation."""
        with working_for(Subject.of(active.key, active.run.run_id)):
            task = asyncio.create_task(self.execute(active, work or self._run_graph))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def execute(self, active: ActiveRun, work: "Work[ConversationState]") -> None:
        """Executes a run to its end, then launches the next queued run of its conversation."""
        await self.supervise(active, work, self.commit)
        if active.successor_waits:
            following = await self._runs.start_next(active.key)
            if following is not None:
                self.launch(following)

    async def supervise[T](
        self, active: ActiveRun, work: Work[T], end: Callable[[ActiveRun, T], Coroutine[Any, Any, None]]
    ) -> bool:
        """Executes work under the lease, then end. Returns False if the run ended in another way or has another owner.
        Raises errors that make an orchestration deliver the activity again."""
        with working_for(replace(Subject.of(active.key, active.run.run_id), calls=active.calls)):
            task = active.work = asyncio.create_task(work(active))
        guard = asyncio.create_task(self._keep_lease(active))
        self._leases.active_runs.add(active)
        if active.lease.cancel_requested:
            active.stop("cancelled")
        elif self._draining:
            active.stop("handed_over")
        try:
            await asyncio.wait([task])
            await _stop(guard)
            if task.cancelled():
                await self._end_stopped(active)
            else:
                await end(active, task.result())
                return True
        except RunTaken:
            logger.warning("Run %s has another owner", active.run.run_id)
        except ErasureInProgress as erasure:  # the run no longer exists, so its end cannot be stored
            logger.info("Run %s ends because its user's data is being erased", active.run.run_id)
            active.channel.publish([LoggedEvent(0, ErrorRaised(erasure.code, erasure.message, retryable=False))])
        except OrcError as error:
            if active.is_retried_after(error):
                await self._leases.release(active, "activity_failed")
                raise
            await self._fail(active, error)
        except Exception:  # the outermost edge of a run: the user gets an error, the log the traceback
            logger.exception("Run %s failed", active.run.run_id)
            if active.is_part:
                await self._leases.release(active, "activity_failed")
                raise
            await self._fail(active, OrcError(TURN_FAILED))
        finally:
            await _stop(guard, task)
            self._leases.active_runs.discard(active)
            await active.events.aclose()
            self._leases.close(active)
            self.has_run = True
        return False

    async def _run_graph(self, active: ActiveRun) -> "ConversationState":
        if self._turn is None:
            self._turn = await asyncio.to_thread(importlib.import_module, "orc.graphs.turn")
        run, execute = active.run, self._graph.run_graph if self._graph else self._turn.run_nodes
        with turn_span(self._tracer, run.conversation_id, run.run_id, run.question) as span:
            state: ConversationState = await execute(run, self._context(active))
            span.set({"orc.intent": state.intent_type, **usage_attributes(state.usage)})
        return state

    async def resume(self, active: ActiveRun) -> "ConversationState":
        """Executes the nodes that have no checkpoint."""
        from orc.graphs.turn import NODES

        for node in NODES:
            await self.checkpoint_node(active, node)
        return await self.state_of(active)

    async def checkpoint_node(self, active: ActiveRun, node: str) -> "StateUpdate":
        """Returns a node's update of the state: its checkpoint or, if there is none, the checkpointed result of
        executing it."""
        from orc.graphs.turn import load_turn, run_node

        updates = await self._checkpoints(active)
        state = load_turn(active.run, updates)
        if node not in updates:
            await self._announce_restart(active, may_have_sent=node == "answer")
            update = await run_node(node, state, self._context(active))
            await active.events.flush()
            return update
        if node == "answer" and (active.run.epoch or active.restarted):
            # Clients drop their text when a run is recovered, so the answer is sent again unless all of it was sent
            # since.
            sent = unfinished(state, await self._log(active))
            if (sent.answer, sent.citations) != (state.answer, state.citations):
                if sent.answer:
                    notice = StatusChange("recovered", "The answer is sent again.", active.run.run_id)
                    await active.events.append(notice)
                await active.events.token(state.answer)
                await active.events.append(*map(CitationFound, state.citations))
        return updates[node]

    async def checkpoint_step(self, active: ActiveRun, number: int) -> None:
        """Executes one step of the plan and stores its result, unless that is stored already."""
        from orc.graphs.execution.plan_runner import run_one

        state = await self.state_of(active)
        if all(result.step != number for result in state.step_results):
            await self._announce_restart(active)
            await run_one(number, state, self._context(active))
            await active.events.flush()

    async def _log(self, active: ActiveRun) -> list[LoggedEvent]:
        """The stored events of the run."""
        log = replay(self._items, active.partition, active.run.first_seq - 1)
        return [event async for events in log for event in events]

    async def _announce_restart(self, active: ActiveRun, *, may_have_sent: bool = False) -> None:
        """Logs `recovered` if an earlier delivery died. may_have_sent: clients may have seen numbers of tokens that
        were lost with it, and would not ask for other events with these numbers."""
        if active.restarted:
            placeholders = [Token("")] * MOST_UNSTORED if may_have_sent else []
            notice = StatusChange("recovered", "This step starts again.", active.run.run_id)
            await active.events.append(*placeholders, notice)

    async def state_of(self, active: ActiveRun) -> "ConversationState":
        from orc.graphs.turn import load_turn

        return load_turn(active.run, await self._checkpoints(active))

    async def _checkpoints(self, active: ActiveRun) -> "dict[str, StateUpdate]":
        where = {"run_id": active.run.run_id}
        found = await self._items.query(active.partition, "checkpoint", where=where)
        return {str(stored.body["node"]): cast("StateUpdate", stored.body["update"]) for stored in found}

    def _context(self, active: ActiveRun) -> "TurnContext":
        from orc.graphs.context.state import TurnContext

        return TurnContext(
            key=active.key,
            run=active.run,
            model=self._model,
            tools=self._tools,
            conversations=self._conversations,
            registry=self._registry,
            events=active.events,
            limits=self._limits,
            assistant=self._assistant,
            tracer=self._tracer,
        )

    async def commit(self, active: ActiveRun, state: "ConversationState") -> None:
        run, message, events = finish_run(active.run, state)
        if not await self._runs.finish(active, run, events, message):
            raise RunTaken("The turn has ended elsewhere.")
        if state.history_is_long and self._model.generative:
            from orc.graphs.context.history import summarise

            work = summarise(self._conversations, active.partition, run.message_id, self._model, self._limits)
            with working_for(Subject.of(active.key)):
                self.run_in_background(work)

    def run_in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Executes work for which no request or turn waits. Draining waits for it, and cancels it at the deadline."""
        task = asyncio.create_task(work)
        self._background_tasks.add(task)
        task.add_done_callback(self._background_tasks.discard)

    async def _end_stopped(self, active: ActiveRun) -> None:
        """Ends or releases a run whose work was stopped early."""
        match active.stopping:
            case "cancelled" if active.is_part:
                await self._leases.release(active, "activity_ended")
            case "cancelled":  # the streamed part of the answer becomes a message; an empty one leaves none
                await active.events.append(StatusChange("cancel_requested", run_id=active.run.run_id))
                run, message, events = finish_run(active.run, await self._interrupted(active), "cancelled")
                await self._runs.finish(active, run, *((events, message) if message.text else (events[1:], None)))
            case "handed_over":
                await active.events.flush()
                await self._leases.release(active, "handed_over")
            case "lost":
                raise RunTaken("The lease was lost.")
            case "erased":
                raise ErasureInProgress("Your data is being erased, so this turn has ended.")
            case None:
                raise OrcError("The turn was stopped without a reason.")

    async def _fail(self, active: ActiveRun, error: OrcError) -> None:
        """Ends a run as failed. When that cannot be stored, an orchestration tries again; any other run is left to
        recovery, and clients that follow it here get a notice that it continues."""
        logger.warning("Run %s failed: %s %s", active.run.run_id, error.code, error.message)
        try:
            await self.fail(active, error)
        except (NotFound, ErasureInProgress):
            logger.info("The conversation of run %s was deleted", active.run.run_id)
        except StoreError as outage:
            logger.warning("The end of run %s could not be stored: %s", active.run.run_id, outage.message)
            if active.is_retried_after(outage):
                await self._leases.release(active, "activity_failed")
                raise
            await self._leases.release(active, "end_not_stored")
            cancelled = active.stopping == "cancelled"
            notice = ErrorRaised(TURN_GOES_ON, _CANCELLED_LATER if cancelled else _CONTINUES_LATER, retryable=False)
            active.channel.publish([LoggedEvent(0, notice)])

    async def fail(self, active: ActiveRun, error: OrcError) -> bool:
        """Ends a run as failed. The partial answer is kept, unless the store failed."""
        if isinstance(error, StoreError):
            return await self._runs.fail(active, error, used=sum(active.calls, TokenUsage()))
        await active.events.flush()
        return await self._runs.fail(active, error, await self._interrupted(active))

    async def _interrupted(self, active: ActiveRun) -> "ConversationState":
        """The state with the part of the answer that was sent, its model and the usage of the calls that have ended. A
        checkpointed answer already has its model and usage."""
        shown = unfinished(await self.state_of(active), await self._log(active))
        if shown.model:
            return shown
        first, created = active.events.first_token_at, datetime.fromisoformat(active.run.created_at)
        shown = replace(shown, usage=sum(active.calls, shown.usage))
        used = shown.all_usage
        is_unknown = self._model.generative and not (used.prompt or used.completion)
        return replace(
            shown,
            model=self._model.name if shown.answer else "",
            usage=TokenUsage(None, None) if is_unknown else shown.usage,
            first_token_ms=round((first - created).total_seconds() * 1000) if first else None,
        )

    async def _keep_lease(self, active: ActiveRun) -> None:
        """Renews the lease, and polls it for cancellation and takeover (D-244)."""
        renewed_at = time.monotonic()
        interval = self._lease_seconds / 3
        await asyncio.sleep(min(_FIRST_POLL_SECONDS, interval))
        while True:
            try:
                if time.monotonic() - renewed_at >= interval:
                    requested_at = time.monotonic()
                    is_owner = await self._leases.renew(active)
                    renewed_at = requested_at
                else:
                    is_owner = await self._leases.poll(active)
                if active.is_part and active.channel.is_followed:
                    await active.events.catch_up()
            except ErasureInProgress:
                return active.stop("erased")
            except StoreError:
                logger.warning("The store could not be read for run %s", active.run.run_id)
            else:
                if not is_owner:
                    return active.stop("lost")
                if active.lease.cancel_requested:
                    return active.stop("cancelled")
                if active.lease.handed_over:
                    return active.stop("handed_over")
            await asyncio.sleep(min(_POLL_SECONDS, interval))

    async def drain(self, seconds: float | None = None) -> None:
        """Waits at most this many seconds for the turns of this process to end, and hands over the others."""
        deadline = None if seconds is None else time.monotonic() + seconds
        while working := self._working() | self._background():
            remaining = None if deadline is None else max(0, deadline - time.monotonic())
            if not (await asyncio.wait(working, timeout=remaining))[0]:
                break
        self._draining = seconds is not None  # a queued run that starts now is handed over too
        for task in self._background():
            task.cancel()
        for active in list(self._leases.active_runs):
            active.stop("handed_over")
        while working := self._working() | self._background():
            await asyncio.wait(working)

    def _background(self) -> set[asyncio.Task[None]]:
        """Background work and releases that are still being retried."""
        return self._background_tasks | self._leases.pending_changes

    def _working(self) -> set[asyncio.Task[Any]]:
        nodes = {active.work for active in self._leases.active_runs if active.work and not active.work.done()}
        return {*self._tasks, *nodes}


async def _stop(*tasks: asyncio.Task[Any]) -> None:
    """Cancels tasks and waits for them, so that a renewal in progress is definitely stored or not."""
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
