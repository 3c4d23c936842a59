"""A run that this process executes."""

import asyncio
from dataclasses import dataclass, field
from typing import Any, Literal

from orc.conversations.records import Conversation, Run
from orc.domain import ConversationKey, RunRef, TokenUsage
from orc.errors import OrcError, StoreUnavailable
from orc.events.hub import RunChannel
from orc.events.log import RunEvents
from orc.items import Stored
from orc.ports import PartitionKey
from orc.runs.leases import Lease


@dataclass(slots=True, eq=False)
class ActiveRun:
    """A run that this process executes: its record with the ETag, its lease, and the writer of its events. conversation
    is its state after the run's end, if known; successor_waits says whether a queued run follows. stopping is the
    reason if the work was ended early. activity and delivery are those of the orchestration's activity that has
    acquired the run, if any; restarted says whether an earlier delivery of it died. is_part: other activities execute
    other parts of the run at the same time, so this one does not report its end. calls are as in Subject."""

    key: ConversationKey
    run: Run
    etag: str
    lease: Lease
    channel: RunChannel
    events: RunEvents
    conversation: Stored[Conversation] | None = None
    successor_waits: bool = False
    work: asyncio.Task[Any] | None = None
    stopping: Literal["cancelled", "lost", "handed_over", "erased"] | None = None
    activity: str | None = None
    delivery: str = ""
    restarted: bool = False
    is_part: bool = False
    calls: list[TokenUsage] = field(default_factory=list)

    @property
    def partition(self) -> PartitionKey:
        return self.key.partition

    @property
    def ref(self) -> RunRef:
        return RunRef(*self.key.partition, self.run.run_id, self.run.epoch)

    def is_retried_after(self, error: OrcError) -> bool:
        """Whether the orchestration should deliver the activity again. Not once clients have seen tokens that are not
        stored."""
        outage = isinstance(error, StoreUnavailable) and not self.events.sent_unstored
        return self.is_part or (self.activity is not None and outage)

    def stop(self, why: Literal["cancelled", "lost", "handed_over", "erased"]) -> None:
        """Cancels the work with its model and tool calls."""
        if self.stopping is None and self.work is not None and not self.work.done():
            self.stopping = why
            self.work.cancel()
