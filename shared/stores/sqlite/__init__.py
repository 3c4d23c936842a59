"""Stores on the local machine: items and the document index in one SQLite file."""

from shared.stores.sqlite.database import SqliteDatabase
from shared.stores.sqlite.index import SqliteDocumentIndex
from shared.stores.sqlite.items import SqliteItemStore

__all__ = ["SqliteDatabase", "SqliteDocumentIndex", "SqliteItemStore"]
