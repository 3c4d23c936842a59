"""Query plans: what a client must do to run a query over all partitions, and the query that it sends to each."""

from typing import Any

from cosmos_server.sql import Query

_FILTER = "{documentdb-formattableorderbyquery-filter}"


def plan_of(query: Query) -> dict[str, Any]:
    """The answer to a query plan request, with the query for one partition."""
    if query.value:
        selected, payload = f"VALUE {query.value.text}", query.value.text
    elif query.columns is None:
        selected, payload = "*", query.alias
    else:
        selected = ", ".join(f"{column.text} AS {column.name}" for column in query.columns)
        payload = "{" + ", ".join(f'"{column.name}": {column.text}' for column in query.columns) + "}"
    top = f"TOP {query.top} " if query.top is not None else ""
    rest = f"\nFROM {query.source}\nWHERE ({query.where_text})"
    cut = "" if query.limit is None else f"\nOFFSET 0 LIMIT {(query.offset or 0) + query.limit}"
    if query.aggregate and query.value:
        rewritten = f'SELECT VALUE [{{"item": {query.value.text}}}]{rest}'
    elif query.order_by:
        items = ", ".join(f'{{"item": {order.text}}}' for order in query.order_by)
        orders = ", ".join(f"{order.text} {'DESC' if order.descending else 'ASC'}" for order in query.order_by)
        head = f"SELECT {top}{query.alias}._rid, [{items}] AS orderByItems, {payload} AS payload"
        rewritten = f"{head}{rest} AND ({_FILTER})\nORDER BY {orders}{cut}"
    else:  # empty if the query need not be rewritten
        rewritten = f"SELECT {selected}{rest}{cut}" if cut else ""
    return {
        "partitionedQueryExecutionInfoVersion": 2,
        "queryInfo": {
            "distinctType": "None",
            "top": query.top,
            "offset": query.offset,
            "limit": query.limit,
            "orderBy": ["Descending" if order.descending else "Ascending" for order in query.order_by],
            "orderByExpressions": [order.text for order in query.order_by],
            "groupByExpressions": [],
            "groupByAliases": [],
            "aggregates": ["Count"] if query.aggregate else [],
            "groupByAliasToAggregateType": {},
            "rewrittenQuery": rewritten,
            "hasSelectValue": query.value is not None,
            "hasNonStreamingOrderBy": False,
        },
        "queryRanges": [{"min": "", "max": "FF", "isMinInclusive": True, "isMaxInclusive": False}],
    }
