"""Counts of requests to the database and of their charges."""

from collections import Counter
from typing import Literal

type Kind = Literal["read", "query", "write", "metadata"]


class Charges:
    """The number of answered requests and their request units, by kind, including refused and retried ones."""

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
