"""How long a silent worker keeps its lease, how many turns may wait, and how many documents a turn may be about."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RunLimits:
    """A worker that is silent for lease_seconds is thought dead; so many turns may wait for their conversation, and so
    many documents may a turn be about."""

    lease_seconds: float = 20.0
    queued_turns: int = 20
    documents: int = 3

    @property
    def durable_seconds(self) -> float:
        """How long an orchestration may take from one activity to the next before anybody looks after it."""
        return 2 * self.lease_seconds
