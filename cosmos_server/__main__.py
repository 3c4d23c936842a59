"""The server as a process, until it is interrupted or terminated."""

import argparse
import asyncio
import json
import signal
import sys
from collections.abc import Sequence

from cosmos_server import cosmos_server


async def serve(port: int) -> None:
    stopped = asyncio.Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(each, stopped.set)
    async with cosmos_server(port=port) as server:
        sys.stdout.write(json.dumps({"endpoint": server.endpoint, "key": server.key}) + "\n")
        sys.stdout.flush()
        await stopped.wait()


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="A local server of the Cosmos DB protocol, for tests.")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    asyncio.run(serve(parser.parse_args(arguments).port))


if __name__ == "__main__":
    main()
