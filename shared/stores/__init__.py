"""Where items and the document index live: Cosmos DB in the cloud, one SQLite file otherwise."""
