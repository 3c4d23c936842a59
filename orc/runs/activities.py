"""The activities of a Durable orchestration: each acquires a stored run, executes a part of it and releases it.

Activities are idempotent under repeated and concurrent delivery.
"""

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from orc.domain import RunRef
from orc.errors import DeliveryInProgress, OrcError
from orc.runs.active_run import ActiveRun
from orc.runs.store import RunStore
from orc.runs.worker import Worker

if TYPE_CHECKING:  # the graph is imported when the first turn runs
    from orc.graphs.planning.plan import FanOut

_PLANNER = "query_planner"
_COMMIT = "commit"
_ABANDON = "abandon_turn"
_POLL_SECONDS = 0.2


class Activities:
    """One method for each activity."""

    def __init__(self, runs: RunStore, worker: Worker, *, parallel_steps: int) -> None:
        self._runs = runs
        self._worker = worker
        self._parallel_steps = parallel_steps

    async def plan(self, ref: RunRef) -> "FanOut | None":
        """Executes the planner. Returns which steps can be activities of their own, or None when the run has ended or
        has another owner."""
        from orc.graphs.graph import load_turn
        from orc.graphs.planning.plan import fan_out

        planned: list[FanOut] = []

        async def work(active: ActiveRun) -> None:
            update = await self._worker.run_node(active, _PLANNER)
            steps = load_turn(active.run, {_PLANNER: update}).workflow_plan
            planned.append(fan_out(steps, parallel=self._parallel_steps))

        active = await self._acquire(ref, _PLANNER)
        ours = active is not None and await self._worker.supervise(active, work, self._leave)
        return planned[0] if ours else None

    async def run_step(self, ref: RunRef, number: int) -> bool:
        """Executes one step of the plan beside others. Returns False when the run has ended or has another owner.

        A cancellation is left to the node that would use the results.
        """

        async def work(active: ActiveRun) -> None:
            await self._worker.run_step(active, number)

        active = await self._acquire(ref, f"step-{number}")
        if active is None:
            return False
        active.is_part = True
        return await self._worker.supervise(active, work, self._leave) or active.stopping == "cancelled"

    async def run_node(self, ref: RunRef, node: str) -> bool:
        """Executes one node or the commit. Returns False when the run has ended, also by a failure of this node, or has
        another owner."""

        async def work(active: ActiveRun) -> None:
            await self._worker.run_node(active, node)

        active = await self._acquire(ref, node)
        if active is None:
            return node == _COMMIT and await self._is_completed(ref)
        if node == _COMMIT:
            return await self._worker.supervise(active, self._worker.state_of, self._worker.commit)
        return await self._worker.supervise(active, work, self._leave)

    async def _acquire(self, ref: RunRef, activity: str) -> ActiveRun | None:
        """Waits while another delivery of the activity is at work."""
        while True:
            try:
                return await self._runs.leases.acquire(ref, activity)
            except DeliveryInProgress:
                await asyncio.sleep(_POLL_SECONDS)

    async def _leave(self, active: ActiveRun, _: None) -> None:
        await self._runs.leases.release(active, "activity_ended")

    async def _is_completed(self, ref: RunRef) -> bool:
        run = (await self._runs.conversations.run(ref, ref.run_id)).record
        return run.status == "completed" and run.epoch == ref.epoch

    async def next_turn(self, ref: RunRef, instance_id: str) -> RunRef | None:
        """Starts the next queued turn, to be executed by the same orchestration, whose name is instance_id. Returns the
        turn that an earlier delivery has started, if there is one."""
        active = await self._runs.start_next(ref, instance_id)
        if active is not None:
            self._runs.close(active)
            return active.ref
        lease = await self._runs.lease_store.read(ref.partition)
        if lease is None or lease.record.instance_id != instance_id or lease.record.run_id == ref.run_id:
            return None
        return replace(ref, run_id=lease.record.run_id, epoch=lease.record.epoch)

    async def abandon(self, ref: RunRef, reason: OrcError) -> None:
        """Fails a run whose orchestration could not start or continue. Raises StoreUnavailable when that cannot be
        stored: the activity is then tried again, or recovery takes over."""

        async def nothing(_: ActiveRun) -> None: ...

        async def failed(active: ActiveRun, _: None) -> None:
            await self._worker.fail(active, reason)

        active = await self._acquire(ref, _ABANDON)
        if active is not None:
            await self._worker.supervise(active, nothing, failed)
