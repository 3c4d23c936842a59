"""Starts the Durable orchestrations of stored turns."""

from typing import Protocol

from orc.domain import RunRef


class Scheduler(Protocol):
    """Starts orchestrations. Scheduling the same turn again has no effect. SchedulerUnavailable when the platform does
    not answer: an orchestration may have started all the same."""

    async def schedule(self, turn: RunRef) -> None: ...

    async def is_running(self, instance_id: str) -> bool:
        """Whether the platform will continue the orchestration."""
        ...
