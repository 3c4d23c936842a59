"""Parses the supported part of the query language; anything else is a bad request.

    SELECT [TOP n] * | VALUE expression | expression [[AS] name], ...
    FROM name [[AS] alias] [WHERE expression] [ORDER BY path [ASC|DESC], ...] [OFFSET n LIMIT n]

An expression has AND, OR, NOT, =, !=, <>, <, <=, >, >=, [NOT] IN, the FUNCTIONS of `expressions`, paths, parameters,
literals, arrays and objects. COUNT(1) stands in SELECT VALUE only.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from cosmos_server.errors import bad_request
from cosmos_server.expressions import (
    FUNCTIONS,
    Array,
    Call,
    Comparison,
    Count,
    Expression,
    Logical,
    Object,
    Path,
    Value,
)
from cosmos_server.tokens import Reader

_CONSTANTS = {"true": True, "false": False, "null": None}
_COMPARISONS = ("=", "!=", "<>", "<=", ">=", "<", ">")


@dataclass(frozen=True)
class Column:
    expression: Expression
    name: str
    text: str


@dataclass(frozen=True)
class Order:
    path: Path
    descending: bool
    text: str


@dataclass(frozen=True, kw_only=True)
class Query:
    """A parsed query; the texts are slices of it, for plans that rewrite it. columns are None for `*` and VALUE."""

    alias: str
    source: str
    columns: list[Column] | None
    value: Column | None
    where: Expression = field(default_factory=lambda: Value(True))
    where_text: str = "true"
    order_by: list[Order]
    top: int | None
    offset: int | None
    limit: int | None

    @property
    def aggregate(self) -> bool:
        return self.value is not None and self.value.expression.aggregate

    @property
    def servable_by_gateway(self) -> bool:
        """Whether the gateway can answer it over all partitions, without merging by the client."""
        return not self.order_by and not self.aggregate and self.top is None and self.offset is None


def parse(text: str, parameters: Mapping[str, Any]) -> Query:
    return _Parser(text, parameters).query()


def parse_condition(text: str) -> Expression:
    """The `FROM c WHERE ...` of a conditional patch."""
    return _Parser(f"SELECT * {text}", {}).query().where


class _Parser:
    def __init__(self, text: str, parameters: Mapping[str, Any]) -> None:
        self._reader = Reader(text, parameters)
        self._paths: list[Path] = []
        self._counts = 0

    def query(self) -> Query:
        read = self._reader
        read.expect("select")
        top = read.count() if read.take("top") else None
        value = self._column() if read.take("value") else None
        columns = None if value or read.take("*") else read.list_of(self._column)
        read.expect("from")
        start = read.next.start
        alias = read.name()
        if read.take("as") or read.at_name():
            alias = read.name()
        source = read.text_since(start)
        where: Expression = Value(True)
        where_text = "true"
        if read.take("where"):
            start = read.next.start
            where, where_text = self._expression(), read.text_since(start)
        order_by = read.list_of(self._order) if read.take("order") and read.expect("by") else []
        offset = read.count() if read.take("offset") else None
        limit = read.count() if offset is not None and read.expect("limit") else None
        if read.next.kind != "end":
            raise read.error()
        query = Query(
            alias=alias,
            source=source,
            columns=columns,
            value=value,
            where=where,
            where_text=where_text,
            order_by=order_by,
            top=top,
            offset=offset,
            limit=limit,
        )
        for path in self._paths:
            if path.root != alias:
                raise bad_request(f"Identifier '{path.root}' could not be resolved.")
        names = [column.name for column in columns or ()]
        if len(set(names)) < len(names):
            raise bad_request("A name occurs twice in the SELECT clause.")
        if self._counts != query.aggregate:
            raise bad_request("Queries support aggregates as 'VALUE COUNT(1)' only.")
        if query.aggregate and (order_by or top is not None or offset is not None):
            raise bad_request("COUNT does not go with ORDER BY, TOP or OFFSET.")
        return query

    def _column(self) -> Column:
        start = self._reader.next.start
        expression = self._expression()
        text = self._reader.text_since(start)
        name = "$1"
        if isinstance(expression, Path):
            name = str(expression.steps[-1]) if expression.steps else expression.root
        if self._reader.take("as") or self._reader.at_name():
            name = self._reader.name()
        return Column(expression, name, text)

    def _order(self) -> Order:
        start = self._reader.next.start
        path = self._primary()
        text = self._reader.text_since(start)
        if not isinstance(path, Path) or not path.steps:
            raise bad_request("Unsupported ORDER BY clause: each item must be a path.")
        descending = self._reader.take("desc")
        if not descending:
            self._reader.take("asc")
        return Order(path, descending, text)

    def _expression(self) -> Expression:
        return self._chain("or", lambda: self._chain("and", self._negation))

    def _chain(self, word: str, part: Callable[[], Expression]) -> Expression:
        parts = [part()]
        while self._reader.take(word):
            parts.append(part())
        return parts[0] if len(parts) == 1 else Logical(word, parts)

    def _negation(self) -> Expression:
        if self._reader.take("not"):
            return Logical("not", [self._negation()])
        left = self._primary()
        for symbol in _COMPARISONS:
            if self._reader.take(symbol):
                return Comparison(symbol, left, self._primary())
        negated = self._reader.take("not")
        if negated or self._reader.next.text.lower() == "in":
            self._reader.expect("in")
            self._reader.expect("(")
            choices = Logical("or", [Comparison("=", left, one) for one in self._reader.list_of(self._primary)])
            self._reader.expect(")")
            return Logical("not", [choices]) if negated else choices
        return left

    def _primary(self) -> Expression:
        read = self._reader
        match read.next.kind:
            case "number":
                return Value(read.number())
            case "string":
                return Value(read.string())
            case "parameter":
                return Value(read.parameter())
            case "name":
                name = read.name()
                if name.lower() in _CONSTANTS:
                    return Value(_CONSTANTS[name.lower()])
                return self._call(name.upper()) if read.take("(") else self._path(name)
        if read.take("("):
            inner = self._expression()
            read.expect(")")
            return inner
        if read.take("["):
            items = [] if read.next.text == "]" else read.list_of(self._expression)
            read.expect("]")
            return Array(items)
        read.expect("{")
        members = dict(read.list_of(self._member))
        read.expect("}")
        return Object(members)

    def _member(self) -> tuple[str, Expression]:
        name = self._reader.string()
        self._reader.expect(":")
        return name, self._expression()

    def _call(self, name: str) -> Expression:
        arguments = [] if self._reader.next.text == ")" else self._reader.list_of(self._expression)
        self._reader.expect(")")
        if name == "COUNT" and len(arguments) == 1 and isinstance(arguments[0], Value):
            self._counts += 1
            return Count()
        if name not in FUNCTIONS:
            raise bad_request(f"'{name}' is not a function that this server knows.")
        if len(arguments) not in FUNCTIONS[name].arguments:
            raise bad_request(f"The {name} function has a wrong number of arguments.")
        return Call(name, arguments)

    def _path(self, root: str) -> Expression:
        read = self._reader
        steps: list[str | int] = []
        while read.next.text in (".", "["):
            if read.take("."):
                steps.append(read.name(any_word=True))
            elif read.take("["):
                steps.append(read.string() if read.next.kind == "string" else read.count())
                read.expect("]")
        path = Path(root, tuple(steps))
        self._paths.append(path)
        return path
