"""Our own server of the Cosmos DB protocol as a process beside the app."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tests.support.hosts import ROOT


@contextmanager
def cosmos_process() -> Iterator[str]:
    """The connection string of a server that runs until the block ends, empty at first."""
    command = [sys.executable, "-m", "tests.support.cosmos_server", "--port", "0"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            account = json.loads(process.stdout.readline())
            yield f"AccountEndpoint={account['endpoint']};AccountKey={account['key']};"
        finally:
            process.kill()
