"""The SQLite file: its schema, its connections and the threads that use them."""

import asyncio
import json
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from orc.errors import StoreUnavailable
from orc.ports import PartitionKey
from shared.fault_log import FaultLog
from shared.stores.sqlite.failures import failure_of, other_release

logger = logging.getLogger(__name__)

_READERS = 2
_RETRY_SECONDS = 0.005
# 2 stores the words of chunks; 3, 4, 7, 8 and 11 normalise them differently; 5 adds table heads, 6 counts contents
_SCHEMA_VERSION = 11
_ITEMS = (
    """CREATE TABLE items (
        container TEXT NOT NULL, partition TEXT NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL, sort,
        etag TEXT NOT NULL, expires_at REAL, body TEXT NOT NULL, PRIMARY KEY (container, partition, id))""",
    "CREATE INDEX items_listed ON items (container, type, partition, sort, id) WHERE sort IS NOT NULL",
    "CREATE INDEX items_expiring ON items (expires_at) WHERE expires_at IS NOT NULL",
)
# Row numbers are never reused, so that one distinguishes a chunk from its replacement. terms are the words that the
# search compares, as the product splits them: FTS5 splits them at spaces only.
_INDEX = (
    """CREATE TABLE chunks (
        id INTEGER PRIMARY KEY AUTOINCREMENT, owner TEXT NOT NULL, content_id TEXT NOT NULL, position INTEGER NOT NULL,
        chunk_id TEXT NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL, page INTEGER, text TEXT NOT NULL,
        table_head TEXT NOT NULL DEFAULT '', terms TEXT NOT NULL)""",
    "CREATE UNIQUE INDEX chunks_of_content ON chunks (owner, content_id, position)",
    """CREATE TABLE contents (
        owner TEXT NOT NULL, content_id TEXT NOT NULL, first_id INTEGER NOT NULL, chunks INTEGER NOT NULL,
        words INTEGER NOT NULL, PRIMARY KEY (owner, content_id)) WITHOUT ROWID""",
    """CREATE VIRTUAL TABLE chunk_text USING fts5(
        terms, content='chunks', content_rowid='id',
        tokenize="unicode61 remove_diacritics 0 categories 'L* N* M* P* S* Co'")""",
    "CREATE VIRTUAL TABLE chunk_words USING fts5vocab(chunk_text, row)",
    "CREATE TABLE chunk_vectors (id INTEGER PRIMARY KEY, model TEXT NOT NULL, vector BLOB NOT NULL)",
)
COUNT_CONTENTS = """
    INSERT INTO contents (owner, content_id, first_id, chunks, words)
    SELECT owner, content_id, min(id), count(*), sum(length(terms) - length(replace(terms, ' ', '')) + 1) FROM chunks"""
# One row: the number of times that a content was written or removed. Processes use it to detect outdated counts.
_TOTALS = (
    "CREATE TABLE index_totals (version INTEGER NOT NULL, chunks INTEGER NOT NULL, words INTEGER NOT NULL)",
    "INSERT INTO index_totals SELECT 0, ifnull(sum(chunks), 0), ifnull(sum(words), 0) FROM contents",
    """CREATE TRIGGER content_added AFTER INSERT ON contents BEGIN
        UPDATE index_totals SET version = version + 1, chunks = chunks + new.chunks, words = words + new.words;
    END""",
    """CREATE TRIGGER content_removed AFTER DELETE ON contents BEGIN
        UPDATE index_totals SET version = version + 1, chunks = chunks - old.chunks, words = words - old.words;
    END""",
)
# More than fits into the free pages of a full file.
_PROBE_BYTES = 32 * 1024
_PROBE = """
    INSERT OR REPLACE INTO items (container, partition, id, type, etag, body)
    VALUES ('probe', '', 'probe', 'probe', '', zeroblob(?))"""
_END_PROBE = "DELETE FROM items WHERE container = 'probe'"
_OLD_CHUNKS = """
    SELECT id, owner, content_id, position, chunk_id, start, end, page, text, '', '' FROM chunks_before ORDER BY id"""


class SqliteDatabase:
    """Owns the file's connections: one writer thread and two reader threads, opened on first use.

    Errors of SQLite raise StoreUnavailable, as does a file that another process locks for longer than busy_seconds. A
    failure that an operator can fix is logged with the file and the remedy.
    """

    def __init__(self, path: Path, *, busy_seconds: float = 5.0) -> None:
        self._path = path
        self._busy_seconds = busy_seconds
        self._writer = ThreadPoolExecutor(1, "sqlite-writer")
        self._readers = ThreadPoolExecutor(_READERS, "sqlite-reader")
        self._thread = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._closed = False
        self._faults = FaultLog(logger)

    async def read[T](self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Runs work, of a single SELECT, in a reader thread."""
        return await self._run(self._readers, work)

    async def write[T](self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Runs work as one transaction in the writer thread; cancelling the caller does not interrupt it."""
        return await self._run(self._writer, partial(_in_transaction, work))

    async def ping(self) -> None:
        """Returns if the file can be read and has room for a turn's data; raises StoreUnavailable otherwise."""
        await self.write(lambda connection: connection.execute(_PROBE, (_PROBE_BYTES,)).rowcount)
        await self.write(lambda connection: connection.execute(_END_PROBE).rowcount)
        await self.read(lambda connection: connection.execute("SELECT id FROM items LIMIT 1").fetchone())

    async def forget_deleted(self) -> None:
        """Rewrites the file and empties its log, so that neither has bytes of what was deleted. Takes time and space
        like a copy of the file; other writers wait meanwhile. StoreUnavailable when another process reads or writes
        the file for longer than busy_seconds."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT INTO chunk_text (chunk_text) VALUES ('optimize')")  # drops words of deleted rows
            connection.execute("VACUUM")
            deadline = time.monotonic() + self._busy_seconds
            while connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
                if time.monotonic() > deadline:
                    raise StoreUnavailable("The local database is in use: what was deleted is still in its log.")
                time.sleep(_RETRY_SECONDS)

        await self._run(self._writer, work)

    async def aclose(self) -> None:
        """Waits for work that has begun, then closes the file."""
        self._closed = True

        def work() -> None:
            for executor in (self._writer, self._readers):
                executor.shutdown(wait=True)
            while self._connections:
                self._connections.pop().close()

        await asyncio.to_thread(work)

    async def _run[T](self, executor: Executor, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._closed:
            raise StoreUnavailable("The local database is closed.")
        return await asyncio.get_running_loop().run_in_executor(executor, self._call, work)

    def _call[T](self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return work(self._connection())
        except (sqlite3.DatabaseError, OSError) as error:
            failure = failure_of(error, self._path)
            self._log_fault(failure)
            raise failure from error
        except StoreUnavailable as failure:
            self._log_fault(failure)
            raise

    def _log_fault(self, failure: StoreUnavailable) -> None:
        if failure.remedy:
            self._faults.log(failure.message, failure.remedy)

    def _connection(self) -> sqlite3.Connection:
        """The thread's connection, opened on its first use, to a file of the current schema."""
        connection: sqlite3.Connection | None = getattr(self._thread, "connection", None)
        if connection is not None:
            return connection
        path, busy_seconds = self._path, self._busy_seconds
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, timeout=busy_seconds, isolation_level=None, check_same_thread=False)
        with ExitStack() as undo:
            undo.callback(connection.close)
            deadline = time.monotonic() + busy_seconds
            while True:  # SQLite's own timeout does not apply when processes change a new file's journal mode at once
                try:
                    connection.execute("PRAGMA journal_mode = WAL")
                    break
                except sqlite3.OperationalError as error:
                    if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                        raise
                    time.sleep(_RETRY_SECONDS)
            connection.execute("PRAGMA synchronous = NORMAL")
            if _schema_version(connection) < _SCHEMA_VERSION:
                _in_transaction(_migrate, connection)
            if (version := _schema_version(connection)) != _SCHEMA_VERSION:
                raise other_release(path, version, _SCHEMA_VERSION)
            undo.pop_all()
        self._connections.append(connection)
        self._thread.connection = connection
        return connection


def _schema_version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _migrate(connection: sqlite3.Connection) -> None:
    version = _schema_version(connection)
    if version < 1:
        _execute(connection, _ITEMS)
    if version == 1:
        _execute(connection, ("DROP TABLE chunk_text", "DROP INDEX chunks_of_content"))
        connection.execute("ALTER TABLE chunks RENAME TO chunks_before")
    if version < 2:
        _execute(connection, _INDEX)
    if version == 1:
        _execute(connection, (f"INSERT INTO chunks {_OLD_CHUNKS}", "DROP TABLE chunks_before"))
    if version in (2, 3, 4):
        connection.execute("ALTER TABLE chunks ADD COLUMN table_head TEXT NOT NULL DEFAULT ''")
    if version in range(1, _SCHEMA_VERSION):
        from orc.documents.text.tokens import index_words

        connection.create_function("cut", 1, lambda text: " ".join(index_words(text)), deterministic=True)
        connection.execute("UPDATE chunks SET terms = cut(table_head || char(10) || text)")
        connection.execute("INSERT INTO chunk_text (chunk_text) VALUES ('rebuild')")
        connection.execute("DELETE FROM contents")
        connection.execute(f"{COUNT_CONTENTS} GROUP BY owner, content_id")
    if version < 6:
        _execute(connection, _TOTALS)
    connection.execute(f"PRAGMA user_version = {_SCHEMA_VERSION}")


def _execute(connection: sqlite3.Connection, statements: Iterable[str]) -> None:
    for statement in statements:
        connection.execute(statement)


def _in_transaction[T](work: Callable[[sqlite3.Connection], T], connection: sqlite3.Connection) -> T:
    connection.execute("BEGIN IMMEDIATE")
    try:
        result = work(connection)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return result


def partition_text(partition: PartitionKey) -> str:
    """A partition as unique text, which is a prefix of the text of every partition under it."""
    return "".join(f"{json.dumps(part)}," for part in partition)
