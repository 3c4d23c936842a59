"""A run in the hands of this process."""

import asyncio
from dataclasses import dataclass
from typing import Any, Literal

from orc.conversations.records import Conversation, Run, partition_of
from orc.domain import Caller
from orc.errors import OrcError, StoreUnavailable
from orc.events.hub import RunChannel
from orc.events.log import RunEvents
from orc.items import Stored
from orc.ports import PartitionKey
from orc.runs.leases import Lease


@dataclass(slots=True, eq=False)
class ActiveRun:
    """A run that this process works on: its record, the ETag of it, and where its events go. conversation is as the
    run left it, when that is known; successor_waits, once the run is over, for their turn. stopping is why its work was
    ended before its time.

    activity is that of an orchestration which has the run in hand, by this delivery of it; restarted, that an earlier
    one died.
    is_part: others have other parts of the run in hand at the same time, so that its end is not told here."""

    caller: Caller
    run: Run
    etag: str
    lease: Lease
    channel: RunChannel
    events: RunEvents
    conversation: Stored[Conversation] | None = None
    successor_waits: bool = False
    work: asyncio.Task[Any] | None = None
    stopping: Literal["cancelled", "lost", "handed_over"] | None = None
    activity: str | None = None
    delivery: str = ""
    restarted: bool = False
    is_part: bool = False

    @property
    def partition(self) -> PartitionKey:
        return partition_of(self.caller, self.run.conversation_id)

    def is_retried_after(self, error: OrcError) -> bool:
        """Whether the orchestration is to deliver the activity again: not with tokens that are sent and not stored."""
        outage = isinstance(error, StoreUnavailable) and not self.events.sent_unstored
        return self.is_part or (self.activity is not None and outage)

    def stop(self, why: Literal["cancelled", "lost", "handed_over"]) -> None:
        """Ends the work, and with it the model's or the tool's call, wherever it is."""
        if self.stopping is None and self.work is not None and not self.work.done():
            self.stopping = why
            self.work.cancel()
