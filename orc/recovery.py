"""Finds runs whose worker is gone, and has another go on from their checkpoints."""

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from orc.domain import Caller
from orc.errors import OrcError, RunLost, StoreUnavailable
from orc.leases import Lease
from orc.open_run import OpenRun
from orc.ports import PartitionKey
from orc.records import partition_of
from orc.runs import Runs
from orc.turn_ref import Scheduler, TurnRef
from orc.worker import Worker

if TYPE_CHECKING:
    from orc.graphs.state import ConversationState

logger = logging.getLogger(__name__)

_MOST_RECOVERIES = 2
_AT_ONCE = 50


class Recovery:
    """Takes over runs: for this process when a request meets one, for orchestrations when the timer does."""

    def __init__(self, runs: Runs, worker: Worker) -> None:
        self._runs = runs
        self._worker = worker

    async def revive(self, caller: Caller, conversation_id: str) -> None:
        """Goes on here with a run that was left, or with the one that waits for nothing any more. A run of an
        orchestration is left to the timer, which can tell whether the platform still has it in hand."""
        stored = await self._runs.leases.read(partition_of(caller, conversation_id))
        if stored is None or not stored.record.is_stale or stored.record.durable:
            return
        opened = await self._take(caller, conversation_id, stored.record)
        if opened is not None:
            self._worker.launch(opened, self._rest)

    async def recover(self, scheduler: Scheduler) -> None:
        """Hands all runs that were left, of all callers, to orchestrations."""
        for partition, lease in await self._runs.leases.stale(_AT_ONCE):
            try:
                await self._recover(partition, lease, scheduler)
            except OrcError as error:
                logger.warning("A run could not be recovered: %s %s", error.code, error.message)

    async def _recover(self, partition: PartitionKey, lease: Lease, scheduler: Scheduler) -> None:
        organization_id, user_id, conversation_id = partition
        lost = TurnRef(organization_id, user_id, conversation_id, lease.run_id, lease.epoch)
        instance_id = lease.instance_id or lost.instance_id
        if lease.durable and not lease.handed_over and await scheduler.is_running(instance_id):
            seconds = self._runs.limits.durable_seconds
            await self._runs.leases.change(
                partition, lease.run_id, lambda found: found.renewed(seconds), epoch=lease.epoch
            )
            return None
        opened = await self._take(lost.caller, conversation_id, lease)
        if opened is None:
            return None
        if opened.run.recoveries > _MOST_RECOVERIES or opened.lease.cancel_requested:
            return self._worker.launch(opened, self._rest)
        try:
            await self._runs.holding.between_activities(opened)
            await scheduler.schedule(TurnRef.of(opened))
        except StoreUnavailable:
            await self._go_on_here(opened)
        else:
            logger.info("Run %s goes on as an orchestration", opened.run.run_id)
            self._runs.close(opened)
        return None

    async def _go_on_here(self, scheduled: OpenRun) -> None:
        """Goes on with a run whose orchestration may have begun all the same: that one finds the run another's."""
        self._runs.close(scheduled)
        lease = replace(scheduled.lease, handed_over=True)
        opened = await self._runs.holding.take_over(scheduled.caller, scheduled.run.conversation_id, lease)
        if opened is not None:
            self._worker.launch(opened, self._rest)

    async def _take(self, caller: Caller, conversation_id: str, lease: Lease) -> OpenRun | None:
        if lease.run_id:
            return await self._runs.holding.take_over(caller, conversation_id, lease)
        opened = await self._runs.begin_next(caller, conversation_id)
        if opened is None:
            await self._runs.leases.discard(partition_of(caller, conversation_id))
        return opened

    async def _rest(self, opened: OpenRun) -> "ConversationState":
        if opened.run.recoveries > _MOST_RECOVERIES:
            raise RunLost("The workers of this turn died one after the other. Please ask again.")
        return await self._worker.resume(opened)
