"""Recovery: runs whose owner is gone continue from their checkpoints, here or as orchestrations (D-018, D-019)."""

import logging
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from orc.domain import ConversationKey, RunRef
from orc.errors import OrcError, RunLost, SchedulerUnavailable, StoreUnavailable
from orc.runs.active_run import ActiveRun
from orc.runs.lease_manager import LeaseManager
from orc.runs.leases import Lease, LeaseStore
from orc.runs.limits import RunLimits
from orc.runs.scheduler import Scheduler
from orc.runs.store import RunStore
from orc.runs.worker import Worker

if TYPE_CHECKING:
    from orc.graphs.context.state import ConversationState

logger = logging.getLogger(__name__)

_MOST_RECOVERIES = 2
_MOST_EXPIRED = 50
_SOME = 5
_SOME_SECONDS = 30.0


class Recovery:
    """Takes over runs whose lease has expired.

    A request recovers the run that it finds; a starting turn recovers a few runs of all callers; the timer's sweep
    hands all of them to orchestrations. Once closed is set, nothing is recovered any more, because the process is
    shutting down.
    """

    def __init__(
        self, runs: RunStore, leases: LeaseManager, lease_store: LeaseStore, worker: Worker, limits: RunLimits
    ) -> None:
        self._runs = runs
        self._leases = leases
        self._lease_store = lease_store
        self._worker = worker
        self._limits = limits
        self._checked_at: dict[bool, float] = {}
        self.closed = False

    async def recover_conversation(self, key: ConversationKey) -> None:
        """Continues a conversation's expired run, or starts its next queued run, in this process.

        Only a scheduler can tell whether the platform still executes an orchestration. Without one, an orchestration's
        run is left alone for one more lease; an orchestration that returns later finds that the run has another owner.
        """
        stored = None if self.closed else await self._lease_store.read(key.partition)
        if stored is None:
            return
        lease = stored.record
        if lease.expired_for(self._limits.lease_seconds if _is_orchestrated(lease) else 0):
            await self._recover(key, lease)

    async def sweep(self, scheduler: Scheduler) -> None:
        """Hands the expired runs of all callers to orchestrations."""
        if not self.closed:
            await self._recover_each(await self._lease_store.expired(_MOST_EXPIRED), scheduler)

    async def recover_some(self, scheduler: Scheduler | None = None) -> None:
        """Recovers a few expired runs of all callers, here or as orchestrations, at most once in 30 seconds.

        Each starting turn calls this, so a run that nobody asks about does not have to wait for the timer.
        """
        checked_at = self._checked_at.get(scheduler is None)
        if self.closed or (checked_at is not None and time.monotonic() - checked_at < _SOME_SECONDS):
            return
        self._checked_at[scheduler is None] = time.monotonic()
        try:
            expired = await self._lease_store.expired(_MOST_EXPIRED)
        except OrcError as error:
            logger.warning("Expired runs could not be read: %s %s", error.code, error.message)
            return
        recoverable = [each for each in expired if scheduler is not None or not _is_orchestrated(each[1])]
        await self._recover_each(recoverable[:_SOME], scheduler)

    async def _recover_each(
        self, expired: Sequence[tuple[ConversationKey, Lease]], scheduler: Scheduler | None
    ) -> None:
        for key, lease in expired:
            try:
                await self._recover(key, lease, scheduler)
            except OrcError as error:
                logger.warning("A run could not be recovered: %s %s", error.code, error.message)

    async def _recover(self, key: ConversationKey, lease: Lease, scheduler: Scheduler | None = None) -> None:
        """Continues an expired run: as an orchestration if there is a scheduler that can start one, else here."""
        if scheduler is not None and _is_orchestrated(lease):
            instance_id = lease.instance_id or RunRef(*key.partition, lease.run_id, lease.epoch).instance_id
            if await scheduler.is_running(instance_id):
                seconds = self._limits.durable_seconds
                await self._lease_store.change(
                    key.partition, lease.run_id, lambda found: found.renewed(seconds), epoch=lease.epoch
                )
                return
        if lease.run_id:
            active = await self._leases.take_over(key, lease)
        elif (active := await self._runs.start_next(key)) is None:
            await self._lease_store.discard(key.partition)
        if active is None:
            return
        if scheduler is None or active.run.recoveries > _MOST_RECOVERIES or active.lease.cancel_requested:
            self._worker.launch(active, self._remaining_nodes)
            return
        try:
            await self._leases.release(active, "activity_ended")
            await scheduler.schedule(active.ref)
        except (SchedulerUnavailable, StoreUnavailable):  # if it has started, it finds that the run has another owner
            self._leases.close(active)
            retaken = await self._leases.take_over(active.key, replace(active.lease, handed_over=True))
            if retaken is not None:
                self._worker.launch(retaken, self._remaining_nodes)
        else:
            logger.info("Run %s continues as an orchestration", active.run.run_id)
            self._leases.close(active)

    async def _remaining_nodes(self, active: ActiveRun) -> "ConversationState":
        if active.run.recoveries > _MOST_RECOVERIES:
            raise RunLost("This turn was interrupted three times and was not completed. Please ask again.")
        return await self._worker.resume(active)


def _is_orchestrated(lease: Lease) -> bool:
    return lease.durable and not lease.handed_over
