"""Limits of runs: the duration of leases, the length of a queue, and the number of documents of a turn."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RunLimits:
    """A worker without a heartbeat for lease_seconds counts as dead. The other fields limit the turns that wait in a
    conversation and the documents of a turn."""

    lease_seconds: float = 20.0
    queued_turns: int = 20
    documents: int = 3

    @property
    def durable_seconds(self) -> float:
        """The time between two activities after which recovery checks an orchestration."""
        return 2 * self.lease_seconds
