"""Finds runs whose worker is gone, and has another go on from their checkpoints."""

import logging
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from orc.conversations.records import partition_of
from orc.domain import Caller
from orc.errors import OrcError, RunLost, StoreUnavailable
from orc.ports import PartitionKey
from orc.runs.active_run import ActiveRun
from orc.runs.leases import Lease
from orc.runs.scheduler import RunRef, Scheduler
from orc.runs.store import RunStore
from orc.runs.worker import Worker

if TYPE_CHECKING:
    from orc.graphs.context.state import ConversationState

logger = logging.getLogger(__name__)

_MOST_RECOVERIES = 2
_AT_ONCE = 50
_SWEEP_SECONDS = 30.0
_SWEPT_AT_ONCE = 5


class Recovery:
    """Takes over runs whose lease ran out: one that a request meets, and some of all callers as a turn starts, for this
    process; all of them, for orchestrations, when the timer fires."""

    def __init__(self, runs: RunStore, worker: Worker) -> None:
        self._runs = runs
        self._worker = worker
        self._swept: dict[bool, float] = {}

    async def recover_conversation(self, caller: Caller, conversation_id: str) -> None:
        """Goes on here with a run that was left, or with the one that waits for nothing any more.

        Whether the platform still has an orchestration in hand only a scheduler can tell. Without one, its run is left
        to it for another lease; if it comes back later all the same, it finds the run another's.
        """
        stored = await self._runs.lease_store.read(partition_of(caller, conversation_id))
        if stored is None:
            return
        lease = stored.record
        if lease.expired_for(self._runs.limits.lease_seconds if _is_orchestrated(lease) else 0):
            await self._continue_here(caller, conversation_id, lease)

    async def recover(self, scheduler: Scheduler) -> None:
        """Hands all runs that were left, of all callers, to orchestrations."""
        await self._recover_each(await self._runs.lease_store.stale(_AT_ONCE), scheduler)

    async def sweep(self, scheduler: Scheduler | None = None) -> None:
        """Recovers a few runs that were left, of all callers, unless that was done a short while ago. A turn asks for
        this as it starts, so that a run that nobody looks at need not wait for the timer."""
        swept = self._swept.get(scheduler is None)
        if swept is not None and time.monotonic() - swept < _SWEEP_SECONDS:
            return
        self._swept[scheduler is None] = time.monotonic()
        try:
            stale = await self._runs.lease_store.stale(_AT_ONCE)
        except OrcError as error:
            logger.warning("What was left could not be looked for: %s %s", error.code, error.message)
            return
        left = [each for each in stale if scheduler is not None or not _is_orchestrated(each[1])]
        await self._recover_each(left[:_SWEPT_AT_ONCE], scheduler)

    async def _recover_each(self, left: Sequence[tuple[PartitionKey, Lease]], scheduler: Scheduler | None) -> None:
        for partition, lease in left:
            organization_id, user_id, conversation_id = partition
            try:
                if scheduler is None:
                    await self._continue_here(Caller(organization_id, user_id), conversation_id, lease)
                else:
                    await self._recover(partition, lease, scheduler)
            except OrcError as error:
                logger.warning("A run could not be recovered: %s %s", error.code, error.message)

    async def _continue_here(self, caller: Caller, conversation_id: str, lease: Lease) -> None:
        active = await self._take_over(caller, conversation_id, lease)
        if active is not None:
            self._worker.launch(active, self._remaining_nodes)

    async def _recover(self, partition: PartitionKey, lease: Lease, scheduler: Scheduler) -> None:
        organization_id, user_id, conversation_id = partition
        lost = RunRef(organization_id, user_id, conversation_id, lease.run_id, lease.epoch)
        instance_id = lease.instance_id or lost.instance_id
        if _is_orchestrated(lease) and await scheduler.is_running(instance_id):
            seconds = self._runs.limits.durable_seconds
            await self._runs.lease_store.change(
                partition, lease.run_id, lambda found: found.renewed(seconds), epoch=lease.epoch
            )
            return None
        active = await self._take_over(lost.caller, conversation_id, lease)
        if active is None:
            return None
        if active.run.recoveries > _MOST_RECOVERIES or active.lease.cancel_requested:
            return self._worker.launch(active, self._remaining_nodes)
        try:
            await self._runs.leases.release(active, "activity_ended")
            await scheduler.schedule(RunRef.of(active))
        except StoreUnavailable:
            await self._reclaim(active)
        else:
            logger.info("Run %s goes on as an orchestration", active.run.run_id)
            self._runs.close(active)
        return None

    async def _reclaim(self, scheduled: ActiveRun) -> None:
        """Goes on with a run whose orchestration may have begun all the same: that one finds the run another's."""
        self._runs.close(scheduled)
        lease = replace(scheduled.lease, handed_over=True)
        active = await self._runs.leases.take_over(scheduled.caller, scheduled.run.conversation_id, lease)
        if active is not None:
            self._worker.launch(active, self._remaining_nodes)

    async def _take_over(self, caller: Caller, conversation_id: str, lease: Lease) -> ActiveRun | None:
        if lease.run_id:
            return await self._runs.leases.take_over(caller, conversation_id, lease)
        active = await self._runs.start_next(caller, conversation_id)
        if active is None:
            await self._runs.lease_store.discard(partition_of(caller, conversation_id))
        return active

    async def _remaining_nodes(self, active: ActiveRun) -> "ConversationState":
        if active.run.recoveries > _MOST_RECOVERIES:
            raise RunLost("The workers of this turn died one after the other. Please ask again.")
        return await self._worker.resume(active)


def _is_orchestrated(lease: Lease) -> bool:
    return lease.durable and not lease.handed_over
