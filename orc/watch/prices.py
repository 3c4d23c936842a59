"""What models cost, where a deployment says so."""

from dataclasses import dataclass

from orc.domain import TokenUsage

_PRICED_TOKENS = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """What a million tokens cost, in the currency of whoever set it."""

    input: float
    output: float

    def of(self, usage: TokenUsage) -> float:
        return ((usage.prompt or 0) * self.input + (usage.completion or 0) * self.output) / _PRICED_TOKENS
