"""Starts the Durable orchestrations of stored turns."""

from dataclasses import dataclass
from typing import Protocol

from orc.domain import Caller
from orc.runs.active_run import ActiveRun


@dataclass(frozen=True, slots=True)
class RunRef:
    """Identifies one execution of a turn to an orchestration and its activities: everything else is read from the
    store.

    epoch: how often the run has changed owner.
    """

    organization_id: str
    user_id: str
    conversation_id: str
    run_id: str
    epoch: int = 0

    @classmethod
    def of(cls, active: ActiveRun) -> "RunRef":
        run = active.run
        return cls(*active.caller.partition, run.conversation_id, run.run_id, run.epoch)

    @property
    def caller(self) -> Caller:
        return Caller(self.organization_id, self.user_id)

    @property
    def instance_id(self) -> str:
        """The name of the orchestration: one for each epoch, however often it is scheduled. It includes the
        conversation because runs of two conversations have the same id when their callers chose the same
        client_message_id."""
        return f"{self.conversation_id}-{self.run_id}-{self.epoch}"


class Scheduler(Protocol):
    """Starts orchestrations. Scheduling the same turn again has no effect."""

    async def schedule(self, turn: RunRef) -> None: ...

    async def is_running(self, instance_id: str) -> bool:
        """Whether the platform will continue the orchestration."""
        ...
