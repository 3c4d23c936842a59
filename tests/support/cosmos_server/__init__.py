"""A local server of the part of the Cosmos DB REST gateway that azure-cosmos 4.17's asyncio client uses.

    async with cosmos_server() as server:
        async with CosmosClient(server.endpoint, server.key) as client: ...

As a process of its own: `python -m tests.support.cosmos_server --port 0` writes {"endpoint", "key"} as JSON to standard
output. It keeps what it is told in memory, for one account with one region and session consistency.

Where it is not the service:

- A container is one physical partition that never splits. Every query that needs merging is refused by the gateway and
  planned all the same, so that the client's own pipeline runs; over several partitions its results are not shown.
- Effective partition keys are hashed by the client library's own function: that a client and the service hash alike is
  not shown. A missing part of a key is the same as null.
- The query language is that of the module `sql`, and no more; in particular there are no joins, subqueries, GROUP BY,
  DISTINCT, aggregates beside COUNT(1), full-text or vector functions. What it lacks is a 400, as a mistake is.
- Without ORDER BY, items come in the order of their creation. A continuation names the last item that was returned.
- Of the indexing policy, only ORDER BY is checked: for excluded paths and for missing composite indexes. Uniqueness,
  vector and full-text policies are kept and returned, and do nothing.
- A page of a query is never empty while there is more, which the service does not promise (see max_page).
- Items expire at once and exactly. Request charges grow with size about as the service's do; nothing is throttled
  unless a test says so, and throughput and offers do not exist.
- There are no change feed, stored procedures, triggers, users, permissions, conflicts or partition-key deletion.
- Only master-key signatures are checked; tokens of Microsoft Entra are refused, resource tokens too.
- Error messages are shorter than the service's. Limits that are checked: 2 MB an item or batch, 100 operations a batch,
  10 a patch, 255 characters an id, 2 KB a partition key, 4 MB a page.
"""

from tests.support.cosmos_server.faults import Request
from tests.support.cosmos_server.server import CosmosServer, cosmos_server

__all__ = ["CosmosServer", "Request", "cosmos_server"]
