"""The activities of a Durable orchestration: each acquires a stored run, executes a part of it and releases it.

Activities are idempotent under repeated and concurrent delivery (D-021, D-022).
"""

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from orc.conversations.repository import Conversations
from orc.domain import RunRef
from orc.errors import DeliveryInProgress, OrcError
from orc.graphs.node_names import COMMIT, QUERY_PLANNER
from orc.runs.active_run import ActiveRun
from orc.runs.lease_manager import LeaseManager
from orc.runs.leases import LeaseStore
from orc.runs.store import RunStore
from orc.runs.worker import Worker

if TYPE_CHECKING:  # imported by the first turn
    from orc.graphs.planning.plan import FanOut

_ABANDON = "abandon_turn"
_POLL_SECONDS = 0.2


class Activities:
    """One method for each activity."""

    def __init__(
        self,
        runs: RunStore,
        leases: LeaseManager,
        lease_store: LeaseStore,
        conversations: Conversations,
        worker: Worker,
        *,
        parallel_steps: int,
    ) -> None:
        self._runs = runs
        self._leases = leases
        self._lease_store = lease_store
        self._conversations = conversations
        self._worker = worker
        self._parallel_steps = parallel_steps

    async def plan(self, ref: RunRef) -> "FanOut | None":
        """Executes the planner. Returns the steps that can be separate activities, or None when the run has ended or
        has another owner."""
        from orc.graphs.planning.plan import fan_out
        from orc.graphs.turn import load_turn

        planned: list[FanOut] = []

        async def work(active: ActiveRun) -> None:
            update = await self._worker.checkpoint_node(active, QUERY_PLANNER)
            steps = load_turn(active.run, {QUERY_PLANNER: update}).workflow_plan
            planned.append(fan_out(steps, parallel=self._parallel_steps))

        active = await self._acquire(ref, QUERY_PLANNER)
        ours = active is not None and await self._worker.supervise(active, work, self._release)
        return planned[0] if ours else None

    async def run_step(self, ref: RunRef, number: int) -> bool:
        """Executes one step of the plan in parallel with others. Returns False when the run has ended or has another
        owner.

        The node that would use the results handles a cancellation.
        """

        active = await self._acquire(ref, f"step-{number}")
        if active is None:
            return False
        active.is_part = True
        ended = await self._worker.supervise(
            active, lambda run: self._worker.checkpoint_step(run, number), self._release
        )
        return ended or active.stopping == "cancelled"

    async def run_node(self, ref: RunRef, node: str) -> bool:
        """Executes one node or the commit. Returns False when the run has ended, also by a failure of this node, or has
        another owner."""

        active = await self._acquire(ref, node)
        if active is None:
            if node != COMMIT:
                return False
            run = (await self._conversations.run(ref, ref.run_id)).record
            return run.status == "completed" and run.epoch == ref.epoch
        if node == COMMIT:
            return await self._worker.supervise(active, self._worker.state_of, self._worker.commit)
        return await self._worker.supervise(active, lambda run: self._worker.checkpoint_node(run, node), self._release)

    async def _acquire(self, ref: RunRef, activity: str) -> ActiveRun | None:
        """Waits while another delivery of the activity is at work."""
        while True:
            try:
                return await self._leases.acquire(ref, activity)
            except DeliveryInProgress:
                await asyncio.sleep(_POLL_SECONDS)

    async def _release(self, active: ActiveRun, _: object) -> None:
        await self._leases.release(active, "activity_ended")

    async def next_turn(self, ref: RunRef, instance_id: str) -> RunRef | None:
        """Starts the next queued turn, to be executed by the same orchestration, whose name is instance_id. Returns the
        turn that an earlier delivery has started, if there is one."""
        active = await self._runs.start_next(ref, instance_id)
        if active is not None:
            self._leases.close(active)
            return active.ref
        lease = await self._lease_store.read(ref.partition)
        if lease is None or lease.record.instance_id != instance_id or lease.record.run_id == ref.run_id:
            return None
        return replace(ref, run_id=lease.record.run_id, epoch=lease.record.epoch)

    async def abandon(self, ref: RunRef, reason: OrcError) -> None:
        """Fails a run whose orchestration could not start or continue. Raises StoreUnavailable if that cannot be
        stored; then the activity is retried, or recovery takes over."""

        async def nothing(_: ActiveRun) -> None: ...

        async def failed(active: ActiveRun, _: None) -> None:
            await self._worker.fail(active, reason)

        active = await self._acquire(ref, _ABANDON)
        if active is not None:
            await self._worker.supervise(active, nothing, failed)
