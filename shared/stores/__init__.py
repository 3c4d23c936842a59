"""Stores of items and the document index: Cosmos DB in the cloud, one SQLite file otherwise."""
