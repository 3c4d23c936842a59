"""Recovery: runs whose owner is gone continue from their checkpoints, here or as orchestrations."""

import logging
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from orc.domain import ConversationKey, RunRef
from orc.errors import OrcError, RunLost, StoreUnavailable
from orc.runs.active_run import ActiveRun
from orc.runs.leases import Lease
from orc.runs.scheduler import Scheduler
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
    """Takes over runs whose lease has expired.

    A request recovers the run that it meets; a starting turn sweeps a few of all callers; the timer hands all of them
    to orchestrations.
    """

    def __init__(self, runs: RunStore, worker: Worker) -> None:
        self._runs = runs
        self._worker = worker
        self._swept: dict[bool, float] = {}

    async def recover_conversation(self, key: ConversationKey) -> None:
        """Continues a conversation's expired run, or starts its next queued run, in this process.

        Only a scheduler can tell whether the platform still executes an orchestration. Without one, an orchestration's
        run is left alone for one more lease; an orchestration that returns later finds that the run has another owner.
        """
        stored = await self._runs.lease_store.read(key.partition)
        if stored is None:
            return
        lease = stored.record
        if lease.expired_for(self._runs.limits.lease_seconds if _is_orchestrated(lease) else 0):
            await self._continue_here(key, lease)

    async def recover(self, scheduler: Scheduler) -> None:
        """Hands the expired runs of all callers to orchestrations."""
        await self._recover_each(await self._runs.lease_store.expired(_AT_ONCE), scheduler)

    async def sweep(self, scheduler: Scheduler | None = None) -> None:
        """Recovers a few expired runs of all callers, at most once in 30 seconds.

        Each starting turn calls this, so a run that nobody asks about does not have to wait for the timer.
        """
        swept = self._swept.get(scheduler is None)
        if swept is not None and time.monotonic() - swept < _SWEEP_SECONDS:
            return
        self._swept[scheduler is None] = time.monotonic()
        try:
            stale = await self._runs.lease_store.expired(_AT_ONCE)
        except OrcError as error:
            logger.warning("Expired runs could not be read: %s %s", error.code, error.message)
            return
        left = [each for each in stale if scheduler is not None or not _is_orchestrated(each[1])]
        await self._recover_each(left[:_SWEPT_AT_ONCE], scheduler)

    async def _recover_each(self, left: Sequence[tuple[ConversationKey, Lease]], scheduler: Scheduler | None) -> None:
        for key, lease in left:
            try:
                if scheduler is None:
                    await self._continue_here(key, lease)
                else:
                    await self._recover(key, lease, scheduler)
            except OrcError as error:
                logger.warning("A run could not be recovered: %s %s", error.code, error.message)

    async def _continue_here(self, key: ConversationKey, lease: Lease) -> None:
        active = await self._take_over(key, lease)
        if active is not None:
            self._worker.launch(active, self._remaining_nodes)

    async def _recover(self, key: ConversationKey, lease: Lease, scheduler: Scheduler) -> None:
        instance_id = lease.instance_id or RunRef(*key.partition, lease.run_id, lease.epoch).instance_id
        if _is_orchestrated(lease) and await scheduler.is_running(instance_id):
            seconds = self._runs.limits.durable_seconds
            await self._runs.lease_store.change(
                key.partition, lease.run_id, lambda found: found.renewed(seconds), epoch=lease.epoch
            )
            return None
        active = await self._take_over(key, lease)
        if active is None:
            return None
        if active.run.recoveries > _MOST_RECOVERIES or active.lease.cancel_requested:
            return self._worker.launch(active, self._remaining_nodes)
        try:
            await self._runs.leases.release(active, "activity_ended")
            await scheduler.schedule(active.ref)
        except StoreUnavailable:
            await self._reclaim(active)
        else:
            logger.info("Run %s continues as an orchestration", active.run.run_id)
            self._runs.close(active)
        return None

    async def _reclaim(self, scheduled: ActiveRun) -> None:
        """Takes a run back whose orchestration may have started: that one finds that the run has another owner."""
        self._runs.close(scheduled)
        lease = replace(scheduled.lease, handed_over=True)
        active = await self._runs.leases.take_over(scheduled.key, lease)
        if active is not None:
            self._worker.launch(active, self._remaining_nodes)

    async def _take_over(self, key: ConversationKey, lease: Lease) -> ActiveRun | None:
        if lease.run_id:
            return await self._runs.leases.take_over(key, lease)
        active = await self._runs.start_next(key)
        if active is None:
            await self._runs.lease_store.discard(key.partition)
        return active

    async def _remaining_nodes(self, active: ActiveRun) -> "ConversationState":
        if active.run.recoveries > _MOST_RECOVERIES:
            raise RunLost("This turn was interrupted three times and was not completed. Please ask again.")
        return await self._worker.resume(active)


def _is_orchestrated(lease: Lease) -> bool:
    return lease.durable and not lease.handed_over
