"""Cloud stores: items and the document index in Azure Cosmos DB for NoSQL."""

from shared.stores.cosmos.database import CosmosDatabase
from shared.stores.cosmos.index import CosmosDocumentIndex
from shared.stores.cosmos.items import CosmosItemStore

__all__ = ["CosmosDatabase", "CosmosDocumentIndex", "CosmosItemStore"]
