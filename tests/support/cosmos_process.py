"""Our own server of the Cosmos DB protocol as a process beside the app."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

from tests.support.forked import running_server


@contextmanager
def cosmos_process() -> Iterator[str]:
    """The connection string of a server that runs until the block ends, empty at first."""
    with running_server("cosmos_server.__main__") as said:
        account = json.loads(said)
        yield f"AccountEndpoint={account['endpoint']};AccountKey={account['key']};"
