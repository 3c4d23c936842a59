"""A local server of the part of the Cosmos DB REST gateway that azure-cosmos 4.17's asyncio client uses.

    async with cosmos_server() as server:
        async with CosmosClient(server.endpoint, server.key) as client: ...

README.md describes its features and its differences from the service.
"""

from cosmos_server.faults import Request
from cosmos_server.server import CosmosServer, cosmos_server

__all__ = ["CosmosServer", "Request", "cosmos_server"]
