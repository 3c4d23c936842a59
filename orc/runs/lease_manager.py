"""Manages this process's leases of runs: acquired, renewed, taken over from dead workers, and released (D-016)."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import Literal, assert_never

from orc.conversations.records import Run
from orc.conversations.repository import Conversations
from orc.domain import ConversationKey, RunRef
from orc.errors import DeliveryInProgress, ItemChanged, ItemExists, StoreUnavailable
from orc.events.hub import EventHub, RunChannel
from orc.events.log import MOST_UNSTORED, RunEvents, replay, shared_channel
from orc.events.types import StatusChange, StepThinking, Token
from orc.items import new_id
from orc.ports import ItemStore, Replace
from orc.runs.active_run import ActiveRun
from orc.runs.leases import Lease, LeaseStore, put_lease
from orc.runs.limits import RunLimits
from orc.watch.watcher import Watcher

_TRY_AGAIN_SECONDS = 0.5


type ReleaseReason = Literal["activity_ended", "activity_failed", "handed_over", "end_not_stored"]


class LeaseManager:
    """Acquires, renews and releases the leases of the runs that this process executes, which are active_runs.

    pending_changes are releases that the store has refused so far; they are retried until the lease expires.
    """

    def __init__(
        self,
        items: ItemStore,
        conversations: Conversations,
        lease_store: LeaseStore,
        hub: EventHub,
        limits: RunLimits,
        watcher: Watcher,
    ) -> None:
        self._items = items
        self._conversations = conversations
        self._lease_store = lease_store
        self._hub = hub
        self._limits = limits
        self._watcher = watcher
        self.active_runs: set[ActiveRun] = set()
        self.pending_changes: set[asyncio.Task[None]] = set()

    def activate(self, key: ConversationKey, run: Run, etag: str, lease: Lease, channel: RunChannel) -> ActiveRun:
        """Creates the active run for this process, under a lease that starts now."""
        events = RunEvents(self._items, key.partition, run.run_id, channel, next_seq=channel.next_seq)
        events.lease_expires_at = time.monotonic() + self._limits.lease_seconds
        plain = ConversationKey(*key.partition)  # a RunRef, which equals no key, identifies a conversation too
        return ActiveRun(plain, run, etag, lease, channel, events)

    async def acquire(self, ref: RunRef, activity: str) -> ActiveRun | None:
        """Acquires a run for one delivery of an orchestration's activity.

        Returns None when the run has ended or has another owner. Raises DeliveryInProgress while another delivery of
        the same activity is at work. When the store fails, the activity is left to the next delivery.
        """
        stored = await self._conversations.run(ref, ref.run_id)
        if stored.record.status != "in_progress" or stored.record.epoch != ref.epoch:
            return None
        requested_at, restarted, delivery = time.monotonic(), False, new_id("delivery")

        def claimed(lease: Lease) -> Lease:
            nonlocal restarted
            restarted = activity in lease.activities
            if lease.is_claimed(activity):
                raise DeliveryInProgress("Another delivery of the activity is at work.")
            return lease.claimed(self._limits.lease_seconds, activity, delivery)

        try:
            lease = await self._lease_store.change(ref.partition, ref.run_id, claimed, epoch=ref.epoch)
            channel = await shared_channel(self._items, ref.partition, self._hub) if lease else None
        except StoreUnavailable:  # the claim may have been stored anyway

            def unclaimed(lease: Lease) -> Lease | None:
                return lease.activity_failed(activity, delivery, restarts=restarted)

            await self._retry_in_background(
                lambda: self._lease_store.change(ref.partition, ref.run_id, unclaimed, epoch=ref.epoch)
            )
            raise
        if lease is None or channel is None:
            return None
        active = self.activate(ref, stored.record, stored.etag, lease, channel)
        active.events.lease_expires_at = requested_at + self._limits.lease_seconds
        active.activity, active.delivery, active.restarted = activity, delivery, restarted
        return active

    async def take_over(self, key: ConversationKey, lost: Lease) -> ActiveRun | None:
        """Takes a run over from an owner whose lease has expired, and logs `recovered`: clients drop what they show of
        the answer. They keep it if the run is only taken over to be cancelled. Returns None when another process was
        faster."""
        stored = await self._conversations.run(key, lost.run_id)
        run = stored.record
        if run.status != "in_progress" or run.epoch != lost.epoch:
            return None
        run = replace(run, epoch=run.epoch + 1, recoveries=run.recoveries + (0 if lost.handed_over else 1))
        lease = replace(
            Lease.of(run.run_id, self._limits.lease_seconds, epoch=run.epoch), cancel_requested=lost.cancel_requested
        )
        pages = replay(self._items, key.partition, run.first_seq - 1)
        log = [logged async for page in pages for logged in page]
        active = self.activate(key, run, "", lease, RunChannel(log[-1].seq + 1))
        recovered = "Another process has taken this turn over. Its answer is sent again from the start."
        # A client may have seen sequence numbers of tokens that were lost, and would not ask for other events with
        # them.
        stages = [each.event.stage for each in log if isinstance(each.event, StepThinking)]
        may_be_seen = not lost.handed_over and "answering" in stages
        placeholders = [Token("")] * MOST_UNSTORED if may_be_seen else []
        notices = [] if may_be_seen and lost.cancel_requested else [StatusChange("recovered", recovered)]
        try:
            [active.etag, _] = await active.events.append(
                *placeholders, *notices, writes=[Replace(run.to_item(), stored.etag), put_lease(lease)]
            )
        except (ItemChanged, ItemExists):
            return None
        self._hub.add(active.partition, active.channel)
        if not lost.handed_over:
            self._watcher.recovered(key)
        return active

    async def renew(self, active: ActiveRun) -> bool:
        """Renews the lease. Returns False when the run has another owner."""
        requested_at = time.monotonic()
        lease = await self._change(active, lambda lease: lease.renewed(self._limits.lease_seconds, active.activity))
        if lease is not None:
            active.lease = lease
            active.events.lease_expires_at = requested_at + self._limits.lease_seconds
        return lease is not None

    async def poll(self, active: ActiveRun) -> bool:
        """Reads the lease, which carries requests to the owner such as a cancellation. Returns False when the run has
        another owner."""
        stored = await self._lease_store.read(active.partition)
        if stored is None or (stored.record.run_id, stored.record.epoch) != (active.run.run_id, active.run.epoch):
            return False
        active.lease = stored.record
        return True

    async def release(self, active: ActiveRun, reason: ReleaseReason) -> None:
        """Releases the lease.

        - activity_ended: the orchestration keeps the run until its next activity.
        - activity_failed: the activity's next delivery begins at once. Retried in the background.
        - handed_over: any worker takes the run over at once.
        - end_not_stored: as handed_over, once the store allows it. Retried in the background.
        """
        match reason:
            case "activity_ended":
                await self._change(
                    active, lambda lease: lease.activity_ended(active.activity, self._limits.durable_seconds)
                )
            case "activity_failed":
                if (activity := active.activity) is not None:
                    await self._retry_in_background(
                        lambda: self._change(
                            active, lambda lease: lease.activity_failed(activity, active.delivery, restarts=True)
                        )
                    )
            case "handed_over":
                await self._change(active, lambda lease: replace(lease.renewed(0, active.activity), handed_over=True))
            case "end_not_stored":
                # Clients may have seen sequence numbers that are not stored, so this is not an orderly hand-over.
                orderly = not active.events.sent_unstored
                await self._retry_in_background(
                    lambda: self._change(
                        active,
                        lambda lease: replace(lease.renewed(0, active.activity), durable=False, handed_over=orderly),
                    )
                )
            case _:
                assert_never(reason)

    async def release_unconfirmed(self, key: ConversationKey, run_id: str) -> None:
        """Releases a run that was stored without confirmation, so that no worker owns it. Retried in the background."""
        await self._retry_in_background(lambda: self._lease_store.change(key.partition, run_id, Lease.released))

    async def request_cancel(self, key: ConversationKey, run_id: str) -> bool:
        """Asks the owner of a run, in whichever process, to cancel it. Returns False when the run has ended."""
        lease = await self._lease_store.change(
            key.partition, run_id, lambda lease: replace(lease, cancel_requested=True)
        )
        for active in list(self.active_runs):  # two callers may choose the same client_message_id, so the same run_id
            if (active.partition, active.run.run_id) == (key.partition, run_id):
                active.stop("cancelled")
        return lease is not None

    async def interrupt(self, key: ConversationKey, run_id: str) -> None:
        """As request_cancel, retried in the background."""
        await self._retry_in_background(lambda: self.request_cancel(key, run_id))

    def close(self, active: ActiveRun) -> None:
        """Ends the channel of a run that this process no longer executes."""
        self._hub.remove(active.partition, active.channel)

    async def _retry_in_background(self, change: Callable[[], Awaitable[object]]) -> None:
        """Changes a lease now or, while the store is unavailable, in the background until the lease has expired."""

        async def retry() -> None:
            deadline = time.monotonic() + self._limits.lease_seconds
            while time.monotonic() < deadline:
                await asyncio.sleep(_TRY_AGAIN_SECONDS)
                with suppress(StoreUnavailable):
                    await change()
                    return

        try:
            await change()
        except StoreUnavailable:
            task = asyncio.create_task(retry())
            self.pending_changes.add(task)
            task.add_done_callback(self.pending_changes.discard)

    async def _change(self, active: ActiveRun, edit: Callable[[Lease], Lease | None]) -> Lease | None:
        return await self._lease_store.change(active.partition, active.run.run_id, edit, epoch=active.run.epoch)
