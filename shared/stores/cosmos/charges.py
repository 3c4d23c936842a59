"""What the database was asked and what it charged."""

from collections import Counter
from typing import Literal

type Kind = Literal["read", "query", "write", "metadata"]


class Charges:
    """Requests that were answered and the request units they cost, by kind, refused and repeated ones included."""

    def __init__(self) -> None:
        self.operations: Counter[Kind] = Counter()
        self.units: dict[Kind, float] = {}

    @property
    def total_units(self) -> float:
        return sum(self.units.values())

    def add(self, kind: Kind, units: float) -> None:
        self.operations[kind] += 1
        self.units[kind] = self.units.get(kind, 0.0) + units

    def reset(self) -> None:
        self.operations.clear()
        self.units.clear()
