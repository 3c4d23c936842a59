"""What the one SQLite file adds to the ports: honest outages, older releases, work that outlives its caller."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager, closing
from pathlib import Path

import pytest

from orc.domain import Caller, Chunk
from orc.errors import StoreUnavailable
from orc.ports import DOCUMENT_ITEMS, Create, Upsert, Write
from shared.stores.sqlite import SqliteDatabase, SqliteDocumentIndex, SqliteItemStore
from shared.stores.sqlite.database import partition_text

HOME = ("org", "user")
OWNER = Caller("org", "user")


@asynccontextmanager
async def opened(
    path: Path, *, busy_seconds: float = 5.0
) -> AsyncIterator[tuple[SqliteItemStore, SqliteDocumentIndex]]:
    async with aclosing(SqliteDatabase(path, busy_seconds=busy_seconds)) as database:
        yield SqliteItemStore(database, DOCUMENT_ITEMS), SqliteDocumentIndex(database)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def message(item_id: str, **fields: str | int) -> dict[str, str | int]:
    return {"id": item_id, "type": "message", "schema_version": 1, "sort": 0, **fields}


async def every_operation_is_an_outage(path: Path) -> None:
    async with opened(path, busy_seconds=0.05) as (store, index):
        for answer in (
            store.ping(),
            store.read(HOME, "m1"),
            store.query(HOME, "message"),
            store.write(HOME, [Upsert(message("m1"))]),
            store.delete_partition(HOME),
            index.add(OWNER, "c1", [Chunk("chunk_0", 0, 5, "apple")]),
            index.search(OWNER, "apple", content_ids=["c1"], top_k=5),
            index.chunks(OWNER, "c1"),
            index.remove(OWNER, "c1"),
        ):
            with pytest.raises(StoreUnavailable) as outage:
                await answer
            assert str(path.parent) not in outage.value.message


async def test_a_directory_in_place_of_the_file_is_an_outage(tmp_path: Path) -> None:
    (tmp_path / "orc.db").mkdir()
    await every_operation_is_an_outage(tmp_path / "orc.db")


async def test_a_file_in_place_of_the_folder_is_an_outage(tmp_path: Path) -> None:
    (tmp_path / "data").write_bytes(b"")
    await every_operation_is_an_outage(tmp_path / "data" / "orc.db")


async def test_a_file_that_is_no_database_is_an_outage(tmp_path: Path) -> None:
    (tmp_path / "orc.db").write_bytes(b"this is not a database " * 1000)
    await every_operation_is_an_outage(tmp_path / "orc.db")


async def test_a_damaged_table_is_an_outage(tmp_path: Path) -> None:
    path = tmp_path / "orc.db"
    async with opened(path) as (store, _):
        await store.write(HOME, [Create(message("m1"))])
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (path.stat().st_size - 4096))
    await every_operation_is_an_outage(path)


async def test_a_database_of_another_release_is_an_outage(tmp_path: Path) -> None:
    path = tmp_path / "orc.db"
    with closing(sqlite3.connect(path)) as foreign:
        foreign.execute("PRAGMA user_version = 99")
    await every_operation_is_an_outage(path)


async def test_the_store_answers_again_when_the_outage_is_over(tmp_path: Path) -> None:
    path = tmp_path / "data" / "orc.db"
    path.mkdir(parents=True)
    async with opened(path) as (store, _):
        with pytest.raises(StoreUnavailable):
            await store.ping()
        path.rmdir()
        await store.ping()


async def test_chunks_of_the_first_release_are_found_after_an_update(tmp_path: Path) -> None:
    path = tmp_path / "orc.db"
    async with opened(path) as (store, _):
        await store.write(HOME, [Create(message("m1"))])
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        for table in ("chunk_words", "chunk_text", "chunks", "contents", "chunk_vectors", "index_totals"):
            old.execute(f"DROP TABLE {table}")
        old.execute(
            """CREATE TABLE chunks (
                id INTEGER PRIMARY KEY, owner TEXT NOT NULL, content_id TEXT NOT NULL, position INTEGER NOT NULL,
                chunk_id TEXT NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL, page INTEGER,
                text TEXT NOT NULL)"""
        )
        old.execute("CREATE UNIQUE INDEX chunks_of_content ON chunks (owner, content_id, position)")
        old.execute(
            """CREATE VIRTUAL TABLE chunk_text USING fts5(
                text, content='chunks', content_rowid='id', tokenize='porter unicode61 remove_diacritics 2')"""
        )
        key = (partition_text(OWNER.partition), "c1")
        old.execute("INSERT INTO chunks VALUES (7, ?, ?, 0, 'chunk_0', 0, 18, 1, 'The rent is monthly')", key)
        old.execute("PRAGMA user_version = 1")
    async with opened(path) as (store, index):
        assert await store.read(HOME, "m1")
        [found] = await index.search(OWNER, "rents", content_ids=["c1"], top_k=5)
        assert found.chunk == Chunk("chunk_0", 0, 18, "The rent is monthly", 1)
    async with aclosing(SqliteDatabase(path)) as database:
        by_full_text = SqliteDocumentIndex(database, exact_limit=0)
        assert [each.chunk for each in await by_full_text.search(OWNER, "rents", content_ids=["c1"], top_k=5)] == [
            found.chunk
        ]


@pytest.mark.parametrize("version", [2, 3])
async def test_the_words_of_an_older_release_are_cut_again(tmp_path: Path, version: int) -> None:
    path = tmp_path / "orc.db"
    async with opened(path) as (_, index):
        await index.add(OWNER, "c1", [Chunk("chunk_0", 0, 18, "The rent is monthly", 1)])
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        _forget_totals(old)
        old.execute("ALTER TABLE chunks DROP COLUMN table_head")
        old.execute("UPDATE chunks SET terms = 'rents monthly'")
        old.execute("INSERT INTO chunk_text (chunk_text) VALUES ('rebuild')")
        old.execute(f"PRAGMA user_version = {version}")
    async with opened(path) as (_, index):
        assert len(await index.search(OWNER, "rents", content_ids=["c1"], top_k=5)) == 1
    with closing(sqlite3.connect(path)) as now:
        assert now.execute("SELECT terms FROM chunks").fetchall() == [("rent month",)]
        assert now.execute("SELECT count(*) FROM chunk_text WHERE chunk_text MATCH 'rents'").fetchone() == (0,)


async def test_the_words_of_headed_chunks_are_cut_again(tmp_path: Path) -> None:
    path = tmp_path / "orc.db"
    chunk = Chunk("chunk_0", 0, 16, "Prix de l'option", 1, "| article | prix |")
    async with opened(path) as (_, index):
        await index.add(OWNER, "c1", [chunk])
        await index.add(OWNER, "c2", [Chunk("chunk_0", 0, 4, "Rent", 1)])
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        expected = old.execute("SELECT terms FROM chunks ORDER BY id").fetchall()
        totals = old.execute("SELECT chunks, words FROM index_totals").fetchone()
        old.execute("UPDATE chunks SET terms = terms || ' l'")
        old.execute("INSERT INTO chunk_text (chunk_text) VALUES ('rebuild')")
        old.execute("PRAGMA user_version = 6")
    async with opened(path) as (_, index):
        assert [each.chunk for each in await index.search(OWNER, "option", content_ids=["c1"], top_k=5)] == [chunk]
    with closing(sqlite3.connect(path)) as now:
        assert now.execute("SELECT terms FROM chunks ORDER BY id").fetchall() == expected
        assert now.execute("SELECT chunks, words FROM index_totals").fetchone() == totals
        assert now.execute("SELECT count(*) FROM chunk_text WHERE chunk_text MATCH 'l'").fetchone() == (0,)


async def test_chunks_stored_before_table_heads_are_found_after_an_update(tmp_path: Path) -> None:
    path = tmp_path / "orc.db"
    chunk = Chunk("chunk_0", 0, 18, "The rent is monthly", 1)
    async with opened(path) as (_, index):
        await index.add(OWNER, "c1", [chunk])
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        _forget_totals(old)
        old.execute("ALTER TABLE chunks DROP COLUMN table_head")
        old.execute("PRAGMA user_version = 4")
    async with opened(path) as (_, index):
        assert await index.chunks(OWNER, "c1") == [chunk]
        assert [each.chunk for each in await index.search(OWNER, "rents", content_ids=["c1"], top_k=5)] == [chunk]


def _forget_totals(database: sqlite3.Connection) -> None:
    for trigger in ("content_added", "content_removed"):
        database.execute(f"DROP TRIGGER {trigger}")
    database.execute("DROP TABLE index_totals")


async def test_nothing_is_made_before_the_first_use(tmp_path: Path) -> None:
    threads = threading.active_count()
    async with opened(tmp_path / "data" / "orc.db") as (store, _):
        assert names(tmp_path) == []
        assert threading.active_count() == threads
        await store.ping()
        assert "orc.db" in names(tmp_path / "data")


async def test_a_closed_database_is_one_whole_file_and_no_thread(tmp_path: Path) -> None:
    async with aclosing(SqliteDatabase(tmp_path / "orc.db")) as database:
        store = SqliteItemStore(database, DOCUMENT_ITEMS)
        await asyncio.gather(*(store.write(HOME, [Upsert(message(f"m{n}"))]) for n in range(5)))
        await asyncio.gather(*(store.query(HOME, "message") for _ in range(5)))
        await database.aclose()
        with pytest.raises(StoreUnavailable):
            await store.ping()
    assert names(tmp_path) == ["orc.db"]
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("sqlite")]


async def test_closing_lets_started_work_finish(tmp_path: Path) -> None:
    async with opened(tmp_path / "orc.db") as (store, _):
        writes = [asyncio.create_task(store.write(HOME, [Create(message(f"m{n}"))])) for n in range(20)]
        await asyncio.sleep(0)
    await asyncio.gather(*writes)
    async with opened(tmp_path / "orc.db") as (store, _):
        assert len(await store.query(HOME, "message")) == 20


async def test_a_foreign_writer_that_holds_the_file_too_long_is_an_outage(tmp_path: Path) -> None:
    async with opened(tmp_path / "orc.db", busy_seconds=0.05) as (store, _):
        await store.write(HOME, [Create(message("m1"))])
        with closing(sqlite3.connect(tmp_path / "orc.db", isolation_level=None)) as foreign:
            foreign.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreUnavailable, match="SQLITE_BUSY") as outage:
                await store.write(HOME, [Create(message("m2", text="a secret"))])
            assert "secret" not in outage.value.message
            assert "INSERT" not in outage.value.message
            assert await store.read(HOME, "m1")
        assert await store.read(HOME, "m2") is None
        await store.write(HOME, [Create(message("m2"))])


async def test_a_write_waits_for_a_foreign_writer(tmp_path: Path) -> None:
    async with opened(tmp_path / "orc.db", busy_seconds=30) as (store, _):
        await store.ping()
        with closing(sqlite3.connect(tmp_path / "orc.db", isolation_level=None)) as foreign:
            foreign.execute("BEGIN IMMEDIATE")
            write = asyncio.create_task(store.write(HOME, [Create(message("m1"))]))
            for _ in range(3):
                assert await store.read(HOME, "m1") is None
            assert not write.done()
            foreign.execute("COMMIT")
            await write
        assert await store.read(HOME, "m1")


@pytest.mark.parametrize("turns", [0, 1, 2, 5, 20])
async def test_a_cancelled_batch_is_written_whole_or_not_at_all(tmp_path: Path, turns: int) -> None:
    batch: list[Write] = [Create(message(f"m{n}", text="x" * 5000)) for n in range(100)]
    async with opened(tmp_path / "orc.db") as (store, _):
        await store.ping()
        write = asyncio.create_task(store.write(HOME, batch))
        for _ in range(turns):
            await asyncio.sleep(0)
        write.cancel()
        await asyncio.gather(write, return_exceptions=True)
        await store.write(HOME, [Create(message("after"))])
        assert len(await store.query(HOME, "message", limit=1000)) in {1, 101}


async def test_an_item_that_is_no_json_changes_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path / "orc.db") as (store, _):
        with pytest.raises(ValueError, match="not JSON compliant"):
            await store.write(HOME, [Create(message("m1")), Create({**message("m2"), "n": float("nan")})])
        assert await store.query(HOME, "message") == []


async def test_expired_items_are_purged_by_a_later_write(tmp_path: Path) -> None:
    async with opened(tmp_path / "orc.db") as (store, _):
        await store.write(HOME, [Create(message("m1", ttl=1)), Create(message("m2"))])
        for _ in range(500):
            if await store.read(HOME, "m1") is None:
                break
            await asyncio.sleep(0.02)
    async with opened(tmp_path / "orc.db") as (store, _):
        await store.write(HOME, [Create(message("m3"))])
    with closing(sqlite3.connect(tmp_path / "orc.db")) as foreign:
        assert foreign.execute("SELECT id FROM items ORDER BY id").fetchall() == [("m2",), ("m3",)]


@pytest.mark.req("RE-12")
async def test_a_full_disk_fails_the_ping_and_names_the_file(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "orc.db"
    async with aclosing(SqliteDatabase(path)) as database:
        store = SqliteItemStore(database, DOCUMENT_ITEMS)
        await store.ping()
        for number in range(20):  # full but for what a small change finds room in
            await store.write(HOME, [Upsert(message(f"m{number}", text="x" * 2000))])
        most = "SELECT page_count FROM pragma_page_count"
        await database.write(lambda c: c.execute(f"PRAGMA max_page_count = {c.execute(most).fetchone()[0]}").fetchone())
        await store.write(HOME, [Upsert(message("m1", text="y"))])
        for _ in range(3):
            with pytest.raises(StoreUnavailable, match="the disk is full") as outage:
                await store.write(HOME, [Upsert(message("m2", text="z" * 200_000))])
            assert str(tmp_path) not in outage.value.message
        with pytest.raises(StoreUnavailable, match="SQLITE_FULL"):
            await store.ping()
        [told] = [record.getMessage() for record in caplog.records]
        assert str(path) in told
        assert "Free space" in told
        await database.write(lambda c: c.execute("PRAGMA max_page_count = 1000000").fetchone())
        await store.ping()
    with closing(sqlite3.connect(path)) as kept:
        assert kept.execute("SELECT count(*) FROM items WHERE container = 'probe'").fetchone() == (0,)


@pytest.mark.req("BX-18")
async def test_nothing_deleted_is_left_in_the_files(tmp_path: Path) -> None:
    path = tmp_path / "orc.db"
    async with opened(path) as (store, index):
        for number in range(50):
            await store.write(HOME, [Create(message(f"m{number}", text=f"quendelwasser {number} " * 500))])
        await index.add(OWNER, "c1", [Chunk("chunk_0", 0, 13, "quendelwasser", 1)])
        await store.write(("org", "other"), [Create(message("m1", text="stays"))])
        await store.delete_under(HOME)
        await index.remove_all(OWNER)
        await store.forget_deleted()
        kept = await asyncio.to_thread(lambda: b"".join(file.read_bytes() for file in tmp_path.iterdir()))
        assert b"stays" in kept
        assert b"quendelwasser" not in kept
        assert [item.body["id"] for item in await store.query(("org",), "message")] == ["m1"]
