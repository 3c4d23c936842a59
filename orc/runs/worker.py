"""Works on runs in this process: their nodes, under a lease, to their end; stops them when they are cancelled, taken
over, or to be left to another process."""

import asyncio
import importlib
import logging
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, cast

from orc.domain import TokenUsage
from orc.errors import NotFound, OrcError, RunTaken, StoreError
from orc.events.hub import LoggedEvent
from orc.events.log import replay
from orc.events.types import TURN_GOES_ON, CitationFound, ErrorRaised, StatusChange, Token, event_data
from orc.limits import TurnLimits
from orc.ports import ChatModel
from orc.runs.active_run import ActiveRun
from orc.runs.store import RunStore
from orc.runs.transitions import finish_run, unfinished
from orc.tracing import NoTracer, Tracer, turn_span, usage_attributes

if TYPE_CHECKING:  # the graph is imported when the first turn runs: it is most of a cold start
    from orc.graphs.context.state import ConversationState, StateUpdate, TurnContext
    from orc.tools.toolbox import Toolbox

logger = logging.getLogger(__name__)

_GOES_ON_LATER = (
    "The store cannot be written now. Your question is kept and the turn goes on when the store is back: follow the "
    "stream, and do not ask again."
)
_CANCELLED_LATER = "The store cannot be written now. The turn is cancelled when the store is back: follow the stream."
_FIRST_LOOK_SECONDS = 1.0
_LOOK_SECONDS = 0.4

type Work[T] = Callable[[ActiveRun], Coroutine[Any, Any, T]]


class Worker:
    """The turns that this process works on, each in a task of its own."""

    def __init__(
        self, runs: RunStore, model: ChatModel, tools: "Toolbox", limits: TurnLimits, tracer: Tracer | None = None
    ) -> None:
        self._runs = runs
        self._tracer = tracer or NoTracer()
        self._model = model
        self._tools = tools
        self._limits = limits
        self._tasks: set[asyncio.Task[None]] = set()
        self._background_tasks: set[asyncio.Task[None]] = set()
        self._graph: Any = None
        self._draining = False

    def launch(self, active: ActiveRun, work: "Work[ConversationState] | None" = None) -> None:
        """Works on a run to its end, from its start or as work says, and then on those that waited for it."""
        task = asyncio.create_task(self.execute(active, work or self._run_graph))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def execute(self, active: ActiveRun, work: "Work[ConversationState]") -> None:
        """Works on a run to its end, and launches the one that waited for it."""
        await self.supervise(active, work, self.commit)
        if active.successor_waits:
            following = await self._runs.start_next(active.caller, active.run.conversation_id)
            if following is not None:
                self.launch(following)

    async def supervise[T](
        self, active: ActiveRun, work: Work[T], end: Callable[[ActiveRun, T], Coroutine[Any, Any, None]]
    ) -> bool:
        """Does work on a run while the lease is kept, and then what ends it. False when the run was ended otherwise,
        or is another worker's. Raises what an orchestration is to try again."""
        task = active.work = asyncio.create_task(work(active))
        guard = asyncio.create_task(self._keep_lease(active))
        self._runs.active_runs.add(active)
        if active.lease.cancel_requested:
            active.stop("cancelled")
        elif self._draining:
            active.stop("handed_over")
        try:
            await asyncio.wait([task])
            await _stop(guard)
            if task.cancelled():
                await self._stopped(active)
            else:
                await end(active, task.result())
                return True
        except RunTaken:
            logger.warning("Run %s is another worker's by now", active.run.run_id)
        except OrcError as error:
            if active.is_retried_after(error):
                await self._runs.leases.release(active, "activity_failed")
                raise
            await self._fail(active, error)
        except Exception:  # the outermost edge of a run: told to the user, with the traceback in the log
            logger.exception("Run %s failed", active.run.run_id)
            if active.is_part:
                await self._runs.leases.release(active, "activity_failed")
                raise
            await self._fail(active, OrcError("The turn failed for a reason of ours. It was logged."))
        finally:
            await _stop(guard, task)
            self._runs.active_runs.discard(active)
            await active.events.aclose()
            self._runs.close(active)
        return False

    async def _run_graph(self, active: ActiveRun) -> "ConversationState":
        if self._graph is None:
            self._graph = await asyncio.to_thread(importlib.import_module, "orc.graphs.graph")
        run = active.run
        with turn_span(self._tracer, run.conversation_id, run.run_id, run.question) as span:
            state: ConversationState = await self._graph.run_graph(run, self._context(active))
            span.set({"orc.intent": state.intent_type, **usage_attributes(state.usage)})
        return state

    async def resume(self, active: ActiveRun) -> "ConversationState":
        """The rest of a run's nodes, those that have no checkpoint yet."""
        from orc.graphs.graph import NODES

        for node in NODES:
            await self.run_node(active, node)
        return await self.state_of(active)

    async def run_node(self, active: ActiveRun, node: str) -> "StateUpdate":
        """A node's update of the state: from its checkpoint, or else the node runs and that is stored."""
        from orc.graphs.graph import load_turn, run_node

        updates = await self._checkpoints(active)
        if node in updates:
            if node == "answer" and (active.run.epoch or active.restarted):
                await self._send_again(active, load_turn(active.run, updates))
            return updates[node]
        await self._announce_restart(active)
        update = await run_node(node, load_turn(active.run, updates), self._context(active))
        await active.events.flush()
        return update

    async def run_step(self, active: ActiveRun, number: int) -> None:
        """Carries out a step of the plan by itself and stores its result, unless that is there."""
        from orc.graphs.nodes.mcp_executor import run_one

        state = await self.state_of(active)
        if all(result.step != number for result in state.step_results):
            await self._announce_restart(active)
            await run_one(number, state, self._context(active))
            await active.events.flush()

    async def _send_again(self, active: ActiveRun, state: "ConversationState") -> None:
        """Sends a finished answer once more, unless all of it came after the run was last recovered: a client drops
        what it has shown when it hears of a recovery."""
        sent = unfinished(state, await self._log(active))
        if (sent.answer, sent.citations) == (state.answer, state.citations):
            return
        if sent.answer:
            await active.events.append(StatusChange("recovered", "The answer is sent again.", active.run.run_id))
        await active.events.token(state.answer)
        await active.events.append(*map(CitationFound, state.citations))

    async def _log(self, active: ActiveRun) -> list[LoggedEvent]:
        """What is stored of the run's events."""
        log = replay(self._runs.items, active.partition, active.run.first_seq - 1)
        return [event async for events in log for event in events]

    async def _announce_restart(self, active: ActiveRun) -> None:
        if active.restarted:
            await active.events.append(StatusChange("recovered", "This step begins anew.", active.run.run_id))

    async def state_of(self, active: ActiveRun) -> "ConversationState":
        from orc.graphs.graph import load_turn

        return load_turn(active.run, await self._checkpoints(active))

    async def _checkpoints(self, active: ActiveRun) -> "dict[str, StateUpdate]":
        where = {"run_id": active.run.run_id}
        found = await self._runs.items.query(active.partition, "checkpoint", where=where)
        return {str(stored.body["node"]): cast("StateUpdate", stored.body["update"]) for stored in found}

    def _context(self, active: ActiveRun) -> "TurnContext":
        from orc.graphs.context.state import TurnContext

        return TurnContext(
            caller=active.caller,
            run=active.run,
            partition=active.partition,
            model=self._model,
            tools=self._tools,
            conversations=self._runs.conversations,
            registry=self._runs.registry,
            events=active.events,
            limits=self._limits,
            tracer=self._tracer,
        )

    async def commit(self, active: ActiveRun, state: "ConversationState") -> None:
        run, message, events = finish_run(active.run, state)
        if not await self._runs.finish(active, run, events, message):
            raise RunTaken("The turn has ended elsewhere.")
        if state.history_is_long and self._model.generative:
            self._summarise(active)

    def _summarise(self, active: ActiveRun) -> None:
        """Shortens a long history for the turns to come, behind the back of this one."""
        from orc.graphs.context.history import summarise

        conversations, leaf_id = self._runs.conversations, active.run.message_id
        self.run_in_background(summarise(conversations, active.partition, leaf_id, self._model, self._limits))

    def run_in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Does what no request and no turn waits for; draining waits for it too, and cancels it in the end."""
        task = asyncio.create_task(work)
        self._background_tasks.add(task)
        task.add_done_callback(self._background_tasks.discard)

    async def _stopped(self, active: ActiveRun) -> None:
        """What becomes of a run whose work was ended before its time."""
        match active.stopping:
            case "cancelled" if active.is_part:
                await self._runs.leases.release(active, "activity_ended")
            case "cancelled":
                await self._cancel(active)
            case "handed_over":
                await active.events.flush()
                await self._runs.leases.release(active, "handed_over")
            case "lost":
                raise RunTaken("The lease is gone.")
            case None:
                raise OrcError("The turn's work was broken off.")

    async def _cancel(self, active: ActiveRun) -> None:
        """Ends a run as cancelled, with as much of its answer as was streamed; without a word of it, with none."""
        run = active.run
        await active.events.append(StatusChange("cancel_requested", run_id=run.run_id))
        shown = self._broken_off(active, unfinished(await self.state_of(active), await self._log(active)))
        run, message, events = finish_run(run, shown, "cancelled")
        if message.text:
            await self._runs.finish(active, run, events, message)
        else:
            await self._runs.finish(active, run, events[1:])

    async def _fail(self, active: ActiveRun, error: OrcError) -> None:
        """Ends a run as failed. When that cannot be stored, an orchestration tries again; else the run is left to
        recovery, and those who listen here are told that it goes on."""
        logger.warning("Run %s failed: %s %s", active.run.run_id, error.code, error.message)
        try:
            await self.fail(active, error)
        except NotFound:
            logger.info("The conversation of run %s was deleted", active.run.run_id)
        except StoreError as outage:
            logger.warning("The end of run %s could not be stored: %s", active.run.run_id, outage.message)
            if active.is_retried_after(outage):
                await self._runs.leases.release(active, "activity_failed")
                raise
            await self._runs.leases.release(active, "end_not_stored")
            cancelled = active.stopping == "cancelled"
            told = ErrorRaised(TURN_GOES_ON, _CANCELLED_LATER if cancelled else _GOES_ON_LATER, retryable=False)
            active.channel.publish([LoggedEvent(0, told.type, event_data(told))])

    async def fail(self, active: ActiveRun, error: OrcError) -> bool:
        """Ends a run as failed, with as much of its answer as was shown unless it is the store that failed."""
        if isinstance(error, StoreError):
            return await self._runs.fail(active, error)
        await active.events.flush()
        log, shown = await self._log(active), None
        if any(event.type == Token.type for event in log):
            shown = self._broken_off(active, unfinished(await self.state_of(active), log))
        return await self._runs.fail(active, error, shown if shown and shown.answer.strip() else None)

    def _broken_off(self, active: ActiveRun, shown: "ConversationState") -> "ConversationState":
        """With what is known of an answer that its model did not end: not the tokens that it took. One that has its
        checkpoint is told by that."""
        if shown.model:
            return shown
        first, created = active.events.first_token_at, datetime.fromisoformat(active.run.created_at)
        return replace(
            shown,
            model=self._model.name if shown.answer else "",
            usage=TokenUsage(None, None) if self._model.generative else shown.usage,
            first_token_ms=round((first - created).total_seconds() * 1000) if first else None,
        )

    async def _keep_lease(self, active: ActiveRun) -> None:
        """Keeps the lease, and looks for what others ask of the run's worker."""
        renewed = time.monotonic()
        every = self._runs.limits.lease_seconds / 3
        await asyncio.sleep(min(_FIRST_LOOK_SECONDS, every))
        while True:
            try:
                if time.monotonic() - renewed >= every:
                    asked = time.monotonic()
                    ours = await self._runs.leases.renew(active)
                    renewed = asked
                else:
                    ours = await self._runs.leases.poll(active)
                if active.is_part and active.channel.is_followed:
                    await active.events.catch_up()
            except StoreError:
                logger.warning("The store could not be read for run %s", active.run.run_id)
            else:
                if not ours:
                    return active.stop("lost")
                if active.lease.cancel_requested:
                    return active.stop("cancelled")
                if active.lease.handed_over:
                    return active.stop("handed_over")
            await asyncio.sleep(min(_LOOK_SECONDS, every))

    async def drain(self, seconds: float | None = None) -> None:
        """Waits for the turns of this process to end, at most so long; the rest is left to another process."""
        deadline = None if seconds is None else time.monotonic() + seconds
        while working := self._working() | self._background():
            left = None if deadline is None else max(0, deadline - time.monotonic())
            if not (await asyncio.wait(working, timeout=left))[0]:
                break
        self._draining = seconds is not None  # what begins now, as the next of a queue, is left to another process too
        for task in self._background():
            task.cancel()
        for active in list(self._runs.active_runs):
            active.stop("handed_over")
        while working := self._working() | self._background():
            await asyncio.wait(working)

    def _background(self) -> set[asyncio.Task[None]]:
        """What goes on behind the back of turns."""
        return self._background_tasks | self._runs.leases.pending_changes

    def _working(self) -> set[asyncio.Task[Any]]:
        nodes = {active.work for active in self._runs.active_runs if active.work and not active.work.done()}
        return {*self._tasks, *nodes}


async def _stop(*tasks: asyncio.Task[Any]) -> None:
    """Ends tasks that are not done, and waits for that: a lease that is being renewed is then renewed or not."""
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
