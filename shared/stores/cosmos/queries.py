"""The queries about items, and the order of their results."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from shared.stores.cosmos.keys import decode
from shared.stores.cosmos.large import REFERENCES
from shared.stores.cosmos.operations import Document

_FIRST = "SELECT TOP @limit * FROM c"
_REFERENCES = "SELECT c.id, c.orc_large FROM c"


class Query(NamedTuple):
    """The text of a query, and the values of its @parameters by name."""

    sql: str
    parameters: Mapping[str, Any]


# Every item of a partition, with only the fields that its deletion needs.
EVERYTHING = Query("SELECT c.id FROM c", {})


def names_of_items(partition_fields: Sequence[str]) -> Query:
    """The names of all items under a partition or a prefix, without their bodies."""
    fields = ", ".join(f"c.{field}" for field in ("id", "type", *partition_fields))
    return Query(f"SELECT {fields} FROM c", {})  # noqa: S608 - the names of a container's own fields


def items_of_type(
    item_type: str,
    *,
    where: Mapping[str, str | int | bool],
    after: str | int | None,
    before: str | int | None,
    descending: bool,
    limit: int,
) -> Query:
    """The items of ItemStore.query. The type leads the order so that one composite index serves filter and order."""
    conditions = ["c.type = @type", "IS_DEFINED(c.sort)"]
    parameters: dict[str, Any] = {"limit": limit, "type": item_type}
    for name, symbol, bound in (("after", ">", after), ("before", "<", before)):
        if bound is not None:
            conditions.append(f"c.sort {symbol} @{name}")
            parameters[name] = bound
    for number, (field, value) in enumerate(where.items()):
        conditions.append(f"c[{json.dumps(field)}] = @value{number}")
        parameters[f"value{number}"] = value
    direction = "DESC" if descending else "ASC"
    order = ", ".join(f"c.{field} {direction}" for field in ("type", "sort", "id"))
    return Query(f"{_FIRST} WHERE {' AND '.join(conditions)} ORDER BY {order}", parameters)


def items_with_large_values(ids: Sequence[str]) -> Query:
    """The references to large values of these items."""
    listed, parameters = one_of("id", ids)
    return Query(f"{_REFERENCES} WHERE IS_DEFINED(c.{REFERENCES}) AND {listed}", parameters)


def one_of(field: str, values: Sequence[str]) -> Query:
    """The condition that a field has one of these values, in a form that uses the field's index."""
    parameters = {f"one{number}": value for number, value in enumerate(values)}
    return Query(f"c.{field} IN ({', '.join(f'@{name}' for name in parameters)})", parameters)


def in_order(documents: Iterable[Document], *, descending: bool, limit: int) -> list[Document]:
    """The first of all documents: each physical partition returns its own in order, one after the other."""
    return sorted(
        documents,
        key=lambda document: (isinstance(document["sort"], str), document["sort"], decode(document["id"])),
        reverse=descending,
    )[:limit]
