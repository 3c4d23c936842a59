"""The prices of models, where a deployment configures them."""

from dataclasses import dataclass

from orc.domain import TokenUsage

_PRICED_TOKENS = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """The price of a million tokens, in the deployment's currency."""

    input: float
    output: float

    def of(self, usage: TokenUsage) -> float:
        return ((usage.prompt or 0) * self.input + (usage.completion or 0) * self.output) / _PRICED_TOKENS
