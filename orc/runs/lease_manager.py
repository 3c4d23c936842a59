"""How workers hold runs: each takes a run up from the store, keeps its lease, and leaves it to others or to nobody."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace

from orc.conversations.records import Run, partition_of
from orc.conversations.repository import Conversations
from orc.domain import Caller
from orc.errors import ItemChanged, ItemExists, StoreUnavailable
from orc.events.hub import EventHub, LoggedEvent, RunChannel
from orc.events.log import MOST_UNSTORED, RunEvents, replay, shared_channel
from orc.events.types import StatusChange, StepThinking, Token
from orc.items import new_id
from orc.limits import RunLimits
from orc.ports import ItemStore, Replace
from orc.runs.active_run import ActiveRun
from orc.runs.leases import Lease, LeaseStore, put_lease

_TRY_AGAIN_SECONDS = 0.5


class LeaseManager:
    """The hold of this process on runs. pending_changes are the changes of leases that it makes as soon as the store lets
    it."""

    def __init__(
        self, items: ItemStore, conversations: Conversations, leases: LeaseStore, hub: EventHub, limits: RunLimits
    ) -> None:
        self._items = items
        self._conversations = conversations
        self._leases = leases
        self._hub = hub
        self._limits = limits
        self.pending_changes: set[asyncio.Task[None]] = set()

    def activate(self, caller: Caller, run: Run, etag: str, lease: Lease, channel: RunChannel) -> ActiveRun:
        """A run that this process has just taken in hand, by a lease that begins now."""
        partition = partition_of(caller, run.conversation_id)
        events = RunEvents(self._items, partition, run.run_id, channel, next_seq=channel.next_seq)
        events.lease_expires_at = time.monotonic() + self._limits.lease_seconds
        return ActiveRun(caller, run, etag, lease, channel, events)

    async def acquire(
        self, caller: Caller, conversation_id: str, run_id: str, epoch: int, activity: str
    ) -> ActiveRun | None:
        """Takes up a run that an orchestration has in hand; None when it is over, or another worker's by now, and
        ItemExists while another delivery of the same activity is at work. A delivery that fails here leaves the
        activity to the next one."""
        stored = await self._conversations.run(caller, conversation_id, run_id)
        if stored.record.status != "in_progress" or stored.record.epoch != epoch:
            return None
        partition = partition_of(caller, conversation_id)
        asked, restarted, delivery = time.monotonic(), False, new_id("delivery")

        def claimed(lease: Lease) -> Lease:
            nonlocal restarted
            restarted = activity in lease.activities
            if lease.is_claimed(activity):
                raise ItemExists("Another delivery of the activity is at work.")
            return lease.claimed(self._limits.lease_seconds, activity, delivery)

        try:
            lease = await self._leases.change(partition, run_id, claimed, epoch=epoch)
            channel = await shared_channel(self._items, partition, self._hub) if lease else None
        except StoreUnavailable:  # the lease may have been taken all the same

            def left(lease: Lease) -> Lease | None:
                return lease.activity_failed(activity, delivery, anew=restarted)

            await self.retry_in_background(lambda: self._leases.change(partition, run_id, left, epoch=epoch))
            raise
        if lease is None or channel is None:
            return None
        active = self.activate(caller, stored.record, stored.etag, lease, channel)
        active.events.lease_expires_at = asked + self._limits.lease_seconds
        active.activity, active.delivery, active.restarted = activity, delivery, restarted
        return active

    async def take_over(self, caller: Caller, conversation_id: str, lost: Lease) -> ActiveRun | None:
        """Takes a run whose lease ran out from its worker; None when somebody else was faster. What listens is told,
        and that the answer begins anew."""
        stored = await self._conversations.run(caller, conversation_id, lost.run_id)
        run = stored.record
        if run.status != "in_progress" or run.epoch != lost.epoch:
            return None
        run = replace(run, epoch=run.epoch + 1, recoveries=run.recoveries + (0 if lost.handed_over else 1))
        lease = replace(
            Lease.of(run.run_id, self._limits.lease_seconds, epoch=run.epoch), cancel_requested=lost.cancel_requested
        )
        log = await self._log(caller, run)
        active = self.activate(caller, run, "", lease, RunChannel(log[-1].seq + 1))
        told = StatusChange("recovered", "Another worker goes on with this turn. Its answer is sent from the start.")
        # A client may have seen the numbers of tokens that were lost: other events with them it would not ask for.
        may_be_seen = not lost.handed_over and any(map(_begins_the_answer, log))
        seen = [Token("")] * MOST_UNSTORED if may_be_seen else []
        try:
            [active.etag, _] = await active.events.append(
                *seen, told, writes=[Replace(run.to_item(), stored.etag), put_lease(lease)]
            )
        except (ItemChanged, ItemExists):
            return None
        self._hub.add(active.partition, active.channel)
        return active

    async def _log(self, caller: Caller, run: Run) -> list[LoggedEvent]:
        """What is stored of a run that has begun, from its first event on."""
        stored = replay(self._items, partition_of(caller, run.conversation_id), run.first_seq - 1)
        return [event async for events in stored for event in events]

    async def renew(self, active: ActiveRun) -> bool:
        """Holds the run for another while. False when it is another worker's by now."""
        asked = time.monotonic()
        lease = await self._change(active, lambda lease: lease.renewed(self._limits.lease_seconds, active.activity))
        if lease is not None:
            active.lease = lease
            active.events.lease_expires_at = asked + self._limits.lease_seconds
        return lease is not None

    async def poll(self, active: ActiveRun) -> bool:
        """Learns what was asked of the run's worker. False when the run is another's by now."""
        stored = await self._leases.read(active.partition)
        if stored is None or (stored.record.run_id, stored.record.epoch) != (active.run.run_id, active.run.epoch):
            return False
        active.lease = stored.record
        return True

    async def hand_over(self, active: ActiveRun) -> None:
        """Lets another worker have the run at once."""
        await self._change(active, lambda lease: replace(lease.renewed(0, active.activity), handed_over=True))

    async def leave(self, active: ActiveRun) -> None:
        """Lets another worker have a run whose end could not be stored, as soon as the store lets it. Who listens may
        have seen the numbers of tokens that are not stored: then the run is no orderly hand-over."""
        orderly = not active.events.sent_unstored

        def left(lease: Lease) -> Lease:
            return replace(lease.renewed(0, active.activity), durable=False, handed_over=orderly)

        await self.retry_in_background(lambda: self._change(active, left))

    async def between_activities(self, active: ActiveRun) -> None:
        """Holds the run for its orchestration until that comes to the next activity."""
        await self._change(active, lambda lease: lease.activity_ended(active.activity, self._limits.durable_seconds))

    async def break_off(self, active: ActiveRun) -> None:
        """Lets the next delivery of the run's activity begin at once."""
        if (activity := active.activity) is not None:
            await self.retry_in_background(
                lambda: self._change(active, lambda lease: lease.activity_failed(activity, active.delivery, anew=True))
            )

    async def retry_in_background(self, change: Callable[[], Awaitable[object]]) -> None:
        """Makes a change of a lease now, or when the store is back. Who waits for it waits at most for the lease."""
        try:
            await change()
        except StoreUnavailable:
            task = asyncio.create_task(self._retry(change))
            self.pending_changes.add(task)
            task.add_done_callback(self.pending_changes.discard)

    async def _retry(self, change: Callable[[], Awaitable[object]]) -> None:
        deadline = time.monotonic() + self._limits.lease_seconds
        while time.monotonic() < deadline:
            await asyncio.sleep(_TRY_AGAIN_SECONDS)
            with suppress(StoreUnavailable):
                await change()
                return

    async def _change(self, active: ActiveRun, edit: Callable[[Lease], Lease | None]) -> Lease | None:
        return await self._leases.change(active.partition, active.run.run_id, edit, epoch=active.run.epoch)


def _begins_the_answer(event: LoggedEvent) -> bool:
    return event.type == StepThinking.type and event.data["stage"] == "answering"
