"""Expressions of a query and their values. A comparison of incomparable values is undefined."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from cosmos_server.values import UNDEFINED, at, rank


@dataclass(frozen=True)
class Row:
    """The input of an expression: one item, or the count of all items."""

    item: Any
    count: int = 0


class Expression(Protocol):
    @property
    def aggregate(self) -> bool:
        """Whether the expression aggregates all items."""
        ...

    def value(self, row: Row) -> Any: ...


@dataclass(frozen=True)
class Value:
    constant: Any
    aggregate: bool = False

    def value(self, row: Row) -> Any:
        return self.constant


@dataclass(frozen=True)
class Count:
    aggregate: bool = True

    def value(self, row: Row) -> Any:
        return row.count


@dataclass(frozen=True)
class Path:
    root: str
    steps: tuple[str | int, ...]
    aggregate: bool = False

    def value(self, row: Row) -> Any:
        return at(row.item, self.steps)


@dataclass(frozen=True)
class Array:
    items: Sequence[Expression]

    @property
    def aggregate(self) -> bool:
        return any(item.aggregate for item in self.items)

    def value(self, row: Row) -> Any:
        return [value for item in self.items if (value := item.value(row)) is not UNDEFINED]


@dataclass(frozen=True)
class Object:
    members: dict[str, Expression]

    @property
    def aggregate(self) -> bool:
        return any(member.aggregate for member in self.members.values())

    def value(self, row: Row) -> Any:
        values = {name: member.value(row) for name, member in self.members.items()}
        return {name: value for name, value in values.items() if value is not UNDEFINED}


@dataclass(frozen=True)
class Comparison:
    symbol: str
    left: Expression
    right: Expression
    aggregate: bool = False

    def value(self, row: Row) -> Any:
        left, right = self.left.value(row), self.right.value(row)
        if left is UNDEFINED or right is UNDEFINED or rank(left) != rank(right):
            return UNDEFINED
        if self.symbol in ("=", "!=", "<>"):
            return (left == right) == (self.symbol == "=")
        if not isinstance(left, str | int | float):
            return UNDEFINED
        return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[self.symbol]


@dataclass(frozen=True)
class Logical:
    word: str
    parts: Sequence[Expression]
    aggregate: bool = False

    def value(self, row: Row) -> Any:
        values = [part.value(row) for part in self.parts]
        if self.word == "not":
            return not values[0] if isinstance(values[0], bool) else UNDEFINED
        decisive = self.word == "or"
        if any(value is decisive for value in values):
            return decisive
        return (not decisive) if all(isinstance(value, bool) for value in values) else UNDEFINED


@dataclass(frozen=True)
class Call:
    name: str
    arguments: Sequence[Expression]
    aggregate: bool = False

    def value(self, row: Row) -> Any:
        return FUNCTIONS[self.name].of(*(argument.value(row) for argument in self.arguments))


@dataclass(frozen=True)
class Function:
    arguments: range
    of: Callable[..., Any]


def _on_strings(test: Callable[[str, str], bool]) -> Callable[..., Any]:
    def of(text: Any, part: Any, ignore_case: Any = False) -> Any:
        if not isinstance(text, str) or not isinstance(part, str):
            return UNDEFINED
        return test(text.lower(), part.lower()) if ignore_case is True else test(text, part)

    return of


FUNCTIONS = {
    "ARRAY_CONTAINS": Function(
        range(2, 3),
        lambda array, wanted: (
            any(rank(item) == rank(wanted) and item == wanted for item in array)
            if isinstance(array, list)
            else UNDEFINED
        ),
    ),
    "CONTAINS": Function(range(2, 4), _on_strings(lambda text, part: part in text)),
    "ENDSWITH": Function(range(2, 4), _on_strings(str.endswith)),
    "IS_DEFINED": Function(range(1, 2), lambda value: value is not UNDEFINED),
    "STARTSWITH": Function(range(2, 4), _on_strings(str.startswith)),
}
