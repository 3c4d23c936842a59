"""How a turn is named to a Durable orchestration, and what starts one."""

from dataclasses import dataclass
from typing import Protocol

from orc.domain import Caller
from orc.runs.active_run import ActiveRun


@dataclass(frozen=True, slots=True)
class RunRef:
    """All that an orchestration and its activities carry of a turn: where its state is, and the how-manieth worker of
    the run the orchestration is."""

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
        """The orchestration's: one for each worker of a run, however often it is asked for. (Runs of two conversations
        have one id when their callers chose the same client_message_id.)"""
        return f"{self.conversation_id}-{self.run_id}-{self.epoch}"


class Scheduler(Protocol):
    """Starts the Durable orchestrations of stored turns; a second start changes nothing."""

    async def schedule(self, turn: RunRef) -> None: ...

    async def is_running(self, instance_id: str) -> bool:
        """Whether the platform still means to go on with the orchestration."""
        ...
