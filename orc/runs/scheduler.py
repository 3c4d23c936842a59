"""Starts the Durable orchestrations of stored turns."""

from collections.abc import Sequence
from typing import Protocol

from orc.domain import RunRef


class Scheduler(Protocol):
    """Starts orchestrations. Scheduling the same turn again has no effect. Raises SchedulerUnavailable if the platform
    does not answer; the orchestration may have started anyway."""

    async def schedule(self, turn: RunRef) -> None: ...

    async def is_running(self, instance_id: str) -> bool:
        """Whether the platform will continue the orchestration."""
        ...


class OrchestrationHistories(Protocol):
    """The platform's histories of orchestrations. Raises SchedulerUnavailable if the platform does not answer."""

    async def instances(self, prefix: str) -> Sequence[str]:
        """The names with this prefix of all orchestrations that have a history."""
        ...

    async def purge(self, instances: Sequence[str]) -> None:
        """Terminates running ones, and deletes their histories with large values."""
        ...

    async def aclose(self) -> None: ...
