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
from orc.runs.active_run import OpenRun
from orc.runs.outcome import outcome, unfinished
from orc.runs.store import Runs
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

type Work[T] = Callable[[OpenRun], Coroutine[Any, Any, T]]


class Worker:
    """The turns that this process works on, each in a task of its own."""

    def __init__(
        self, runs: Runs, model: ChatModel, tools: "Toolbox", limits: TurnLimits, tracer: Tracer | None = None
    ) -> None:
        self._runs = runs
        self._tracer = tracer or NoTracer()
        self._model = model
        self._tools = tools
        self._limits = limits
        self._tasks: set[asyncio.Task[None]] = set()
        self._afterwards: set[asyncio.Task[None]] = set()
        self._graph: Any = None
        self._ends = False

    def launch(self, opened: OpenRun, work: "Work[ConversationState] | None" = None) -> None:
        """Works on a run to its end, from its start or as work says, and then on those that waited for it."""
        task = asyncio.create_task(self.execute(opened, work or self._run_graph))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def execute(self, opened: OpenRun, work: "Work[ConversationState]") -> None:
        """Works on a run to its end, and launches the one that waited for it."""
        await self.supervise(opened, work, self.commit)
        if opened.others_wait:
            following = await self._runs.begin_next(opened.caller, opened.run.conversation_id)
            if following is not None:
                self.launch(following)

    async def supervise[T](
        self, opened: OpenRun, work: Work[T], end: Callable[[OpenRun, T], Coroutine[Any, Any, None]]
    ) -> bool:
        """Does work on a run while the lease is kept, and then what ends it. False when the run was ended otherwise,
        or is another worker's. Raises what an orchestration is to try again."""
        task = opened.work = asyncio.create_task(work(opened))
        guard = asyncio.create_task(self._guard(opened))
        self._runs.here.add(opened)
        if opened.lease.cancel_requested:
            opened.stop("cancelled")
        elif self._ends:
            opened.stop("handed_over")
        try:
            await asyncio.wait([task])
            await _stop(guard)
            if task.cancelled():
                await self._stopped(opened)
            else:
                await end(opened, task.result())
                return True
        except RunTaken:
            logger.warning("Run %s is another worker's by now", opened.run.run_id)
        except OrcError as error:
            if opened.is_retried_after(error):
                await self._runs.holding.break_off(opened)
                raise
            await self._fail(opened, error)
        except Exception:  # the outermost edge of a run: told to the user, with the traceback in the log
            logger.exception("Run %s failed", opened.run.run_id)
            if opened.is_part:
                await self._runs.holding.break_off(opened)
                raise
            await self._fail(opened, OrcError("The turn failed for a reason of ours. It was logged."))
        finally:
            await _stop(guard, task)
            self._runs.here.discard(opened)
            await opened.events.aclose()
            self._runs.close(opened)
        return False

    async def _run_graph(self, opened: OpenRun) -> "ConversationState":
        if self._graph is None:
            self._graph = await asyncio.to_thread(importlib.import_module, "orc.graphs.graph")
        run = opened.run
        with turn_span(self._tracer, run.conversation_id, run.run_id, run.question) as span:
            state: ConversationState = await self._graph.run_graph(run, self._context(opened))
            span.set({"orc.intent": state.intent_type, **usage_attributes(state.usage)})
        return state

    async def resume(self, opened: OpenRun) -> "ConversationState":
        """The rest of a run's nodes, those that have no checkpoint yet."""
        from orc.graphs.graph import NODES

        for node in NODES:
            await self.run_node(opened, node)
        return await self.state_of(opened)

    async def run_node(self, opened: OpenRun, node: str) -> "StateUpdate":
        """A node's update of the state: from its checkpoint, or else the node runs and that is stored."""
        from orc.graphs.graph import load_turn, run_node

        updates = await self._checkpoints(opened)
        if node in updates:
            if node == "answer" and (opened.run.epoch or opened.begins_anew):
                await self._send_again(opened, load_turn(opened.run, updates))
            return updates[node]
        await self._begin_anew(opened)
        update = await run_node(node, load_turn(opened.run, updates), self._context(opened))
        await opened.events.flush()
        return update

    async def run_step(self, opened: OpenRun, number: int) -> None:
        """Carries out a step of the plan by itself and stores its result, unless that is there."""
        from orc.graphs.nodes.mcp_executor import run_one

        state = await self.state_of(opened)
        if all(result.step != number for result in state.step_results):
            await self._begin_anew(opened)
            await run_one(number, state, self._context(opened))
            await opened.events.flush()

    async def _send_again(self, opened: OpenRun, state: "ConversationState") -> None:
        """Sends a finished answer once more, unless all of it came after the run was last recovered: a client drops
        what it has shown when it hears of a recovery."""
        sent = unfinished(state, await self._log(opened))
        if (sent.answer, sent.citations) == (state.answer, state.citations):
            return
        if sent.answer:
            await opened.events.append(StatusChange("recovered", "The answer is sent again.", opened.run.run_id))
        await opened.events.token(state.answer)
        await opened.events.append(*map(CitationFound, state.citations))

    async def _log(self, opened: OpenRun) -> list[LoggedEvent]:
        """What is stored of the run's events."""
        log = replay(self._runs.items, opened.partition, opened.run.first_seq - 1)
        return [event async for events in log for event in events]

    async def _begin_anew(self, opened: OpenRun) -> None:
        if opened.begins_anew:
            await opened.events.append(StatusChange("recovered", "This step begins anew.", opened.run.run_id))

    async def state_of(self, opened: OpenRun) -> "ConversationState":
        from orc.graphs.graph import load_turn

        return load_turn(opened.run, await self._checkpoints(opened))

    async def _checkpoints(self, opened: OpenRun) -> "dict[str, StateUpdate]":
        where = {"run_id": opened.run.run_id}
        found = await self._runs.items.query(opened.partition, "checkpoint", where=where)
        return {str(stored.body["node"]): cast("StateUpdate", stored.body["update"]) for stored in found}

    def _context(self, opened: OpenRun) -> "TurnContext":
        from orc.graphs.context.state import TurnContext

        return TurnContext(
            caller=opened.caller,
            run=opened.run,
            partition=opened.partition,
            model=self._model,
            tools=self._tools,
            conversations=self._runs.conversations,
            registry=self._runs.registry,
            events=opened.events,
            limits=self._limits,
            tracer=self._tracer,
        )

    async def commit(self, opened: OpenRun, state: "ConversationState") -> None:
        run, message, events = outcome(opened.run, state)
        if not await self._runs.finish(opened, run, events, message):
            raise RunTaken("The turn has ended elsewhere.")
        if state.history_is_long and self._model.generative:
            self._summarise(opened)

    def _summarise(self, opened: OpenRun) -> None:
        """Shortens a long history for the turns to come, behind the back of this one."""
        from orc.graphs.context.history import summarise

        conversations, leaf_id = self._runs.conversations, opened.run.message_id
        self.run_behind(summarise(conversations, opened.partition, leaf_id, self._model, self._limits))

    def run_behind(self, work: Coroutine[Any, Any, None]) -> None:
        """Does what no request and no turn waits for; draining waits for it too, and cancels it in the end."""
        task = asyncio.create_task(work)
        self._afterwards.add(task)
        task.add_done_callback(self._afterwards.discard)

    async def _stopped(self, opened: OpenRun) -> None:
        """What becomes of a run whose work was ended before its time."""
        match opened.stopping:
            case "cancelled" if opened.is_part:
                await self._runs.holding.between_activities(opened)
            case "cancelled":
                await self._cancel(opened)
            case "handed_over":
                await opened.events.flush()
                await self._runs.holding.hand_over(opened)
            case "lost":
                raise RunTaken("The lease is gone.")
            case None:
                raise OrcError("The turn's work was broken off.")

    async def _cancel(self, opened: OpenRun) -> None:
        """Ends a run as cancelled, with as much of its answer as was streamed; without a word of it, with none."""
        run = opened.run
        await opened.events.append(StatusChange("cancel_requested", run_id=run.run_id))
        shown = self._broken_off(opened, unfinished(await self.state_of(opened), await self._log(opened)))
        run, message, events = outcome(run, shown, "cancelled")
        if message.text:
            await self._runs.finish(opened, run, events, message)
        else:
            await self._runs.finish(opened, run, events[1:])

    async def _fail(self, opened: OpenRun, error: OrcError) -> None:
        """Ends a run as failed. When that cannot be stored, an orchestration tries again; else the run is left to
        recovery, and those who listen here are told that it goes on."""
        logger.warning("Run %s failed: %s %s", opened.run.run_id, error.code, error.message)
        try:
            await self.fail(opened, error)
        except NotFound:
            logger.info("The conversation of run %s was deleted", opened.run.run_id)
        except StoreError as outage:
            logger.warning("The end of run %s could not be stored: %s", opened.run.run_id, outage.message)
            if opened.is_retried_after(outage):
                await self._runs.holding.break_off(opened)
                raise
            await self._runs.holding.leave(opened)
            cancelled = opened.stopping == "cancelled"
            told = ErrorRaised(TURN_GOES_ON, _CANCELLED_LATER if cancelled else _GOES_ON_LATER, retryable=False)
            opened.channel.publish([LoggedEvent(0, told.type, event_data(told))])

    async def fail(self, opened: OpenRun, error: OrcError) -> bool:
        """Ends a run as failed, with as much of its answer as was shown unless it is the store that failed."""
        if isinstance(error, StoreError):
            return await self._runs.fail(opened, error)
        await opened.events.flush()
        log, shown = await self._log(opened), None
        if any(event.type == Token.type for event in log):
            shown = self._broken_off(opened, unfinished(await self.state_of(opened), log))
        return await self._runs.fail(opened, error, shown if shown and shown.answer.strip() else None)

    def _broken_off(self, opened: OpenRun, shown: "ConversationState") -> "ConversationState":
        """With what is known of an answer that its model did not end: not the tokens that it took. One that has its
        checkpoint is told by that."""
        if shown.model:
            return shown
        first, created = opened.events.first_token_at, datetime.fromisoformat(opened.run.created_at)
        return replace(
            shown,
            model=self._model.name if shown.answer else "",
            usage=TokenUsage(None, None) if self._model.generative else shown.usage,
            first_token_ms=round((first - created).total_seconds() * 1000) if first else None,
        )

    async def _guard(self, opened: OpenRun) -> None:
        """Keeps the lease, and looks for what others ask of the run's worker."""
        renewed = time.monotonic()
        every = self._runs.limits.lease_seconds / 3
        await asyncio.sleep(min(_FIRST_LOOK_SECONDS, every))
        while True:
            try:
                if time.monotonic() - renewed >= every:
                    asked = time.monotonic()
                    ours = await self._runs.holding.renew(opened)
                    renewed = asked
                else:
                    ours = await self._runs.holding.look(opened)
                if opened.is_part and opened.channel.is_followed:
                    await opened.events.catch_up()
            except StoreError:
                logger.warning("The store could not be read for run %s", opened.run.run_id)
            else:
                if not ours:
                    return opened.stop("lost")
                if opened.lease.cancel_requested:
                    return opened.stop("cancelled")
                if opened.lease.handed_over:
                    return opened.stop("handed_over")
            await asyncio.sleep(min(_LOOK_SECONDS, every))

    async def drain(self, seconds: float | None = None) -> None:
        """Waits for the turns of this process to end, at most so long; the rest is left to another process."""
        deadline = None if seconds is None else time.monotonic() + seconds
        while working := self._working() | self._behind():
            left = None if deadline is None else max(0, deadline - time.monotonic())
            if not (await asyncio.wait(working, timeout=left))[0]:
                break
        self._ends = seconds is not None  # what begins now, as the next of a queue, is left to another process too
        for task in self._behind():
            task.cancel()
        for opened in list(self._runs.here):
            opened.stop("handed_over")
        while working := self._working() | self._behind():
            await asyncio.wait(working)

    def _behind(self) -> set[asyncio.Task[None]]:
        """What goes on behind the back of turns."""
        return self._afterwards | self._runs.holding.returning

    def _working(self) -> set[asyncio.Task[Any]]:
        nodes = {opened.work for opened in self._runs.here if opened.work and not opened.work.done()}
        return {*self._tasks, *nodes}


async def _stop(*tasks: asyncio.Task[Any]) -> None:
    """Ends tasks that are not done, and waits for that: a lease that is being renewed is then renewed or not."""
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
