"""Starts the Durable orchestrations of stored turns."""

from collections.abc import Sequence
from typing import Protocol

from orc.domain import RunRef


class Scheduler(Protocol):
    """Starts orchestrations. Scheduling the same turn again has no effect. SchedulerUnavailable when the platform does
    not answer: an orchestration may have started all the same."""

    async def schedule(self, turn: RunRef) -> None: ...

    async def is_running(self, instance_id: str) -> bool:
        """Whether the platform will continue the orchestration."""
        ...


class OrchestrationHistories(Protocol):
    """What the platform keeps of orchestrations. SchedulerUnavailable when it does not answer."""

    async def instances(self, prefix: str) -> Sequence[str]:
        """The names, which begin so, of all orchestrations of which anything is kept."""
        ...

    async def purge(self, instances: Sequence[str]) -> None:
        """Ends those that run, and deletes all that is kept of them, large values too."""
        ...

    async def aclose(self) -> None: ...
