"""Queries over the items of one scope: filtered, ordered, projected, and split into resumable pages."""

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from cosmos_server.containers import Stored
from cosmos_server.errors import bad_request
from cosmos_server.expressions import Row
from cosmos_server.sql import Query
from cosmos_server.values import UNDEFINED, SortKey, at, size

MAX_PAGE_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True)
class Page:
    results: list[Any]
    continuation: str | None


def run_query(query: Query, items: Sequence[Stored], *, page_size: int, continuation: str | None) -> Page:
    """Up to page_size results after the continuation, regardless of concurrent writes and deletions."""
    bodies = [item.body for item in items if query.where.value(Row(item.body)) is True]
    if query.aggregate and query.value:
        return Page([query.value.expression.value(Row(None, count=len(bodies)))], None)
    bodies.sort(key=lambda body: _sort_key(query, body))
    taken = 0
    if continuation:  # names the last row of the page before, and counts the rows up to it
        try:
            order_by_items, rid, taken = json.loads(base64.b64decode(continuation))
            values = [item.get("item", UNDEFINED) for item in order_by_items]
        except (ValueError, TypeError, AttributeError) as error:
            raise bad_request("Invalid Continuation Token") from error
        if len(values) != len(query.order_by):
            raise bad_request("Invalid Continuation Token")
        reached = _position_key(query, values, rid)
        bodies = [body for body in bodies if _sort_key(query, body) > reached]
    else:
        bodies = bodies[query.offset or 0 :]
    limit = query.limit if query.limit is not None else query.top
    if limit is not None:
        bodies = bodies[: max(0, limit - taken)]
    bytes_before = accumulate(map(size, bodies), initial=0)  # a page has at least one row, however large
    rows = [body for body, before in zip(bodies[:page_size], bytes_before, strict=False) if before < MAX_PAGE_BYTES]
    results = [value for body in rows if (value := _projected(query, body)) is not UNDEFINED]
    if len(rows) == len(bodies):
        return Page(results, None)
    order_by_items = [{} if value is UNDEFINED else {"item": value} for value in _sort_values(query, rows[-1])]
    position = json.dumps([order_by_items, rows[-1]["_rid"], taken + len(rows)])
    return Page(results, base64.b64encode(position.encode()).decode())


def check_indexes(query: Query, policy: Mapping[str, Any]) -> None:
    """Refuses an ORDER BY that the container's indexing policy cannot serve. Of the included and excluded paths that
    cover an item's path, the most precise one decides."""
    wanted = [("/" + "/".join(map(str, order.path.steps)), order.descending) for order in query.order_by]
    rules = [(rule["path"].replace('"', ""), True) for rule in policy.get("includedPaths", [])]
    rules += [(rule["path"].replace('"', ""), False) for rule in policy.get("excludedPaths", [])]
    for path, _ in wanted:
        covering = [
            (len(rule), included)
            for rule, included in rules
            if path == rule.removesuffix("/?") or (rule.endswith("/*") and f"{path}/".startswith(rule[:-1]))
        ]
        if not max(covering, default=(0, False))[1]:
            raise bad_request("The index path corresponding to the specified order-by item is excluded.")
    indexes = [
        [(part["path"], part.get("order", "ascending").lower() == "descending") for part in index]
        for index in policy.get("compositeIndexes", [])
    ]
    mirrored = [(path, not descending) for path, descending in wanted]
    if len(wanted) > 1 and wanted not in indexes and mirrored not in indexes:
        raise bad_request(
            "The order by query does not have a corresponding composite index that it can be served from."
        )


def _projected(query: Query, body: Any) -> Any:
    if query.value:
        return query.value.expression.value(Row(body))
    if query.columns is None:
        return body
    values = {column.name: column.expression.value(Row(body)) for column in query.columns}
    return {name: value for name, value in values.items() if value is not UNDEFINED}


def _sort_key(query: Query, body: Any) -> list[Any]:
    return _position_key(query, _sort_values(query, body), body["_rid"])


def _sort_values(query: Query, body: Any) -> list[Any]:
    return [at(body, order.path.steps) for order in query.order_by]


def _position_key(query: Query, values: Sequence[Any], rid: str) -> list[Any]:
    pairs = zip(values, query.order_by, strict=True)
    return [*(SortKey(value, descending=order.descending) for value, order in pairs), rid]
