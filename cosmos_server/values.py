"""JSON values for queries and patches: paths into them, their order, their size."""

import json
from collections.abc import Sequence
from functools import total_ordering
from typing import Any, Final


class Undefined:
    """The value of a missing property."""


UNDEFINED: Final = Undefined()


def at(value: Any, steps: Sequence[str | int]) -> Any:
    """The value at a path of property names and array indexes, or UNDEFINED."""
    for step in steps:
        if isinstance(value, dict) and isinstance(step, str):
            value = value.get(step, UNDEFINED)
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            return UNDEFINED
    return value


def size(value: Any) -> int:
    """Bytes of the value as compact JSON."""
    return len(json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode())


def rank(value: Any) -> int:
    """The place of a value's type in the order of types: undefined, null, booleans, numbers, strings, the rest."""
    kinds: list[type | tuple[type, ...]] = [Undefined, type(None), bool, (int, float), str, list, dict]
    return next(place for place, kind in enumerate(kinds) if isinstance(value, kind))


@total_ordering
class SortKey:
    """A value in ORDER BY: by type, then by value; arrays and objects of one type are all equal."""

    def __init__(self, value: Any, *, descending: bool) -> None:
        self.value = value
        self._descending = descending
        kind = rank(value)
        self._order = (kind, value if kind in (2, 3, 4) else 0)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SortKey) and self._order == other._order

    def __hash__(self) -> int:
        return hash(self._order)

    def __lt__(self, other: "SortKey") -> bool:
        return self._order > other._order if self._descending else self._order < other._order
