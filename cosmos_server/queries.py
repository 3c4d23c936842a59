"""Queries over the items of one scope: filtered, ordered, projected, and cut into pages that can be resumed."""

import base64
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cosmos_server.containers import Stored
from cosmos_server.errors import bad_request
from cosmos_server.expressions import Row
from cosmos_server.sql import Order, Query
from cosmos_server.values import UNDEFINED, SortKey, at, size

MAX_PAGE_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True)
class Page:
    results: list[Any]
    continuation: str | None


@dataclass(frozen=True)
class _Position:
    """The last row that an earlier page returned (its sort values and resource id), and how many there were."""

    values: list[Any]
    rid: str
    taken: int


def run_query(query: Query, items: Sequence[Stored], *, page_size: int, continuation: str | None) -> Page:
    """Up to page_size results from where the continuation left off, whatever was written or deleted meanwhile."""
    bodies = [item.body for item in items if query.where.value(Row(item.body)) is True]
    if query.aggregate and query.value:
        return Page([query.value.expression.value(Row(None, count=len(bodies)))], None)
    bodies.sort(key=lambda body: _sort_key(query, body))
    done = _decoded(query, continuation) if continuation else None
    if done:
        reached = _position_key(query, done)
        bodies = [body for body in bodies if _sort_key(query, body) > reached]
    else:
        bodies = bodies[query.offset or 0 :]
    taken = done.taken if done else 0
    limit = query.limit if query.limit is not None else query.top
    if limit is not None:
        bodies = bodies[: max(0, limit - taken)]
    rows = _fitting(bodies[:page_size])
    results = [value for body in rows if (value := _projected(query, body)) is not UNDEFINED]
    if len(rows) == len(bodies):
        return Page(results, None)
    return Page(results, _encoded(query, rows[-1], taken + len(rows)))


def check_indexes(query: Query, policy: Mapping[str, Any]) -> None:
    """Refuses an ORDER BY that the container's indexing policy cannot serve."""
    for order in query.order_by:
        if not _is_indexed(order, policy):
            raise bad_request("The index path corresponding to the specified order-by item is excluded.")
    wanted = [(_policy_path(order), order.descending) for order in query.order_by]
    indexes = [
        [(part["path"], part.get("order", "ascending").lower() == "descending") for part in index]
        for index in policy.get("compositeIndexes", [])
    ]
    mirrored = [(path, not descending) for path, descending in wanted]
    if len(wanted) > 1 and wanted not in indexes and mirrored not in indexes:
        raise bad_request(
            "The order by query does not have a corresponding composite index that it can be served from."
        )


def _is_indexed(order: Order, policy: Mapping[str, Any]) -> bool:
    """By the most precise of the included and excluded paths that cover it."""
    path = _policy_path(order)
    rules = [(rule["path"], True) for rule in policy.get("includedPaths", [])]
    rules += [(rule["path"], False) for rule in policy.get("excludedPaths", [])]
    covering = [(len(rule), included) for rule, included in rules if _covers(rule.replace('"', ""), path)]
    return max(covering, default=(0, False))[1]


def _covers(rule: str, path: str) -> bool:
    return path == rule.removesuffix("/?") or (rule.endswith("/*") and f"{path}/".startswith(rule.removesuffix("*")))


def _policy_path(order: Order) -> str:
    return "/" + "/".join(str(step) for step in order.path.steps)


def _projected(query: Query, body: Any) -> Any:
    if query.value:
        return query.value.expression.value(Row(body))
    if query.columns is None:
        return body
    values = {column.name: column.expression.value(Row(body)) for column in query.columns}
    return {name: value for name, value in values.items() if value is not UNDEFINED}


def _fitting(bodies: list[Any]) -> list[Any]:
    """As many as one answer may hold, at least one."""

    def sizes() -> Iterator[int]:
        total = 0
        for body in bodies:
            yield total
            total += size(body)

    return [body for body, before in zip(bodies, sizes(), strict=True) if before < MAX_PAGE_BYTES]


def _sort_key(query: Query, body: Any) -> list[Any]:
    values = [at(body, order.path.steps) for order in query.order_by]
    return _position_key(query, _Position(values, body["_rid"], 0))


def _position_key(query: Query, position: _Position) -> list[Any]:
    pairs = zip(position.values, query.order_by, strict=True)
    return [*(SortKey(value, descending=order.descending) for value, order in pairs), position.rid]


def _encoded(query: Query, body: Any, taken: int) -> str:
    values = [at(body, order.path.steps) for order in query.order_by]
    items = [{} if value is UNDEFINED else {"item": value} for value in values]
    return base64.b64encode(json.dumps([items, body["_rid"], taken]).encode()).decode()


def _decoded(query: Query, continuation: str) -> _Position:
    try:
        items, rid, taken = json.loads(base64.b64decode(continuation))
        values = [item.get("item", UNDEFINED) for item in items]
    except (ValueError, TypeError, AttributeError) as error:
        raise bad_request("Invalid Continuation Token") from error
    if len(values) != len(query.order_by):
        raise bad_request("Invalid Continuation Token")
    return _Position(values, rid, taken)
